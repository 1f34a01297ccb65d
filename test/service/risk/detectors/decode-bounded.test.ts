import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import { MAX_CALL_DATA_BYTES } from '../../../../src/service/risk/decode/calls.ts'
import { decodeBounded } from '../../../../src/service/risk/detectors/decode-bounded.ts'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { array, bytes, call, type Encoded, tuple, value, withoutPrefix } from '../encoding.ts'
import { allow, judged, observe, other, type Situation, sender, stranger, token } from '../situation.ts'
import { enter, traceOf } from '../trace/trace-builder.ts'
import { judgedMessage, typed, ZERO } from '../typed-data/typed.ts'
import {
  account,
  entryPoint,
  safe,
  wrapInBatchMode,
  wrapInExecute,
  wrapInMulticall,
  wrapInMultiSend,
  wrapInSafe,
  wrapInUserOperation,
} from '../wrapping.ts'

const multiSend = '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761'
const times = (count: number, wrap: (data: string) => string, data: string) =>
  Array.from({ length: count }).reduce<string>((inner) => wrap(inner), data)

/** A delegatecall to an unknown contract in as many MultiSends. */
const takeover = (count: number) =>
  times(
    count,
    (data) => wrapInMultiSend({ to: multiSend, data, operation: 1 }),
    wrapInMultiSend({ to: stranger, data: '0x12345678', operation: 1 }),
  )
const executed = (count: number) => wrapInSafe(multiSend, 0n, takeover(count), 1)

/** A list of `count` offsets to one item, and one more item. */
function shared(item: Encoded, count: number, last: Encoded): Encoded {
  const start = (count + 1) * 32
  const offsets = Array.from({ length: count }, () => value(start).digits).join('')
  const end = value(start + item.digits.length / 2).digits
  return { dynamic: true, digits: value(count + 1).digits + offsets + end + item.digits + last.digits }
}

/** executeBatch((address,uint256,bytes)[]) of an account. */
const batchOf = (list: Encoded) => call('0x34fcd5be', list)
const item = (to: string, data: string) => tuple(value(to), value(0), bytes(data))
const harmless = item(token, callData.transfer(other, 1n))
const approval = item(token, callData.approve(stranger, MAX_UINT256))
const large = item(other, `0xdeadbeef${'ab'.repeat(30_000)}`)

const safeTx = (data: string) =>
  typed(
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    safe,
    {
      to: multiSend,
      value: '0',
      data,
      operation: 1,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: ZERO,
      refundReceiver: ZERO,
      nonce: '3',
    },
    { name: undefined, version: undefined },
  )

const known = { entries: [allow(safe), allow(token), allow(multiSend), allow(account)], hasHistory: true }

test('attack: A delegatecall to an unknown contract inside a hundred MultiSends', () => {
  expect(observe(decodeBounded, { to: safe, data: executed(100) })).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 80,
      hops: 0,
      subject: '',
      role: '',
      text: 'Calls are nested more than 64 deep; deeper calls were not read.',
      source: 'call data',
      flip: 'use smaller call data, or fewer nested calls',
    },
  ])
})

test('near miss: A delegatecall to an unknown contract inside sixty MultiSends: all of it is read, and it is a finding itself', () => {
  expect(observe(decodeBounded, { to: safe, data: executed(60) })).toEqual([])
  expect(judged({ to: safe, data: executed(60), ...known }).findings).toMatchObject([
    { rule: 'foreign-delegatecall', points: 80 },
  ])
})

test('evasion: The contracts that are called have ALLOW entries: the finding is about the whole, so none of them caps it', () => {
  const { combinedScore } = judged({ to: safe, data: executed(100), ...known })
  expect(combinedScore).toBe(80)
})

test('call data above the size limit is found, also when the call decodes', () => {
  const data = callData.transfer(other, 1n) + '00'.repeat(MAX_CALL_DATA_BYTES)
  expect(observe(decodeBounded, { data }).map(({ text }) => text)).toEqual([
    'The call data is larger than 512 KiB; the rest was not read.',
  ])
})

describe('no form hides a delegatecall to an unknown contract behind a limit', () => {
  const counts = [1, 14, 15, 16, 17, 40, 62, 63, 64, 70, 200]

  test.each(counts)('in %i MultiSends', (count) => {
    for (const situation of [
      { to: safe, data: executed(count) },
      { to: account, data: wrapInExecute(safe, 0n, executed(count)) },
      { to: entryPoint, data: wrapInUserOperation(account, wrapInExecute(safe, 0n, executed(count))) },
      { to: safe, data: times(count, (data) => wrapInSafe(safe, 0n, data), executed(1)) },
      {
        to: account,
        data: times(count, (data) => wrapInExecute(account, 0n, data), wrapInExecute(safe, 0n, executed(1))),
      },
      { to: account, data: times(count, (data) => wrapInMulticall(data), wrapInExecute(safe, 0n, executed(1))) },
      {
        to: account,
        data: times(count, (data) => wrapInBatchMode({ to: account, data }), wrapInExecute(safe, 0n, executed(1))),
      },
    ] satisfies Situation[])
      expect(judged({ ...situation, ...known }).combinedScore).toBeGreaterThanOrEqual(70)
    expect(judgedMessage(safeTx(takeover(count)), known).combinedScore).toBeGreaterThanOrEqual(70)
  })

  const takeoverItem = item(safe, executed(1))
  const lists: readonly (readonly [string, Encoded])[] = [
    ['3,700 items at one offset', shared(harmless, 3700, takeoverItem)],
    ['4,200 items at one offset', shared(harmless, 4200, takeoverItem)],
    ['16,000 items at one offset', shared(harmless, 16_000, takeoverItem)],
    ['150 large items at one offset', shared(large, 150, takeoverItem)],
    ['300 large items at one offset', shared(large, 300, takeoverItem)],
    ['1,500 distinct items', array(...Array.from({ length: 1500 }, () => harmless), takeoverItem)],
  ]
  test.each(lists)('behind %s', (_, list) => {
    const data = batchOf(list)
    for (const situation of [
      { to: account, data },
      { to: entryPoint, data: wrapInUserOperation(account, data) },
      { to: safe, data: wrapInSafe(account, 0n, data) },
    ] satisfies Situation[])
      expect(judged({ ...situation, ...known }).combinedScore).toBeGreaterThanOrEqual(70)
    // Larger ones are no messages.
    if (data.length > 250_000) return
    const message = safeTx(wrapInMultiSend({ to: account, data }))
    expect(judgedMessage(message, known).combinedScore).toBeGreaterThanOrEqual(70)
  })
})

describe('what is honest stays as it is', () => {
  test('offsets that share a part count once', () => {
    const data = batchOf(shared(harmless, 4200, harmless))
    expect(judged({ to: account, data, ...known }).findings.filter(({ points }) => points > 30)).toEqual([])
  })

  test('what an approval in a long batch does is found', () => {
    const data = batchOf(shared(harmless, 4200, approval))
    expect(judged({ to: account, data, ...known }).findings).toMatchObject([{ rule: 'unknown-grant', points: 50 }])
  })

  test('a malformed argument is still no limit', () => {
    const data = callData.approve(other, 1n).slice(0, -2)
    expect(judged({ data, ...known }).findings.map(({ rule, points }) => `${rule} ${points}`)).toEqual([
      'undecodable-call 31',
    ])
  })

  test('a limit that only a trace meets makes the coverage partial, and gives no points', () => {
    const bomb = batchOf(shared(large, 3000, harmless))
    const situation = { to: other, data: '0x12345678', entries: [allow(other), allow(account)], hasHistory: true }
    const trace = traceOf(sender, enter(other, { input: '0x12345678' }, enter(account, { input: bomb })))
    const { findings, explanation } = judged({ ...situation, trace })
    expect(findings.filter(({ points }) => points > 30)).toEqual([])
    expect(explanation.missing.map(missingText)).toContain(
      'Not all calls and events of the trace were searched for listed addresses',
    )
  })
})

test('the size in the message is that of the data', () => {
  expect(withoutPrefix(executed(100)).length / 2).toBeLessThan(MAX_CALL_DATA_BYTES)
})

describe('calls inside of data that is not read', () => {
  const unread = (...parts: Encoded[]) => call('0xdeadbeef', ...parts)
  const inside = (data: string) => bytes(data)

  test('are searched to its end', () => {
    for (const padding of [100, 60_000, 130_000, 400_000]) {
      const data = unread(
        bytes(`0x${'00'.repeat(padding)}`),
        value(other),
        inside(callData.approve(stranger, MAX_UINT256)),
      )
      expect(judged({ to: other, data }).combinedScore, `${padding} bytes before it`).toBe(50)
    }
  })

  test('are UNSAFE when they are too many to be read', () => {
    const nested = times(
      40,
      (data) => wrapInMulticall(data),
      `0x${withoutPrefix(callData.approve(stranger, 1n))}${'00'.repeat(32 * 4000)}`,
    )
    expect(observe(decodeBounded, { to: other, data: unread(inside(nested)) })).toMatchObject([
      { points: 80, text: 'Not all undecoded data was searched for calls: it has more than 4 MiB of them.' },
    ])
    expect(observe(decodeBounded, { to: other, data: unread(bytes(`0x${'00'.repeat(500_000)}`)) })).toEqual([])
    expect(observe(decodeBounded, { to: other, data: unread(bytes(`0x${'ff'.repeat(500_000)}`)) })).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import { simulate } from '../../../../src/service/chain/simulation/simulate.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { accountsFrom, everything, seeded } from '../../../support/chain/simulate-on.ts'
import { type Recorded, recorded, replay } from './recorded.ts'

const ether = 10n ** 18n

type Json = { [name: string]: Json } & Json[] & string

/** Answers of the second trip: in a realistic block, in that of the node, with the gas of a wallet. */
const [REALISTIC, OF_NODE, OF_WALLET] = [3, 4, 5] as const

function resultAt({ replies }: Recorded, index: number): Json {
  return (replies[index] as unknown as { readonly result: Json }).result
}

/** The recorded answers, with one of them changed in place. */
function withAnswer(name: Parameters<typeof recorded>[0], index: number, change: (block: Json, next: Json) => void) {
  const good = recorded(name)
  const [block, next] = resultAt(good, index) as Json[] as [Json, Json]
  change(block, next)
  return good
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const callAt = (block: Json, index: number) => block.calls?.at(index) as Json

/** The last word of what a call returned: the balance that was read last. */
function addToLastWord(call: Json, amount: bigint): void {
  const data = String(call.returnData)
  const changed = BigInt(`0x${data.slice(-64)}`) + amount
  Object.assign(call, { returnData: `${data.slice(0, -64)}${word(changed)}` })
}

test.each([{}, { trace: false }, { simulate: false }])(
  'the times of two runs are an odd number of seconds apart, because contracts may decide by a bit of it: with %j',
  (can) => {
    const { transaction, head, accounts, replies } = recorded('payment')
    const analysis = analyze(transaction)
    const input = { analysis, head, can: { ...everything, ...can }, randomBytes: seeded(), trace: undefined }
    const discovery = simulate(input)
    const discovered = discovery.read(replies.slice(0, discovery.requests.length))
    const { requests } = discovered.measure(analysis, accountsFrom(accounts))
    const times = requests.slice(0, 2).map(({ params }) => {
      const time = JSON.stringify(params).match(/"time":"(0x[0-9a-f]+)"/)?.[1]
      return time === undefined ? head.timestamp : Number(time)
    })
    expect(new Set(times.map((time) => time % 2)).size, String(times)).toBe(2)
  },
)

describe('what only some chains do', () => {
  const payment = { standard: 'native', amount: (-3n * ether) / 2n }

  test('a move of native currency that the protocol logs as well counts once (EIP-7708)', () => {
    const doubled = withAnswer('ether', REALISTIC, (block) => {
      const { logs } = callAt(block, 1) as unknown as { logs: object[] }
      logs.push({ ...logs[0], address: '0xfffffffffffffffffffffffffffffffffffffffe' })
    })
    expect(replay(doubled).simulation).toMatchObject({ changes: [payment], claims: [payment] })
    const logged = withAnswer('ether', REALISTIC, (block) => {
      const { logs } = callAt(block, 1) as unknown as { logs: { address: string }[] }
      for (const log of logs) log.address = '0xfffffffffffffffffffffffffffffffffffffffe'
    })
    expect(replay(logged).simulation).toMatchObject({ changes: [payment], claims: [payment] })
  })

  test('a fee beyond the gas is no change: the transfers show what moved', () => {
    const dearer = withAnswer('ether', REALISTIC, (block) => addToLastWord(callAt(block, 2), -70_000_000_000_000n))
    expect(replay(dearer).simulation).toMatchObject({ changes: [payment], differences: [] })
  })

  test('interest of some seconds is no difference, and one per cent is not interest', () => {
    const later = (amount: bigint) => withAnswer('payment', OF_NODE, (block) => addToLastWord(callAt(block, 2), amount))
    const exact = replay(later(-20_000n)).simulation
    expect(exact).toMatchObject({ changes: [{ amount: -250_000_000n }], differences: [] })
    const other = replay(later(-9_000_000n)).simulation
    expect(other.changes).toMatchObject([{ amount: -259_000_000n }])
    expect(other.differences).toMatchObject([{ plain: -259_000_000n, realistic: -250_000_000n }])
  })

  test('a transaction that reverts in one environment only is that of the other, and a difference', () => {
    const reverted = withAnswer('payment', REALISTIC, (block) => {
      Object.assign(callAt(block, 1), { status: '0x0', error: { code: 3, message: 'execution reverted' } })
    })
    const { simulation } = replay(reverted)
    expect(simulation).toMatchObject({ status: 'ok', changes: [{ amount: -250_000_000n }] })
    expect(simulation.differences).toMatchObject([{ plain: -250_000_000n, realistic: 0n }])
  })

  test('a run that has not enough gas with that of a wallet is no difference, and is named', () => {
    const outOfGas = withAnswer('payment', OF_WALLET, (block) => {
      Object.assign(callAt(block, 1), {
        status: '0x0',
        returnData: '0x',
        error: { code: -32_015, message: 'out of gas' },
      })
    })
    const { simulation, missing } = replay(outOfGas)
    expect(simulation).toMatchObject({ changes: [{ amount: -250_000_000n }], differences: [] })
    expect(missing.map(missingText)).toEqual(['Not simulated with the gas of a wallet: out of gas'])
  })

  test('a transaction that takes more with the gas of a wallet is shown so, and a difference', () => {
    const more = withAnswer('payment', OF_WALLET, (block) => addToLastWord(callAt(block, 2), -40_000_000n))
    const { simulation } = replay(more)
    expect(simulation.changes).toMatchObject([{ amount: -290_000_000n }])
    expect(simulation.differences).toMatchObject([{ plain: -250_000_000n, realistic: -290_000_000n }])
  })

  test('a token that leaves by an event of the second run only is a change, and named as not measured', () => {
    const token = `0x${'7e'.repeat(20)}`
    const hidden = withAnswer('payment', REALISTIC, (block) => {
      const { logs } = callAt(block, 1) as unknown as { logs: object[] }
      logs.push({ ...logs[0], address: token, data: `0x${word(5n)}` })
    })
    const { simulation, missing } = replay(hidden)
    expect(simulation.changes).toContainEqual(expect.objectContaining({ token, amount: -5n }))
    expect(missing.map(missingText)).toEqual([`The balances of ${token} could not be read before and after`])
  })
})

describe('a node that fails', () => {
  const failed = { failure: { kind: 'failed', message: 'example.org: internal error' } } as const

  test('in both trips: unavailable, with its line', () => {
    const payment = recorded('payment')
    const { simulation } = replay({ ...payment, replies: payment.replies.map(() => failed) })
    expect(simulation).toMatchObject({
      status: 'unavailable',
      method: 'none',
      reason: 'eth_simulateV1: example.org: internal error',
    })
  })

  test('in the second trip: what the trace shows, not measured', () => {
    const payment = recorded('payment')
    const { simulation, missing } = replay({
      ...payment,
      replies: payment.replies.map((reply, at) => (at < 2 ? reply : failed)),
    })
    const changes = [{ amount: -250_000_000n }]
    expect(simulation).toMatchObject({ status: 'ok', method: 'trace', isMeasured: false, changes })
    expect(missing.map(missingText)).toEqual([
      'Balances were not measured: eth_simulateV1: example.org: internal error',
    ])
  })

  test('in the realistic block: the other run counts, and the line says so', () => {
    const payment = recorded('payment')
    const { simulation, missing } = replay({
      ...payment,
      replies: payment.replies.map((reply, at) => (at === REALISTIC ? failed : reply)),
    })
    expect(simulation).toMatchObject({ status: 'ok', changes: [{ amount: -250_000_000n }], differences: [] })
    expect(missing.map(missingText)).toEqual([
      'Not simulated in a realistic block: eth_simulateV1: example.org: internal error',
    ])
  })

  test('without a method that runs it: unavailable', () => {
    const can = { trace: false, simulate: false, overrides: false }
    const { simulation } = replay({ ...recorded('payment'), can, replies: [] })
    expect(simulation).toMatchObject({ status: 'unavailable', method: 'none' })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Log } from '../../../../src/service/evm/logs.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { TraceChanges } from '../../../../src/service/risk/trace/asset-changes.ts'
import { word } from '../call-data.ts'
import { other, sender, stranger, token, transaction } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'
import { type Enter, enter, moved, pays, traceOf } from './trace-builder.ts'

const coin = '0xc0117a1b2c3d4e5f60718293a4b5c6d7e8f90123'
const nobody = `0x${'0'.repeat(40)}`

function changesOf(root: Enter, about: object = {}, data = '0x1234'): TraceChanges {
  const { changes } = analyze(transaction({ to: other, data }), traceOf(sender, root, about))
  if (!changes) throw new Error('no changes')
  return changes
}

/** "amount token" or "amount token#id". */
const texts = (changes: TraceChanges['net']) =>
  changes.map(({ token: of, id, amount }) => `${amount} ${of}${id === undefined ? '' : `#${id}`}`)
const net = (root: Enter) => texts(changesOf(root).net)

const event = (address: string, topic: string, topics: readonly string[], ...words: readonly (bigint | number)[]) => ({
  address,
  topics: [topic, ...topics.map((each) => `0x${word(each)}`)],
  data: `0x${words.map(word).join('')}`,
})
const deposit = (to: string, amount: bigint): Log =>
  event(token, '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c', [to], amount)
const withdrawal = (from: string, amount: bigint): Log =>
  event(token, '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65', [from], amount)
const item = (from: string, to: string, id: number): Log =>
  event(token, '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', [from, to, word(id)])
const single = (from: string, to: string, id: number, amount: number): Log =>
  event(token, '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62', [other, from, to], id, amount)
const batch = (from: string, to: string, ...words: readonly (bigint | number)[]): Log =>
  event(token, '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb', [other, from, to], ...words)

describe('what leaves and enters the account of the sender', () => {
  test.each<[string, Enter, string[]]>([
    ['native currency by calls', enter(other, { value: 9n }, enter(sender, { value: 4n })), ['-5 native']],
    [
      'also of a destroyed contract, and of a creation',
      enter(other, {}, enter(sender, { type: 'SELFDESTRUCT', value: 4n })),
      ['4 native'],
    ],
    [
      'not what a delegatecall or a static call shows as value',
      enter(other, { value: 9n }, enter(stranger, { type: 'DELEGATECALL', value: 9n })),
      ['-9 native'],
    ],
    [
      'tokens',
      enter(other, {}, pays(token, sender, other, 9n), pays(coin, other, sender, 3n)),
      [`-9 ${token}`, `3 ${coin}`],
    ],
    ['net', enter(other, {}, pays(token, sender, other, 9n), pays(token, other, sender, 9n)), []],
    [
      'items',
      enter(other, { logs: [item(sender, stranger, 7), item(stranger, sender, 8)] }),
      [`-1 ${token}#7`, `1 ${token}#8`],
    ],
    ['items with amounts', enter(other, { logs: [single(sender, stranger, 7, 5)] }), [`-5 ${token}#7`]],
    [
      'batches of items',
      enter(other, { logs: [batch(sender, stranger, 64, 160, 2, 7, 8, 2, 50, 60)] }),
      [`-50 ${token}#7`, `-60 ${token}#8`],
    ],
    [
      'a batch that lacks amounts',
      enter(other, { logs: [batch(sender, stranger, 64, 160, 2, 7, 8, 1, 50)] }),
      [`-50 ${token}#7`],
    ],
    ['a batch with an offset beyond its data', enter(other, { logs: [batch(sender, stranger, 1n << 200n, 64)] }), []],
    ['wrapped currency', enter(token, { value: 9n, logs: [deposit(sender, 9n)] }), ['-9 native', `9 ${token}`]],
    [
      'unwrapped currency',
      enter(token, { logs: [withdrawal(sender, 9n)] }, enter(sender, { value: 9n })),
      [`-9 ${token}`, '9 native'],
    ],
    [
      'not events of the same name without the payment',
      enter(token, { logs: [deposit(sender, 9n), withdrawal(sender, 5n)] }),
      [],
    ],
    [
      'not what a reverted call moved',
      enter(other, {}, enter(stranger, { error: 'Reverted', value: 1n, logs: [moved(token, sender, other, 9n)] })),
      [],
    ],
    ['not what others move', enter(other, {}, pays(token, other, stranger, 9n)), []],
    ['not what a token mints for others', enter(other, {}, pays(token, nobody, stranger, 9n)), []],
  ])('%s', (_, root, expected) => {
    expect(net(root)).toEqual(expected)
  })

  test('counts the accounts it acts for: by account, and together', () => {
    const data = wrapInSafe(other, 0n, '0x1234')
    const call = enter(other, { input: '0x1234' }, pays(token, safe, stranger, 9n), pays(coin, safe, sender, 2n))
    const trace = traceOf(sender, enter(safe, { input: data, value: 7n }, call))
    const { changes } = analyze(transaction({ to: safe, data }), trace)
    expect(texts(changes?.net ?? [])).toEqual([`-9 ${token}`])
    expect(Array.from(changes?.ofAccounts ?? [], ([account, all]) => [account, texts(all)])).toEqual([
      [sender, ['-7 native', `2 ${coin}`]],
      [safe, ['7 native', `-9 ${token}`, `-2 ${coin}`]],
    ])
    expect(Array.from(changes?.dealings.keys() ?? [])).toEqual([other])
    expect([changes?.changeOf(stranger, token), changes?.changeOf(stranger, coin)]).toEqual([9n, 0n])
  })

  test('is complete only when the trace shows everything', () => {
    const root = enter(other)
    expect(changesOf(root).isComplete).toBe(true)
    expect(changesOf(root, { hasLogs: false }).isComplete).toBe(false)
    expect(changesOf(root, { incomplete: true }).isComplete).toBe(false)
    expect(changesOf(enter(other, { error: 'Reverted' })).isComplete).toBe(false)
  })

  test('any movements: nothing appears or vanishes', () => {
    const accounts = fc.constantFrom(sender, other, stranger, coin)
    const movements = fc.array(fc.tuple(accounts, accounts, fc.bigInt({ min: 0n, max: 100n })), { maxLength: 40 })
    fc.assert(
      fc.property(movements, (all) => {
        const root = enter(other, {}, ...all.map(([from, to, amount]) => pays(token, from, to, amount)))
        const changes = changesOf(root)
        const sum = [sender, other, stranger, coin].reduce((total, each) => total + changes.changeOf(each, token), 0n)
        expect(sum).toBe(0n)
        expect(changes.net[0]?.amount ?? 0n).toBe(changes.changeOf(sender, token))
      }),
    )
  })
})

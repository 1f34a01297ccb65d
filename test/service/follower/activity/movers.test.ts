import { describe, expect, test } from 'vitest'
import { TRANSFER, TRANSFER_FROM } from '../../../../src/service/evm/asset.ts'
import * as b from './blocks.ts'
import { activityReader } from './reading.ts'

/** Who made a token move what an account has, by the calls of a transaction. */

const { treasury, ops, stranger, spender, payee, usdc, dai, weth, collection, permit2 } = b
const { only, read } = activityReader()

const [relay, other] = ['4e1a', '07e4'].map((start) => `0x${start.padEnd(40, '0')}`) as [string, string]
const AMOUNT = 500_000_000n
const executed = b.event(treasury, 'ExecutionSuccess(bytes32,uint256)', [1, 0], 0)
const paid = b.transfer(usdc, treasury, payee, AMOUNT)

interface Call {
  readonly from: string
  readonly calls?: readonly Call[]
  readonly [field: string]: unknown
}

const call = (from: string, to: string, input = '0x', calls: readonly Call[] = []): Call => {
  return { type: 'CALL', from, to, input, value: '0x0', gas: '0x0', gasUsed: '0x0', output: '0x', calls }
}
const input = (selector: string, ...words: readonly (string | bigint)[]) => `${selector}${words.map(b.word).join('')}`
/** A call below the relay, which takes from the treasury what was paid, or something like it. */
const takes = (
  by: string,
  { token = usdc, from = treasury, to = payee, amount = AMOUNT, selector = TRANSFER_FROM, type = 'CALL' } = {},
) => call(relay, by, '0x', [{ ...call(by, token, input(selector, from, to, amount)), type }])
const pays = (by: string, to: string, amount: bigint, selector = TRANSFER) =>
  call(relay, by, '0x', [call(by, usdc, input(selector, to, amount))])
const through = (...calls: readonly Call[]) => b.node({ trace: call(stranger, relay, '0x', calls) }).send

describe('the mover of a token', () => {
  const mine = takes(spender)
  const inexact = takes(spender, { amount: 1n })
  test.each<[string, readonly Call[], mover: string | undefined]>([
    ['is who called the token', [mine], spender],
    ['is the only one, also where a token takes a fee of it', [inexact], spender],
    ['is not known where two did the same', [mine, takes(other)], undefined],
    ['is who named this amount', [takes(other, { amount: 1n }), mine], spender],
    ['is who named this receiver', [takes(other, { to: ops }), mine], spender],
    ['is not who took it from another', [takes(other, { from: ops }), mine], spender],
    ['is not who called another token', [takes(other, { token: dai }), mine], spender],
    ['is not who only ran the code of the token', [takes(other, { type: 'DELEGATECALL' }), mine], spender],
    ['is not who asked for something of the account', [takes(other, { selector: '0xdd62ed3e' }), mine], spender],
    ['is not who paid of its own', [pays(other, payee, AMOUNT), mine], spender],
    ['is not the account where it does something else', [pays(treasury, payee, AMOUNT, '0x095ea7b3'), mine], spender],
    ['is the account where it names this amount', [inexact, pays(treasury, payee, AMOUNT)], treasury],
    ['is not the account where it pays another', [pays(treasury, ops, AMOUNT), mine], spender],
    ['is not the account where it pays another amount', [pays(treasury, payee, 1n), mine], spender],
  ])('%s', async (_what, calls, mover) => {
    const { kind, details } = await only({ to: relay, logs: [paid] }, through(...calls))
    if (mover === treasury) expect(kind).toBe('sent')
    else if (mover === undefined)
      expect(details).toMatchObject({ other: stranger, rights: [], notes: [{ code: 'spender-unknown' }] })
    else expect(details).toMatchObject({ other: mover, rights: [{ kind: 'allowance', token: usdc, spender: mover }] })
  })

  test('of an item is who sent it to this receiver: its call names no amount', async () => {
    const moves = (by: string, to: string) => takes(by, { token: collection, to, amount: 7n, selector: '0x42842e0e' })
    const logs = [b.itemTransfer(collection, treasury, payee, 7n)]
    const holder = (owner: string) => [{ kind: 'holder', token: collection, id: 7n }, owner] as const
    const trace = call(stranger, relay, '0x', [moves(other, ops), moves(spender, payee)])
    const { send } = b.node({ trace, before: [holder(treasury)], after: [holder(payee)] })
    expect((await only({ to: relay, logs }, send)).details).toMatchObject({
      other: spender,
      rights: [{ kind: 'operator', token: collection, spender }],
    })
  })
})

describe('what an account executes', () => {
  test('needs no calls where it is all of the transaction, or pays native currency', async () => {
    const { send, asked } = b.node({ trace: call(treasury, relay, '0x', [takes(spender)]) })
    const safeCall = input('0x6a761202', payee, 7n, 0x140n, 0n)
    for (const tx of [
      { from: treasury, to: spender, logs: [paid] },
      { to: treasury, logs: [paid, executed] },
      { to: treasury, data: safeCall, logs: [executed] },
    ])
      expect(await only(tx, send)).toMatchObject({ kind: 'sent', details: { moves: [{ direction: 'out' }] } })
    expect(asked.filter(({ method }) => method === 'debug_traceTransaction')).toEqual([])
  })

  test('names who is paid, and the called contract where several are', async () => {
    const otherOf = async (tx: b.Tx) => (await only(tx)).details.other
    const twice = [paid, b.transfer(dai, treasury, stranger, 5n)]
    expect(await otherOf({ from: treasury, to: relay, logs: [paid] })).toBe(payee)
    expect(await otherOf({ from: treasury, to: relay, logs: twice })).toBe(relay)
    expect(await otherOf({ to: relay, logs: [...twice, executed] })).toBe(payee)
  })

  test('moves nothing where an event says so', async () => {
    const nothing = b.transfer(usdc, treasury, payee, 0n)
    expect((await only({ from: treasury, to: relay, logs: [nothing] })).details).toEqual({ other: relay })
  })

  test('has no other side in a creation', async () => {
    const { details } = await only({ from: treasury, to: undefined, created: relay })
    expect(Object.keys(details)).not.toContain('other')
  })
})

describe('what leaves by another', () => {
  test('by a module of a Safe is what it moved', async () => {
    const logs = [paid, b.event(treasury, 'ExecutionFromModuleSuccess(address)', [spender])]
    expect((await only({ to: spender, logs })).details).toMatchObject({
      moves: [{ token: usdc, amount: String(AMOUNT) }],
      other: spender,
      notes: [{ code: 'by-module' }],
    })
  })

  test('is of who submits it, where calls do not show more', async () => {
    const burnt = b.unwrapped(weth, treasury, 7n)
    for (const log of [burnt, paid])
      expect((await only({ from: stranger, to: relay, logs: [log] }, b.silent)).details.other).toBe(stranger)
  })

  test('by a signature is what it moved', async () => {
    const used = b.event(usdc, 'AuthorizationUsed(address,bytes32)', [treasury, 7])
    expect((await only({ to: usdc, logs: [used, paid] }, b.silent)).details.moves).toMatchObject([{ token: usdc }])
  })

  test('with the right to one item leaves no right; within Permit2 it leaves that', async () => {
    const rights = async (...logs: b.Tx['logs'] & object) => {
      const all = await read([{ to: relay, logs }], b.silent)
      return all.find(({ kind }) => kind === 'allowance-spent')?.details.rights
    }
    const toSpender = b.event(collection, 'Approval(address,address,uint256)', [treasury, spender, 7n])
    expect(await rights(toSpender, b.itemTransfer(collection, treasury, payee, 7n))).toEqual([])
    const signature = 'Approval(address,address,address,uint160,uint48)'
    const within = b.event(permit2, signature, [treasury, usdc, spender, AMOUNT, b.header.timestamp + 60], 3)
    expect(await rights(within, paid)).toEqual([{ kind: 'permit2', token: usdc, spender }])
  })
})

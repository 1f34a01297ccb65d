import { describe, expect, test } from 'vitest'
import { recordCounterparty } from '../../../../src/service/store/repositories/counterparties.ts'
import { recordAllowance } from '../../../../src/service/store/repositories/granted-allowances.ts'
import * as b from './blocks.ts'
import { activityReader } from './reading.ts'

const { treasury, ops, vault, stranger, spender, payee, lookalike, usdc, dai, unlisted, collection, zero } = b
const { read, kinds, only, write } = activityReader()

const paysUsdc = b.transfer(usdc, treasury, payee, 12_500_000_000n)

describe('sent', () => {
  test('a transaction of the address, with what leaves and arrives', async () => {
    const logs = [b.transfer(usdc, treasury, spender, 5_000_000n), b.transfer(dai, spender, treasury, 4n)]
    const [sent, received] = await read([{ from: treasury, to: spender, value: 3n, logs }])
    expect(sent).toMatchObject({ address: treasury, kind: 'sent' })
    expect(sent?.details).toEqual({
      moves: [
        { token: 'native', amount: '3', direction: 'out', other: spender },
        { token: usdc, amount: '5000000', direction: 'out', other: spender },
        { token: dai, amount: '4', direction: 'in', other: spender },
      ],
      other: spender,
    })
    expect(received).toMatchObject({ kind: 'received', details: { moves: [{ token: dai, direction: 'in' }] } })
  })

  test('one that failed moves nothing, and says so', async () => {
    const { kind, details } = await only({ from: treasury, to: payee, value: 5n, succeeded: false })
    expect({ kind, details }).toEqual({ kind: 'sent', details: { other: payee, failed: true } })
  })

  test('of a Safe, when others submit it', async () => {
    const logs = [paysUsdc, b.event(treasury, 'ExecutionSuccess(bytes32,uint256)', [1, 0], 0)]
    const { kind, details } = await only({ from: stranger, to: treasury, logs })
    expect(kind).toBe('sent')
    const notes = [{ code: 'submitted-by', submitter: stranger }]
    expect(details).toMatchObject({ moves: [{ token: usdc, other: payee }], notes })
  })

  test('near miss: another contract emits the event of a Safe', async () => {
    const logs = [paysUsdc, b.event(spender, 'ExecutionSuccess(bytes32,uint256)', [1, 0], 0)]
    expect(await kinds({ logs })).toEqual(['treasury allowance-spent'])
  })

  test('a failed execution of a Safe is a failed one', async () => {
    const logs = [b.event(treasury, 'ExecutionFailure(bytes32,uint256)', [1, 0], 0)]
    expect((await only({ to: treasury, logs })).details).toMatchObject({ failed: true })
  })

  test('evasion: what follows the execution in a transaction of others is not part of it', async () => {
    const executed = b.event(treasury, 'ExecutionSuccess(bytes32,uint256)', [1, 0], 0)
    const theft = b.transfer(dai, treasury, stranger, 9n)
    expect(await kinds({ logs: [paysUsdc, executed, theft] })).toEqual(['treasury allowance-spent', 'treasury sent'])
  })

  test('a module of a Safe acts without its owners: it spends', async () => {
    const logs = [paysUsdc, b.event(treasury, 'ExecutionFromModuleSuccess(address)', [spender])]
    expect(await only({ to: spender, logs })).toMatchObject({ kind: 'allowance-spent', details: { other: spender } })
  })

  const operation = (entryPoint: string, success = 1) =>
    b.event(
      entryPoint,
      'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
      [1, treasury, zero, 7, success, 1, 1],
      3,
    )
  const ENTRY_POINT = '0x0000000071727de22e5e9d8baf0edac6f37da032'

  test('a user operation through the EntryPoint', async () => {
    expect(await kinds({ to: ENTRY_POINT, logs: [paysUsdc, operation(ENTRY_POINT)] })).toEqual(['treasury sent'])
    const failed = await only({ to: ENTRY_POINT, logs: [operation(ENTRY_POINT, 0)] })
    expect(failed.details).toMatchObject({ failed: true })
  })

  test('evasion: a thief emits the event of a user operation', async () => {
    expect(await kinds({ logs: [paysUsdc, operation(spender)] })).toEqual(['treasury allowance-spent'])
  })

  test('code of an account with a delegation, which others call (EIP-7702)', async () => {
    expect(await kinds({ from: stranger, to: treasury, logs: [paysUsdc] })).toEqual(['treasury sent'])
  })
})

describe('allowance spent by another', () => {
  test('a listed token leaves in a transaction of another; the spender is who had an allowance', async () => {
    const { send } = b.node({ before: [b.allowed(usdc, spender, 1n)] })
    const { kind, details } = await only({ from: stranger, to: spender, logs: [paysUsdc] }, send)
    expect({ kind, details }).toEqual({
      kind: 'allowance-spent',
      details: {
        moves: [{ token: usdc, amount: '12500000000', direction: 'out', other: payee }],
        other: spender,
        rights: [{ kind: 'allowance', token: usdc, spender }],
      },
    })
  })

  test('a silent node makes nothing harmless', async () => {
    const { kind, details } = await only({ logs: [paysUsdc] }, b.silent)
    expect(kind).toBe('allowance-spent')
    expect(details.notes).toEqual([{ code: 'spender-unknown' }])
    expect(details.rights).toEqual([])
  })

  test('through Permit2', async () => {
    const { send } = b.node({ before: [b.allowed(usdc, b.permit2, 2n ** 255n)] })
    expect(await only({ to: spender, logs: [paysUsdc] }, send)).toMatchObject({
      kind: 'allowance-spent',
      details: { other: spender },
    })
  })

  test('through Permit2, called directly: its caller is the spender', async () => {
    for (const token of [usdc, unlisted]) {
      const state = b.held(token, 9n, 4n)
      const before = [...(state.before ?? []), b.allowed(token, b.permit2, 2n ** 255n)]
      const { send } = b.node({ ...state, before, names: { [unlisted]: ['ORCH', 'Orchard'] } })
      const tx = { from: stranger, to: b.permit2, logs: [b.transfer(token, treasury, payee, 5n)] }
      const { kind, details } = await only(tx, send)
      expect({ kind, other: details.other }).toEqual({ kind: 'allowance-spent', other: stranger })
      expect(details.rights).toEqual([])
      // A call to the token would not take that right back.
      expect(details.notes).toContainEqual({ code: 'through-permit2' })
    }
  })

  test('evasion: a signed permit in the same transaction shows the spender', async () => {
    const logs = [b.approval(usdc, treasury, spender, 2n ** 255n), paysUsdc]
    const activities = await read([{ from: stranger, to: b.permit2, logs }])
    expect(activities[0]).toMatchObject({ kind: 'allowance-spent', details: { other: spender } })
    expect(activities.map(({ kind }) => kind)).toContain('allowance-granted')
  })

  test('by a signature that another submits (EIP-3009)', async () => {
    const used = (owner: string) => b.event(usdc, 'AuthorizationUsed(address,bytes32)', [owner, 7])
    const { kind, details } = await only({ from: stranger, to: usdc, logs: [used(treasury), paysUsdc] }, b.silent)
    expect({ kind, other: details.other, notes: details.notes }).toEqual({
      kind: 'allowance-spent',
      other: stranger,
      notes: [{ code: 'transfer-signature' }],
    })
    expect((await only({ logs: [used(ops), paysUsdc] }, b.silent)).details.notes).toEqual([{ code: 'spender-unknown' }])
  })

  test('an unlisted token that really left, and might be moved', async () => {
    const state = b.held(unlisted, 100n, 0n)
    const before = [...(state.before ?? []), b.allowed(unlisted, spender, 100n)]
    const { send } = b.node({ ...state, before, names: { [unlisted]: ['ORCH', 'Orchard'] } })
    const logs = [b.transfer(unlisted, treasury, stranger, 100n)]
    expect(await only({ to: spender, logs }, send)).toMatchObject({
      kind: 'allowance-spent',
      details: { other: spender, notes: [{ code: 'unlisted-token' }] },
    })
  })

  test('an unlisted token of which an allowance is stored', async () => {
    await write((db) =>
      recordAllowance(
        db,
        { chainId: '1', owner: ops, spender, token: unlisted, amount: 5n },
        { standing: 1, svc_tx_id: 'a validation' },
      ),
    )
    expect(await kinds({ logs: [b.transfer(unlisted, ops, stranger, 1n)] })).toEqual(['ops allowance-spent'])
  })

  test('an unlisted token, and the node is silent', async () => {
    const { kind, details } = await only({ logs: [b.transfer(unlisted, treasury, stranger, 1n)] }, b.silent)
    expect(kind).toBe('allowance-spent')
    expect(details.notes).toContainEqual({ code: 'unlisted-token', unverified: true })
  })

  test('evasion: an unlisted token that arrives and is taken in one block leaves no trace in the balances', async () => {
    const { send } = b.node({
      before: [b.allowed(unlisted, spender, 100n)],
      names: { [unlisted]: ['ORCH', 'Orchard'] },
    })
    const arrives = { logs: [b.transfer(unlisted, stranger, treasury, 100n)] }
    const leaves = { to: spender, logs: [b.transfer(unlisted, treasury, stranger, 100n)] }
    expect((await read([arrives, leaves], send)).map(({ kind }) => kind)).toEqual(['received', 'allowance-spent'])
  })

  for (const [way, to] of [
    ['burns', zero],
    ['moves', stranger],
  ] as const)
    test(`its contract ${way} what the address really had, without an allowance`, async () => {
      const { send } = b.node({ ...b.held(unlisted, 9n, 4n), names: { [unlisted]: ['ORCH', 'Orchard'] } })
      const tx = { from: stranger, to: unlisted, logs: [b.transfer(unlisted, treasury, to, 5n)] }
      expect(await only(tx, send)).toMatchObject({
        kind: 'allowance-spent',
        details: {
          moves: [{ token: unlisted, amount: '5', other: to }],
          other: stranger,
          notes: [{ code: 'unlisted-token' }, { code: 'without-allowance' }],
        },
      })
      const kept = b.node({ ...b.held(unlisted, 9n, 9n), names: { [unlisted]: ['ORCH', 'Orchard'] } })
      expect(await kinds(tx, kept.send)).toEqual(['treasury poison'])
    })

  test('a token with any name that the address had', async () => {
    const state = b.held(unlisted, 100n, 0n)
    const before = [...(state.before ?? []), b.allowed(unlisted, spender, 100n)]
    const { send } = b.node({ ...state, before, names: { [unlisted]: ['LP', 'pool.orchard.com LP'] } })
    expect(await kinds({ to: spender, logs: [b.transfer(unlisted, treasury, stranger, 100n)] }, send)).toEqual([
      'treasury allowance-spent',
    ])
  })

  describe('of a token with the name of a listed one', () => {
    const names = { [unlisted]: ['USDC', 'USD Coin (bridged)'] } as const
    const taken = [b.transfer(unlisted, treasury, stranger, 777n)]
    const had = b.held(unlisted, 777n, 0n)
    const nodeWith = (allowance: ReturnType<typeof b.allowed>, more: b.State = {}) =>
      b.node({ ...had, before: [...(had.before ?? []), allowance], names, ...more }).send
    const relay = `0x${'4e1a'.padEnd(40, '0')}`

    for (const [way, tx, by] of [
      ['the contract that is called', { to: spender }, spender],
      ['the sender, who calls the token', { from: stranger, to: unlisted }, stranger],
      ['the sender, through a contract', { from: stranger, to: relay }, stranger],
    ] as const)
      test(`by ${way}, with an allowance from before`, async () => {
        const { kind, details } = await only({ ...tx, logs: taken }, nodeWith(b.allowed(unlisted, by, 777n)))
        expect({ kind, other: details.other }).toEqual({ kind: 'allowance-spent', other: by })
        expect(details.notes).toEqual([{ code: 'imitation-taken' }])
      })

    test('through Permit2', async () => {
      const send = nodeWith(b.allowed(unlisted, b.permit2, 777n))
      expect(await kinds({ to: spender, logs: taken }, send)).toEqual(['treasury allowance-spent'])
    })

    test('by a contract behind the one that is called', async () => {
      const call = { type: 'CALL', value: '0x0', gas: '0x0', gasUsed: '0x0', output: '0x' }
      const input = `0x23b872dd${[treasury, stranger, 777n].map(b.word).join('')}`
      const inner = { ...call, from: relay, to: spender, input: '0x' }
      const calls = [{ ...inner, calls: [{ ...call, from: spender, to: unlisted, input }] }]
      const trace = { ...call, from: stranger, to: relay, input: '0x', calls }
      const send = nodeWith(b.allowed(unlisted, spender, 777n), { trace })
      expect(await only({ to: relay, logs: taken }, send)).toMatchObject({ details: { other: spender } })
    })

    test('an item, by an operator', async () => {
      const operator = { kind: 'operator', owner: treasury, token: collection, spender, standard: 'erc721' } as const
      const holder = (owner: string) => [{ kind: 'holder', token: collection, id: 7n }, owner] as const
      const named = { [collection]: ['USDC', 'USD Coin'] } as const
      const logs = [b.itemTransfer(collection, treasury, stranger, 7n)]
      const item = { before: [holder(treasury)], after: [holder(stranger)], names: named }
      const allowed = b.node({ ...item, before: [...item.before, [operator, 1n]] })
      expect(await kinds({ to: spender, logs }, allowed.send)).toEqual(['treasury allowance-spent'])
      expect(await kinds({ to: spender, logs }, b.node(item).send)).toEqual(['treasury poison'])
    })

    test('near miss: without an allowance, without a lower balance, or with one that only its events show', async () => {
      const none = b.node({ ...had, names }).send
      expect(await kinds({ to: spender, logs: taken }, none)).toEqual(['treasury poison'])
      const shown = [b.approval(unlisted, treasury, spender, 777n), ...taken]
      expect(await kinds({ to: spender, logs: shown }, none)).toContain('treasury poison')
      expect(await kinds({ to: spender, logs: shown }, none)).not.toContain('treasury allowance-spent')
      const same = b.held(unlisted, 777n, 777n)
      const kept = b.node({ ...same, before: [...(same.before ?? []), b.allowed(unlisted, spender, 777n)], names }).send
      expect(await kinds({ to: spender, logs: taken }, kept)).toEqual(['treasury poison'])
    })
  })

  test('an operator moves an item', async () => {
    const holder = (owner: string) => [{ kind: 'holder', token: collection, id: 7n }, owner] as const
    const operator = { kind: 'operator', owner: treasury, token: collection, spender, standard: 'erc721' } as const
    const { send } = b.node({
      before: [holder(treasury), [operator, 1n]],
      after: [holder(stranger)],
      names: { [collection]: ['GATE', 'Gates'] },
    })
    expect(await only({ to: spender, logs: [b.itemTransfer(collection, treasury, stranger, 7n)] }, send)).toMatchObject(
      {
        kind: 'allowance-spent',
        details: { moves: [{ token: collection, tokenId: '7', amount: '1' }], other: spender },
      },
    )
  })
})

describe('poison', () => {
  test('nothing of a real token, in the name of the address', async () => {
    const { kind, details } = await only({ logs: [b.transfer(usdc, treasury, lookalike, 0n)] })
    expect(kind).toBe('poison')
    expect(details).toMatchObject({ other: lookalike, notes: [{ code: 'moves-nothing' }] })
    expect(Object.keys(details)).not.toContain('imitates')
  })

  test('a token that calls itself like a listed one', async () => {
    const state = b.held(unlisted, 777n, 0n)
    const { send } = b.node({ ...state, names: { [unlisted]: ['UЅDC', 'Coin'] } })
    expect(await kinds({ logs: [b.transfer(unlisted, treasury, lookalike, 777n)] }, send)).toEqual(['treasury poison'])
  })

  test('also where the node has no state of the block any more', async () => {
    const send = b.pruned({ names: { [unlisted]: ['UЅDC', 'Coin'] } })
    expect(await kinds({ logs: [b.transfer(unlisted, treasury, lookalike, 777n)] }, send)).toEqual(['treasury poison'])
  })

  test('a token that calls itself like the native currency', async () => {
    const { send } = b.node({ ...b.held(unlisted, 0n, 5n), names: { [unlisted]: ['ЕТН', ''] } })
    expect(await kinds({ logs: [b.transfer(unlisted, lookalike, treasury, 5n)] }, send)).toEqual(['treasury poison'])
  })

  test('an event without a change of the balance, out and in', async () => {
    const { send } = b.node({ ...b.held(unlisted, 1n, 1n), names: { [unlisted]: ['ABC', 'Abc'] } })
    expect(await kinds({ logs: [b.transfer(unlisted, treasury, lookalike, 777n)] }, send)).toEqual(['treasury poison'])
    expect(await kinds({ logs: [b.transfer(unlisted, lookalike, treasury, 777n)] }, send)).toEqual(['treasury poison'])
  })

  test('an unlisted token that comes and is taken back without an allowance, in one block', async () => {
    const { send } = b.node({ ...b.held(unlisted, 9n, 9n), names: { [unlisted]: ['ABC', 'Abc'] } })
    const arrives = { logs: [b.transfer(unlisted, stranger, treasury, 9n)] }
    const leaves = { from: stranger, to: unlisted, logs: [b.transfer(unlisted, treasury, stranger, 9n)] }
    const poison = (await read([arrives, leaves], send)).filter(({ kind }) => kind === 'poison')
    expect(poison).toMatchObject([{ details: { notes: [{ code: 'not-allowed' }] } }])
  })

  test('an event that claims more than twice what the balance shows', async () => {
    const kindsOf = (before: bigint, after: bigint, from: string, to: string) => {
      const { send } = b.node({ ...b.held(unlisted, before, after), names: { [unlisted]: ['ABC', 'Abc'] } })
      return kinds({ logs: [b.transfer(unlisted, from, to, 100n)] }, send)
    }
    expect(await kindsOf(0n, 49n, stranger, treasury)).toEqual(['treasury poison'])
    expect(await kindsOf(0n, 50n, stranger, treasury)).toEqual(['treasury received'])
    expect(await kindsOf(49n, 0n, treasury, payee)).toEqual(['treasury poison'])
    expect(await kindsOf(50n, 0n, treasury, payee)).toEqual(['treasury allowance-spent'])
  })

  test('an unlisted token that 50 addresses get at once, or an item that 10 get', async () => {
    const all = Array.from({ length: 50 }, (_, index) => `0x${String(index).padStart(40, 'a')}`)
    const { send } = b.node({
      names: { [unlisted]: ['ABC', 'Abc'], [collection]: ['NFT', 'Items'] },
      after: [
        [{ kind: 'balance', owner: treasury, token: unlisted }, 5n],
        [{ kind: 'holder', token: collection, id: 0n }, treasury],
      ],
    })
    const kindsOf = (receivers: number, transfer: (to: string, id: number) => typeof paysUsdc) =>
      kinds({ logs: [treasury, ...all.slice(1, receivers)].map(transfer) }, send)
    const item = (to: string, id: number) => b.itemTransfer(collection, zero, to, BigInt(id))
    const token = (to: string) => b.transfer(unlisted, stranger, to, 5n)
    expect(await kindsOf(9, item)).toEqual(['treasury received'])
    expect(await kindsOf(10, item)).toEqual(['treasury poison'])
    expect(await kindsOf(49, token)).toEqual(['treasury received'])
    expect(await kindsOf(50, token)).toEqual(['treasury poison'])
    const listed = (to: string) => b.transfer(usdc, stranger, to, 5_000_000n)
    expect(await kindsOf(50, listed)).toEqual(['treasury received'])
  })

  test('dust of an address that looks like a recent payee; from others, or more of it, is received', async () => {
    const now = b.header.timestamp * 1000
    const paid = { counterparty: payee, hadValue: true, standing: 2 } as const
    await write((db) => recordCounterparty(db, { chainId: '1', owner: vault }, paid, now - 60_000))
    expect(await only({ from: lookalike, to: vault, value: 1000n })).toMatchObject({
      kind: 'poison',
      details: { other: lookalike, imitates: payee, notes: [{ code: 'lookalike-dust' }] },
    })
    expect(await kinds({ from: payee, to: vault, value: 1000n })).toEqual(['vault received'])
    expect(await kinds({ from: stranger, to: vault, value: 1000n })).toEqual(['vault received'])
    expect(await kinds({ from: lookalike, to: vault, value: 10n ** 18n })).toEqual(['vault received'])
    // Also where only the lookalike stands, the payee is named.
    const bait = await only({ logs: [b.transfer(usdc, vault, lookalike, 0n)] })
    expect(bait.details).toMatchObject({ imitates: payee })
  })

  test('dust right behind the payment, in the same block', async () => {
    const payment = { from: treasury, to: payee, value: 10n ** 18n }
    const activities = await read([payment, { from: lookalike, to: treasury, value: 1n }])
    expect(activities.map(({ kind }) => kind)).toEqual(['sent', 'poison'])
    // Who was paid as well is no lookalike.
    const both = await read([payment, { ...payment, to: lookalike }, { from: lookalike, to: treasury, value: 1n }])
    expect(both.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'received'])
  })
})

describe('received', () => {
  test('native currency and a listed token', async () => {
    expect(await only({ from: stranger, to: treasury, value: 10n ** 18n })).toMatchObject({
      kind: 'received',
      details: {
        moves: [{ token: 'native', amount: String(10n ** 18n), direction: 'in', other: stranger }],
        other: stranger,
      },
    })
    expect(await kinds({ logs: [b.transfer(usdc, stranger, treasury, 1n)] }, b.silent)).toEqual(['treasury received'])
  })

  test('near miss: a payment that failed', async () => {
    expect(await kinds({ to: treasury, value: 10n ** 18n, succeeded: false })).toEqual([])
  })

  test('where the node did not say whether it failed, it counts', async () => {
    expect(await kinds({ to: treasury, value: 10n ** 18n, succeeded: undefined })).toEqual(['treasury received'])
  })

  test('an unlisted token that raises the balance', async () => {
    const { send } = b.node({ ...b.held(unlisted, 0n, 98n), names: { [unlisted]: ['ABC', 'Abc'] } })
    expect(await only({ logs: [b.transfer(unlisted, stranger, treasury, 100n)] }, send)).toMatchObject({
      kind: 'received',
      details: { notes: [{ code: 'unlisted-token' }] },
    })
  })

  test('a deposit from the parent chain of an L2, also to itself', async () => {
    const deposit = { type: 0x7e, mint: 5n, value: 5n, from: treasury, to: treasury }
    expect(await only(deposit)).toMatchObject({
      kind: 'received',
      details: { moves: [{ token: 'native', amount: '5', direction: 'in', other: zero }] },
    })
    expect(await kinds({ type: 0x64, value: 5n, from: treasury, to: treasury })).toEqual(['treasury received'])
  })

  test('both sides of a transfer between two monitored addresses', async () => {
    expect(await kinds({ from: treasury, to: ops, value: 10n ** 18n })).toEqual(['treasury sent', 'ops received'])
  })

  test('native currency that the protocol logs counts once', async () => {
    const system = `0x${'f'.repeat(39)}e`
    const logs = [b.transfer(system, stranger, treasury, 7n), b.transfer(system, stranger, treasury, 9n)]
    const { details } = await only({ from: stranger, to: treasury, value: 7n, logs })
    expect(details.moves?.map(({ amount }) => amount)).toEqual(['7', '9'])
  })
})

test('a bomb of events gives one bounded activity, that says how much more there is', async () => {
  const logs = Array.from({ length: 10_000 }, () => b.transfer(usdc, stranger, treasury, 5n))
  const { asked, send } = b.node()
  const { details } = await only({ logs }, send)
  expect(details.moves).toHaveLength(12)
  expect(details.notes).toContainEqual({ code: 'more-transfers', count: 9988 })
  const many = Array.from({ length: 3000 }, (_, index) =>
    b.transfer(`0x${String(index).padStart(40, 'a')}`, treasury, stranger, 5n),
  )
  await read([{ logs: many }], send)
  expect(asked.length).toBeLessThanOrEqual(40)
})

describe('with the calls of the transaction', () => {
  const call = (from: string, to: string, input = '0x', calls: readonly object[] = []) => {
    return { type: 'CALL', from, to, input, value: '0x0', gas: '0x0', gasUsed: '0x0', output: '0x', calls }
  }
  const transferFrom = (amount: bigint) => `0x23b872dd${b.word(treasury)}${b.word(payee)}${b.word(amount)}`
  const relay = `0x${'4e1a'.padEnd(40, '0')}`
  const logs = [paysUsdc]

  test('the spender is found behind the contract that is called', async () => {
    const inner = call(relay, spender, '0x', [call(spender, usdc, transferFrom(12_500_000_000n))])
    const { send } = b.node({ trace: call(stranger, relay, '0x', [inner]) })
    const { details } = await only({ to: relay, logs }, send)
    expect(details).toMatchObject({ other: spender })
    expect(details.notes).toBeUndefined()
  })

  test('near miss: the code of a monitored contract pays, called through another one', async () => {
    const transferred = `0xa9059cbb${b.word(payee)}${b.word(12_500_000_000n)}`
    const { send } = b.node({
      trace: call(stranger, relay, '0x', [call(relay, treasury, '0x', [call(treasury, usdc, transferred)])]),
    })
    expect(await only({ to: relay, logs }, send)).toMatchObject({
      kind: 'sent',
      details: { notes: [{ code: 'submitted-by', submitter: stranger }] },
    })
  })

  const executed = b.event(treasury, 'ExecutionSuccess(bytes32,uint256)', [1, 0], 0)

  test('evasion: who submits what a Safe signed takes something before it', async () => {
    const theft = call(relay, usdc, transferFrom(12_500_000_000n))
    const { send } = b.node({ trace: call(stranger, relay, '0x', [theft, call(relay, treasury)]) })
    const activities = await read([{ to: relay, logs: [...logs, executed] }], send)
    expect(activities).toMatchObject([{ kind: 'allowance-spent', details: { other: relay } }, { kind: 'sent' }])
  })

  test('near miss: a contract that the Safe calls uses its allowance', async () => {
    const exchange = call(treasury, spender, '0x', [call(spender, usdc, transferFrom(12_500_000_000n))])
    const { send } = b.node({ trace: call(stranger, relay, '0x', [call(relay, treasury, '0x', [exchange])]) })
    expect(await kinds({ to: relay, logs: [...logs, executed] }, send)).toEqual(['treasury sent'])
  })
})

test('a Safe that is called directly pays native currency', async () => {
  const data = `0x6a761202${[payee, 7n, 0x140n, 0n].map(b.word).join('')}`
  const logs = [b.event(treasury, 'ExecutionSuccess(bytes32,uint256)', [1, 0], 0)]
  const paid = await only({ to: treasury, data, logs })
  expect(paid).toMatchObject({
    kind: 'sent',
    details: { moves: [{ token: 'native', amount: '7', direction: 'out', other: payee }] },
  })
  // A delegatecall pays nothing by itself.
  const delegated = `0x6a761202${[payee, 7n, 0x140n, 1n].map(b.word).join('')}`
  expect((await only({ to: treasury, data: delegated, logs })).details.moves).toBeUndefined()
})

test('a token whose name is an advertisement is no income; one of a mailing neither', async () => {
  const state = b.held(unlisted, 0n, 5n)
  const logs = [b.transfer(unlisted, stranger, treasury, 5n)]
  for (const name of ['Visit gift-usd.xyz', 'claim 5,000 here', 'https://a.b'])
    expect(await kinds({ logs }, b.node({ ...state, names: { [unlisted]: ['ABC', name] } }).send)).toEqual([
      'treasury poison',
    ])
  const names = { [unlisted]: ['orcl', 'Curve.fi Orchard Reclaimed'] } as const
  expect(await kinds({ logs }, b.node({ ...state, names }).send)).toEqual(['treasury received'])
  const others = Array.from({ length: 60 }, (_, index) => `0x${String(index).padStart(40, '1')}`)
  const mailing = [...logs, ...others.map((each) => b.transfer(unlisted, stranger, each, 5n))]
  expect(await only({ logs: mailing }, b.node({ ...state, names }).send)).toMatchObject({
    kind: 'poison',
    details: { notes: [{ code: 'sent-to-many' }] },
  })
})

test('where only events are known, a transaction without any may have failed', async () => {
  const { details } = await only({ from: treasury, to: payee, value: 5n, succeeded: undefined })
  expect(details.notes).toEqual([{ code: 'outcome-unknown' }])
})

describe('many tokens in one block', () => {
  const tokens = Array.from({ length: 60 }, (_, index) => `0x${String(index).padStart(40, 'c')}`)
  const logs = tokens.map((token) => b.transfer(token, treasury, lookalike, 9n))
  const names = Object.fromEntries(tokens.map((token) => [token, ['ABC', 'Abc'] as const]))

  test('are decided with a few requests', async () => {
    const { asked, send } = b.node({ names })
    expect(await kinds({ logs }, send)).toEqual(['treasury poison'])
    expect(asked.length).toBeLessThan(20)
  })

  test('evasion: so many that not all can be asked about are not taken for harmless', async () => {
    const { asked, send } = b.node({ names, noOverrides: true })
    const [spent] = await read([{ logs }], send)
    expect(spent).toMatchObject({ kind: 'allowance-spent' })
    expect(spent?.details.notes).toContainEqual({ code: 'unlisted-token', unverified: true })
    expect(asked.length).toBeLessThanOrEqual(40)
  })

  test('evasion: a token that burns the gas of the others', async () => {
    const { send } = b.node({ names })
    // The lens returns nothing for those that it did not come to, at the end its own.
    const cutOff: typeof send = async (requests) =>
      (await send(requests)).map((reply, index) => {
        const isPacked = requests[index]?.params.length === 3
        return isPacked ? { result: b.withoutAnswers((reply as { result: string }).result) } : reply
      })
    expect(await kinds({ logs }, cutOff)).toContain('treasury allowance-spent')
  })
})

test('evasion: junk does not push a real token out of the message', async () => {
  const junk = Array.from({ length: 20 }, (_, index) =>
    b.transfer(`0x${String(index).padStart(40, 'd')}`, treasury, stranger, 5n),
  )
  const { details } = await only({ logs: [...junk, paysUsdc] }, b.silent)
  expect(details.moves).toHaveLength(12)
  expect(details.moves?.[0]).toMatchObject({ token: usdc, amount: '12500000000' })
})

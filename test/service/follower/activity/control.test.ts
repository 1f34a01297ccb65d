import { describe, expect, test } from 'vitest'
import type { SendBatch } from '../../../../src/service/chain/state/state-reader.ts'
import { baitsOf } from '../../../../src/service/follower/activity/small-payments.ts'
import * as b from './blocks.ts'
import { activityReader } from './reading.ts'

const { treasury, ops, vault, stranger, spender, payee, lookalike, usdc, zero } = b
const { read, kinds, only, readBlock } = activityReader()

describe('upgraded', () => {
  for (const [signature, args, indexed] of [
    ['Upgraded(address)', [spender], 1],
    ['Upgraded(address)', [spender], 0],
    ['BeaconUpgraded(address)', [spender], 1],
    ['AdminChanged(address,address)', [zero, spender], 0],
    ['NewImplementation(address,address)', [zero, spender], 0],
  ] as const)
    test(`${signature}, ${indexed} indexed`, async () => {
      const { kind, details } = await only({ logs: [b.event(vault, signature, args, indexed)] })
      expect({ kind, other: details.other }).toEqual({ kind: 'upgraded', other: spender })
    })

  test('near miss: a proxy of others is upgraded to the monitored address', async () => {
    expect(await kinds({ logs: [b.event(stranger, 'Upgraded(address)', [vault])] })).toEqual([])
  })

  test('code appears at the address', async () => {
    expect(await kinds({ to: undefined, created: vault })).toEqual(['vault upgraded'])
  })
})

describe('owners changed', () => {
  for (const [signature, args, indexed, other] of [
    ['OwnershipTransferred(address,address)', [ops, spender], 2, spender],
    ['OwnershipTransferred(address,address)', [payee, spender], 0, spender],
    ['AddedOwner(address)', [spender], 1, spender],
    ['AddedOwner(address)', [spender], 0, spender],
    ['RemovedOwner(address)', [spender], 0, spender],
    ['ChangedThreshold(uint256)', [1], 0, undefined],
    ['EnabledModule(address)', [spender], 1, spender],
    ['DisabledModule(address)', [spender], 0, spender],
    ['ChangedGuard(address)', [spender], 1, spender],
    ['ChangedFallbackHandler(address)', [spender], 0, spender],
    ['ChangedMasterCopy(address)', [spender], 0, spender],
    ['RoleGranted(bytes32,address,address)', [0, spender, stranger], 3, spender],
    ['RoleRevoked(bytes32,address,address)', [0, spender, stranger], 3, spender],
  ] as const)
    test(`${signature}, ${indexed} indexed`, async () => {
      const activities = await read([{ logs: [b.event(treasury, signature, args, indexed)] }])
      const [first] = activities.filter(({ address }) => address === treasury)
      expect(first).toMatchObject({ kind: 'owners-changed' })
      expect(first?.details.other).toBe(other)
    })

  test('near miss: a role that hands nothing over', async () => {
    const logs = [b.event(vault, 'RoleGranted(bytes32,address,address)', [12345, spender, stranger])]
    expect(await kinds({ logs })).toEqual([])
  })

  test('near miss: the same events of other contracts', async () => {
    const logs = [
      b.event(stranger, 'AddedOwner(address)', [treasury]),
      b.event(stranger, 'EnabledModule(address)', [ops]),
    ]
    expect(await kinds({ logs })).toEqual([])
  })

  test('the address loses what it owned, by a transaction of another', async () => {
    const logs = [b.event(stranger, 'OwnershipTransferred(address,address)', [treasury, spender])]
    const { send } = b.node({ owners: { [stranger]: [treasury, spender] } })
    expect(await only({ logs }, send)).toMatchObject({
      kind: 'owners-changed',
      details: { other: spender, notes: [{ code: 'owner-lost', contract: stranger }] },
    })
    expect(await kinds({ logs }, b.silent)).toEqual(['treasury owners-changed'])
  })

  const signers = (...list: readonly string[]) => `0x${[32, list.length, ...list].map(b.word).join('')}`
  /** A node on which a contract lists its signers. */
  const listing =
    (before: string, after: string): SendBatch =>
    async (requests) =>
      requests.map(({ params: [call, at] }) => {
        const { to, data } = call as { to?: string; data?: string }
        const isAfter = (at as { blockHash?: string }).blockHash === b.header.hash
        return { result: to === stranger && data === '0xa0e67e2b' ? (isAfter ? after : before) : '0x' }
      })

  for (const indexed of [0, 1])
    test(`the address becomes a signer of a Safe that is not monitored, and none again (${indexed} indexed)`, async () => {
      const added = { logs: [b.event(stranger, 'AddedOwner(address)', [treasury], indexed)] }
      const removed = { logs: [b.event(stranger, 'RemovedOwner(address)', [treasury], indexed)] }
      const others = signers(spender, payee)
      const all = signers(spender, payee, treasury)
      expect(await only(added, listing(others, all))).toMatchObject({
        kind: 'owners-changed',
        details: { other: stranger, notes: [{ code: 'signer-gained', contract: stranger }] },
      })
      expect(await only(removed, listing(all, others))).toMatchObject({
        kind: 'owners-changed',
        details: { other: stranger, notes: [{ code: 'signer-lost', contract: stranger }] },
      })
      // A contract that makes it up has no such list.
      expect(await kinds(added, listing(others, others))).toEqual([])
      expect(await kinds(removed, listing(others, others))).toEqual([])
      const claim = { code: 'signer-gained', contract: stranger, doubt: 'claimed' }
      expect((await only(added, b.silent)).details.notes).toEqual([claim])
    })

  test('near miss: a contract of strangers makes it up', async () => {
    const logs = [b.event(stranger, 'OwnershipTransferred(address,address)', [treasury, spender])]
    expect(await kinds({ logs })).toEqual(['treasury poison'])
  })

  test('several changes are one activity that names all', async () => {
    const logs = [
      b.event(treasury, 'AddedOwner(address)', [spender]),
      b.event(treasury, 'ChangedThreshold(uint256)', [1], 0),
    ]
    const { details } = await only({ logs })
    const notes = ['owner-added', 'threshold'].map((change) => ({ code: 'control-changed', change }))
    expect(details).toEqual({ other: spender, notes })
  })
})

describe('delegation', () => {
  const code = `0xef0100${spender.slice(2)}`
  const tx = { type: 4, authorizations: [{ authority: treasury, delegate: spender, nonce: 0n }] }

  test('is set in a transaction of another', async () => {
    const { send } = b.node({ codes: { [treasury]: ['0x', code] } })
    expect(await only(tx, send)).toMatchObject({ kind: 'delegation', details: { other: spender } })
  })

  test('is removed', async () => {
    const { send } = b.node({ codes: { [treasury]: [code, '0x'] } })
    const removed = { type: 4, authorizations: [{ authority: treasury, delegate: zero, nonce: 0n }] }
    expect(await only(removed, send)).toMatchObject({ kind: 'delegation', details: { other: zero } })
  })

  test('near miss: a signature that is no longer valid has no effect', async () => {
    expect(await kinds(tx, b.node().send)).toEqual([])
    expect(await kinds(tx, b.node({ codes: { [treasury]: [code, code] } }).send)).toEqual([])
  })

  test('a silent node makes nothing harmless', async () => {
    expect(await kinds(tx, b.silent)).toEqual(['treasury delegation'])
  })

  test('evasion: set and removed within one block', async () => {
    const back = { type: 4, authorizations: [{ authority: treasury, delegate: zero, nonce: 1n }] }
    expect((await read([tx, back])).map(({ kind }) => kind)).toEqual(['delegation', 'delegation'])
    const both = { type: 4, authorizations: [...tx.authorizations, ...back.authorizations] }
    expect(await only(both)).toMatchObject({ kind: 'delegation', details: { other: zero } })
  })

  const signed = (nonce: bigint, delegate = spender) => ({ authority: treasury, delegate, nonce })
  const times = (nonces: readonly bigint[]) => ({ type: 4, authorizations: nonces.map((nonce) => signed(nonce)) })

  test('near miss: a stranger submits an old signature again and again', async () => {
    const { send } = b.node({ nonces: { [treasury]: 8n }, codes: { [treasury]: [code, code] } })
    expect(await kinds(times([7n, 7n, 7n]), send)).toEqual([])
    expect(await read([times([7n, 7n]), times([7n]), times([0n, 7n])], send)).toEqual([])
    // One that is valid counts once, however often it is repeated.
    const { send: unchanged } = b.node({ nonces: { [treasury]: 7n }, codes: { [treasury]: [code, code] } })
    expect(await kinds(times([7n, 7n, 7n]), unchanged)).toEqual([])
  })

  test('an old signature beside a valid one: only the valid one is reported', async () => {
    const { send } = b.node({ nonces: { [treasury]: 8n }, codes: { [treasury]: ['0x', code] } })
    const stale = { type: 4, authorizations: [signed(7n, payee)] }
    const activities = await read([stale, { type: 4, authorizations: [signed(8n), signed(7n, payee)] }, stale], send)
    expect(activities).toMatchObject([{ kind: 'delegation', details: { other: spender } }])
  })

  test('own transactions of the block come before the signature', async () => {
    const { send } = b.node({ nonces: { [treasury]: 5n }, codes: { [treasury]: [code, code] } })
    const own = { from: treasury, to: treasury, nonce: 5 }
    const set = async (...nonces: readonly bigint[]) =>
      (await read([own, times(nonces)], send)).map(({ kind }) => kind).filter((kind) => kind === 'delegation')
    expect(await set(5n, 5n)).toEqual([])
    expect(await set(6n, 7n)).toEqual(['delegation'])
    const self = { ...own, ...times([6n, 7n]) }
    expect((await read([self], send)).map(({ kind }) => kind)).toContain('delegation')
  })

  test('a nonce that is too high counts only where code of the account can raise it', async () => {
    const withCode = b.node({ nonces: { [treasury]: 5n }, codes: { [treasury]: [code, code] } })
    expect(await kinds(times([8n, 9n]), withCode.send)).toEqual(['treasury delegation'])
    expect(await kinds(times([8n, 9n]), b.node({ nonces: { [treasury]: 5n } }).send)).toEqual([])
  })

  test('without an answer about the nonce, the code before and after decides', async () => {
    const without =
      (codes: readonly [string, string]): typeof b.silent =>
      async (requests) => {
        const silent = await b.silent(requests)
        const replies = await b.node({ codes: { [treasury]: codes } }).send(requests)
        return replies.map(
          (reply, at) => (requests[at]?.method === 'eth_getTransactionCount' ? silent[at] : reply) ?? reply,
        )
      }
    expect(await kinds(times([7n, 7n]), without([code, code]))).toEqual([])
    expect(await kinds(times([7n, 7n]), without(['0x', code]))).toEqual(['treasury delegation'])
  })
})

describe('withdrawal', () => {
  test('of validators, all of one block together; fees of the block are none', async () => {
    const credits = [
      { address: ops, amount: 5n, of: 'withdrawal' },
      { address: ops, amount: 6n, of: 'withdrawal' },
      { address: stranger, amount: 7n, of: 'withdrawal' },
      { address: treasury, amount: undefined, of: 'fees' },
    ] as const
    expect(await readBlock(b.block([], credits))).toEqual([
      {
        address: ops,
        kind: 'withdrawal',
        mined: undefined,
        details: {
          moves: [{ token: 'native', amount: '11', direction: 'in', other: zero }],
          notes: [{ code: 'withdrawals', count: 2 }],
        },
      },
    ])
  })
})

test('only monitored addresses of the candidates are looked at', async () => {
  const block = { ...b.block([]), matched: [b.matched({ from: ops, to: stranger, value: 1n }, 0, [ops, stranger])] }
  expect((await readBlock(block)).map(({ address }) => address)).toEqual([ops])
  expect(await readBlock({ ...block, matched: [b.matched({ from: ops }, 0, [stranger])] })).toEqual([])
})

test('who baits becomes a contact without value; others do not', async () => {
  const bait = await only({ logs: [b.transfer(usdc, treasury, lookalike, 0n)] })
  const at = b.header.timestamp * 1000
  const contact = { counterparty: lookalike, firstSeen: at, lastSeen: at, count: 1, hadValue: false }
  expect(baitsOf(bait, at)).toEqual([contact])
  expect(baitsOf(await only({ from: stranger, to: ops, value: 5n }), at)).toEqual([])
})

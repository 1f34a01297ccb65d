import { describe, expect, test } from 'vitest'
import * as b from './blocks.ts'
import { activityReader } from './reading.ts'

const { treasury, stranger, spender, payee, usdc, dai, unlisted, collection, permit2, zero } = b
const { read, kinds, only } = activityReader()

const UNLIMITED = 2n ** 256n - 1n

/** `only` of the activities of a kind. */
async function ofKind(kind: string, tx: b.Tx, send?: Parameters<typeof read>[1]) {
  return (await read([tx], send)).filter((each) => each.kind === kind)
}

describe('granted', () => {
  test('by the address itself', async () => {
    const logs = [b.approval(usdc, treasury, spender, UNLIMITED)]
    const [granted] = await ofKind('allowance-granted', { from: treasury, to: usdc, logs })
    expect(granted?.details).toEqual({
      other: spender,
      token: usdc,
      amount: String(UNLIMITED),
      rights: [{ kind: 'allowance', token: usdc, spender }],
    })
  })

  test('two of one transaction are both named as rights', async () => {
    const logs = [b.approval(usdc, treasury, spender, 5n), b.approval(dai, treasury, payee, 7n)]
    const [granted] = await ofKind('allowance-granted', { from: treasury, logs })
    const allowances = [{ token: usdc, spender }]
    expect(granted?.details.notes).toEqual([{ code: 'other-allowances', allowances, more: 0 }])
    expect(granted?.details.rights).toEqual([
      { kind: 'allowance', token: dai, spender: payee },
      { kind: 'allowance', token: usdc, spender },
    ])
  })

  test('one of a token to Permit2 is a right of Permit2', async () => {
    const [granted] = await ofKind('allowance-granted', {
      from: treasury,
      to: usdc,
      logs: [b.approval(usdc, treasury, permit2, UNLIMITED)],
    })
    expect(granted?.details).toMatchObject({
      notes: [{ code: 'to-permit2' }],
      rights: [{ kind: 'allowance', token: usdc, spender: permit2 }],
    })
  })

  test('by an event that indexes nothing', async () => {
    const logs = [b.event(usdc, 'Approval(address,address,uint256)', [treasury, spender, 5], 0)]
    expect(await kinds({ from: stranger, logs })).toEqual(['treasury allowance-granted'])
  })

  test('by a signature that another submits', async () => {
    const { kind, details } = await only({ logs: [b.approval(usdc, treasury, spender, 5n)] }, b.silent)
    expect(kind).toBe('allowance-granted')
    expect(details.notes).toEqual([{ code: 'signed-and-submitted-by', submitter: stranger }])
  })

  test('of an unlisted token by a signature', async () => {
    const { send } = b.node({
      before: [[{ kind: 'balance', owner: treasury, token: unlisted }, 9n], b.allowed(unlisted, spender, 0n)],
      after: [b.allowed(unlisted, spender, 5n)],
      names: { [unlisted]: ['ORCH', 'Orchard'] },
    })
    expect(await kinds({ logs: [b.approval(unlisted, treasury, spender, 5n)] }, send)).toEqual([
      'treasury allowance-granted',
    ])
  })

  test('near miss: a token of strangers makes an allowance up', async () => {
    const logs = [b.approval(unlisted, treasury, spender, 5n)]
    expect(await kinds({ logs })).toEqual(['treasury poison'])
    // Also where it says that the allowance is there, but the address has none of it.
    const { send } = b.node({ after: [b.allowed(unlisted, spender, 5n)] })
    expect(await kinds({ logs }, send)).toEqual(['treasury poison'])
    expect(await kinds({ logs }, b.silent)).toEqual(['treasury allowance-granted'])
  })

  test('near miss: what is left of an allowance that was used', async () => {
    const { send } = b.node({ before: [b.allowed(usdc, spender, 10n)] })
    const spent = b.transfer(usdc, treasury, payee, 4n)
    const left = b.approval(usdc, treasury, spender, 6n)
    for (const logs of [
      [spent, left],
      [left, spent],
    ])
      expect(await kinds({ to: spender, logs }, send)).toEqual(['treasury allowance-spent'])
    expect(await kinds({ from: treasury, to: spender, logs: [spent, left] }, send)).toEqual(['treasury sent'])
  })

  test('evasion: a new allowance next to a small transfer looks like what is left', async () => {
    const logs = [b.transfer(usdc, treasury, payee, 1n), b.approval(usdc, treasury, spender, UNLIMITED)]
    const { send } = b.node({ before: [b.allowed(usdc, spender, 10n)] })
    for (const answer of [send, b.silent])
      expect(await kinds({ to: spender, logs }, answer)).toEqual([
        'treasury allowance-spent',
        'treasury allowance-granted',
      ])
  })

  test('what is left is compared with what an earlier transaction of the block allowed', async () => {
    const granted = { from: treasury, to: usdc, logs: [b.approval(usdc, treasury, spender, 10n)] }
    const used = { to: spender, logs: [b.transfer(usdc, treasury, payee, 4n), b.approval(usdc, treasury, spender, 6n)] }
    const activities = await read([granted, used])
    expect(activities.map(({ kind }) => kind)).toEqual(['allowance-granted', 'sent', 'allowance-spent'])
  })

  test('several in one transaction: the widest is named, the note names the others', async () => {
    const logs = [b.approval(dai, treasury, payee, 3n), b.approval(usdc, treasury, spender, 5n)]
    const [granted] = await ofKind('allowance-granted', { from: treasury, logs })
    const notes = [{ code: 'other-allowances', allowances: [{ token: dai, spender: payee }] }]
    expect(granted?.details).toMatchObject({ token: usdc, other: spender, notes })
  })

  test('of Permit2: by a call, by a signature; one that is over is none', async () => {
    const later = b.header.timestamp + 60
    const call = b.event(
      permit2,
      'Approval(address,address,address,uint160,uint48)',
      [treasury, usdc, spender, 7, later],
      3,
    )
    const signed = (end: number) =>
      b.event(permit2, 'Permit(address,address,address,uint160,uint48,uint48)', [treasury, usdc, spender, 7, end, 0], 3)
    for (const logs of [[call], [signed(later)]])
      expect(await only({ logs })).toMatchObject({
        kind: 'allowance-granted',
        details: { token: usdc, other: spender, amount: '7' },
      })
    expect(await kinds({ logs: [signed(b.header.timestamp - 1)] })).toEqual(['treasury allowance-revoked'])
  })

  test('of one item, by its owner', async () => {
    const logs = [b.event(collection, 'Approval(address,address,uint256)', [treasury, spender, 7])]
    const [granted] = await ofKind('allowance-granted', { from: treasury, logs })
    expect(granted?.details).toMatchObject({
      token: collection,
      other: spender,
      notes: [{ code: 'item', tokenId: '7' }],
    })
  })

  test('near miss: an item leaves, and who might move it is forgotten', async () => {
    const logs = [
      b.event(collection, 'Approval(address,address,uint256)', [treasury, zero, 7]),
      b.itemTransfer(collection, treasury, stranger, 7n),
    ]
    expect(await kinds({ from: treasury, logs })).toEqual(['treasury sent'])
  })
})

describe('revoked', () => {
  test('to zero, by the owner', async () => {
    const tx = { from: treasury, to: usdc, logs: [b.approval(usdc, treasury, spender, 0n)] }
    expect(await kinds(tx)).toEqual(['treasury sent', 'treasury allowance-revoked'])
  })

  test('by a lockdown of Permit2', async () => {
    const logs = [b.event(permit2, 'Lockdown(address,address,address)', [treasury, usdc, spender], 1)]
    expect(await kinds({ logs })).toEqual(['treasury allowance-revoked'])
  })

  test('near miss: granted again in the same transaction', async () => {
    const logs = [b.approval(usdc, treasury, spender, 0n), b.approval(usdc, treasury, spender, 5n)]
    expect(await kinds({ from: treasury, logs })).toEqual(['treasury allowance-granted', 'treasury sent'])
  })
})

describe('operator', () => {
  test('of all items, by the owner', async () => {
    const logs = [b.approvalForAll(collection, treasury, spender, true)]
    const [operator] = await ofKind('operator', { from: treasury, logs })
    expect(operator?.details).toEqual({
      other: spender,
      token: collection,
      rights: [{ kind: 'operator', token: collection, spender }],
    })
  })

  test('near miss: not any more', async () => {
    const logs = [b.approvalForAll(collection, treasury, spender, false)]
    expect(await kinds({ from: treasury, logs })).toEqual(['treasury sent', 'treasury allowance-revoked'])
  })

  test('near miss: a collection of strangers makes it up', async () => {
    expect(await kinds({ logs: [b.approvalForAll(collection, treasury, spender, true)] })).toEqual(['treasury poison'])
  })

  test('evasion: a signature that a collection accepts', async () => {
    const question = { kind: 'operator', owner: treasury, token: collection, spender, standard: 'erc721' } as const
    const { send } = b.node({
      before: [[{ kind: 'balance', owner: treasury, token: collection }, 2n]],
      after: [[question, 1n]],
      names: { [collection]: ['GATE', 'Gates'] },
    })
    expect(await kinds({ logs: [b.approvalForAll(collection, treasury, spender, true)] }, send)).toEqual([
      'treasury operator',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import {
  analyzed,
  coin,
  judgedMessage,
  MAX,
  nft,
  owner,
  partner,
  permit,
  SOON,
  thief,
  trusted,
  typed,
  verdict,
} from './typed.ts'

const known = { intel: [trusted(coin), trusted(partner)], hasHistory: true }

describe('a permit of a token (ERC-2612)', () => {
  test('for an unknown spender is a signed allowance', () => {
    const result = judgedMessage(permit(), known)
    expect(verdict(result)).toBe('WARNING unknown-grant 55')
    expect(result.findings[0]).toMatchObject({
      subject: thief,
      role: 'spender',
      text: expect.stringContaining('unlimited'),
    })
  })

  test('for a known spender is SAFE', () => {
    expect(verdict(judgedMessage(permit({ spender: partner }), known))).toBe('SAFE')
  })

  test('of zero is a revocation', () => {
    expect(verdict(judgedMessage(permit({ value: '0' }), known))).toBe('SAFE')
  })

  test('to a listed drainer is UNSAFE, even if it was paid before', () => {
    const counterparties = [{ address: thief, firstSeen: 1, count: 9, hadValue: true, vouches: true }]
    const listed = [{ ...trusted(thief), kind: 'malicious', severity: 95 } as const]
    expect(verdict(judgedMessage(permit(), { intel: listed, counterparties }))).toContain('UNSAFE listed-address 95')
  })

  test('names its owner, so that no sender is needed', () => {
    expect(analyzed(permit(), { from: undefined })).toMatchObject({ transaction: { from: owner, to: coin } })
  })

  test('of another account than the signer says so', () => {
    const { reasons } = judgedMessage(permit({ owner: coin, spender: partner }), known).explanation
    expect(reasons.map(({ text }) => text)).toContain(
      `It is about the account ${checksummed(coin)}, not about the signer.`,
    )
  })

  test('with one member renamed is another message, which no token accepts: NO DATA', () => {
    const renamed = typed('Permit(address owner,address spender,uint256 amount,uint256 nonce,uint256 deadline)', coin, {
      owner,
      spender: thief,
      amount: MAX,
      nonce: '0',
      deadline: SOON,
    })
    expect(verdict(judgedMessage(renamed, known))).toBe('NO DATA')
  })
})

describe('a permit of DAI', () => {
  const dai = (allowed: boolean, expiry = '0') =>
    typed('Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)', coin, {
      holder: owner,
      spender: thief,
      nonce: '1',
      expiry,
      allowed,
    })

  test('is unlimited, and an expiry of 0 never comes', () => {
    const result = judgedMessage(dai(true), known)
    expect(verdict(result)).toBe('WARNING unknown-grant 55')
    expect(result.explanation.reasons.map(({ text }) => text)).toContain('The signature never expires.')
  })

  test('that is not allowed ends the allowance', () => {
    expect(verdict(judgedMessage(dai(false), known))).toBe('SAFE')
  })
})

test('a permit of an item (ERC-4494) grants that item', () => {
  const data = typed('Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)', nft, {
    spender: thief,
    tokenId: '7',
    nonce: '0',
    deadline: SOON,
  })
  expect(verdict(judgedMessage(data, known))).toBe('WARNING unknown-grant 55')
  expect(analyzed(data)).toMatchObject({
    actions: [{ kind: 'grant', owner, authority: thief, asset: { standard: 'erc721', token: nft, ids: [7n] } }],
  })
  expect(analyzed(data, { from: undefined })).toMatchObject({ missing: 'from' })
})

test('a permit for all items (Uniswap 4) grants the collection', () => {
  const data = (approved: boolean) =>
    typed('PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)', nft, {
      operator: thief,
      approved,
      nonce: '0',
      deadline: SOON,
    })
  expect(verdict(judgedMessage(data(true), known))).toBe('WARNING unknown-grant 60')
  expect(verdict(judgedMessage(data(false), { intel: [trusted(nft)] }))).toBe('SAFE')
})

describe('a transfer by authorization (ERC-3009)', () => {
  const members = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
  const message = (to: string) => ({
    from: owner,
    to,
    value: '5',
    validAfter: '0',
    validBefore: SOON,
    nonce: `0x${'ab'.repeat(32)}`,
  })

  test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])('%s is a transfer', (name) => {
    const data = (to: string) => typed(`${name}(${members})`, coin, message(to))
    const blocked = { entries: [{ id: 'block-1', type: 'BLOCK' as const, address: thief }] }
    expect(analyzed(data(thief))).toMatchObject({
      actions: [{ kind: 'transfer', from: owner, authority: thief, asset: { token: coin, amount: 5n } }],
    })
    expect(verdict(judgedMessage(data(thief), blocked))).toBe('UNSAFE blocked-address 100')
    expect(verdict(judgedMessage(data(partner), known))).toBe('SAFE')
  })

  test('a cancellation gives nothing away', () => {
    const data = typed('CancelAuthorization(address authorizer,bytes32 nonce)', coin, {
      authorizer: owner,
      nonce: `0x${'ab'.repeat(32)}`,
    })
    expect(verdict(judgedMessage(data))).toBe('SAFE')
  })

  test.each([
    ['ApproveWithAuthorization', 'value'],
    ['IncreaseAllowanceWithAuthorization', 'increment'],
  ])('%s is an allowance', (name, amount) => {
    const data = typed(
      `${name}(address owner,address spender,uint256 ${amount},uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
      coin,
      { owner, spender: thief, [amount]: '5', validAfter: '0', validBefore: SOON, nonce: `0x${'ab'.repeat(32)}` },
    )
    expect(verdict(judgedMessage(data, known))).toBe('WARNING unknown-grant 55')
  })
})

test.each([
  ['a usual deadline', SOON, undefined],
  ['half a year', String(1_767_225_600 + 180 * 86_400), 'The signature stays valid for 180 days.'],
  ['no deadline', MAX, 'The signature never expires.'],
  ['a deadline in the past', '5', 'The signature has expired, or is valid only in the block that uses it.'],
])('%s', (_, deadline, remark) => {
  const remarks = judgedMessage(permit({ deadline }), known).explanation.reasons.filter(
    ({ rule }) => rule === 'signed-message',
  )
  expect(remarks.map(({ text }) => text)).toEqual(remark === undefined ? [] : [remark])
})

import { describe, expect, test } from 'vitest'
import { decodedActions } from '../acting.ts'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { array, bytes, call, tuple, value } from '../encoding.ts'
import { other, sender, stranger, token } from '../situation.ts'
import { safe, wrapInAll, wrapInMulticall } from '../wrapping.ts'

const signature = [value(27), value(1), value(2)]
const validity = [value(0), value(99), value(5)]

describe('transfers', () => {
  const asset = (of: object) => ({ token, amount: 7n, ids: [], ...of })
  const erc20 = asset({ standard: 'erc20' })
  const item = asset({ standard: 'erc721', amount: 1n, ids: [7n] })

  test.each([
    ['transfer', callData.transfer(other, 7n), sender, erc20],
    ['transferAndCall', call('0x4000aea0', value(other), value(7), bytes('ff')), sender, erc20],
    ['send', call('0x9bd9bbc6', value(other), value(7), bytes('ff')), sender, erc20],
    ['transferFrom', callData.transferFrom(stranger, other, 7n), stranger, asset({ standard: 'erc20-or-erc721' })],
    [
      'transferWithAuthorization',
      call('0xe3ee160e', value(stranger), value(other), value(7), ...validity, ...signature),
      stranger,
      erc20,
    ],
    [
      'receiveWithAuthorization',
      call('0xef55bec6', value(stranger), value(other), value(7), ...validity, ...signature),
      stranger,
      erc20,
    ],
    [
      'transferWithAuthorization with bytes',
      call('0xcf092995', value(stranger), value(other), value(7), ...validity, bytes('aa')),
      stranger,
      erc20,
    ],
    [
      'receiveWithAuthorization with bytes',
      call('0x88b7ab63', value(stranger), value(other), value(7), ...validity, bytes('aa')),
      stranger,
      erc20,
    ],
    ['safeTransferFrom', callData.safeTransferFrom(stranger, other, 7n), stranger, item],
    ['safeTransferFrom with data', callData.safeTransferFromWithData(stranger, other, 7n, 'ff'), stranger, item],
    [
      'safeTransferFrom of several',
      callData.safeTransferFrom1155(stranger, other, 7n, 3n, ''),
      stranger,
      asset({ standard: 'erc1155', amount: 3n, ids: [7n] }),
    ],
    [
      'safeBatchTransferFrom',
      callData.safeBatchTransferFrom(stranger, other, [7n, 8n], [3n, 4n], ''),
      stranger,
      asset({ standard: 'erc1155', amount: 7n, ids: [7n, 8n] }),
    ],
    ['disperseToken', disperse('0xc73a2d60'), sender, erc20],
    ['disperseTokenSimple', disperse('0x51ba162c'), sender, erc20],
    [
      'disperseEther',
      call('0xe63d38ed', array(value(other)), array(value(7))),
      sender,
      { ...asset({ standard: 'native' }), token: 'native' },
    ],
  ])('%s: assets leave their owner for the recipient', (_, data, from, expected) => {
    expect(decodedActions({ data })).toEqual([{ kind: 'transfer', asset: expected, from, authority: other }])
  })

  function disperse(selector: string): string {
    return call(selector, value(token), array(value(other)), array(value(7)))
  }

  test('a plain call is a transfer of the native currency', () => {
    expect(decodedActions({ to: other, value: 5n })).toEqual([
      {
        kind: 'transfer',
        asset: { standard: 'native', token: 'native', amount: 5n, ids: [] },
        from: sender,
        authority: other,
      },
    ])
  })

  test('bulkTransfer: items of several collections, by recipient', () => {
    const one = (type: number, of: string, id: number, amount: number) =>
      tuple(value(type), value(of), value(id), value(amount))
    const data = call(
      '0x32389b71',
      array(
        tuple(array(one(2, token, 5, 1), one(3, stranger, 6, 4)), value(other), value(true)),
        tuple(array(one(1, token, 0, 9)), value(stranger), value(false)),
      ),
      value(0),
    )
    const moved = (standard: string, of: string, amount: bigint, ids: bigint[], authority: string) => ({
      kind: 'transfer',
      asset: { standard, token: of, amount, ids },
      from: sender,
      authority,
    })
    expect(decodedActions({ data })).toEqual([
      moved('erc721', token, 1n, [5n], other),
      moved('erc1155', stranger, 4n, [6n], other),
      moved('erc20', token, 9n, [], stranger),
    ])
  })
})

describe('grants', () => {
  const erc20 = (amount: bigint | undefined) => ({ standard: 'erc20', token, amount, ids: [] })
  const either = (amount: bigint) => ({ standard: 'erc20-or-erc721', token, amount, ids: [] })
  const everything = { standard: 'erc721', token, amount: undefined, ids: [] }
  const granted = (form: string, asset: object, of: object = {}) => ({
    kind: 'grant',
    form,
    asset,
    owner: sender,
    authority: other,
    revokes: false,
    unlimited: false,
    ...of,
  })
  const permit = (owner: string, amount: bigint) => callData.permit(owner, other, amount, 9n, 27, 'aa', 'bb')
  const daiPermit = (allowed: boolean) =>
    call('0x8fcbaf0c', value(stranger), value(other), value(1), value(9), value(allowed), ...signature)

  test.each([
    ['approve', callData.approve(other, 7n), granted('approve', either(7n))],
    ['increaseAllowance', callData.increaseAllowance(other, 7n), granted('increase-allowance', erc20(7n))],
    ['increaseApproval', call('0xd73dd623', value(other), value(7)), granted('increase-allowance', erc20(7n))],
    ['approveAndCall', call('0xcae9ca51', value(other), value(7), bytes('ff')), granted('approve', erc20(7n))],
    ['permit', permit(stranger, 7n), granted('permit', erc20(7n), { owner: stranger })],
    [
      'permit with bytes',
      call('0x9fd5a6cf', value(stranger), value(other), value(7), value(9), bytes('aa')),
      granted('permit', erc20(7n), { owner: stranger }),
    ],
    ['permit of DAI', daiPermit(true), granted('permit', erc20(undefined), { owner: stranger, unlimited: true })],
    [
      'permit of an item',
      call('0x7ac2ff7b', value(other), value(7), value(9), ...signature),
      granted('permit', { standard: 'erc721', token, amount: 1n, ids: [7n] }),
    ],
    [
      'setApprovalForAll',
      callData.setApprovalForAll(other, true),
      granted('approval-for-all', everything, { unlimited: true }),
    ],
    ['authorizeOperator', call('0x959b8c3f', value(other)), granted('approve', erc20(undefined), { unlimited: true })],
  ])('%s is a grant', (_, data, expected) => {
    expect(decodedActions({ data })).toEqual([expected])
  })

  test.each([
    ['the largest number', MAX_UINT256, true],
    ['2^95, more than any token has', 2n ** 95n, true],
    ['one less', 2n ** 95n - 1n, false],
    ['a billion of 18 decimals', 10n ** 27n, false],
  ])('an allowance of %s is unlimited: %s %s', (_, amount, unlimited) => {
    expect(decodedActions({ data: callData.approve(other, amount) })).toMatchObject([{ unlimited, revokes: false }])
    expect(decodedActions({ data: callData.increaseAllowance(other, amount) })).toMatchObject([
      { unlimited, revokes: false },
    ])
  })

  test.each([
    ['approve of nothing', callData.approve(other, 0n)],
    ['decreaseAllowance', callData.decreaseAllowance(other, 7n)],
    ['decreaseApproval', call('0x66188463', value(other), value(7))],
    ['setApprovalForAll with false', callData.setApprovalForAll(other, false)],
    ['permit of nothing', permit(sender, 0n)],
    ['permit of DAI with false', daiPermit(false)],
    ['revokeOperator', call('0xfad8b32a', value(other))],
  ])('%s is a revocation', (_, data) => {
    expect(decodedActions({ data })).toMatchObject([
      { kind: 'grant', authority: other, revokes: true, unlimited: false },
    ])
  })

  test('a zero transfer is not a revocation', () => {
    expect(decodedActions({ data: callData.transfer(other, 0n) })).toMatchObject([{ kind: 'transfer' }])
  })
})

describe('the owner of the assets', () => {
  test('is the sender in a multicall of the token', () => {
    expect(decodedActions({ data: wrapInMulticall(callData.approve(other, 7n)) })).toMatchObject([
      { kind: 'grant', owner: sender, authority: other },
    ])
  })

  test('is the Safe behind an entry point and an account, and every contract on the path is called', () => {
    const found = decodedActions({ to: stranger, data: wrapInAll(token, callData.approve(other, 7n)) })
    expect(found.map(({ kind }) => kind)).toEqual(['interaction', 'interaction', 'interaction', 'grant'])
    expect(found.at(-1)).toMatchObject({ owner: safe, authority: other, asset: { token } })
  })
})

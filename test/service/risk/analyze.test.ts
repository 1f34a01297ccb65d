import { describe, expect, test } from 'vitest'
import { addressesOf, analyze } from '../../../src/service/risk/analyze.ts'
import { callData, word } from './call-data.ts'
import { array, bytes, call, value } from './encoding.ts'
import { other, type Situation, sender, stranger, token, transaction } from './situation.ts'
import { account, entryPoint, safe, wrapInAll, wrapInMulticall } from './wrapping.ts'

/** "address role" in order; a star marks internal addresses. */
function subjects(situation: Situation): string[] {
  return analyze(transaction(situation)).subjects.map(
    ({ address, role, internal }) => `${role} ${address}${internal ? ' *' : ''}`,
  )
}

describe('subjects', () => {
  test('the recipient of a native transfer is `to`, not an internal address', () => {
    expect(subjects({ to: other, value: 1n })).toEqual([`sender ${sender}`, `recipient ${other}`])
  })

  test('a contract creation has only a sender', () => {
    expect(subjects({ to: undefined, data: '0x6080' })).toEqual([`sender ${sender}`])
  })

  test('an unknown call has a target', () => {
    expect(subjects({ data: `0xdeadbeef${word(other)}` })).toEqual([`sender ${sender}`, `target ${token}`])
  })

  test.each([
    ['recipient', callData.transfer(other, 1n)],
    ['spender', callData.approve(other, 1n)],
    ['spender', callData.increaseAllowance(other, 1n)],
    ['operator', callData.setApprovalForAll(other, true)],
    ['recipient', callData.safeTransferFrom(sender, other, 1n)],
    ['recipient', callData.safeTransferFromWithData(sender, other, 1n, '')],
    ['recipient', callData.safeTransferFrom1155(sender, other, 1n, 1n, '')],
    ['recipient', callData.safeBatchTransferFrom(sender, other, [1n], [1n], '')],
    ['spender', callData.permit(sender, other, 1n, 9n, 27, 'aa', 'bb')],
    ['revoked', callData.approve(other, 0n)],
    ['revoked', callData.decreaseAllowance(other, 1n)],
    ['revoked', callData.setApprovalForAll(other, false)],
  ])('the %s of %s is an internal address', (role, data) => {
    expect(subjects({ data })).toEqual([`sender ${sender}`, `token ${token}`, `${role} ${other} *`])
  })

  test('transferFrom has an owner and a recipient', () => {
    expect(subjects({ data: callData.transferFrom(stranger, other, 1n) })).toEqual([
      `sender ${sender}`,
      `token ${token}`,
      `owner ${stranger} *`,
      `recipient ${other} *`,
    ])
  })

  test('the owner of a revoking permit stays the owner', () => {
    expect(subjects({ data: callData.permit(stranger, other, 0n, 9n, 27, 'aa', 'bb') })).toEqual([
      `sender ${sender}`,
      `token ${token}`,
      `owner ${stranger} *`,
      `revoked ${other} *`,
    ])
  })

  test('an undecodable approve still has its legible spender', () => {
    const data = `0x095ea7b3${word(`1${other.slice(2)}`)}${word(1)}`
    expect(subjects({ data })).toEqual([`sender ${sender}`, `target ${token}`, `spender ${other} *`])
  })
})

describe('named addresses', () => {
  test('the token of a pool with the native currency is looked up', () => {
    const data = call('0xf305d719', value(token), value(1), value(1), value(1), value(sender), value(9))
    expect(subjects({ to: other, data })).toEqual([`sender ${sender}`, `target ${other}`, `token ${token} *`])
  })

  test('so is a nested one, and the refund receiver of a Safe', () => {
    const data = call(
      '0x6a761202',
      value(token),
      value(0),
      bytes(callData.transfer(other, 1n)),
      value(0),
      ...[0, 0, 0].map(value),
      value(0),
      value(stranger),
      bytes(''),
    )
    expect(subjects({ to: safe, data })).toEqual([
      `sender ${sender}`,
      `target ${safe}`,
      `token ${token} *`,
      `named ${stranger} *`,
      `recipient ${other} *`,
    ])
  })

  test('placeholders for a router or the native currency are ignored', () => {
    const placeholders = ['0x0000000000000000000000000000000000000002', `0x${'e'.repeat(40)}`]
    const data = call('0x38ed1739', value(1), value(1), array(...placeholders.map(value)), value(sender), value(9))
    expect(subjects({ to: other, data })).toEqual([`sender ${sender}`, `target ${other}`])
  })
})

describe('wrapped calls', () => {
  test('every contract on the path to the call is looked up', () => {
    expect(subjects({ to: entryPoint, data: wrapInAll(token, callData.approve(other, 1n)) })).toEqual([
      `sender ${sender}`,
      `target ${entryPoint}`,
      `target ${account} *`,
      `named 0xbe4ef1c3d4e5f60718293a4b5c6d7e8f90a1b2c3 *`,
      `target ${safe} *`,
      `token ${token} *`,
      `spender ${other} *`,
    ])
  })

  test('the target of a token multicall stays the token', () => {
    expect(subjects({ data: wrapInMulticall(callData.approve(other, 1n), callData.transfer(stranger, 1n)) })).toEqual([
      `sender ${sender}`,
      `token ${token}`,
      `spender ${other} *`,
      `recipient ${stranger} *`,
    ])
  })

  test('an address that loses one right and gets another counts as getting it', () => {
    const data = wrapInMulticall(callData.approve(other, 0n), callData.increaseAllowance(other, 1n))
    expect(subjects({ data })).toContain(`spender ${other} *`)
  })
})

describe('one subject per address', () => {
  test('a role that gains takes precedence over a called one', () => {
    expect(subjects({ data: callData.transfer(token, 1n) })).toEqual([`sender ${sender}`, `recipient ${token}`])
  })

  test('a called contract is not `revoked`', () => {
    expect(subjects({ data: callData.approve(token, 0n) })).toEqual([`sender ${sender}`, `token ${token}`])
  })

  test('the sender stays the sender', () => {
    expect(subjects({ data: callData.transferFrom(sender, sender, 1n) })).toEqual([
      `sender ${sender}`,
      `token ${token}`,
    ])
    expect(subjects({ to: sender })).toEqual([`sender ${sender}`])
  })

  test('the case of an address does not matter', () => {
    const upper = `0x${sender.slice(2).toUpperCase()}`
    expect(
      subjects({ from: upper, to: `0x${token.slice(2).toUpperCase()}`, data: callData.transfer(sender, 1n) }),
    ).toEqual([`sender ${sender}`, `token ${token}`])
  })
})

test('the addresses to look up are those of the subjects, once each', () => {
  const analysis = analyze(transaction({ data: callData.transferFrom(sender, other, 1n) }))
  expect(addressesOf(analysis)).toEqual([sender, token, other])
})

import { describe, expect, test } from 'vitest'
import { decodedActions, roles } from '../acting.ts'
import { callData } from '../call-data.ts'
import { array, bytes, call, type Encoded, leftBytes, tuple, value } from '../encoding.ts'
import { other, sender, stranger, token } from '../situation.ts'
import { wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const proxy = '0x9409bc1d2e3f405162738495a6b7c8d9e0f10213'
const NOBODY = '0x0000000000000000000000000000000000000000'

const control = (form: string, authority: string, contract = proxy) => ({ kind: 'control', form, contract, authority })

describe('control passes', () => {
  const cases: [string, string, Encoded[], string][] = [
    ['upgradeTo', '0x3659cfe6', [value(other)], 'upgrade'],
    ['upgradeToAndCall', '0x4f1ef286', [value(other), bytes('')], 'upgrade'],
    ['setImplementation', '0xd784d426', [value(other)], 'upgrade'],
    ['_setImplementation', '0xbb913f41', [value(other)], 'upgrade'],
    ['_setImplementation with data', '0x555bcc40', [value(other), value(true), bytes('')], 'upgrade'],
    ['_setPendingImplementation', '0xe992a041', [value(other)], 'upgrade'],
    ['changeMasterCopy', '0x7de7edef', [value(other)], 'upgrade'],
    ['changeAdmin', '0x8f283970', [value(other)], 'ownership'],
    ['transferOwnership', '0xf2fde38b', [value(other)], 'ownership'],
    ['setOwner', '0x13af4035', [value(other)], 'ownership'],
    ['setAuthority', '0x7a9e5e4b', [value(other)], 'ownership'],
    ['setPendingAdmin', '0x4dd18bf5', [value(other)], 'ownership'],
    ['_setPendingAdmin', '0xb71d1a0c', [value(other)], 'ownership'],
    ['setAdmin', '0x704b6c02', [value(other)], 'ownership'],
    ['setGovernance', '0xab033ea9', [value(other)], 'ownership'],
    ['setGovernor', '0xc42cf535', [value(other)], 'ownership'],
    ['proposeOwner', '0xb5ed298a', [value(other)], 'ownership'],
    ['nominateNewOwner', '0x1627540c', [value(other)], 'ownership'],
    ['beginDefaultAdminTransfer', '0x634e93da', [value(other)], 'ownership'],
    ['grantRole', '0x2f2ff15d', [value(0), value(other)], 'role'],
    ['enableModule', '0x610b5925', [value(other)], 'module'],
    ['setGuard', '0xe19a9dd9', [value(other)], 'guard'],
    ['setModuleGuard', '0xe068df37', [value(other)], 'guard'],
    ['setFallbackHandler', '0xf08a0323', [value(other)], 'fallback-handler'],
    ['addOwnerWithThreshold', '0x0d582f13', [value(other), value(1)], 'signer'],
    ['swapOwner', '0xe318b52b', [value(1), value(stranger), value(other)], 'signer'],
    ['addOwnerAddress', '0x0f0f3f24', [value(other)], 'signer'],
  ]

  test.each(cases)('%s', (_, selector, parts, form) => {
    expect(decodedActions({ to: proxy, data: call(selector, ...parts) })).toEqual([control(form, other)])
  })

  test.each([
    ['upgrade', '0x99a88ec4', [value(proxy), value(other)], 'upgrade'],
    ['upgradeAndCall', '0x9623609d', [value(proxy), value(other), bytes('')], 'upgrade'],
    ['changeProxyAdmin', '0x7eff275e', [value(proxy), value(other)], 'ownership'],
  ])('%s of a proxy admin controls the named proxy', (_, selector, parts, form) => {
    expect(decodedActions({ to: token, data: call(selector, ...parts) })).toEqual([control(form, other)])
  })

  test('diamondCut: each added or replaced facet, and the init contract', () => {
    const cut = (facet: string, action: number) => tuple(value(facet), value(action), array(leftBytes('3659cfe6')))
    const data = call('0x1f931c1c', array(cut(other, 0), cut(NOBODY, 2), cut(stranger, 1)), value(token), bytes(''))
    expect(decodedActions({ to: proxy, data })).toEqual([
      control('upgrade', other),
      control('upgrade', stranger),
      control('delegatecall', token),
    ])
  })

  test('a diamondCut that only removes facets passes no control', () => {
    const data = call('0x1f931c1c', array(tuple(value(NOBODY), value(2), array())), value(NOBODY), bytes(''))
    expect(decodedActions({ to: proxy, data })).toEqual([{ kind: 'interaction', authority: proxy, value: 0n }])
  })

  test('installModule names its data’s addresses as signers', () => {
    const data = call('0x9517e29f', value(1), value(other), bytes(stranger))
    expect(decodedActions({ to: proxy, data })).toEqual([
      { ...control('module', other), ofAccount: true },
      control('signer', stranger),
    ])
  })

  test('upgradeToAndCall: the call that the new code gets is read', () => {
    const inner = call('0xf2fde38b', value(stranger))
    const data = call('0x4f1ef286', value(other), bytes(inner))
    expect(decodedActions({ to: proxy, data })).toEqual([control('upgrade', other), control('ownership', stranger)])
  })

  test('setAddrPrivilege of Ambire: a key, or at one address the fallback handler', () => {
    const privileges = (key: string, privilege: string | number) =>
      decodedActions({ to: proxy, data: call('0x0d5828d4', value(key), value(privilege)) })
    const slot = `0x${'6969'.padStart(40, '0')}`
    expect(privileges(other, 1)).toEqual([control('signer', other)])
    expect(privileges(slot, other)).toEqual([{ ...control('fallback-handler', other), ofAccount: true }])
    for (const key of [other, slot]) expect(privileges(key, 0)).toMatchObject([{ kind: 'interaction' }])
  })

  test('setup of a Safe: owners, delegatecall, handler', () => {
    const data = call(
      '0xb63e800d',
      array(value(sender), value(other)),
      value(1),
      value(stranger),
      bytes(''),
      value(token),
      value(NOBODY),
      value(0),
      value(NOBODY),
    )
    expect(decodedActions({ to: proxy, data })).toEqual([
      control('signer', sender),
      control('signer', other),
      control('fallback-handler', token),
      control('delegatecall', stranger),
    ])
  })

  test.each([
    ['renounceOwnership', call('0x715018a6')],
    ['revokeRole', call('0xd547741f', value(0), value(other))],
    ['removeOwner', call('0xf8dc5dd9', value(1), value(other), value(1))],
  ])('%s only removes control', (_, data) => {
    expect(decodedActions({ to: proxy, data })).toEqual([{ kind: 'interaction', authority: proxy, value: 0n }])
  })
})

describe('delegatecalls', () => {
  test('pass control of the account to the code, even when the data looks like a transfer (Bybit)', () => {
    expect(decodedActions({ to: proxy, data: wrapInSafe(stranger, 0n, callData.transfer(other, 0n), 1) })).toEqual([
      { kind: 'interaction', authority: proxy, value: 0n },
      control('delegatecall', stranger),
    ])
  })

  test('to MultiSend are actions, as are the calls inside', () => {
    const data = wrapInSafe(stranger, 0n, wrapInMultiSend({ to: token, data: callData.approve(other, 7n) }), 1)
    expect(decodedActions({ to: proxy, data })).toMatchObject([
      { kind: 'interaction', authority: proxy },
      control('delegatecall', stranger),
      { kind: 'grant', owner: proxy, authority: other },
    ])
    expect(roles({ to: proxy, data })).toEqual([
      `target ${proxy}`,
      `delegate ${stranger} *`,
      `token ${token} *`,
      `spender ${other} *`,
    ])
  })
})

describe('delegations of accounts (EIP-7702)', () => {
  const authorization = (chainId: string) => ({ chainId, address: other.toUpperCase().replace('0X', '0x'), nonce: 1n })

  test('pass control of the sender’s account to the delegate', () => {
    const situation = { to: token, authorizations: [authorization('1')] }
    expect(decodedActions(situation)).toMatchObject([
      control('account-delegation', other, sender),
      { kind: 'transfer' },
    ])
    expect(decodedActions(situation)[0]).not.toHaveProperty('everyChain')
    expect(roles(situation)).toContain(`delegate ${other} *`)
  })

  test('for chain 0 are valid on every chain', () => {
    expect(decodedActions({ to: token, authorizations: [authorization('0')] })[0]).toEqual({
      ...control('account-delegation', other, sender),
      everyChain: true,
    })
  })
})

import { expect, test } from 'vitest'
import { accountDelegation } from '../../../../src/service/risk/detectors/account-delegation.ts'
import { brief, briefly, control, detected, signer, somebody } from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { allow, intel, observe, other, stranger, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(accountDelegation)
const delegation = control({ form: 'account-delegation', contract: signer })

test('attack: An authorization names a contract that no source knows', () => {
  expect(detected(accountDelegation, [delegation])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 75,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: `gets control of the account ${signer} (EIP-7702) and is unknown`,
      source: 'authorization',
      flip: 'reject, unless this change is planned: in that case verify the address with its owner and add an ALLOW entry for it',
      evenIfTrusted: true,
    },
  ])
})

test('scores higher when valid on every chain', () => {
  expect(found([delegation, { ...delegation, everyChain: true }])).toEqual([`85 ${somebody}`])
})

test('is a WARNING on every chain, whatever is known of the delegate', () => {
  const every = [{ ...delegation, everyChain: true as const }]
  const wallet = intel(somebody, { kind: 'protocol', canonical: true, as: ['delegate'] })
  for (const known of [{ intel: [wallet] }, { entries: [allow(somebody)] }])
    expect(found(every, known)).toEqual(['50 '])
})

test('near miss: The delegate of a known wallet, or the zero address, which ends a delegation', () => {
  expect(
    found([delegation], { intel: [intel(somebody, { kind: 'protocol', canonical: true, as: ['delegate'] })] }),
  ).toEqual([])
  expect(found([delegation], { entries: [allow(somebody)] })).toEqual([])
  for (const everyChain of [undefined, true as const])
    expect(found([{ ...delegation, authority: `0x${'0'.repeat(40)}`, ...(everyChain && { everyChain }) }])).toEqual([])
  expect(found([control({ form: 'upgrade' })])).toEqual([])
})

test('evasion: The call next to the authorization is innocent and wrapped: the authorization is read by itself', () => {
  const points = (chainId: string) => {
    const authorizations = [{ chainId, address: other, nonce: 0n }]
    const data = wrapInAll(token, callData.transfer(stranger, 1n))
    return brief(observe(accountDelegation, { to: entryPoint, data, authorizations }))
  }
  expect([points('1'), points('0')]).toEqual([[`75 ${other}`], [`85 ${other}`]])
})

import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import type { IntelRecord } from '../../../../src/service/risk/evidence.ts'
import { skeletonOf } from '../../../../src/service/risk/parties/similarity.ts'
import {
  coin,
  judgedMessage,
  nft,
  owner,
  partner,
  permit,
  SEAPORT,
  thief,
  trusted,
  typed,
  verdict,
} from '../typed-data/typed.ts'

const known = { intel: [trusted(coin), trusted(partner)], hasHistory: true }
const fair = (domain: object = {}, contract?: string) => permit({ spender: partner }, { ...domain }, contract ?? coin)

describe('the chain', () => {
  test('that the caller names is that of the domain', () => {
    expect(verdict(judgedMessage(fair(), { ...known, chainId: '1' }))).toBe('SAFE')
  })

  test('of the domain is where it is judged, with a WARNING when the caller names another', () => {
    const result = judgedMessage(fair({ chainId: 137 }), { ...known, chainId: '1' })
    expect(verdict(result)).toBe('WARNING message-domain 50')
    expect(result.findings[0]?.text).toBe('The message is for chain 137, not for chain 1.')
  })

  test('may be missing: then the signature may be valid everywhere', () => {
    const result = judgedMessage(fair({ chainId: undefined }), { ...known, chainId: '1' })
    expect(verdict(result)).toBe('SAFE')
    expect(result.coverage).toBe('partial')
    expect(result.explanation.missing.map(missingText)).toContain(
      'The domain has no chain: the signature may be valid on every chain',
    )
  })

  test.each([
    [undefined, 'The message names no chain: its signature may be valid on every chain'],
    [999, 'Chain 999 of the message is neither listed nor defined here'],
  ])('that is not known here (%s) is never SAFE, and says so', (chainId, text) => {
    const login = typed('Login(string text)', undefined, { text: 'hello' }, { chainId })
    for (const message of [fair({ chainId }), login]) {
      const result = judgedMessage(message, known)
      expect(verdict(result)).toBe('NO DATA')
      expect(result.explanation.missing.map(missingText).join()).toContain(text)
    }
    expect(verdict(judgedMessage(permit({}, { chainId }), { hasHistory: true }))).toBe('WARNING unknown-grant 55')
  })

  test('of the domain counts, also where it is not known here and the caller names another', () => {
    const result = judgedMessage(fair({ chainId: 999 }), { ...known, chainId: '1' })
    expect(verdict(result)).toBe('WARNING message-domain 50')
    expect(result.analysis.transaction.chainId).toBe('999')
  })

  test('of a number that stands for the protocol is that of the wallet, or none', () => {
    const send = typed(
      'HyperliquidTransaction:UsdClassTransfer(string hyperliquidChain,string amount,bool toPerp,uint64 nonce)',
      `0x${'0'.repeat(40)}`,
      { hyperliquidChain: 'Mainnet', amount: '1', toPerp: true, nonce: 1 },
      { name: 'HyperliquidSignTransaction', chainId: 1337 },
    )
    for (const wallet of [{}, { chainId: '1' }])
      expect(verdict(judgedMessage(send, { ...known, ...wallet }))).toBe('SAFE')
  })
})

test('a known message without a verifying contract is accepted by nobody knows whom', () => {
  const result = judgedMessage(fair({ verifyingContract: undefined }), known)
  expect(verdict(result)).toBe('WARNING message-domain 40')
  expect(result.coverage).toBe('none')
})

describe('the contract of a protocol', () => {
  const order = (contract: string, name: string) =>
    typed('Root(bytes32 root)', contract, { root: `0x${'00'.repeat(32)}` }, { name })

  test('has to be one of its own', () => {
    const { findings } = judgedMessage(order(thief, 'Other'), known)
    expect(findings).toMatchObject([
      { rule: 'message-domain', points: 60, subject: thief, text: 'is not Blur, whose messages it asks for' },
      { rule: 'unreadable-message' },
    ])
  })

  test('is capped where the contract is known', () => {
    const intel = [...known.intel, trusted(thief)]
    expect(verdict(judgedMessage(order(thief, 'Other'), { intel }))).toBe('WARNING unreadable-message 31')
  })
})

describe('the name', () => {
  const usdc: IntelRecord = { ...trusted(coin), kind: 'token', symbol: 'USDC', label: 'USD Coin (USDC)' }
  const tokensBySkeleton = new Map([[skeletonOf('USD Coin'), [usdc]]])
  const all = { intel: [usdc, trusted(partner)], tokensBySkeleton, hasHistory: true }

  test('near miss: The name of a listed token at its own address', () => {
    expect(verdict(judgedMessage(fair({ name: 'USD Coin' }), all))).toBe('SAFE')
  })

  test('attack: A permit of a contract that writes USD Coin with a Cyrillic letter', () => {
    expect(verdict(judgedMessage(fair({ name: 'USD Соin' }, nft), all))).toBe('UNSAFE message-domain 80')
  })

  test('at another address is a WARNING', () => {
    expect(verdict(judgedMessage(fair({ name: 'USD Coin' }, nft), all))).toBe('WARNING message-domain 45')
  })

  test('is fine at a contract that is known, or allowed', () => {
    expect(
      verdict(judgedMessage(fair({ name: 'USD Coin' }, nft), { ...all, intel: [...all.intel, trusted(nft)] })),
    ).toBe('SAFE')
    const entries = [{ id: 'allow-1', type: 'ALLOW' as const, address: nft }]
    expect(verdict(judgedMessage(fair({ name: 'USD Соin' }, nft), { ...all, entries }))).toBe('SAFE')
  })

  test('evasion: The message has an unknown type: the name of its domain is compared all the same', () => {
    const data = (name: string, contract: string) =>
      typed('Login(address account)', contract, { account: owner }, { name })
    expect(verdict(judgedMessage(data('Seaport', thief)))).toBe('WARNING message-domain 45')
    expect(verdict(judgedMessage(data('Seapоrt', thief)))).toBe('UNSAFE message-domain 80')
    expect(verdict(judgedMessage(data('Seaport', SEAPORT)))).toBe('NO DATA')
    expect(verdict(judgedMessage(data('', thief)))).toBe('NO DATA')
  })
})

import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { describe, expect, test } from 'vitest'
import { signaturesOf, signatureText } from '../../../src/service/risk/decode/signatures.ts'
import { effectRows } from '../../../src/service/risk/effects/look-up.ts'
import { phishingFunctionOf } from '../../../src/service/risk/phishing-functions/look-up.ts'
import { phishingSignatures } from '../../../src/service/risk/phishing-functions/names.ts'
import { readDataFile } from '../../../src/shared/system/data-file.ts'

const selectorOf = (signature: string) => Hash.keccak256(Hex.fromString(signature)).slice(0, 10)
const known = (signature: string) => phishingFunctionOf(selectorOf(signature))

describe('the selector table', () => {
  const written = new Set(phishingSignatures())

  test('has the hash of every signature, in order', () => {
    const words = Buffer.from(readDataFile('phishing-selectors.bin')).swap32()
    const hashed = phishingSignatures().map((signature) => selectorOf(signature).slice(2))
    expect(words.toString('hex') === hashed.join('')).toBe(true)
  })

  test('finds the signature, before and after the index is built', () => {
    const some = [...written].filter((_, index) => index % 97 === 0)
    expect(some.length).toBeGreaterThan(800)
    expect(some.map((signature) => known(signature)?.signature)).toEqual(some)
  })

  // Probability of a false match for a random selector: 1 in 48,000.
  test('rarely has a random selector', () => {
    expect(written.size / 2 ** 32).toBeLessThan(1 / 45_000)
  })

  test('has no selector of an honest function, unless it is known who gains by it, or it is never safe', () => {
    const effects = new Map(effectRows())
    const isKnown = (selector: string) => {
      const row = effects.get(selector)
      return row !== undefined && (row.effects.length > 0 || row.hides !== undefined)
    }
    const honest = [...effects.keys()].filter((selector) => !isKnown(selector))
    expect(honest.filter((selector) => phishingFunctionOf(selector))).toEqual([])
  })
})

describe('recognizes', () => {
  test.each([
    ['SecurityUpdate()', 'security'],
    ['securityupdate()', 'security'],
    ['NetworkMerge()', 'security'],
    ['ConnectWallet()', 'security'],
    ['Verify()', 'security'],
    ['verify()', 'paid'],
    ['claim()', 'claim'],
    ['CLAIM()', 'claim'],
    ['safeClaim()', 'claim'],
    ['claimRewards()', 'claim'],
    ['claim_rewards()', 'claim'],
    ['ClaimReward(address)', 'claim'],
    ['claimAirdrop(bytes32[])', 'claim'],
    ['claimMyTokens(uint256)', 'claim'],
    ['airdropClaim(address,uint256)', 'claim'],
    ['mint(uint256)', 'paid'],
    ['buyPresale()', 'paid'],
  ])('%s as %s', (signature, pretext) => {
    expect(known(signature)).toEqual({ pretext, signature })
  })
})

test('ordinary payable functions are not in the table', () => {
  const ordinary = [
    'deposit()',
    'deposit(uint256)',
    'deposit(address)',
    'depositETH()',
    'withdraw()',
    'withdraw(uint256)',
    'submit(address)',
    'stakeETH()',
    'stakeETH(address)',
    'wrap()',
    'wrapETH()',
    'unwrapWETH9(uint256,address)',
    'bridgeETH(uint32,bytes)',
    'refundETH()',
    'donate()',
    'fulfill()',
    'execute(bytes,bytes[])',
    'bid()',
    'vote()',
    'transfer(address,uint256)',
    'createBid(uint256)',
    'commit(bytes32)',
    'renew(string,uint256)',
    'payout()',
    'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
    'swapExactETHForTokens(uint256,address[])',
  ]
  expect(ordinary.filter(known)).toEqual([])
})

test('a phishing function decodes with named parameters; an invalid selector is not found', () => {
  const [claim] = signaturesOf(selectorOf('claimReward(uint256,bytes32[])'))
  expect(claim && signatureText(claim)).toBe('claimReward(uint256,bytes32[])')
  expect(claim?.layout.parameters.map(({ name }) => name)).toEqual(['amount', 'proofs'])
  expect(['', '0x', '0x12', '0xdeadbeef'].map(phishingFunctionOf)).toEqual([undefined, undefined, undefined, undefined])
})

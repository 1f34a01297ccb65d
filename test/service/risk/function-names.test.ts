import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import { signaturesOf } from '../../../src/service/risk/decode/signatures.ts'
import { effectTables } from '../../../src/service/risk/effects/index.ts'
import { effectsByName } from '../../../src/service/risk/function-names/grammar.ts'
import { functionSignatureOf } from '../../../src/service/risk/function-names/look-up.ts'
import { functionSignatures } from '../../../src/service/risk/function-names/names.ts'
import { callData, word } from './call-data.ts'
import { allow, judged, other, sender, token } from './situation.ts'
import { safe, wrapInMulticall, wrapInSafe } from './wrapping.ts'

const selectorOf = (signature: string) => AbiFunction.getSelector(`function ${signature}`)
const found = (signature: string, ...args: (string | bigint)[]) => {
  const { findings } = judged({ data: selectorOf(signature) + args.map(word).join('') })
  return findings.map(({ rule, subject, points }) => `${rule} ${points} ${subject}`)
}

describe('a function with a conventional name', () => {
  test.each([
    ['setYieldRecipient(address)', [other], 'unknown-right 50'],
    ['_setFeeCollector(address)', [other], 'unknown-right 50'],
    ['updateSentinel(address)', [other], 'unknown-right 50'],
    ['addHarvester(address,bool)', [other, 1n], 'unknown-right 50'],
    ['proposeSteward(address)', [other], 'control-change 55'],
    ['setLogicContract(address)', [other], 'control-change 60'],
    ['registerSessionSigner(address,uint256)', [other, 9n], 'unknown-right 50'],
    ['setApiKey(address)', [other], 'unknown-right 60'],
    ['harvestTo(uint256,address)', [5n, other], 'foreign-receiver 45'],
    ['unstakeAllTo(address)', [other], 'foreign-receiver 45'],
  ])('%s hands something to an unknown address: WARNING', (signature, args, expected) => {
    expect(found(signature, ...args)).toEqual([`${expected} ${other}`])
    const data = selectorOf(signature) + args.map(word).join('')
    expect(judged({ data: wrapInMulticall(data) }).combinedScore).toBeGreaterThanOrEqual(31)
    expect(judged({ to: safe, data: wrapInSafe(token, 0n, data) }).combinedScore).toBeGreaterThanOrEqual(31)
  })

  test.each([
    ['addHarvester(address,bool)', [other, 0n], 'ends the part'],
    ['setYieldRecipient(address)', [sender], 'is for the sender'],
    ['harvestTo(uint256,address)', [5n, sender], 'pays out to the sender'],
    ['setYieldRecipient(address)', [0n], 'is for nobody'],
  ])('%s(%s) is silent when it %s', (signature, args) => {
    expect(found(signature, ...args)).toEqual([])
  })

  test('is accepted by an ALLOW entry, but is not SAFE while the contract is unknown', () => {
    const data = selectorOf('setYieldRecipient(address)') + word(other)
    const { combinedScore, coverage } = judged({ data, entries: [allow(other)] })
    expect([combinedScore, coverage]).toEqual([0, 'none'])
  })
})

describe('the grammar', () => {
  test.each([
    ['setTreasuryAddress(address)', 'payout'],
    ['set_operator(address,bool)', 'operate'],
    ['transferGovernorship(address)', undefined],
    ['removeKeeper(address)', undefined],
    ['setName(string)', undefined],
    ['setKeeper(uint256)', undefined],
    ['setKeepers(address[])', undefined],
    ['keeper(address)', undefined],
    ['', undefined],
    ['(((', undefined],
  ])('%s: %s', (signature, expected) => {
    const [effect] = effectsByName(signature)
    expect(effect && ('right' in effect ? effect.right : effect.kind)).toBe(expected)
  })

  test('reads imported signatures too', () => {
    const imported = () => ['updateGrandVizierTreasuryWallet(address)']
    const [signature] = signaturesOf('0xdeadbeef', imported)
    expect(signature?.isNameOnly).toBe(true)
  })
})

describe('the selector table', () => {
  const signatures = functionSignatures()

  test('finds every name by its selector, and each name says something', () => {
    for (const signature of signatures.filter((_, index) => index % 37 === 0)) {
      const named = functionSignatureOf(selectorOf(signature))
      expect(named && selectorOf(named)).toBe(selectorOf(signature))
      expect(effectsByName(signature), signature).not.toEqual([])
    }
  })

  test('gives way to the functions of the effect tables', () => {
    const selectors = effectTables.flatMap((table) => Object.keys(table))
    for (const selector of selectors) expect(signaturesOf(selector)[0]?.isNameOnly).toBe(false)
  })

  test('has no standard function of tokens', () => {
    for (const data of [callData.transfer(other, 1n), callData.approve(other, 1n)])
      expect(functionSignatureOf(data.slice(0, 10))).toBeUndefined()
  })
})

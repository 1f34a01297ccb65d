import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import { analyze } from '../../../src/service/risk/analyze.ts'
import { assessRisk } from '../../../src/service/risk/assess.ts'
import { signaturesOf } from '../../../src/service/risk/decode/signatures.ts'
import { effectRows } from '../../../src/service/risk/effects/look-up.ts'
import { effectsByName } from '../../../src/service/risk/function-names/grammar.ts'
import { functionSignatureOf, functionSignatures } from '../../../src/service/risk/function-names/names.ts'
import { phishingFunctionOf } from '../../../src/service/risk/phishing-functions/look-up.ts'
import { callData, word } from './call-data.ts'
import { allow, evidence, judged, other, sender, stranger, token, transaction } from './situation.ts'
import { safe, wrapInMulticall, wrapInSafe } from './wrapping.ts'

const selectorOf = (signature: string) => AbiFunction.getSelector(`function ${signature}`)
const found = (signature: string, ...args: (string | bigint)[]) => {
  const { findings } = judged({ data: selectorOf(signature) + args.map(word).join('') })
  return findings.map(({ rule, subject, points }) => `${rule} ${points} ${subject}`)
}
/** Of any signature, as if a source had named it. */
const effectsOf = (canonical: string) => {
  const [signature] = signaturesOf('0xdeadbeef', undefined, { signatures: () => [canonical] })
  return signature ? effectsByName(signature.name, signature.layout.parameters) : []
}
const foundImported = (canonical: string, values: readonly unknown[], from = sender) => {
  const abi = AbiFunction.from(`function ${canonical}` as never) as AbiFunction.AbiFunction
  const data = `0xdeadbeef${AbiFunction.encodeData(abi, values as never).slice(10)}`
  const analysis = analyze(transaction({ data, from }), undefined, { signatures: () => [canonical] })
  return assessRisk(analysis, evidence({}), { blockThreshold: 70 }).findings.map(
    ({ rule, subject }) => `${rule} ${subject}`,
  )
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
    ['updateRewardRecipient(address,uint256,address)', [sender, 1n, other], 'unknown-right 50'],
    ['transferLockOwnership(address,uint256,uint256,address)', [sender, 1n, 2n, other], 'control-change 55'],
    ['setKeeperAddress(address)', [other], 'unknown-right 50'],
    ['approveBorrow(address)', [other], 'unknown-right 60'],
    ['setOperatorApproval(address,bool)', [other, 1n], 'unknown-right 60'],
    ['enableVault(address)', [other], 'unknown-right 60'],
    ['govSetKeeper(address)', [other], 'unknown-right 50'],
    ['authorizeFeeDistributor(bytes32,address)', [1n, other], 'unknown-right 50'],
    ['grantRole(uint256,address)', [0n, other], 'control-change 45'],
    ['addHarvester(address,uint256)', [other, 0n], 'unknown-right 50'],
    ['registerSessionSigner(address,uint256)', [other, 0n], 'unknown-right 50'],
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
    ['setHarvester(address,uint256)', [other, 0n], 'sets the part to zero'],
    ['assignRole(address,uint256)', [other, 0n], 'sets the role to zero'],
    ['setYieldRecipient(address)', [BigInt(`0x${'e'.repeat(40)}`)], 'is for the native currency'],
    ['updatePool(address)', [other], 'recomputes'],
    ['updateReward(address)', [other], 'recomputes'],
    ['addPool(address,uint256)', [other, 5n], 'lists a pool'],
    ['registerVault(address)', [other], 'lists a vault'],
    ['whitelistPool(address)', [other], 'lists a pool'],
    ['addMember(address)', [other], 'lists a member'],
    ['enableCollateral(address)', [other], 'lists a token'],
    ['allow(address)', [other], 'admits a user'],
  ])('%s(%s) is silent when it %s', (signature, args) => {
    expect(found(signature, ...args)).toEqual([])
  })

  test.each([
    ['setHarvester(address,address)', [other, stranger]],
    ['permit(address,address,bool)', [sender, other, 1n]],
    ['addHarvester(address,address)', [other, sender]],
    ['harvestTo(address,address)', [other, stranger]],
  ])('%s may hand something to each of its addresses', (signature, args) => {
    const unknown = args.filter((arg): arg is string => arg === other || arg === stranger)
    const expected = unknown.map((address) => expect.stringMatching(new RegExp(address)))
    expect(found(signature, ...args)).toEqual(expected)
    const [known = ''] = unknown
    const data = selectorOf(signature) + args.map(word).join('')
    const { findings } = judged({ data, entries: [allow(known)] })
    expect(findings.map(({ subject }) => subject)).not.toContain(known)
  })

  test.each([
    ['authorize(address)', []],
    ['enable(address)', []],
    ['updateWallet(address)', ['impostor-function 55']],
    ['authorizeAccount(address)', []],
  ])('%s, a name of phishing contracts too, still hands something over', (signature, more) => {
    expect(phishingFunctionOf(selectorOf(signature))).toBeDefined()
    const lines = found(signature, other)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^unknown-right .. ${other}`)))
    for (const line of more) expect(lines).toContain(`${line} ${token}`)
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
    ['setKeepers(address[])', 'operate'],
    ['setKeeper((uint256,bytes))', undefined],
    ['keeper(address)', undefined],
    ['govSetConfig(address,address,address)', 'operate'],
    ['setConfig(address,uint256)', undefined],
    ['registerDelegation(address,bytes32,bytes)', 'manage'],
    ['setMasterContractApproval(address,address,bool,uint8,bytes32,bytes32)', 'manage'],
    ['approveMint(address,uint256)', 'manage'],
    ['allowSAFE(uint256,address,uint256)', 'manage'],
    ['approveToken(address)', undefined],
    ['sentinelSetOwner(address)', undefined],
  ])('%s: %s', (signature, expected) => {
    const [effect] = effectsOf(signature)
    expect(effect && ('right' in effect ? effect.right : effect.kind)).toBe(expected)
  })

  test('reads the addresses in structs and lists', () => {
    const other1 = other as `0x${string}`
    const stranger1 = stranger as `0x${string}`
    expect(foundImported('setPermissionsFor(address,(address,uint64,uint8[]))', [sender, [other1, 1n, [2]]])).toEqual([
      `unknown-right ${other}`,
    ])
    expect(
      foundImported('applyMultiTargetPermissions((uint8,address,address,address,bytes32)[])', [
        [
          [0, sender, other1, sender, `0x${'1'.repeat(64)}`],
          [0, sender, stranger1, sender, `0x${'1'.repeat(64)}`],
        ],
      ]),
    ).toEqual([`unknown-right ${other}`, `unknown-right ${stranger}`])
    expect(
      foundImported('setKeepers((address,bool)[])', [
        [
          [other1, true],
          [stranger1, false],
        ],
      ]),
    ).toEqual([`unknown-right ${other}`])
  })

  test('reads imported signatures too', () => {
    const imported = () => ['updateGrandVizierTreasuryWallet(address)']
    const [signature] = signaturesOf('0xdeadbeef', undefined, { signatures: imported })
    expect(signature?.isNameOnly).toBe(true)
  })
})

describe('the selector table', () => {
  const signatures = functionSignatures()

  test('finds every name by its selector, and each name says something', () => {
    for (const signature of signatures.filter((_, index) => index % 37 === 0)) {
      const named = functionSignatureOf(selectorOf(signature))
      expect(named && selectorOf(named)).toBe(selectorOf(signature))
      expect(effectsOf(signature), signature).not.toEqual([])
    }
  })

  test('gives way to the functions that have an effect row', () => {
    for (const [selector] of effectRows()) expect(signaturesOf(selector)[0]?.isNameOnly).toBe(false)
  })

  test('has no standard function of tokens', () => {
    for (const data of [callData.transfer(other, 1n), callData.approve(other, 1n)])
      expect(functionSignatureOf(data.slice(0, 10))).toBeUndefined()
  })
})

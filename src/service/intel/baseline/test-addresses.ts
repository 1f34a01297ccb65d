import type { IntelRecord } from '../../risk/evidence.ts'
import { BASELINE_SOURCE, everyChain } from './record.ts'

/**
 * Addresses that make each kind of verdict on every chain, for trying things out. Each is 0x7e57 and the last 18 bytes
 * of keccak256("txwarden test address: <name>"): nobody has their keys, and no vanity tool made them.
 */
export const testAddresses = {
  sanctioned: '0x7E57C986D28338Bef716d5FAa02E24bf51bD749E',
  mixer: '0x7E57224a254c2B1F2BB7efDf721f1E6227742494',
  drainer: '0x7e575f70a640c8e5D053bE397d92F3d07362d027',
  suspicious: '0x7E5774b074EE15E78413ba856a5c11A489Bc08f2',
  'financial scam': '0x7E571205cDD004f106BBC6F1083df3D562f4C313',
  'rug pull': '0x7E5798e5E9Af493F2d730DFaA38f269EA578F088',
  impersonation: '0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96',
  poisoning: '0x7E57264e9905dae4419Bc28E908C169E749D3b22',
  upgrade: '0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8',
  reentrancy: '0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C',
  benign: '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5',
} as const

type TestName = keyof typeof testAddresses

export const testRecords: readonly IntelRecord[] = [
  test('sanctioned', { kind: 'sanctioned' }),
  test('mixer', { kind: 'mixer', severity: 80 }),
  test('drainer', { kind: 'malicious', subCategory: 'maliciousInteraction', severity: 95 }),
  test('suspicious', { kind: 'malicious', subCategory: 'maliciousInteraction', severity: 50 }),
  test('financial scam', { kind: 'malicious', subCategory: 'financialScamInteraction', severity: 90 }),
  test('rug pull', { kind: 'malicious', subCategory: 'rugPullInteraction', severity: 85 }),
  test('impersonation', { kind: 'malicious', subCategory: 'impersonationScamInteraction', severity: 88 }),
  test('poisoning', { kind: 'malicious', subCategory: 'addressPoisoning', severity: 92 }),
  test('upgrade', { kind: 'malicious', subCategory: 'maliciousProtocolUpgrade', severity: 90 }),
  test('reentrancy', { kind: 'malicious', subCategory: 'reentrancy', severity: 85 }),
  test('benign', { kind: 'benign' }),
]

function test(name: TestName, verdict: Pick<IntelRecord, 'kind' | 'subCategory' | 'severity'>): IntelRecord {
  const address = testAddresses[name]
  return { address, chainIds: everyChain, ...verdict, label: `txwarden test address: ${name}`, source: BASELINE_SOURCE }
}

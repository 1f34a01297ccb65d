import { wrapsNative } from '../../api/chains.ts'
import { lazily } from '../../shared/lazily.ts'
import { readDataFile } from '../../shared/system/data-file.ts'
import { ADDRESS_DIGITS, ZERO_ADDRESS } from '../evm/words.ts'
import type { IntelRecord, KnownAs, Payments } from '../risk/evidence.ts'
import { plainSkeletonsOf } from '../risk/parties/similarity.ts'

/** Reserved: no feed can have this name. */
export const BASELINE_SOURCE = 'txwarden baseline'

const everyChain: readonly string[] = []
const tokenOnly: readonly KnownAs[] = ['token']

/**
 * Addresses that cause each kind of verdict on every chain, for tests. Each is 0x7e57 and the last 18 bytes of
 * keccak256("txwarden test address: <name>"), so the keys are unknown.
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

const testRecords: readonly IntelRecord[] = [
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
  test('benign', { kind: 'benign', as: ['payee'] }),
]

/** Addresses without a known key: assets sent there are lost. */
const burnAddresses: readonly IntelRecord[] = [
  burn(ZERO_ADDRESS, 'zero address'),
  burn('0x000000000000000000000000000000000000dEaD', 'dead address'),
]

/** A record that is read when its address is looked up, because there are two thousand. */
export interface BaselineEntry {
  /** Lower case. */
  readonly address: string
  record(): IntelRecord
}

/** The file `baseline.json`, which `npm run baseline` writes. */
export interface BaselineTables {
  /** A contract in each line: address, chains (none: all), name, as, payments, asset, hash of the code; after tabs. */
  readonly contracts: string
  /** By chain, a token in each line: address, decimals, symbol, and the name where it is another one. */
  readonly tokens: Readonly<Record<string, string>>
}

const tables = lazily(() => JSON.parse(Buffer.from(readDataFile('baseline.json')).toString()) as BaselineTables)

/** Entries that hold on every chain; the tables have all others. */
const fixedEntries = lazily(() =>
  [...burnAddresses, ...testRecords].map((record) => ({ address: record.address.toLowerCase(), record: () => record })),
)

/**
 * What a fresh installation knows, independent of feeds: the rows of `data/baseline`, and the addresses above. Contracts are before
 * tokens, because a contract that is a token, too, may accept plain payments. Excluded are contracts that spender lists mark as
 * exploited or retired, and those known to have leaked allowances (ParaSwap's Augustus 6.0, March 2024).
 */
export function baselineEntries(): BaselineEntry[] {
  return [
    ...fixedEntries(),
    ...tables()
      .contracts.split('\n')
      .map((line) => entry(line, contract)),
    ...Object.keys(tables().tokens).flatMap(tokenEntries),
  ]
}

/**
 * Those of `baselineEntries` whose addresses start with these digits (lower case), read from the text of the tables.
 * @param chainId leaves out the tokens of other chains
 */
export function entriesFrom(digits: string, chainId: string | undefined): BaselineEntry[] {
  const { contracts, tokens } = tables()
  const chains = Object.keys(tokens).filter((id) => chainId === undefined || id === chainId)
  return [
    ...fixedEntries().filter(({ address }) => address.startsWith(digits, 2)),
    ...linesFrom(digits, contracts).map((line) => entry(line, contract)),
    ...chains.flatMap((id) => linesFrom(digits, tokens[id] ?? '').map((line) => tokenEntry(id, line))),
  ]
}

/** By table; with a line end before each line. */
const lowered = new Map<string, string>()

function linesFrom(digits: string, table: string): string[] {
  const searched = lowered.get(table) ?? `\n${table.toLowerCase()}`
  lowered.set(table, searched)
  const found: string[] = []
  // The line end before a line has the place of the line in the table.
  for (let at = searched.indexOf(`\n${digits}`); at !== -1; at = searched.indexOf(`\n${digits}`, at + 1)) {
    const end = table.indexOf('\n', at)
    found.push(table.slice(at, end === -1 ? undefined : end))
  }
  return found
}

/** Tokens of public lists on a chain. */
export function tokenEntries(chainId: string): BaselineEntry[] {
  const lines = tables().tokens[chainId]?.split('\n') ?? []
  return lines.map((line) => tokenEntry(chainId, line))
}

function tokenEntry(chainId: string, line: string): BaselineEntry {
  return entry(line, (read) => token(chainId, read))
}

/** By chain: the skeletons of its table. */
const skeletons = new Map<string, string | undefined>()

/** Those of `tokenEntries` that may have this skeleton of symbol or name, by a search in the text of the table. */
export function tokensWith(skeleton: string, chainId: string): BaselineEntry[] {
  const table = tables().tokens[chainId] ?? ''
  if (!skeletons.has(chainId)) skeletons.set(chainId, plainSkeletonsOf(table))
  const searched = skeletons.get(chainId)
  if (searched === undefined) return tokenEntries(chainId)
  const lines = new Set<number>()
  const wanted = `\t${skeleton}`
  for (let at = searched.indexOf(wanted); at !== -1; at = searched.indexOf(wanted, at + 1))
    lines.add(searched.slice(0, at).split('\n').length - 1)
  const rows = table.split('\n')
  return Array.from(lines, (line) => tokenEntry(chainId, rows[line] as string))
}

function entry(line: string, read: (line: string) => IntelRecord): BaselineEntry {
  let known: IntelRecord | undefined
  return {
    address: `0x${line.slice(0, ADDRESS_DIGITS).toLowerCase()}`,
    record() {
      known ??= read(line)
      return known
    },
  }
}

function contract(line: string): IntelRecord {
  const [digits = '', chains, label = '', as, payments, asset, codeHash] = line.split('\t')
  return {
    address: `0x${digits}`,
    chainIds: listOf(chains),
    kind: 'protocol',
    label,
    canonical: true,
    source: BASELINE_SOURCE,
    as: listOf(as) as readonly KnownAs[],
    payments: payments === 'sweepable' || payments === 'stuck' ? payments : (listOf(payments) as Payments),
    ...(asset && { asset: assetIn(asset) }),
    ...(codeHash && { codeHash }),
  }
}

/** "6 USDC". */
function assetIn(text: string): NonNullable<IntelRecord['asset']> {
  const [decimals, symbol = ''] = text.split(' ')
  return { symbol, decimals: Number(decimals) }
}

/** Wrapped currencies accept the currency that they wrap; what else is sent to a token stays there. */
function token(chainId: string, line: string): IntelRecord {
  const [digits = '', decimals, symbol = '', name = symbol] = line.split('\t')
  return {
    address: `0x${digits}`,
    chainIds: [chainId],
    kind: 'token',
    label: `${name} (${symbol})`,
    symbol,
    canonical: true,
    source: BASELINE_SOURCE,
    as: tokenOnly,
    decimals: Number(decimals),
    payments: wrapsNative(symbol, chainId) ? ['native'] : 'stuck',
  }
}

function listOf(members: string | undefined): readonly string[] {
  return members ? members.split(',') : []
}

function test(name: TestName, verdict: Pick<IntelRecord, 'kind' | 'subCategory' | 'severity' | 'as'>): IntelRecord {
  const address = testAddresses[name]
  return {
    address,
    chainIds: everyChain,
    ...verdict,
    label: `test ${name === 'benign' ? 'payee' : name}`,
    source: BASELINE_SOURCE,
  }
}

function burn(address: string, label: string): IntelRecord {
  return { address, chainIds: everyChain, kind: 'burn', label, source: BASELINE_SOURCE }
}

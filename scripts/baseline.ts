import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Address from 'ox/Address'
import { parse } from 'yaml'
import { z } from 'zod'
import { chainIds } from '../src/api/chains.ts'
import type { BaselineTables } from '../src/service/intel/baseline-records.ts'
import { knownAs } from '../src/service/risk/evidence.ts'

const root = join(import.meta.dirname, '..')
const FOLDER = 'data/baseline'
const SOURCES = 'sources.yaml'
const TOKENS = 'tokens.yaml'
export const TABLE = join(root, 'data/tables/baseline.json')
export const EXECUTORS = join(root, 'src/service/risk/parties/executors-table.ts')

/** What makes any call for anyone is named like this. */
const OF_EXECUTOR = /Multicall|CallOnly|Executor/

const text = z.string().regex(/^\S(?:.*\S)?$/)
const address = text.refine((value) => Address.validate(value, { strict: true }), 'has no valid EIP-55 checksum')
const chain = z.number().refine((id) => chainIds.includes(String(id)), 'is not a supported chain')
const accepts = z.union([z.enum(['sweepable', 'stuck']), z.array(z.enum(['native', 'token', 'call', 'nft'])).min(1)])

const sourcesFile = z.strictObject({
  /** The commit at which the rows were read. */
  repositories: z.record(z.string().regex(/^[\w.-]+\/[\w.-]+$/), z.string().regex(/^[0-9a-f]{8,40}$/)),
  documents: z.record(text, text),
  payments: z.record(text, z.strictObject({ accepts, source: text })),
})

const contractRow = z.strictObject({
  name: text,
  chains: z.union([z.literal('all'), z.array(chain).min(1)]),
  address,
  /** The hash of its code, which counts on chains where the address alone says nothing. */
  code: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/)
    .optional(),
  /** As what the contract is known. */
  as: z.array(z.enum(knownAs)).min(1),
  payments: text.optional(),
  /** The token that a vault or market takes: listed on its chains. */
  asset: address.optional(),
  source: text,
})

const tokenRow = z.strictObject({
  chain,
  address,
  symbol: text,
  decimals: z.int().min(0).max(36),
  name: text,
  list: text,
})

const contractFile = z.strictObject({ contracts: z.array(z.unknown()) })
const tokenFile = z.strictObject({ lists: z.record(text, text), tokens: z.array(z.unknown()) })

type ContractRow = z.infer<typeof contractRow>
type TokenRow = z.infer<typeof tokenRow>

export interface Baseline {
  readonly sources: z.infer<typeof sourcesFile>
  readonly contracts: readonly ContractRow[]
  readonly tokens: readonly TokenRow[]
  /** Such as `data/baseline/bridges.yaml: Across SpokePool: is in another row, too`. */
  readonly problems: readonly string[]
}

/** Reads and checks the files of a folder. */
export function readBaseline(folder = join(root, FOLDER)): Baseline {
  const problems: string[] = []
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const sources = sourcesFile.parse(parse(read(SOURCES)))
  const contracts: ContractRow[] = []
  for (const file of readdirSync(folder).sort()) {
    if (file === SOURCES || file === TOKENS) continue
    const written = contractFile.parse(parse(read(file))).contracts
    const rows = rowsOf(contractRow, written, file, problems)
    problems.push(...orderProblems(file, read(file), rows.map(contractKey)))
    for (const row of rows) problems.push(...rowProblems(row, sources).map((each) => `${file}: ${row.name}: ${each}`))
    contracts.push(...rows)
  }
  const { lists, tokens: written } = tokenFile.parse(parse(read(TOKENS)))
  const tokens = rowsOf(tokenRow, written, TOKENS, problems)
  problems.push(...orderProblems(TOKENS, read(TOKENS), tokens.map(tokenKey)))
  problems.push(...listProblems(lists, tokens, sources), ...unusedProblems(sources, contracts, lists))
  problems.push(...repeated(contracts), ...repeatedTokens(tokens), ...assetProblems(contracts, tokens))
  return { sources, contracts, tokens, problems: problems.map((each) => `${FOLDER}/${each}`) }
}

function rowsOf<T>(schema: z.ZodType<T>, written: readonly unknown[], file: string, problems: string[]): T[] {
  return written.flatMap((row, index) => {
    const read = schema.safeParse(row)
    if (read.success) return [read.data]
    const faults = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    problems.push(`${file}: row ${index + 1}: ${faults.join(', ')}`)
    return []
  })
}

function contractKey({ name, address: written, chains }: ContractRow): string {
  const first = chains === 'all' ? 0 : chains[0]
  return `${name}\t${written.toLowerCase()}\t${String(first).padStart(10, '0')}`
}

function tokenKey({ chain: id, address: written }: Pick<TokenRow, 'chain' | 'address'>): string {
  return `${String(id).padStart(10, '0')}\t${written.toLowerCase()}`
}

/** Rows are in the order of their keys, one a line. */
function orderProblems(file: string, written: string, keys: readonly string[]): string[] {
  const lines = written.split('\n').filter((line) => /^\s*- /.test(line))
  const unordered = keys.filter((key, index) => index > 0 && (keys[index - 1] as string) > key)
  return [
    ...(lines.every((line) => /^ {2}- \{.*\}$/.test(line)) ? [] : [`${file}: has a row of more than one line`]),
    ...unordered.map((key) => `${file}: ${key.replaceAll('\t', ' ')} is not in order`),
  ]
}

/** The repository (at its commit) or document that a source starts with. */
function originOf(source: string): string {
  return source.split(' ')[0] as string
}

function rowProblems(
  { name, chains, as, source, payments, code }: ContractRow,
  sources: Baseline['sources'],
): string[] {
  const origin = originOf(source)
  const isFile = origin in sources.repositories && /^\S+ \S/.test(source)
  return [
    ...(isFile || origin in sources.documents ? [] : [`${source} is no file of a known repository and no document`]),
    ...(code === undefined || chains === 'all' ? [] : ['has the hash of a code, and not all chains']),
    ...(payments === undefined || payments in sources.payments ? [] : [`payments ${payments} is not described`]),
    ...(!OF_EXECUTOR.test(name) || as.includes('executor')
      ? []
      : ['is named like an executor, but is not known as one']),
  ]
}

function listProblems(
  lists: Readonly<Record<string, string>>,
  tokens: readonly TokenRow[],
  { repositories }: Baseline['sources'],
): string[] {
  const used = new Set(tokens.map(({ list }) => list))
  return [
    ...Array.from(used).flatMap((list) => (list in lists ? [] : [`${TOKENS}: list ${list} is not described`])),
    ...Object.entries(lists).flatMap(([list, source]) => [
      ...(used.has(list) ? [] : [`${TOKENS}: list ${list} is not used`]),
      ...(originOf(source) in repositories ? [] : [`${TOKENS}: ${source} is of no known repository`]),
    ]),
  ]
}

function unusedProblems(
  { repositories, documents, payments }: Baseline['sources'],
  contracts: readonly ContractRow[],
  lists: Readonly<Record<string, string>>,
): string[] {
  const origins = new Set([...contracts.map(({ source }) => source), ...Object.values(lists)].map(originOf))
  const described = new Set(contracts.map((row) => row.payments))
  return [
    ...Object.keys({ ...repositories, ...documents }).filter((origin) => !origins.has(origin)),
    ...Object.keys(payments).filter((key) => !described.has(key)),
  ].map((each) => `${SOURCES}: ${each} is not used`)
}

/** A chain that two rows have for an address. */
function repeated(contracts: readonly ContractRow[]): string[] {
  const known = new Map<string, string>()
  return contracts.flatMap(({ name, address: written, chains }) =>
    (chains === 'all' ? chainIds : chains.map(String)).flatMap((id) => {
      const key = `${id} ${written.toLowerCase()}`
      const before = known.get(key)
      known.set(key, name)
      return before === undefined ? [] : [`${name}: ${key} is also ${before}`]
    }),
  )
}

/** Assets that are no tokens of the chain. */
function assetProblems(contracts: readonly ContractRow[], tokens: readonly TokenRow[]): string[] {
  const listed = new Set(tokens.map(tokenKey))
  return contracts.flatMap(({ name, asset, chains }) => {
    if (asset === undefined) return []
    const ids = chains === 'all' ? chainIds.map(Number) : chains
    const isListed = ids.every((id) => listed.has(tokenKey({ chain: id, address: asset })))
    return isListed ? [] : [`${name}: its asset ${asset} is on no list`]
  })
}

function repeatedTokens(tokens: readonly TokenRow[]): string[] {
  const keys = tokens.map(tokenKey)
  return keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${TOKENS}: ${key} has two rows`)
}

/** The text of the tables. */
export function baselineTable({ sources, contracts, tokens }: Baseline): string {
  const listed = new Map(tokens.map((token) => [tokenKey(token), token]))
  const lines = contracts.map(({ name, chains, address: written, as, payments, asset, code = '' }) => {
    const accepted = payments === undefined ? '' : [sources.payments[payments]?.accepts ?? []].flat().join(',')
    const ids = chains === 'all' ? '' : chains.join(',')
    const assetOf = () => {
      const token =
        asset && listed.get(tokenKey({ chain: chains === 'all' ? 1 : (chains[0] as number), address: asset }))
      return token ? `${token.decimals} ${token.symbol}` : ''
    }
    const members = [written.slice(2), ids, name, as.join(','), accepted, assetOf(), code]
    return members.join('\t').trimEnd()
  })
  const byChain = Map.groupBy(tokens, ({ chain: id }) => String(id))
  const table: BaselineTables = {
    contracts: lines.join('\n'),
    tokens: Object.fromEntries(
      Array.from(byChain, ([id, rows]) => [
        id,
        rows
          .map(({ address: token, decimals, symbol, name }) =>
            [token.slice(2), decimals, symbol, ...(name === symbol ? [] : [name])].join('\t'),
          )
          .join('\n'),
      ]),
    ),
  }
  return `${JSON.stringify(table, null, 2)}\n`
}

/**
 * Source text of the list of executors. Not in it: one that is a handler, too. What a bridge brings to it comes with the message
 * that passes it on, in one transaction. Nor one that is a spender: it refuses to call tokens of which it has allowances.
 */
export function executorsTable({ contracts }: Pick<Baseline, 'contracts'>): string {
  const executors = contracts.filter(
    ({ as }) => as.includes('executor') && !as.includes('handler') && !as.includes('spender'),
  )
  const byAddress = Map.groupBy(executors, ({ address: written }) => written.toLowerCase())
  const lines = Array.from(byAddress, ([written, rows]) => {
    const ids = rows.flatMap(({ chains }) => (chains === 'all' ? [] : chains)).sort((a, b) => a - b)
    const isEverywhere = rows.some(({ chains }) => chains === 'all')
    return `  ['${written}', [${isEverywhere ? '' : ids.map((id) => `'${id}'`).join(', ')}]],\n`
  })
  return `// Written by scripts/baseline.ts from data/baseline; do not edit.

/** Contracts (lower case) that make any call for anyone in their own name, and their chains (none: all). */
export const executorsTable: ReadonlyMap<string, readonly string[]> = new Map([
${lines.sort().join('')}])
`
}

if (import.meta.main) {
  const baseline = readBaseline()
  if (baseline.problems.length > 0) {
    process.stderr.write(`${baseline.problems.join('\n')}\n`)
    process.exitCode = 1
  } else {
    const written = baselineTable(baseline)
    writeFileSync(TABLE, written)
    writeFileSync(EXECUTORS, executorsTable(baseline))
    const { contracts, tokens } = baseline
    process.stdout.write(
      `${contracts.length} contracts, ${tokens.length} tokens, ${Buffer.byteLength(written)} bytes\n`,
    )
  }
}

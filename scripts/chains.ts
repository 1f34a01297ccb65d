import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chains as builtIn, type ListedRow } from '../src/api/chains.ts'

export const TABLE = join(import.meta.dirname, '../data/tables/chains.json')

/** A chain as viem describes it. */
interface Described {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: { readonly symbol: string; readonly decimals: number }
  readonly blockExplorers?: { readonly default: { readonly url: string } }
  readonly testnet?: boolean
  readonly formatters?: { readonly transactionRequest?: { readonly exclude?: readonly string[] } }
}

/** Everyone runs chains with these names and ids on the own machine: no list knows what one is. */
const LOCAL = /local|devnet|inmemory|^(?:anvil|foundry|hardhat)$/i
const SYMBOL = /^[\x21-\x7e]{1,12}$/
/** Chains of the ZK Stack (docs.zksync.io) that viem describes without the format of their transactions. */
const ZK_STACK: ReadonlySet<number> = new Set([232, 282, 388, 37_111, 543_210])
/** How the names of many chains end, without which they are known, too. */
const ENDINGS = /-(?:mainnet|chain|network)$/

/** Chains that viem describes, without those that are built in, by id. Names that two chains would have belong to neither. */
export function listedChains(): ListedRow[] {
  const fromTools = createRequire(new URL('../test/tools/package.json', import.meta.url))
  const described = Object.entries(fromTools('viem/chains') as Record<string, Described>)
  const isTaken = new Set(builtIn.flatMap(({ name, aliases }) => [name, ...aliases]))
  const byId = Map.groupBy(
    described.filter(
      ([key, { id, nativeCurrency }]) =>
        !LOCAL.test(key) && !builtIn.some((chain) => chain.id === String(id)) && SYMBOL.test(nativeCurrency.symbol),
    ),
    ([, { id }]) => id,
  )
  const known = [...byId.values()].map((same) => same.toSorted(byWeight)).toSorted((a, b) => idOf(a) - idOf(b))
  const counts = new Map<string, number>()
  for (const same of known) for (const each of namesOf(same)) counts.set(each, (counts.get(each) ?? 0) + 1)
  return known.flatMap((same) => {
    const [first] = same
    const [name, ...aliases] = namesOf(same).filter((each) => counts.get(each) === 1 && !isTaken.has(each))
    if (!first || name === undefined) return []
    const { id, nativeCurrency, blockExplorers } = first[1]
    const explorer = blockExplorers?.default.url.replace(/\/+$/, '') ?? ''
    return [
      [String(id), name, aliases.join(' '), nativeCurrency.symbol, nativeCurrency.decimals, explorer, kindOf(first[1])],
    ]
  })
}

type Entry = readonly [key: string, chain: Described]

function idOf([first]: readonly Entry[]): number {
  return first?.[1].id ?? 0
}

/** Main networks before test networks of the same id, then the shortest name. */
function byWeight([a, one]: Entry, [b, other]: Entry): number {
  return Number(isTest(one)) - Number(isTest(other)) || words(a).length - words(b).length || (a < b ? -1 : 1)
}

function isTest({ testnet = false }: Described): boolean {
  return testnet
}

/** The key of the package, and the name of the chain with and without its ending. Another network of the same id gives none. */
function namesOf(same: readonly Entry[]): string[] {
  const [first] = same
  const own = same.filter(([, chain]) => first && isTest(chain) === isTest(first[1]))
  const names = own.flatMap(([key, { name }]) => [words(key), slug(name), slug(name).replace(ENDINGS, '')])
  return [...new Set(names)].filter((name) => /[a-z]/.test(name))
}

/** The words of a name such as `polygonZkEvm`. */
function words(key: string): string {
  return slug(key.replace(/([a-z0-9])([A-Z])/g, '$1-$2'))
}

function slug(text: string): string {
  const dashed = text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return dashed.replace(/^-|-$/g, '')
}

/** `t`: a test network. `z`: of zkSync's kind, where the address of a contract depends on other things than elsewhere. */
function kindOf(chain: Described): string {
  const isZkSync = ZK_STACK.has(chain.id) || chain.formatters?.transactionRequest?.exclude?.includes('factoryDeps')
  return `${isTest(chain) ? 't' : ''}${isZkSync ? 'z' : ''}`
}

/** The text of the table: one chain a line. */
export function chainTable(rows: readonly ListedRow[]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}

if (import.meta.main) {
  const rows = listedChains()
  const text = chainTable(rows)
  writeFileSync(TABLE, text)
  process.stdout.write(`${rows.length} chains, ${Buffer.byteLength(text)} bytes\n`)
}

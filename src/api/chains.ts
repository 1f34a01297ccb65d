import { lazily } from '../shared/lazily.ts'
import { readDataFile } from '../shared/system/data-file.ts'

/** An EVM chain. Ids are strings on the wire, except in `transactionFilter.chainIds`. */
export interface Chain {
  readonly id: string
  /** Name for `--chain` and in tables. */
  readonly name: string
  readonly aliases: readonly string[]
  /** Symbol of the native currency. */
  readonly currency: string
  readonly decimals: number
  /** Block explorer; append EIP-3091 paths (`/tx/…`, `/address/…`). Absent: none is known. */
  readonly explorer?: string | undefined
  /** list: known from a list of the field. defined: by `txwarden chain define`. */
  readonly source: ChainSource
  readonly isTest?: boolean
  /** The address of a contract says nothing of its code here, as it does where contracts are deployed at one address everywhere. */
  readonly hasOwnAddresses?: boolean
  /** What makes a block final: so many blocks above it, or the tag of the node. Absent: the default of the chain. */
  readonly finality?: Finality | undefined
  /** The most that fees of a transaction cost where they are no finding (wei). Absent: by the worth of the currency. */
  readonly maxFee?: bigint | undefined
}

export type Finality = number | 'finalized' | 'safe'

/** What an operator sets for a chain, or all of one that no list knows. */
export interface ChainSettings {
  readonly chainId: string
  readonly name?: string | undefined
  readonly currency?: string | undefined
  readonly decimals?: number | undefined
  readonly explorer?: string | undefined
  readonly finality?: Finality | undefined
  /** Wei, as decimal text. */
  readonly maxFee?: string | undefined
}

export type ChainSource = 'built-in' | 'list' | 'defined'

const ETHER = { currency: 'ETH', decimals: 18, source: 'built-in' } as const

/** The chains that the tool knows without a list. */
export const chains: readonly Chain[] = [
  { id: '1', name: 'ethereum', aliases: ['eth', 'mainnet'], ...ETHER, explorer: 'https://etherscan.io' },
  {
    id: '10',
    name: 'optimism',
    aliases: ['op', 'op-mainnet'],
    ...ETHER,
    explorer: 'https://optimistic.etherscan.io',
  },
  { id: '56', name: 'bsc', aliases: ['bnb', 'binance'], ...ETHER, currency: 'BNB', explorer: 'https://bscscan.com' },
  {
    id: '137',
    name: 'polygon',
    aliases: ['matic', 'pol'],
    ...ETHER,
    currency: 'POL',
    explorer: 'https://polygonscan.com',
  },
  { id: '8453', name: 'base', aliases: ['base-mainnet'], ...ETHER, explorer: 'https://basescan.org' },
  { id: '42161', name: 'arbitrum', aliases: ['arb', 'arbitrum-one'], ...ETHER, explorer: 'https://arbiscan.io' },
  {
    id: '43114',
    name: 'avalanche',
    aliases: ['avax', 'avalanche-c'],
    ...ETHER,
    currency: 'AVAX',
    explorer: 'https://snowtrace.io',
  },
  {
    id: '11155111',
    name: 'sepolia',
    aliases: ['ethereum-sepolia'],
    ...ETHER,
    isTest: true,
    explorer: 'https://sepolia.etherscan.io',
  },
]

/** In place of an id, where a signature names no chain and may count on every one. Nothing is known there. */
export const ANY_CHAIN = ''

export const chainIds = chains.map((chain) => chain.id)

/** A row of `data/tables/chains.json`. Kind: `t` of a test network, `z` where contracts have other addresses than elsewhere. */
export type ListedRow = readonly [
  id: string,
  name: string,
  aliases: string,
  currency: string,
  decimals: number,
  explorer: string,
  kind: string,
]

/** Chains of the list, by id. Read when a chain is named that is neither built in nor defined. */
const listed = lazily(() => {
  const rows = JSON.parse(Buffer.from(readDataFile('chains.json')).toString()) as readonly ListedRow[]
  return new Map(rows.map((row) => [row[0], chainOf(row)]))
})

const byName = lazily(
  () =>
    new Map(
      listed()
        .values()
        .flatMap((chain) => [chain.name, ...chain.aliases].map((name) => [name, chain] as const)),
    ),
)

function chainOf([id, name, aliases, currency, decimals, explorer, kind]: ListedRow): Chain {
  return {
    id,
    name,
    aliases: aliases === '' ? [] : aliases.split(' '),
    currency,
    decimals,
    explorer: explorer || undefined,
    source: 'list',
    isTest: kind.includes('t'),
    hasOwnAddresses: kind.includes('z'),
  }
}

/** Chains that the database defines or sets something for. A process has one database. */
let stored: ReadonlyMap<string, Chain> = new Map()

/** Replaces what the database says of chains. */
export function setChains(settings: readonly ChainSettings[]): void {
  stored = new Map(settings.map((each) => [each.chainId, chainWith(each)]))
}

/** Adds to them what is going to be stored. */
export function addChains(settings: readonly ChainSettings[]): void {
  stored = new Map([...stored, ...settings.map((each) => [each.chainId, chainWith(each)] as const)])
}

/** The chain that settings define, or change. */
export function chainWith({ chainId: id, name = id, maxFee, ...given }: ChainSettings): Chain {
  const known = knownChain(id)
  const limits = { finality: given.finality, maxFee: maxFee === undefined ? undefined : BigInt(maxFee) }
  if (known) return { ...known, ...limits }
  const { currency = '', decimals = 18, explorer } = given
  return { id, name, aliases: [], currency, decimals, explorer, source: 'defined', hasOwnAddresses: true, ...limits }
}

/** What would have to be set for a chain to be as it is. */
export function settingsOf({
  source,
  finality,
  maxFee,
  ...chain
}: Omit<ChainSettings, 'chainId'> & { readonly source: ChainSource }): Omit<ChainSettings, 'chainId'> {
  if (source !== 'defined') return { finality, maxFee }
  const { name, currency, decimals, explorer } = chain
  return { name, currency, decimals, explorer, finality, maxFee }
}

export function definedChains(): Chain[] {
  return [...stored.values()].filter(({ source }) => source === 'defined')
}

/** All chains of the list, by id. */
export function listedChains(): readonly Chain[] {
  return [...listed().values()]
}

/** A chain that is built in or in the list. */
export function knownChain(id: string): Chain | undefined {
  return chains.find((chain) => chain.id === id) ?? listed().get(id)
}

export function chainById(id: string): Chain | undefined {
  return stored.get(id) ?? knownChain(id)
}

/** Finds a chain by id, name or alias, in any case. An id may be in hexadecimal, or stand after `eip155:` (CAIP-2). */
export function findChain(text: string): Chain | undefined {
  const wanted = decimalId(text.trim().toLowerCase())
  const found = findKnownChain(wanted) ?? definedChains().find(({ id, name }) => id === wanted || name === wanted)
  return found && (stored.get(found.id) ?? found)
}

function decimalId(text: string): string {
  const id = text.replace(/^eip155:(?=\d+$)/, '')
  return /^0x[0-9a-f]{1,16}$/.test(id) ? String(BigInt(id)) : id
}

/** Finds a chain that is built in or in the list. @param text in lower case */
export function findKnownChain(text: string): Chain | undefined {
  const isNamed = ({ id, name, aliases }: Chain) => id === text || name === text || aliases.includes(text)
  return chains.find(isNamed) ?? listed().get(text) ?? byName().get(text)
}

/** The variables with the nodes of a chain. */
export const NODE_VARIABLE = /^TXWARDEN_CHAIN_(.*)_URL$/

/** The one of a chain: "TXWARDEN_CHAIN_BASE_URL". */
export function nodeVariableOf(name: string): string {
  return `TXWARDEN_CHAIN_${name.toUpperCase().replaceAll('-', '_')}_URL`
}

/** "ethereum (1), optimism (10), …", for error messages. */
export function listChains(): string {
  return [...chains, ...definedChains()].map((chain) => `${chain.name} (${chain.id})`).join(', ')
}

/** Says that a text names no chain: in flags, rows, manifests and answers. @param given as it is shown */
export function unknownChainText(given: string): string {
  return `${given} is not a chain that is known: expected an id or a name, such as ${listChains()}`
}

/** The command that helps there: an id can be that of a chain which is not defined yet. */
export function unknownChainStep(given: string): string {
  const isId = /^[1-9]\d*$/.test(given)
  return isId ? `txwarden chain define ${given} --name <name> --currency <symbol>` : 'txwarden chain list --all'
}

/** Ids of chains, each once: those that are built in, then by number. */
export function inChainOrder(ids: Iterable<string>): string[] {
  const given = new Set(ids)
  const others = [...given].filter((id) => !chainIds.includes(id))
  return [...chainIds.filter((id) => given.has(id)), ...others.sort((a, b) => Number(a) - Number(b))]
}

/**
 * Why settings cannot be stored beside those of other chains: a definition that hides what a list says, or another definition,
 * would have verdicts name the wrong chain. Undefined: they can.
 */
export function definitionFault(
  { chainId, name, currency, decimals, explorer }: ChainSettings,
  stored: readonly ChainSettings[],
): { readonly code: 'chain-known' | 'invalid-body'; readonly message: string } | undefined {
  const known = knownChain(chainId)
  if (known) {
    const isDefining = [name, currency, decimals, explorer].some((value) => value !== undefined)
    const message = `Chain ${chainId} is ${known.name}, which needs no definition.`
    return isDefining ? { code: 'chain-known', message } : undefined
  }
  if (name === undefined || currency === undefined)
    return { code: 'invalid-body', message: `Chain ${chainId} is in no list, so name and currency are needed.` }
  const other =
    stored.find((each) => each.chainId !== chainId && each.name === name)?.chainId ?? findKnownChain(name)?.id
  const message = `The name ${JSON.stringify(name)} is that of chain ${other}.`
  return other === undefined ? undefined : { code: 'chain-known', message }
}

/**
 * The native currency, where its name says what it is worth. That of a test network has only the name, and who defines a chain may
 * call its currency anything. Of sepolia, which is built in, it counts as on ethereum, which it stands for in rehearsals.
 */
export function pricedCurrency(chainId: string): string | undefined {
  const chain = chainById(chainId)
  return chain?.source === 'built-in' || (chain?.source === 'list' && !chain.isTest) ? chain.currency : undefined
}

const UNIT = 10n ** 18n
/** By native currency, with 18 decimals: far above ordinary fees, and far below what empties a treasury. */
const most: Readonly<Record<string, bigint>> = {
  ETH: UNIT / 2n,
  BNB: UNIT,
  POL: 100n * UNIT,
  AVAX: 10n * UNIT,
  XDAI: 1000n * UNIT,
}

/**
 * The most that fees of one transaction cost where nothing else is configured, in units of the native currency (wei).
 * Undefined: nothing is set for the chain, and the worth of its currency is not known.
 */
export function mostFees(chainId: string): bigint | undefined {
  const chain = chainById(chainId)
  if (chain?.maxFee !== undefined) return chain.maxFee
  const limit = most[pricedCurrency(chainId) ?? '']
  return limit === undefined ? undefined : (limit * 10n ** BigInt(chain?.decimals ?? 18)) / UNIT
}

/** Symbols of the wrapped native currency: that of its present name last. Token lists keep the old names of currencies. */
export function wrappedNames(chainId: string): readonly string[] {
  const currency = chainById(chainId)?.currency
  if (currency === undefined) return []
  return currency === 'POL' ? ['WMATIC', 'WPOL'] : [`W${currency}`]
}

/** Whether a canonical token of the chain with this symbol wraps its native currency. */
export function wrapsNative(symbol: string | undefined, chainId: string): boolean {
  return symbol !== undefined && wrappedNames(chainId).includes(symbol)
}

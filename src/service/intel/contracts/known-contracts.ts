import { checksummed } from '../../../api/address.ts'
import type { ContractCode, MessageGiven } from '../../../api/schemas/contract.ts'
import type { MissingData } from '../../../api/text/missing.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import type { Taught, TaughtFunction, TaughtFunctions } from '../../risk/effects/taught.ts'
import type { ImportedMessages } from '../../risk/typed-data/analyze-message.ts'
import type { StoredContracts } from '../../store/repositories/contracts.ts'
import type { ContractRow } from '../../store/schema/schema.ts'
import { describedMessage } from './erc7730/described-message.ts'

/** A function as it is stored. */
export interface ContractFunction extends TaughtFunction {
  /** 0x and eight digits, lower case. */
  readonly selector: string
}

/** What a row says beside the effects. It is kept as it is written. */
const saidBeside = ['hides', 'harmless', 'destroys', 'later', 'locks', 'payable'] as const
export type SaidBeside = Pick<TaughtFunction, (typeof saidBeside)[number]>

export function besideEffects(row: SaidBeside): Omit<SaidBeside, 'harmless'> & { readonly harmless?: string[] } {
  return Object.fromEntries(saidBeside.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
}

/** What is stored of a contract: functions, and messages that name it as verifying contract. */
export interface StoredDescription {
  readonly functions: readonly ContractFunction[]
  readonly messages?: readonly MessageGiven[]
}

/** The contracts that files describe, as lookups of their functions. */
export interface KnownContracts {
  /** What the operator's files say. */
  readonly taught: TaughtFunctions
  /** What public descriptors say of contracts that the operator does not describe; undefined: there are none. */
  readonly descriptors?: TaughtFunctions
  /** What public descriptors say about messages. */
  readonly messages?: ImportedMessages['messages']
  /** Differs where what a node shows makes a difference; '' without one. */
  readonly key: string
  /** What was not checked about called contracts. */
  remarksOn(addresses: readonly string[]): MissingData[]
}

/** What a node shows of addresses, lower case. */
export type Accounts = ReadonlyMap<string, ChainAccount>

const NO_KNOWN_CONTRACTS: KnownContracts = { taught: () => undefined, key: '', remarksOn: () => [] }

interface ParsedRow {
  readonly functions: ReadonlyMap<string, ContractFunction>
  readonly messages: readonly MessageGiven[]
}

/** Rows are parsed when a call to their contract is read. */
const parsed = new WeakMap<ContractRow, ParsedRow>()

function parsedRow(row: ContractRow): ParsedRow {
  const known = parsed.get(row)
  if (known) return known
  const stored = JSON.parse(row.functions) as StoredDescription | StoredDescription['functions']
  const { functions, messages = [] }: StoredDescription = 'functions' in stored ? stored : { functions: stored }
  const read = { functions: new Map(functions.map((each) => [each.selector, each])), messages }
  parsed.set(row, read)
  return read
}

export function functionsOf(row: ContractRow): ParsedRow['functions'] {
  return parsedRow(row).functions
}

export function messagesOf(row: ContractRow): readonly MessageGiven[] {
  return parsedRow(row).messages
}

/**
 * The contracts of a chain, and those of any chain whose code a node shows elsewhere.
 * @param contracts the same array until a contract is stored or removed
 * @param accounts what a node shows; undefined: none was read
 */
export function knownContracts(contracts: StoredContracts, chainId: string, accounts?: Accounts): KnownContracts {
  if (contracts.length === 0) return NO_KNOWN_CONTRACTS
  const { byChain, byCode } = indexOf(contracts)
  const rows = byChain.get(chainId) ?? NO_ROWS
  if (rows.size === 0 && (accounts === undefined || byCode.size === 0)) return NO_KNOWN_CONTRACTS
  const find = (to: string): KnownDescription | undefined => {
    const row = rows.get(to)
    if (row?.source === 'operator') return { row, state: codeStateOf(row, accounts) }
    const account = accounts?.get(to)
    return account && descriptionElsewhere(account, { rows, byCode, chainId, accounts })
  }
  const taught: TaughtFunctions = (to, selector) => {
    const { row, state, isOf } = find(to) ?? {}
    const found = row && functionsOf(row).get(selector)
    if (!found) return undefined
    // Another contract with this code may have other addresses in its storage.
    if (state === 'changed' || (isOf && writesOut(found))) return { call: found.call }
    return isOf ? { ...found, isOf } : found
  }
  const descriptors: TaughtFunctions = (to, selector) => {
    const row = rows.get(to)
    return row?.source === 'erc7730' ? functionsOf(row).get(selector) : undefined
  }
  const hasDescriptors = rows.values().some(({ source }) => source === 'erc7730')
  const key = Array.from(accounts ?? [], ([address]) => {
    const { row, state, isOf } = find(address) ?? {}
    return row ? [address, row.chain_id, row.address_key, state, isOf].join(' ') : ''
  })
  return {
    taught,
    ...(hasDescriptors && { descriptors, messages: messagesIn(rows) }),
    key: key.filter((each) => each !== '').join('\n'),
    remarksOn: (addresses) =>
      [...new Set(addresses)].flatMap((called): MissingData[] => {
        const { row, state, isOf } = find(called) ?? {}
        if (!row) return []
        const address = checksummed(called)
        return [
          ...(isOf ? [{ code: 'described-elsewhere', address, described: checksummed(row.address_key) } as const] : []),
          ...(state === 'changed' ? [{ code: 'contract-changed', address } as const] : []),
          ...(state === 'unchecked' ? [{ code: 'implementation-unchecked', address } as const] : []),
        ]
      }),
  }
}

/** A message whose domain names another chain is about another contract. */
function messagesIn(rows: Rows): ImportedMessages['messages'] {
  return (message, signer) => {
    const { verifyingContract = '', chainId } = message.domain
    const row = rows.get(verifyingContract)
    const given = row?.chain_id === String(chainId) ? messagesOf(row) : []
    const found = given.find(({ type }) => type === message.type)
    return found && describedMessage(found, message, signer)
  }
}

interface KnownDescription {
  readonly row: ContractRow
  readonly state: CodeState
  /** It is of another address. */
  readonly isOf?: Taught['isOf']
}

/** The description of another contract that has the code of an account, or that a proxy says to run. */
function descriptionElsewhere(
  account: ChainAccount,
  { rows, byCode, chainId, accounts }: Index & { rows: Rows; chainId: string; accounts: Accounts | undefined },
): KnownDescription | undefined {
  const { proxy, codeHash } = account
  const target = proxy?.implementation === undefined ? account : accounts?.get(proxy.implementation)
  const isFixed = proxy?.form === 'eip1167' || proxy?.form === 'eip7511'
  // The rest of what a proxy runs is in its own code, which only a description of a proxy with the same code is about.
  const keys = [codeKey(codeHash, proxy && target?.codeHash), ...(isFixed ? [codeKey(target?.codeHash)] : [])]
  const same = target?.codeHash === undefined ? [] : keys.flatMap((key) => byCode.get(key) ?? [])
  const row = same.find(({ chain_id }) => chain_id === chainId) ?? same[0]
  if (row) return { row, state: 'same', isOf: target?.runsOwnCode ? 'code' : 'implementation' }
  const claimed = rows.get(proxy?.implementation ?? '')
  if (claimed?.source !== 'operator') return undefined
  return { row: claimed, state: codeStateOf(claimed, accounts), isOf: 'implementation' }
}

function codeKey(codeHash: string | undefined, implementation?: string): string {
  return `${codeHash} ${implementation ?? ''}`
}

function writesOut({ effects }: ContractFunction): boolean {
  return /"0x[0-9a-f]{40}"/.test(JSON.stringify(effects ?? []))
}

type CodeState = 'same' | 'changed' | 'unchecked'

/**
 * Whether a contract runs the code that it had when it was described. unchecked: it is a proxy, and what it runs was not
 * compared.
 */
export function codeStateOf(row: ContractRow, accounts: Accounts | undefined): CodeState {
  const account = accounts?.get(row.address_key)
  if (row.code === null) return account?.proxy ? 'unchecked' : 'same'
  const { codeHash, implementation } = JSON.parse(row.code) as ContractCode
  if (!account) return implementation ? 'unchecked' : 'same'
  if (account.codeHash !== codeHash) return 'changed'
  const current = account.proxy?.implementation
  if (!implementation) return current === undefined ? 'same' : 'changed'
  if (current === undefined) return 'unchecked'
  if (current !== implementation.address.toLowerCase()) return 'changed'
  const shown = accounts?.get(current)?.codeHash
  if (shown === undefined) return 'unchecked'
  return shown === implementation.codeHash ? 'same' : 'changed'
}

/** By address. */
type Rows = ReadonlyMap<string, ContractRow>

const NO_ROWS: Rows = new Map()

interface Index {
  /** Those that the operator describes and whose code a node showed, on all chains. */
  readonly byCode: ReadonlyMap<string, readonly ContractRow[]>
}

const indexed = new WeakMap<StoredContracts, Index & { readonly byChain: ReadonlyMap<string, Rows> }>()

function indexOf(contracts: StoredContracts): Index & { readonly byChain: ReadonlyMap<string, Rows> } {
  const known = indexed.get(contracts)
  if (known) return known
  const byChain = Map.groupBy(contracts, ({ chain_id }) => chain_id)
  const coded = contracts.filter(({ source, code }) => source === 'operator' && code !== null)
  const index = {
    byChain: new Map(
      Array.from(byChain, ([chain, some]) => [chain, new Map(some.map((row) => [row.address_key, row]))] as const),
    ),
    byCode: Map.groupBy(coded, ({ code }) => {
      const { codeHash, implementation } = JSON.parse(code ?? '') as ContractCode
      return codeKey(codeHash, implementation?.codeHash)
    }),
  }
  indexed.set(contracts, index)
  return index
}

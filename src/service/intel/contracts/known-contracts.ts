import { checksummed } from '../../../api/address.ts'
import type { ContractCode } from '../../../api/schemas/contract.ts'
import type { MissingData } from '../../../api/text/missing.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import type { Taught, TaughtFunction, TaughtFunctions } from '../../risk/effects/taught.ts'
import type { StoredContracts } from '../../store/repositories/contracts.ts'
import type { ContractRow } from '../../store/schema/schema.ts'

/** A function as it is stored. */
export interface ContractFunction extends TaughtFunction {
  /** 0x and eight digits, lower case. */
  readonly selector: string
}

/** The contracts that files describe, as lookups of their functions. */
export interface KnownContracts {
  /** What the operator's files say. */
  readonly own: TaughtFunctions
  /** The same with public descriptors of contracts that the operator does not describe; undefined: there are none. */
  readonly witnessed?: TaughtFunctions
  /** Differs where what a node shows makes a difference; '' without one. */
  readonly key: string
  /** What was not checked about called contracts. */
  remarksOn(addresses: readonly string[]): MissingData[]
}

/** What a node shows of addresses, lower case. */
export type Accounts = ReadonlyMap<string, ChainAccount>

const NO_KNOWN_CONTRACTS: KnownContracts = { own: () => undefined, key: '', remarksOn: () => [] }

/** Rows are parsed when a call to their contract is read. */
const parsed = new WeakMap<ContractRow, ReadonlyMap<string, ContractFunction>>()

export function functionsOf(row: ContractRow): ReadonlyMap<string, ContractFunction> {
  const known = parsed.get(row)
  if (known) return known
  const functions = JSON.parse(row.functions) as readonly ContractFunction[]
  const bySelector = new Map(functions.map((each) => [each.selector, each]))
  parsed.set(row, bySelector)
  return bySelector
}

/**
 * The contracts of a chain.
 * @param contracts the same array until a contract is stored or removed
 * @param accounts what a node shows; undefined: none was read
 */
export function knownContracts(contracts: StoredContracts, chainId: string, accounts?: Accounts): KnownContracts {
  const rows = contracts.length === 0 ? undefined : rowsOf(contracts).get(chainId)
  if (!rows) return NO_KNOWN_CONTRACTS
  // A proxy runs the functions of its implementation.
  const ownAt = (to: string) => {
    const found = [to, accounts?.get(to)?.proxy?.implementation ?? ''].map((each) => rows.get(each))
    return found.find((row) => row?.source === 'operator')
  }
  const own: TaughtFunctions = (to, selector) => {
    const row = ownAt(to)
    const found = row && functionsOf(row).get(selector)
    if (!found || codeStateOf(row, accounts) !== 'changed') return found
    return { call: found.call }
  }
  const witnessed: TaughtFunctions = (to, selector) => {
    const row = rows.get(to)
    if (row?.source !== 'erc7730') return own(to, selector)
    const found = functionsOf(row).get(selector)
    return found && ({ ...found, isWitness: true } satisfies Taught)
  }
  const hasWitness = rows.values().some(({ source }) => source === 'erc7730')
  const key = Array.from(accounts ?? [], ([address]) => {
    const row = ownAt(address)
    return row ? `${address} ${row.address_key} ${codeStateOf(row, accounts)}` : ''
  })
  return {
    own,
    ...(hasWitness && { witnessed }),
    key: key.filter((each) => each !== '').join('\n'),
    remarksOn: (addresses) =>
      [...new Set(addresses)].flatMap((address): MissingData[] => {
        const row = ownAt(address)
        const state = row && codeStateOf(row, accounts)
        if (state === 'changed') return [{ code: 'contract-changed', address: checksummed(address) }]
        return state === 'unchecked' ? [{ code: 'implementation-unchecked', address: checksummed(address) }] : []
      }),
  }
}

/**
 * Whether a contract runs the code that it had when it was described. unchecked: it is a proxy, and what it runs was not
 * compared.
 */
export function codeStateOf(row: ContractRow, accounts: Accounts | undefined): 'same' | 'changed' | 'unchecked' {
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

type Rows = ReadonlyMap<string, ReadonlyMap<string, ContractRow>>

const indexed = new WeakMap<StoredContracts, Rows>()

/** By chain and address. */
function rowsOf(contracts: StoredContracts): Rows {
  const known = indexed.get(contracts)
  if (known) return known
  const byChain = Map.groupBy(contracts, ({ chain_id }) => chain_id)
  const rows = new Map(
    Array.from(byChain, ([chain, some]) => [chain, new Map(some.map((row) => [row.address_key, row]))] as const),
  )
  indexed.set(contracts, rows)
  return rows
}

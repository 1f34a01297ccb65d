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
}

export const NO_KNOWN_CONTRACTS: KnownContracts = { own: () => undefined }

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

/** The contracts of a chain. @param contracts the same array until a contract is stored or removed */
export function knownContracts(contracts: StoredContracts, chainId: string): KnownContracts {
  if (contracts.length === 0) return NO_KNOWN_CONTRACTS
  const rows = rowsOf(contracts).get(chainId)
  if (!rows) return NO_KNOWN_CONTRACTS
  const own: TaughtFunctions = (to, selector) => {
    const row = rows.get(to)
    return row?.source === 'operator' ? functionsOf(row).get(selector) : undefined
  }
  const witnessed: TaughtFunctions = (to, selector) => {
    const row = rows.get(to)
    const found = row && functionsOf(row).get(selector)
    return found && row.source === 'erc7730' ? ({ ...found, isWitness: true } satisfies Taught) : found
  }
  const hasWitness = rows.values().some(({ source }) => source === 'erc7730')
  return { own, ...(hasWitness && { witnessed }) }
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

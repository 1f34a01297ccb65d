import { chainById, wrappedNames } from '../../api/chains.ts'
import { DOLLARS } from '../../api/policies/limits.ts'

/** An amount that leaves, or may leave later. Undefined: not fixed, without a limit, or its worth is not known. */
export interface Spent {
  /** Lower case; `NATIVE`. */
  readonly token: string
  /** Symbol that a canonical list gives the token, of the native currency also where it is wrapped. */
  readonly symbol: string | undefined
  /** Lower case: the symbols that mean it, of a native currency with that of its wrapped form. */
  readonly symbols: readonly string[]
  /** Whole tokens or items, with `LIMIT_SCALE` digits behind the point. */
  readonly amount: bigint | undefined
  /** Dollars, with `LIMIT_SCALE` digits behind the point, net of what comes back. */
  readonly dollars: bigint | undefined
  /** It may be of any asset: of one that is not known, or of the currency of any chain. */
  readonly isAnyAsset?: true
}

/** Any asset, of any amount. */
export const UNKNOWN: Spent = {
  token: '',
  symbol: undefined,
  symbols: [],
  amount: undefined,
  dollars: undefined,
  isAnyAsset: true,
}

export function withoutAmount(spent: Spent): Spent {
  return { ...spent, amount: undefined, dollars: undefined }
}

export function symbolsOf(symbol: string, chainId: string): string[] {
  const names = symbol === chainById(chainId)?.currency ? [symbol, ...wrappedNames(chainId)] : [symbol]
  return names.map((name) => name.toLowerCase())
}

/** Undefined where one is not known. */
export function sumOf(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  return amounts.reduce(
    (sum: bigint | undefined, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0n,
  )
}

/** The amount in the unit of a limit; undefined: above every limit. `null`: it is another asset. */
export function inUnit(spent: Spent, unit: string): bigint | undefined | null {
  if (unit === DOLLARS) return spent.dollars
  return isOf(spent, unit) ? spent.amount : null
}

/** Whether it is the asset of a symbol or an address (in any case). */
export function isOf({ token, symbols, isAnyAsset }: Spent, asset: string): boolean {
  const wanted = asset.toLowerCase()
  return isAnyAsset === true || wanted === token.toLowerCase() || symbols.includes(wanted)
}

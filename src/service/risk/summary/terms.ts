import { type Asset, native, WHOLE_BALANCE } from '../actions/actions.ts'
import { assetsAt } from '../actions/effects.ts'
import type { ExchangeForm } from '../actions/forms.ts'
import type { Call } from '../decode/calls.ts'
import { type ChainNumbers, chainNameOf } from '../effects/destinations.ts'
import type { AssetAt, Path } from '../effects/effect.ts'
import { valuesAt } from '../effects/path-values.ts'
import { termsTable } from './terms-table.ts'

/** What a sentence may say that no rule distinguishes. */
export const termForms = [
  'wrap',
  'unwrap',
  'request',
  'lock',
  'burn',
  'registration',
  'renewal',
  'vote',
  'flash-loan',
  'purchase',
  'payment',
  'stream',
  'spend',
  'revocation',
  'rest',
  'threshold',
  'signer-removal',
  'allowance',
  'credit',
  'act',
] as const
export type TermForm = ExchangeForm | (typeof termForms)[number]

/**
 * Amounts and terms of a function, for its sentence alone: `data/sentences.yaml` has a row for each. No rule reads them, so that they
 * change no verdict. Paths are as in effects; besides, a token may be `@asset`, the asset of the called vault or market, and an amount
 * `@value`, what the call is sent with.
 */
export interface TermsRow {
  readonly form: TermForm
  readonly gives?: readonly AssetAt[]
  readonly receives?: readonly AssetAt[]
  /** Whose debt or position it is. */
  readonly of?: Path
  /** The chain on which the receiver is. */
  readonly on?: readonly [numbers: ChainNumbers, at: Path]
  /** The most that the deliverer keeps, of what is given. */
  readonly fee?: Path
  /** Seconds after which the amount is available again. */
  readonly each?: Path
  /** A name or number that the sentence repeats. */
  readonly what?: Path
  /** 0 against, 1 for, 2 neither; or whether it is for. */
  readonly support?: Path
  /** Of `act`: what it does, with `{at}` for the called contract, `{of}` and `{what}`. */
  readonly text?: string
}

/** The values of a row in a call. */
export interface Terms {
  readonly form: TermForm
  readonly gives: readonly Asset[]
  readonly receives: readonly Asset[]
  readonly of?: string
  readonly chain?: string
  readonly fee?: bigint
  readonly each?: bigint
  readonly what?: string
  readonly support?: string
  readonly text?: string
}

let rows: Readonly<Record<string, TermsRow>> | undefined

/** By selector, or by the name of a router command. */
export function termsRows(): Readonly<Record<string, TermsRow>> {
  rows ??= JSON.parse(termsTable) as Readonly<Record<string, TermsRow>>
  return rows
}

/** Undefined: nothing is known of it, or its arguments are not read. */
export function termsOf(call: Call): Terms | undefined {
  const row = termsRows()[call.operation === 'command' ? call.name : call.selector]
  if (row === undefined || call.status !== 'decoded' || call.to === undefined || call.signature?.isNameOnly)
    return undefined
  const called = { ...call, to: call.to }
  const assets = (places: readonly AssetAt[] = []) => places.flatMap((place) => assetsOf(called, place))
  const first = (path: Path | undefined) => (path === undefined ? undefined : valuesAt(called.args, path)[0])
  const number = (path: Path | undefined) => {
    const value = first(path)
    return typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : undefined
  }
  const [of, fee] = [first(row.of), number(row.fee)]
  const chain = row.on && chainNameOf(row.on[0], first(row.on[1]))
  const each = number(row.each)
  const what = first(row.what)
  const support = first(row.support)
  return {
    form: row.form,
    gives: assets(row.gives),
    receives: assets(row.receives),
    ...(of !== undefined && { of: String(of).toLowerCase() }),
    ...(chain !== undefined && { chain }),
    ...(fee !== undefined && fee > 0n && { fee }),
    ...(each !== undefined && each > 0n && { each }),
    ...(what !== undefined && { what: String(what) }),
    ...(support !== undefined && { support: String(Number(support)) }),
    ...(row.text !== undefined && { text: row.text }),
  }
}

/** Stands before the address of a vault or market, whose asset is meant. */
const ASSET_OF = '@'

/** The vault or market of whose asset an amount is. */
export function vaultOf({ token }: Pick<Asset, 'token'>): string | undefined {
  return token.startsWith(ASSET_OF) ? token.slice(ASSET_OF.length) : undefined
}

function assetsOf(call: Call & { readonly to: string }, { token, ...place }: AssetAt): Asset[] {
  if (place.amount === '@value') return call.value === 0n ? [] : [native(call.value)]
  if (token !== '@asset') return assetsAt(call, { token, ...place })
  const amounts = place.amount === undefined ? [] : valuesAt(call.args, place.amount)
  return amounts.flatMap((amount): Asset[] => {
    if (typeof amount !== 'bigint' && typeof amount !== 'number') return []
    return [{ standard: 'erc20', token: `${ASSET_OF}${call.to}`, amount: BigInt(amount), ids: [] }]
  })
}

/** Contracts take the largest amounts as the whole balance. */
export function isWhole({ amount }: Pick<Asset, 'amount'>): boolean {
  return amount !== undefined && amount >= WHOLE_BALANCE
}

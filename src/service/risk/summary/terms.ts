import { type Asset, erc20, native, WHOLE_BALANCE } from '../actions/actions.ts'
import { assetsAt } from '../actions/effects.ts'
import type { TermForm } from '../actions/forms.ts'
import type { Call } from '../decode/calls.ts'
import { chainNameOf } from '../effects/destinations.ts'
import type { AssetAt, Path, Says } from '../effects/effect.ts'
import { numberIn, valuesAt } from '../effects/path-values.ts'

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

/** Returns undefined when nothing is known of the call, or its arguments are not read. */
export function formOf(call: Call): TermForm | undefined {
  return saysOf(call)?.form
}

function saysOf({ status, signature }: Call): Says | undefined {
  return status === 'decoded' && !signature?.isNameOnly ? signature?.row?.says : undefined
}

/** Undefined as the form. */
export function termsOf(call: Call): Terms | undefined {
  const row = saysOf(call)
  if (row === undefined || call.to === undefined) return undefined
  const called = { ...call, to: call.to }
  const assets = (places: readonly AssetAt[] = []) => places.flatMap((place) => assetsOf(called, place))
  const first = (path: Path | undefined) => (path === undefined ? undefined : valuesAt(called.args, path)[0])
  const number = (path: Path | undefined) => numberIn(first(path))
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
    const number = numberIn(amount)
    return number === undefined ? [] : [erc20(`${ASSET_OF}${call.to}`, number)]
  })
}

/** Contracts take the largest amounts as the whole balance. */
export function isWhole({ amount }: Pick<Asset, 'amount'>): boolean {
  return amount !== undefined && amount >= WHOLE_BALANCE
}

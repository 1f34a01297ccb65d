import { type Asset, currency, type Exchange } from '../actions/actions.ts'
import { addressIn, valuesAt } from '../effects/path-values.ts'

/** What comes back at least: as the call says, or the token that its row names, with a minimum that names none. */
export function outputsOf({ receives, least, call: { args, signature } }: Exchange): readonly Asset[] {
  if (receives.length > 0 || least === undefined) return receives
  const effects = signature?.row?.effects ?? []
  const paths = effects.flatMap((effect) => (effect.kind === 'relies' && effect.as === 'token' ? effect.to : []))
  const tokens = new Set(paths.flatMap((path) => valuesAt(args, path).flatMap((value) => addressIn(value) ?? [])))
  const [token] = tokens
  return token === undefined || tokens.size > 1 ? [] : [currency(token, least)]
}

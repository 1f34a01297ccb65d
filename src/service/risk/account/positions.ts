import type { Analysis } from '../analyze.ts'
import { type Call, isRead } from '../decode/calls.ts'
import type { Path } from '../effects/effect.ts'
import { valuesAt } from '../effects/path-values.ts'
import type { Unaccounted } from './items.ts'
import type { Parties } from './parties.ts'

/** A position by its number, in a contract that says who owns it. */
export interface Position {
  readonly contract: string
  readonly id: bigint
}

/** Positions that gain by calls which are read. */
export function positionsIn({ calls }: Analysis): Position[] {
  return calls.flatMap((call) => {
    const { to: contract } = call
    if (contract === undefined || call.inTrace || !isRead(call)) return []
    return numbersIn(call).map(({ id }) => ({ contract, id }))
  })
}

/** Positions that gain by a call and are those of others, or of an owner who is not known. */
export function unownedPositions(call: Call, { analysis, evidence }: Parties): Unaccounted[] {
  const isOwn = (id: bigint) => analysis.own.has(evidence.ownerOf(call.to ?? '', id) ?? '')
  return numbersIn(call)
    .filter(({ id }) => !isOwn(id))
    .map(({ id, path }) => ({ kind: 'position', value: id, path: `${call.name}.${path}`, call }))
}

/** By the row of the function; the steps of a plan have none. */
function numbersIn({ name, signature, args }: Call): { readonly id: bigint; readonly path: Path }[] {
  const relied = (signature?.row?.effects ?? []).flatMap((effect) =>
    effect.kind === 'relies' && effect.as === 'position' ? effect.to : [],
  )
  const paths = name === 'V4_ACTION' ? [INCREASED] : relied
  return paths.flatMap((path) => valuesAt(args, path).map((id) => ({ id: BigInt(id as bigint | number), path })))
}

const INCREASED = 'tokenId'

import type { Analysis } from '../analyze.ts'
import { type Call, isRead } from '../decode/calls.ts'
import type { Path, ReliesEffect } from '../effects/effect.ts'
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
    if (call.inTrace || !isRead(call)) return []
    return positionsOf(call).map(({ contract, id }) => ({ contract, id }))
  })
}

/** Positions that gain by a call and are those of others, or of an owner who is not known. */
export function unownedPositions(call: Call, { analysis, evidence }: Parties): Unaccounted[] {
  return positionsOf(call)
    .filter(({ contract, id }) => !analysis.own.has(evidence.ownerOf(contract, id) ?? ''))
    .map(({ id, path }) => ({ kind: 'position', value: id, path: `${call.name}.${path}`, call }))
}

function positionsOf(call: Call): (Position & { readonly path: Path })[] {
  const effects = call.signature?.row?.effects ?? []
  return effects.flatMap((effect) =>
    effect.kind === 'relies' && effect.as === 'position' ? positionsAt(effect, call) : [],
  )
}

/** Without those that the call makes for its caller. */
function positionsAt(
  { to, of, unless }: Pick<ReliesEffect, 'to' | 'of' | 'unless'>,
  { args, to: called }: Call,
): (Position & { readonly path: Path })[] {
  const contract = of === undefined ? called : String(valuesAt(args, of)[0])
  const isNew = unless !== undefined && valuesAt(args, unless).every((value) => BigInt(value as bigint | number) === 0n)
  if (contract === undefined || isNew) return []
  return valuesAt(args, to).map((id) => ({ contract, id: BigInt(id as bigint | number), path: to }))
}

import type { Analysis } from '../analyze.ts'
import { isRead } from '../decode/calls.ts'
import { valuesAt } from '../effects/path-values.ts'

/** A position by its number, in a contract that says who owns it. */
export interface Position {
  readonly contract: string
  readonly id: bigint
}

/** Positions that gain by calls which are read. */
export function positionsIn({ calls }: Analysis): Position[] {
  return calls.flatMap((call) => {
    const { to: contract, signature, args, inTrace } = call
    if (contract === undefined || inTrace || !isRead(call)) return []
    const paths = (signature?.row?.effects ?? []).flatMap((effect) =>
      effect.kind === 'relies' && effect.as === 'position' ? effect.to : [],
    )
    return paths.flatMap((path) => valuesAt(args, path).map((id) => ({ contract, id: BigInt(id as bigint | number) })))
  })
}

import type { FollowerStatus } from '../../api/schemas/chain.ts'
import { commandFor } from '../../api/text/commands.ts'

/** A chain as commands show it: with the command that goes on; null: nothing to do. */
export interface ChainRow extends Omit<FollowerStatus, 'next'> {
  readonly next: string | null
}

/** A later service may have steps that are not known here. */
export function withCommand(status: FollowerStatus): ChainRow {
  const { next, chain } = status
  const command: ((chain: string) => string) | undefined = next === null ? undefined : commandFor[next]
  return { ...status, next: next === null ? null : (command?.(chain) ?? commandFor.diagnose()) }
}

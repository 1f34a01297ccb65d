import type { KeyKind } from '../../api/operations/operation.ts'
import { keyKinds } from '../../config/profiles/key-origin.ts'

/** The values of `--kind`. */
export const keyChoices = [...keyKinds, 'both'] as const
export type KeyChoice = (typeof keyChoices)[number]

export function kindsOf(choice: KeyChoice): readonly KeyKind[] {
  return choice === 'both' ? keyKinds : [choice]
}

/** "validation", "validation and management". */
export function kindsText(kinds: readonly KeyKind[]): string {
  return kinds.join(' and ')
}

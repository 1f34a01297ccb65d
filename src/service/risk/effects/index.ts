import type { EffectTable } from './effect.ts'
import { lendingEffects } from './lending.ts'

/** A new protocol is a row in one of these tables, or a table more. */
export const effectTables: readonly EffectTable[] = [lendingEffects]

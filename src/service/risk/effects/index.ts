import { aaveEffects } from './aave.ts'
import { compoundEffects } from './compound.ts'
import type { EffectTable } from './effect.ts'
import { eulerEffects } from './euler.ts'
import { lendingEffects } from './lending.ts'
import { liquityEffects } from './liquity.ts'
import { makerEffects } from './maker.ts'
import { morphoEffects } from './morpho.ts'

/** A new protocol is a row in one of these tables, or a table more. */
export const effectTables: readonly EffectTable[] = [
  aaveEffects,
  compoundEffects,
  eulerEffects,
  lendingEffects,
  liquityEffects,
  makerEffects,
  morphoEffects,
]

import { aaveEffects } from './aave.ts'
import { balancerEffects } from './balancer.ts'
import { compoundEffects } from './compound.ts'
import { convexEffects } from './convex.ts'
import { curveEffects } from './curve.ts'
import type { EffectTable } from './effect.ts'
import { eulerEffects } from './euler.ts'
import { lendingEffects } from './lending.ts'
import { liquityEffects } from './liquity.ts'
import { makerEffects } from './maker.ts'
import { morphoEffects } from './morpho.ts'
import { pendleEffects } from './pendle.ts'
import { vaultsEffects } from './vaults.ts'

/** A new protocol is a row in one of these tables, or a table more. */
export const effectTables: readonly EffectTable[] = [
  aaveEffects,
  balancerEffects,
  compoundEffects,
  convexEffects,
  curveEffects,
  eulerEffects,
  lendingEffects,
  liquityEffects,
  makerEffects,
  morphoEffects,
  pendleEffects,
  vaultsEffects,
]

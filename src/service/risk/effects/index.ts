import { aaveEffects } from './aave.ts'
import { accountCodeEffects } from './account-code.ts'
import { accountsEffects } from './accounts.ts'
import { aggregatorsEffects } from './aggregators.ts'
import { authorityEffects } from './authority.ts'
import { balancerEffects } from './balancer.ts'
import { batchesEffects } from './batches.ts'
import { bridgesEffects } from './bridges.ts'
import { chainlinkEffects } from './chainlink.ts'
import { compoundEffects } from './compound.ts'
import { convexEffects } from './convex.ts'
import { curveEffects } from './curve.ts'
import { delegationEffects } from './delegation.ts'
import type { EffectTable } from './effect.ts'
import { eulerEffects } from './euler.ts'
import { exchangesEffects } from './exchanges.ts'
import { feesEffects } from './fees.ts'
import { governanceEffects } from './governance.ts'
import { hiddenEffects } from './hidden.ts'
import { itemsEffects } from './items.ts'
import { lendingEffects } from './lending.ts'
import { lifiEffects } from './lifi.ts'
import { liquidStakingEffects } from './liquid-staking.ts'
import { liquityEffects } from './liquity.ts'
import { makerEffects } from './maker.ts'
import { messagingEffects } from './messaging.ts'
import { mintsEffects } from './mints.ts'
import { morphoEffects } from './morpho.ts'
import { namesEffects } from './names.ts'
import { oneInchEffects } from './one-inch.ts'
import { outcomesEffects } from './outcomes.ts'
import { paymentsEffects } from './payments.ts'
import { pendleEffects } from './pendle.ts'
import { perpetualsEffects } from './perpetuals.ts'
import { rescuesEffects } from './rescues.ts'
import { restakingEffects } from './restaking.ts'
import { rollupsEffects } from './rollups.ts'
import { royaltiesEffects } from './royalties.ts'
import { servicesEffects } from './services.ts'
import { solidlyEffects } from './solidly.ts'
import { stakingEffects } from './staking.ts'
import { strategiesEffects } from './strategies.ts'
import { streamsEffects } from './streams.ts'
import { upgradesEffects } from './upgrades.ts'
import { vaultsEffects } from './vaults.ts'
import { withdrawalsEffects } from './withdrawals.ts'

/** A new protocol is a row in one of these tables, or a table more. */
export const effectTables: readonly EffectTable[] = [
  aaveEffects,
  accountCodeEffects,
  accountsEffects,
  aggregatorsEffects,
  authorityEffects,
  balancerEffects,
  batchesEffects,
  bridgesEffects,
  chainlinkEffects,
  compoundEffects,
  convexEffects,
  curveEffects,
  delegationEffects,
  eulerEffects,
  exchangesEffects,
  feesEffects,
  governanceEffects,
  hiddenEffects,
  itemsEffects,
  lendingEffects,
  lifiEffects,
  liquidStakingEffects,
  liquityEffects,
  makerEffects,
  messagingEffects,
  mintsEffects,
  morphoEffects,
  namesEffects,
  oneInchEffects,
  outcomesEffects,
  paymentsEffects,
  pendleEffects,
  perpetualsEffects,
  rescuesEffects,
  restakingEffects,
  rollupsEffects,
  royaltiesEffects,
  servicesEffects,
  solidlyEffects,
  stakingEffects,
  strategiesEffects,
  streamsEffects,
  upgradesEffects,
  vaultsEffects,
  withdrawalsEffects,
]

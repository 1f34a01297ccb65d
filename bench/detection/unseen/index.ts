import { accounts } from './accounts.ts'
import { batching } from './batching.ts'
import { bridges } from './bridges.ts'
import { governance } from './governance.ts'
import { lending } from './lending.ts'
import { managers } from './managers.ts'
import { markets } from './markets.ts'
import type { Family } from './pair.ts'
import { permits } from './permits.ts'
import { restaking } from './restaking.ts'
import { routers } from './routers.ts'
import { streams } from './streams.ts'
import { vaults } from './vaults.ts'

/** Call data that was written and frozen before the rules and the effects were read. */
export const callData: readonly Family[] = [
  ...[routers, lending, restaking, accounts, managers, permits, bridges, vaults, governance, markets, streams],
  batching,
]

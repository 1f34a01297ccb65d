import { honest as adversarial } from '../../bench/detection/adversarial/index.ts'
import { accountControl } from './groups/account-control/index.ts'
import { decodeBounds } from './groups/decode-bounds.ts'
import { history } from './groups/history.ts'
import { lookalikes } from './groups/lookalikes.ts'
import { markets } from './groups/markets.ts'
import { orderWorth } from './groups/order-worth.ts'
import { paymentsToContracts } from './groups/payments-to-contracts.ts'
import { receivers } from './groups/receivers.ts'
import { routerOutputs } from './groups/router-outputs.ts'
import { todaysProtocols } from './groups/todays-protocols.ts'
import { unseen } from './groups/unseen.ts'
import type { HonestCase, HonestGroup } from './honest-case.ts'

/** By the rule that could disturb them, and the honest side of the adversarial set. */
export const honestGroups: readonly HonestGroup[] = [
  decodeBounds,
  routerOutputs,
  paymentsToContracts,
  orderWorth,
  receivers,
  history,
  accountControl,
  lookalikes,
  markets,
  todaysProtocols,
  ...unseen,
  ...adversarial.map(({ name, rows }) => ({ name: `adversarial set: ${name}`, cases: rows })),
]

/** Unique in the set. */
export function idOfCase({ name }: HonestGroup, { id }: HonestCase): string {
  return `${name}/${id}`
}

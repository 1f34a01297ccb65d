import type { Action } from './actions/actions.ts'
import type { Examined } from './collect-subjects.ts'
import { everyCall } from './decode/calls.ts'
import { isOpenExecutor } from './open-executors.ts'

/** Wrappers that make calls for whoever comes: what goes out of such a contract is nobody's payment. */
const forAnybody: ReadonlySet<string> = new Set([
  'aggregate',
  'tryAggregate',
  'blockAndAggregate',
  'tryBlockAndAggregate',
  'aggregate3',
  'aggregate3Value',
  'multiSend',
  'handleOps',
])

/** Safes and smart accounts, lower case, in whose name the transaction makes calls; never the sender. */
export function accountsIn({ transaction, decoded }: Examined): Set<string> {
  const accounts = new Set<string>()
  for (const call of everyCall(decoded.root)) {
    if (call.to === undefined || call.calls.length === 0 || forAnybody.has(call.name)) continue
    if (isOpenExecutor(call.to, transaction.chainId)) continue
    for (const { actor } of call.calls) if (actor === call.to) accounts.add(actor)
  }
  accounts.delete(transaction.from)
  return accounts
}

/** Whose assets, rights or account the action is about. */
export function payerOf(action: Action): string {
  switch (action.kind) {
    case 'transfer':
      return action.from
    case 'grant':
      return action.owner
    case 'order':
      return action.signer
    case 'control':
      return action.contract
    case 'interaction':
      return action.call.actor
  }
}

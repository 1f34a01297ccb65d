import { quantityOf } from '../../../shared/json/evm-json.ts'
import type { NodeHead } from '../nodes/chain-node.ts'
import type { StateRequest } from '../state/requests.ts'
import { type DiscoveryRun, isRun, type NoRun } from './discovery.ts'
import type { BlockEnvironment } from './environment.ts'
import type { SimulationSubject } from './simulated.ts'
import { codeOverrides, wireCall } from './wire.ts'

/**
 * Wallets send little more gas than a transaction needs; simulations give much. A contract that reads the gas that is left
 * can distinguish them, so one run has as much as a wallet gives.
 */

/** Part that wallets add to the estimate of a node, in percent; MetaMask adds 50, others less or nothing. */
const ADDED_PERCENT = 30n
/** Without an estimate: refunds, and gas that calls must leave to their callers (EIP-150), are not in the gas used. */
const MARGIN = 100_000n

/** Requests what wallets request: the least gas with which the transaction succeeds. Undefined: no wallet sends this. */
export function estimateOf(subject: SimulationSubject, head: NodeHead): StateRequest<bigint> | undefined {
  const [call, ...others] = subject.calls
  if (subject.simulated !== 'transaction' || others.length > 0) return undefined
  const overrides = codeOverrides(subject)
  const params = [wireCall(call), { blockHash: head.hash }]
  // Not every node takes overrides here.
  const given = Object.keys(overrides).length === 0 ? params : [...params, overrides]
  return { request: { method: 'eth_estimateGas', params: given }, read: quantityOf }
}

/**
 * Gives the environment with the gas of a wallet. Undefined: how much that is is not known, or it is no less.
 * @param estimate of the node
 */
export function withWalletGas(
  environment: BlockEnvironment,
  subject: SimulationSubject,
  { run, estimate }: { readonly run: DiscoveryRun | NoRun; readonly estimate: bigint | undefined },
): BlockEnvironment | undefined {
  if (subject.simulated !== 'transaction' || subject.calls.length > 1) return undefined
  const used = isRun(run) ? run.gasUsed : undefined
  const needed = estimate ?? (used === undefined ? undefined : used + MARGIN)
  const gas = needed === undefined ? undefined : (needed * (100n + ADDED_PERCENT)) / 100n
  return gas !== undefined && gas < environment.gas ? { ...environment, gas } : undefined
}

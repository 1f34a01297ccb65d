import type { Action, Control } from '../actions/actions.ts'
import { controls } from '../actions/forms.ts'
import type { ChainObservation } from '../chain/observation.ts'
import { argumentsAs } from '../decode/arguments.ts'
import { type Call, isBuiltIn } from '../decode/calls.ts'
import type { UserOperation } from '../decode/unwrap/smart-accounts.ts'
import type { Transaction } from '../types.ts'
import { executorsTable } from './executors-table.ts'

/** Wrappers and factories that make calls for anyone: what such a contract sends is not its own payment. */
const openWrappers: ReadonlySet<string> = new Set([
  'aggregate',
  'tryAggregate',
  'blockAndAggregate',
  'tryBlockAndAggregate',
  'aggregate3',
  'aggregate3Value',
  'multiSend',
  'handleOps',
  'exec',
  'execCall',
  'batchCall',
  'forwardBatchCall',
  'createProxy',
  'createProxyWithNonce',
  'createProxyWithNonceL2',
  'createProxyWithCallback',
  'createChainSpecificProxyWithNonce',
  'deployProxyByImplementation',
  'deployCreateAndInit',
  'deployCreateClone',
  'deployCreate2AndInit',
  'deployCreate2Clone',
  'deployCreate3AndInit',
  'setup',
])

/** Part of an analysis. */
interface Calls {
  /** All of them, outer before inner. */
  readonly calls: readonly Call[]
}

/** The sender first, then the Safes and smart accounts that the transaction makes calls for; lower case. */
export function ownIn({ chainId, from }: Transaction, calls: readonly Call[]): ReadonlySet<string> {
  const own = new Set([from])
  for (const { to, name, calls: inner } of calls) {
    if (to === undefined || inner.length === 0 || openWrappers.has(name) || isOpenExecutor(to, chainId)) continue
    if (inner.some(({ actor }) => actor === to)) own.add(to)
  }
  return own
}

/** Contracts (lower case) that make the calls here for any caller. */
export function openActors({ calls }: Calls): Set<string> {
  const open = new Set<string>()
  for (const { name, to, calls: inner } of calls)
    if (to !== undefined && openWrappers.has(name) && inner.some(({ actor }) => actor === to)) open.add(to)
  return open
}

/**
 * The sender, and the accounts (lower case) that act for it: every account that makes a call here, at any depth, also where
 * its module or the delegation that it gave makes the call in its name, and senders of user operations.
 */
export function ownAccounts({ calls, transaction }: Calls & { readonly transaction: Transaction }): Set<string> {
  const own = new Set([transaction.from])
  const open = openActors({ calls })
  for (const call of calls) {
    const { actor, args, status } = call
    if (!open.has(actor) && !isOpenExecutor(actor, transaction.chainId)) own.add(actor)
    if (status !== 'decoded' || !isBuiltIn(call, 'handleOps')) continue
    for (const { sender } of argumentsAs<{ operations: readonly UserOperation[] }>(args).operations) own.add(sender)
  }
  return own
}

const OF_MODULE = /^execTransaction(?:FromModule|WithRole)/

/** Contracts (lower case) that a module calls: where one accepts the call from itself alone, it is the account of the module. */
function calledByModules(made: readonly Call[]): Set<string> {
  const called = new Set<string>()
  for (const { name, calls } of made)
    if (OF_MODULE.test(name)) for (const { to } of calls) if (to !== undefined) called.add(to)
  return called
}

/**
 * Whether code will run as an account of the sender: as one of `own`, or as one that calls itself. Not as a proxy that it
 * only administers.
 */
export function ownCodeIn({ calls }: Calls, own: ReadonlySet<string>): (control: Control) => boolean {
  const open = openActors({ calls })
  const ofModules = calledByModules(calls)
  return ({ form, contract, call, ofAccount }) => {
    if (!('code' in controls[form])) return false
    if (ofAccount || own.has(contract)) return true
    if ((form === 'module' || form === 'fallback-handler') && ofModules.has(contract)) return true
    // A trace also shows what proxies of others do to themselves; only accounts have modules and handlers.
    if (call.inTrace || (call.inData && form === 'upgrade')) return false
    return call.operation === 'delegatecall' || (contract === call.actor && !open.has(contract))
  }
}

/** By what the node says: call data alone can make any contract look like an account of the sender. */
export function isControlledBy(sender: string, account: string, chain: ChainObservation | undefined): boolean {
  const { safe, owner } = chain?.accounts.get(account) ?? {}
  return account === sender || owner === sender || safe?.owners.includes(sender) === true
}

/** Owner of the assets, rights or account that the action is about. */
export function payerOf(action: Action): string {
  switch (action.kind) {
    case 'transfer':
      return action.from
    case 'grant':
    case 'right':
      return action.owner
    case 'exchange':
      return action.payer
    case 'order':
      return action.signer
    case 'control':
      return action.contract
    case 'interaction':
      return action.call.actor
  }
}

/**
 * Whether it makes any call for anyone in its own name: anyone can take what it holds or may move. Not listed: factories
 * (deterministic deployment proxy, CreateX), which call only what they have just created, and Safe's MultiSend, which runs by
 * delegatecall only.
 * @param address lower case
 */
export function isOpenExecutor(address: string, chainId: string): boolean {
  const chainIds = executorsTable.get(address)
  return chainIds !== undefined && (chainIds.length === 0 || chainIds.includes(chainId))
}

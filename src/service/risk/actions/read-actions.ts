import { type Call, isTransparent } from '../decode/calls.ts'
import { readerKey } from '../decode/signatures.ts'
import type { Transaction } from '../types.ts'
import type { Action } from './actions.ts'
import { blurActions } from './blur.ts'
import { controlActions, delegatecallOf } from './control.ts'
import { mixerActions } from './mixers.ts'
import { permit2Actions } from './permit2.ts'
import { type DecodedCall, native, type ReadActions, transfer } from './reading.ts'
import { routerActions } from './routers.ts'
import { seaportActions } from './seaport.ts'
import { tokenActions } from './tokens.ts'

/** Functions by selector, commands of routers by name. */
const readers: ReadonlyMap<string, ReadActions> = new Map(
  [tokenActions, permit2Actions, seaportActions, blurActions, controlActions, routerActions, mixerActions].flatMap(
    (table) => Object.entries(table),
  ),
)

/**
 * What one call does itself. A wrapper is an interaction with the contract that is to do the rest, unless it is that
 * contract itself which does it; what it then does is told by its calls. A call that cannot be read is an interaction
 * with its target.
 */
export function actionsOf(call: Call, signer: string): readonly Action[] {
  if (!isMade(call) || (isTransparent(call) && call.status === 'decoded')) return []
  if (call.operation === 'delegatecall') return [delegatecallOf(call)]
  if (call.status === 'plain') return [transfer(call, native(call.value), call.actor, call.to)]
  const read = call.status === 'decoded' && readers.get(readerKey(call))?.(call, signer)
  return read && read.length > 0 ? read : [{ kind: 'interaction', call, authority: call.to, value: call.value }]
}

/** The sender's account is put under the code of others (EIP-7702): that holds before the call `root` is made. */
export function delegationsOf({ from, authorizations = [] }: Transaction, root: Call): Action[] {
  return authorizations.map(({ address, chainId }) => ({
    kind: 'control',
    call: root,
    form: 'account-delegation',
    contract: from,
    authority: address,
    ...(chainId === '0' && { everyChain: true }),
  }))
}

function isMade(call: Call): call is DecodedCall {
  return call.to !== undefined
}

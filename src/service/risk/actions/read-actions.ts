import { EXEC_TRANSACTION } from '../../../shared/safe/selectors.ts'
import { NATIVE_CURRENCY } from '../../evm/logs.ts'
import { isZeroAddress } from '../../evm/words.ts'
import { isPlaceholder } from '../decode/addresses.ts'
import { argumentsAs } from '../decode/arguments.ts'
import { type Call, isTransparent } from '../decode/calls.ts'
import type { NestedSearch } from '../decode/nested.ts'
import { readerKey, signature } from '../decode/signatures.ts'
import { effectsByName } from '../function-names/grammar.ts'
import { phishingFunctionOf } from '../phishing-functions/look-up.ts'
import type { Transaction } from '../types.ts'
import {
  type Action,
  type ActionTable,
  currency,
  type DecodedCall,
  erc20,
  erc721,
  erc1155,
  exchange,
  interaction,
  native,
  type ReadActions,
  transfer,
} from './actions.ts'
import { blurActions } from './blur.ts'
import { commandActions } from './commands.ts'
import { controlActions, delegatecallControl } from './control.ts'
import { gainsElsewhere, readerOf } from './effects.ts'
import { fillActions } from './fills.ts'
import type { ExchangeForm } from './forms.ts'
import { installedKeys } from './installed-keys.ts'
import { kernelActions } from './kernel.ts'
import { listingActions } from './listings.ts'
import { seaportActions } from './seaport.ts'
import { signedLimitActions } from './signed-limits.ts'

const ITEM_TYPES = { erc20: 1, erc721: 2 } as const

/** OpenSea TransferHelper: items of the caller to several recipients. */
const bulk: ReadActions = (call) => {
  const { transfers } = argumentsAs<{
    transfers: readonly {
      recipient: string
      items: readonly { itemType: number; token: string; identifier: bigint; amount: bigint }[]
    }[]
  }>(call.args)
  return transfers.flatMap(({ recipient, items }) =>
    items.map(({ itemType, token, identifier, amount }) => {
      if (itemType === ITEM_TYPES.erc20) return transfer(call, erc20(token, amount), call.actor, recipient)
      const asset = itemType === ITEM_TYPES.erc721 ? erc721(token, identifier) : erc1155(token, [identifier], amount)
      return transfer(call, asset, call.actor, recipient)
    }),
  )
}

const tokenActions: ActionTable = { '0x32389b71': bulk }

/** A Safe can refund the gas to any address, in any token, at any price that its owners sign. */
const execTransaction: ReadActions = (call) => {
  const { gasPrice, gasToken, refundReceiver } = argumentsAs<{
    gasPrice: bigint
    gasToken: string
    refundReceiver: string
  }>(call.args)
  if (gasPrice === 0n || isZeroAddress(refundReceiver)) return [interaction(call, call.to)]
  const terms = { form: 'refund', payer: call.to, gives: [currency(gasToken, undefined)], receives: [] } as const
  return [interaction(call, call.to), exchange(call, { ...terms, to: refundReceiver })]
}

const safeActions: ActionTable = { [EXEC_TRANSACTION]: execTransaction }

/** The router forwards to the pool in its argument. */
const throughRouter: ReadActions = (call) => {
  const { pool } = argumentsAs<{ pool: string }>(call.args)
  return [interaction(call, call.to), interaction(call, pool), ...payout(call, pool)]
}

const ofPool: ReadActions = (call) => [interaction(call, call.to), ...payout(call, call.to)]

const mixerActions: ActionTable = {
  '0xb214faa5': ofPool,
  '0x21a0adb6': ofPool,
  '0x13d98d13': throughRouter,
  '0xb438689f': throughRouter,
}

/** By selector of a function or name of a router command. */
export const readers: ReadonlyMap<string, ReadActions> = new Map(
  [
    tokenActions,
    seaportActions,
    blurActions,
    listingActions,
    controlActions,
    kernelActions,
    commandActions,
    mixerActions,
    fillActions,
    signedLimitActions,
    safeActions,
  ].flatMap((table) => Object.entries(table)),
)

/**
 * The actions of one call, without those of its inner calls. A wrapper or an unreadable call is an interaction with its
 * target; a multicall has no action of its own, unless it also permits something.
 * @param search for calls inside of what is not read; absent: a trace shows them
 */
export function actionsOf(call: Call, signer: string, search?: NestedSearch): readonly Action[] {
  if (!hasTarget(call)) return []
  if (isTransparent(call) && call.status === 'decoded') return effectsOf(call, signer)
  if (call.operation === 'delegatecall') return [delegatecallControl(call), ...effectsOf(call, signer)]
  if (call.status === 'plain') return [transfer(call, native(call.value), call.actor, call.to)]
  const read = call.status === 'decoded' ? readDecoded(call, signer).filter(hasGainer) : []
  const known = isRead(call) || !search ? read : [...read, ...nestedActions(call, signer, search)]
  return read.length === 0 || isLure(call) || isNamedInTrace(call) ? [...known, interaction(call, call.to)] : known
}

function readDecoded(call: DecodedCall, signer: string): readonly Action[] {
  return [...(readerFor(call)?.(call, signer) ?? []), ...addedActions(call, signer), ...installedKeys(call)]
}

/** What the operator's file adds to a standard. */
function addedActions(call: DecodedCall, signer: string): readonly Action[] {
  const row = call.signature?.added
  if (!row) return []
  const { name, layout } = signature(call.selector, row.call)
  const { args, fault } = layout.read(call.data.slice(call.selector.length))
  return fault === undefined ? readerOf(row)({ ...call, name, args }, signer) : []
}

/** Allowances, rights and control that calls inside a call give, of which it is not known whether it makes them. */
function nestedActions(call: DecodedCall, signer: string, search: NestedSearch): Action[] {
  const own = [signer, call.actor, call.to]
  return search
    .callsIn(call)
    .flatMap((nested) => readerFor(nested)?.(nested, signer) ?? [])
    .filter((action) => action.kind === 'control' || ('revokes' in action && !action.revokes))
    .filter((action) => hasGainer(action) && !own.includes(action.authority))
    .toArray()
}

/** A name takes nothing from a call that only a trace shows: its target has no other part in the transaction. */
function isNamedInTrace({ inTrace, signature }: Call): boolean {
  return inTrace === true && signature?.isNameOnly === true
}

/** A trace shows the inner calls of what was not read. */
function isRead({ status, signature, inTrace }: Call): boolean {
  return inTrace === true || (status === 'decoded' && !signature?.isNameOnly && !signature?.phishing)
}

/** Not the sign for the native currency, where the function of this selector has another argument than its row. */
function hasGainer({ kind, authority }: Action): boolean {
  return (kind !== 'exchange' && kind !== 'right' && kind !== 'control') || authority !== NATIVE_CURRENCY
}

/** What a lure promises for a payment; honest contracts have mint(address) too. */
const promised: readonly ExchangeForm[] = ['mint', 'claim', 'stake', 'deposit']

/** Has the name of a phishing function. One that a table describes is one only when it is paid and could be promised. */
function isLure(call: DecodedCall): boolean {
  if (call.signature?.phishing) return true
  const row = call.signature?.row
  if (!row || row.standard) return false
  const isPromised = row.effects.every((effect) => effect.kind === 'exchange' && promised.includes(effect.form))
  return call.value > 0n && isPromised && phishingFunctionOf(call.selector) !== undefined
}

/** Where only the name is known, it reads the name or a public descriptor; who gains is one of its addresses. */
function readerFor(call: DecodedCall): ReadActions | undefined {
  const { signature: called } = call
  if (!called?.isNameOnly && !called?.phishing) {
    return readers.get(readerKey(called ?? { ...call, row: undefined })) ?? rowReader(call)
  }
  const described = called.row?.effects ?? []
  const read = readerOf({ effects: [...described, ...effectsByName(called.name, called.layout.parameters)] })
  return (each, signer) => {
    const actions = read(each, signer).filter(({ authority }) => isZeroAddress(authority) || !isPlaceholder(authority))
    const others = actions.filter(({ authority }) => authority !== each.actor && authority !== signer)
    return others.length > 0 ? others : actions
  }
}

function rowReader({ signature }: Call): ReadActions | undefined {
  return signature?.row && readerOf(signature.row)
}

/** Pays or empowers an account of another kind of chain. */
export function reachesElsewhere(call: Call): boolean {
  const row = call.status === 'decoded' && call.signature?.row
  return row && hasTarget(call) ? gainsElsewhere(row, call) : false
}

/** EIP-7702 delegations of the sender's account; they take effect before the call `root`. */
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

/** Action libraries of user proxies name in their arguments who gains. */
function effectsOf(call: DecodedCall, signer: string): readonly Action[] {
  if (call.status !== 'decoded') return []
  const read = call.signature?.row?.standard ? undefined : rowReader(call)
  return [...(read?.(call, signer) ?? []), ...addedActions(call, signer)]
}

export function hasTarget(call: Call): call is DecodedCall {
  return call.to !== undefined
}

/** The pool fixes amount and currency; the call names the recipient. */
function payout(call: DecodedCall, pool: string): Action[] {
  const { recipient } = argumentsAs<{ recipient?: string }>(call.args)
  return recipient === undefined ? [] : [transfer(call, native(undefined), pool, recipient)]
}

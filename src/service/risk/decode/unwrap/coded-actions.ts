import { lazily } from '../../../../shared/lazily.ts'
import { APPROVE, INCREASE_ALLOWANCE, SEND, TRANSFER_FROM } from '../../../evm/asset.ts'
import { addressOfWord, SELECTOR_LENGTH, WORD_DIGITS, word } from '../../../evm/words.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { commandSignatures, type Signature } from '../signatures.ts'
import type { Work } from '../work.ts'
import {
  callOf,
  callsWithin,
  type Frame,
  type InnerCall,
  joined,
  selfOf,
  type Unwrap,
  type Unwrapped,
  type UnwrapTable,
} from './inner-call.ts'

/** Calls that stand in arguments as a code and its arguments: each is what the contract makes of it. */

/** Comet: supplyFrom, transferAssetFrom and withdrawFrom (source, destination, asset, amount). */
const SUPPLY = '0x90323177'
const TRANSFER = '0xc1ee2c18'
const WITHDRAW = '0x26441318'
const CLAIM = '0xb7034f7e'
const NATIVE = word(0n)

/** @param words without 0x; the first is the market, for a claim followed by the rewards contract */
type Translation = (actor: string, words: string) => { readonly to: string; readonly data: string }

function addressAt(words: string, index: number): string {
  return addressOfWord(words.slice(index * WORD_DIGITS, (index + 1) * WORD_DIGITS))
}

const ofAsset =
  (selector: string): Translation =>
  (actor, words) => ({ to: addressAt(words, 0), data: selector + word(actor) + words.slice(WORD_DIGITS) })

/** Without an asset: the native currency, or staked ether. */
const ofNative =
  (selector: string): Translation =>
  (actor, words) => ({
    to: addressAt(words, 0),
    data: selector + word(actor) + words.slice(WORD_DIGITS, 2 * WORD_DIGITS) + NATIVE + words.slice(2 * WORD_DIGITS),
  })

const claim: Translation = (_, words) => ({
  to: addressAt(words, 1),
  data: CLAIM + words.slice(0, WORD_DIGITS) + words.slice(2 * WORD_DIGITS),
})

/** By the name of the action, or by its number in the first version. */
const bulkerActions: Readonly<Record<string, Translation>> = {
  ACTION_SUPPLY_ASSET: ofAsset(SUPPLY),
  ACTION_SUPPLY_NATIVE_TOKEN: ofNative(SUPPLY),
  ACTION_SUPPLY_ETH: ofNative(SUPPLY),
  ACTION_SUPPLY_STETH: ofNative(SUPPLY),
  ACTION_TRANSFER_ASSET: ofAsset(TRANSFER),
  ACTION_WITHDRAW_ASSET: ofAsset(WITHDRAW),
  ACTION_WITHDRAW_NATIVE_TOKEN: ofNative(WITHDRAW),
  ACTION_WITHDRAW_ETH: ofNative(WITHDRAW),
  ACTION_WITHDRAW_STETH: ofNative(WITHDRAW),
  ACTION_CLAIM_REWARD: claim,
  1: ofAsset(SUPPLY),
  2: ofNative(SUPPLY),
  3: ofAsset(TRANSFER),
  4: ofAsset(WITHDRAW),
  5: ofNative(WITHDRAW),
  6: claim,
}

/** Compound III: the bulker acts for its caller. */
const bulker: Unwrap = (frame, args) => {
  const { actions, data } = argumentsAs<{ actions: readonly (string | bigint)[]; data: readonly string[] }>(args)
  const calls = data.slice(0, actions.length).map((each, index): InnerCall => {
    const { name, id } = codeOf(actions[index] ?? 0n)
    const translate = Object.hasOwn(bulkerActions, name) ? bulkerActions[name] : undefined
    if (!translate) return { ...frame, value: 0n, operation: 'command', data: each, command: { id, candidates: [] } }
    return { actor: frame.actor, value: 0n, operation: 'call', ...translate(frame.actor, each.slice(2)) }
  })
  return actions.length === data.length ? { calls } : { calls, fault: 'its actions and data differ in number' }
}

/** A name is text in a bytes32. */
function codeOf(action: string | bigint): { readonly name: string; readonly id: string } {
  if (typeof action === 'bigint') return { name: String(action), id: `0x${action.toString(16)}` }
  const id = action.replace(/(?<!0)(0?)(?:00)+$/, '$1')
  return { name: Buffer.from(id.slice(2), 'hex').toString('latin1'), id }
}

const agreement = lazily(() => new Layout('bytes data, bytes userData'))

/** Superfluid: functions of the token that an operation with this number calls with its data as arguments. */
const tokenFunctions: Readonly<Record<number, string>> = {
  1: APPROVE,
  2: TRANSFER_FROM,
  3: SEND,
  4: INCREASE_ALLOWANCE,
  5: '0xa457c2d7',
  101: '0x45977d03',
  102: '0x11bcc81e',
}

/** operationUpgradeTo and operationDowngradeTo name the account first. */
const accountFunctions: Readonly<Record<number, string>> = { 103: '0x1ae88ffc', 104: '0x47ba7ad1' }

const CALL_AGREEMENT = 201
const CALL_APP_ACTION = 202
/** In the name of a forwarder. */
const SIMPLE_FORWARD_CALL = 301
/** ERC-2771: in the name of the caller. */
const FORWARD_CALL = 302

interface CodedOperation {
  readonly operationType: number
  readonly target: string
  readonly data: string
}

const superfluidBatch: Unwrap = (frame, args, work) => {
  const { calls } = argumentsAs<{ calls: readonly CodedOperation[] }>(args)
  return joined(calls.map((operation) => superfluidOperation(frame, operation, work)))
}

function superfluidOperation(frame: Frame, { operationType, target, data }: CodedOperation, work: Work): Unwrapped {
  const { actor } = frame
  const call = (callData: string, by = actor): Unwrapped => ({
    calls: [callOf(by, { target, data: callData })],
  })
  const digits = data.slice(2)
  const ofToken = tokenFunctions[operationType]
  if (ofToken !== undefined) return call(ofToken + digits)
  const ofAccount = accountFunctions[operationType]
  if (ofAccount !== undefined) return call(ofAccount + word(actor) + digits)
  switch (operationType) {
    case CALL_AGREEMENT: {
      const inner = { layout: agreement(), data, work, fault: 'an agreement call does not decode' }
      return callsWithin<{ data: string }>(inner, (args) => call(args.data))
    }
    case CALL_APP_ACTION:
    case FORWARD_CALL:
      return call(data)
    case SIMPLE_FORWARD_CALL:
      return call(data, frame.to)
    default:
      return { calls: [], fault: `its operation ${operationType} is unknown` }
  }
}

/** Instadapp: the code is a selector, and the account runs its own code. */
const cast: Unwrap = (frame, args) => {
  const { connectors, data } = argumentsAs<{ connectors: readonly string[]; data: readonly string[] }>(args)
  const calls = data.slice(0, connectors.length).map((each) => {
    const id = each.slice(0, SELECTOR_LENGTH)
    return step(frame, id, `0x${each.slice(SELECTOR_LENGTH)}`, commandSignatures('instadapp', id))
  })
  return connectors.length === data.length ? { calls } : { calls, fault: 'its arrays differ in length' }
}

interface Recipe {
  readonly callData: readonly string[]
  readonly actionIds: readonly string[]
}

/** DeFi Saver: the same, by an id. Other actions are not read; a recipe may also replace arguments while it runs. */
const recipe: Unwrap = (frame, args) => {
  const { callData, actionIds } = argumentsAs<{ recipe: Recipe }>(args).recipe
  const calls = callData.slice(0, actionIds.length).map((data, index) => {
    const id = actionIds[index] ?? ''
    return step(frame, id, data, commandSignatures('defi-saver', id))
  })
  return actionIds.length === callData.length ? { calls } : { calls, fault: 'its arrays differ in length' }
}

/** A step of a user's account, which runs it as its own code. */
function step(frame: Frame, id: string, data: string, candidates: readonly Signature[]): InnerCall {
  const self = selfOf(frame)
  return { actor: self, to: self, value: 0n, operation: 'command', data, command: { id, candidates } }
}

const WITH_ASSET = '0x01'
const bridgedAsset = lazily(() => new Layout('bytes32 assetId, bytes data'))

/** zkSync: the version is the first byte; an address, with which the first version began, starts with zero. */
const viaSecondBridge: Unwrap = (frame, args, work) => {
  const { secondBridgeAddress, secondBridgeCalldata } = argumentsAs<{
    request: { secondBridgeAddress: string; secondBridgeCalldata: string }
  }>(args).request
  const id = secondBridgeCalldata.slice(0, 4)
  const command = (data: string): InnerCall => ({
    actor: frame.actor,
    to: secondBridgeAddress,
    value: 0n,
    operation: 'command',
    data,
    command: { id, candidates: commandSignatures('zksync', id) },
  })
  if (id !== WITH_ASSET) return { calls: [command(secondBridgeCalldata)] }
  const data = `0x${secondBridgeCalldata.slice(id.length)}`
  return callsWithin<{ data: string }>(
    { layout: bridgedAsset(), data, work, fault: 'its bridge data does not decode' },
    (inner) => ({ calls: [command(inner.data)] }),
  )
}

export const codedActionUnwraps: UnwrapTable = {
  '0x9304c934': cast,
  '0x0c2c8750': recipe,
  '0x24fd57fb': viaSecondBridge,
  '0x555029a6': bulker,
  '0xb8f88786': bulker,
  '0x6ad3ca7d': superfluidBatch,
  '0x670e77e3': superfluidBatch,
}

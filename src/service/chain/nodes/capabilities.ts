import type { Address } from 'ox/Address'
import type { Hex } from 'ox/Hex'
import { addressOf, quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord, membersOf } from '../../../shared/json/json.ts'
import { TRANSFER_EVENT } from '../../evm/logs.ts'
import { LENS_CODE, SLOTS_CODE } from '../contracts/lens-code.ts'
import {
  isReply,
  NODE_FAILURES,
  type RpcFailure,
  type RpcFailureKind,
  type RpcReply,
  type RpcRequest,
} from '../rpc/json-rpc.ts'
import { logOf } from '../rpc/read-log.ts'
import { runAnswers, runCall } from '../state/lens.ts'
import { CALL_TRACER, type Capabilities } from './chain-node.ts'
import type { ReadBlock } from './read-block.ts'

/**
 * Requests with a known answer: a method that exists can still ignore overrides, drop events or answer empty. All are
 * sent in one batch, pinned by the block's hash (EIP-1898).
 */
interface KnownAnswer {
  readonly capability: keyof Capabilities
  request(head: ReadBlock): RpcRequest
  isRight(result: unknown, head: ReadBlock): boolean
}

type Probed = Pick<Capabilities, 'overrides' | 'trace' | 'simulate' | 'receipts'>

/** Addresses without code or balance on every chain: no key of them is known, and nothing deploys there. */
const LENS: Address = '0x7478776172646e2070726f62652000000000001a'
const RICH: Address = '0x7478776172646e2070726f62652000000000002b'
const SLOTS: Address = '0x7478776172646e2070726f62652000000000003c'
const EMITTER: Address = '0x7478776172646e2070726f62652000000000004d'
const RECEIVER: Address = '0x7478776172646e2070726f62652000000000005e'
const SENDER: Address = '0x7478776172646e2070726f62652000000000006f'

const WORD: Hex = `0x${'5eed'.repeat(16)}`
const SLOT: Hex = `0x${'510f'.repeat(16)}`
const TOPIC: Hex = `0x${'7061'.repeat(16)}`
const BALANCE = 0x123456789n
const SENT = 7n
/** Later than any other time override, so that it is seen only where the override works. */
const SECONDS_AHEAD = 3600

/** Emits the time of the block under TOPIC, then sends wei to RECEIVER. */
function emitterCode(wei: bigint): string {
  return [
    '0x42600052', // TIMESTAMP PUSH1 0 MSTORE
    `7f${TOPIC.slice(2)}60206000a1`, // PUSH32 topic PUSH1 32 PUSH1 0 LOG1
    `600060006000600060${wei.toString(16).padStart(2, '0')}73${RECEIVER.slice(2)}5af15000`, // … CALL POP STOP
  ].join('')
}

/** Emitter of the transfers of native currency that `traceTransfers` adds. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const balanceWord: Hex = `0x${BALANCE.toString(16).padStart(64, '0')}`

const emitterState = {
  [EMITTER]: { code: emitterCode(SENT), balance: quantity(10n ** 6n) },
  [SENDER]: { balance: quantity(10n ** 21n) },
}
const emitterCall = { from: SENDER, to: EMITTER, gas: quantity(200_000), data: '0x' }

const knownAnswers: readonly KnownAnswer[] = [
  {
    // The lens as the code of the sender itself reads an overridden balance and calls code with an overridden slot.
    capability: 'overrides',
    request: ({ hash }) => ({
      method: 'eth_call',
      params: [
        {
          from: LENS,
          to: LENS,
          data: runCall([{ target: RICH, data: '0x' }], SLOTS, 0n, SLOT),
        },
        { blockHash: hash },
        {
          [LENS]: { code: LENS_CODE },
          [RICH]: { balance: quantity(BALANCE) },
          [SLOTS]: { code: SLOTS_CODE, stateDiff: { [SLOT]: WORD } },
        },
      ],
    }),
    isRight: (result) => {
      const { before, succeeded, returned, afterwards } = runAnswers(result, 1) ?? {}
      return succeeded === true && returned === WORD && before?.[0] === balanceWord && afterwards?.[0] === balanceWord
    },
  },
  {
    // Runs as the code of a creation, because some nodes ignore overrides here.
    capability: 'trace',
    request: ({ hash }) => ({
      method: 'debug_traceCall',
      params: [{ from: SENDER, gas: quantity(200_000), data: emitterCode(0n) }, { blockHash: hash }, CALL_TRACER],
    }),
    isRight: (result) => {
      const calls = listIn(result, 'calls')
      const logs = listIn(result, 'logs').map(logOf)
      const [call] = calls
      return (
        logs.length === 1 &&
        logs[0]?.topics[0] === TOPIC &&
        calls.length === 1 &&
        isRecord(call) &&
        addressOf(call.to) === RECEIVER &&
        quantityOf(call.value) === 0n
      )
    },
  },
  {
    capability: 'simulate',
    request: ({ hash, timestamp }) => ({
      method: 'eth_simulateV1',
      params: [
        {
          blockStateCalls: [
            {
              blockOverrides: { time: quantity(timestamp + SECONDS_AHEAD) },
              stateOverrides: emitterState,
              calls: [emitterCall],
            },
          ],
          traceTransfers: true,
          validation: false,
        },
        { blockHash: hash },
      ],
    }),
    isRight: (result, { timestamp }) => {
      const [block] = Array.isArray(result) ? result : []
      const [call] = listIn(block, 'calls')
      if (!isRecord(call) || quantityOf(call.status) !== 1n) return false
      const logs = listIn(call, 'logs').map(logOf)
      const isOnly = (emitter: string, topic: string, value: bigint) => {
        const [log, ...others] = logs.filter((each) => each?.address === emitter)
        return others.length === 0 && log?.topics[0] === topic && quantityOf(log.data) === value
      }
      // EIP-7708 logs the same move again, by another emitter.
      return isOnly(EMITTER, TOPIC, BigInt(timestamp + SECONDS_AHEAD)) && isOnly(NATIVE, TRANSFER_EVENT, SENT)
    },
  },
  {
    capability: 'receipts',
    request: ({ hash }) => ({ method: 'eth_getBlockReceipts', params: [{ blockHash: hash }] }),
    isRight: (result, { hash, transactions }) =>
      Array.isArray(result) &&
      result.length === transactions &&
      result.every((receipt) => isRecord(receipt) && String(receipt.blockHash).toLowerCase() === hash),
  },
]

export function capabilityRequests(head: ReadBlock): RpcRequest[] {
  return knownAnswers.map(({ request }) => request(head))
}

/** Where each request was sent alone and another one is answered, the method fails: else they say nothing about the node. */
const CRASHES: readonly RpcFailureKind[] = ['network', 'bad-answer']

export interface ProbeAnswers {
  readonly can: Probed
  /** Why it cannot do the rest, one line each. */
  readonly gaps: readonly string[]
  /** One of these is not a refusal of the method. */
  readonly isUnsure: boolean
}

export interface ProbeReplies {
  /** One for each request. */
  readonly replies: readonly RpcReply[]
  /** Whether each request was sent alone. */
  readonly areAlone: boolean
}

/** Reads what the answers show; undefined when one of them failed on the way. */
export function readCapabilities({ replies, areAlone }: ProbeReplies, head: ReadBlock): ProbeAnswers | undefined {
  const can: Record<string, boolean> = {}
  const gaps: string[] = []
  let isUnsure = false
  const ofMethod = areAlone && replies.some(isReply) ? CRASHES : []
  const isLost = ({ kind }: RpcFailure) => NODE_FAILURES.includes(kind) && !ofMethod.includes(kind)
  for (const [index, { capability, request, isRight }] of knownAnswers.entries()) {
    const reply = replies[index]
    if (!reply || (!isReply(reply) && isLost(reply.failure))) return undefined
    can[capability] = isReply(reply) && isRight(reply.result, head)
    const { method } = request(head)
    if (!can[capability] && (isReply(reply) || reply.failure.kind !== 'closed')) isUnsure = true
    if (!isReply(reply)) gaps.push(`${method}: ${reply.failure.reason ?? reply.failure.message}`)
    else if (!can[capability]) gaps.push(`${method}: a wrong answer to a known question`)
  }
  return { can: can as unknown as Probed, gaps, isUnsure }
}

/** Gives the known simulation by the best method that a node has; undefined without one. */
export function knownSimulation(
  can: Capabilities,
  head: ReadBlock,
): { request: RpcRequest; isRight(result: unknown): boolean } | undefined {
  const best = (['simulate', 'trace', 'overrides'] as const).find((capability) => can[capability])
  const known = knownAnswers.find(({ capability }) => capability === best)
  return known && { request: known.request(head), isRight: (result) => known.isRight(result, head) }
}

/** A member that is a list; [] for anything else. */
function listIn(value: unknown, name: string): readonly unknown[] {
  const list = membersOf(value)[name]
  return Array.isArray(list) ? list : []
}

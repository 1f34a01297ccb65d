/**
 * Room: The contract: schemas, the operations table, problem codes, vocabulary and OpenAPI. `text` has the words of amounts,
 * chains, rules, notes and missing data.
 *
 * A change here is a change of the interface, unless it concerns an addition (`/ext/`).
 */

import { DAY_MS } from '../shared/time/units.ts'

/** Enumerations of the interface, with their properties. */

export const entryTypes = ['ALLOW', 'BLOCK'] as const
export type EntryType = (typeof entryTypes)[number]

export const productTypes = ['SONAR', 'RASP'] as const
export type ProductType = (typeof productTypes)[number]

/** SONAR and RASP: validations of that product; MONITOR: reported transactions that touch a monitored address. */
export const alertTypes = ['SONAR', 'RASP', 'MONITOR'] as const
export type AlertType = (typeof alertTypes)[number]

export const channels = ['SLACK', 'DISCORD', 'TELEGRAM', 'EMAIL', 'WEBHOOK'] as const
export type Channel = (typeof channels)[number]

export const destinationStates = ['ACTIVE', 'INACTIVE'] as const

export const testStates = ['SENT', 'FAILED'] as const
export type TestState = (typeof testStates)[number]

/**
 * PENDING: waits for an attempt · SENT: accepted by the receiver · FAILED: given up · CANCELLED: never sent · GROUPED: sent with
 * others as one digest · SILENCED: not sent, because its alert was silenced.
 */
export const deliveryStates = ['PENDING', 'SENT', 'FAILED', 'CANCELLED', 'GROUPED', 'SILENCED'] as const

/** auto: inferred from the call data · yes: an error without a slot · no: the whole call data is signed. */
export const slotModes = ['yes', 'no', 'auto'] as const
export type SlotMode = (typeof slotModes)[number]

/**
 * auto: a node is queried where one is configured, and without its answer the verdict stands · yes: no verdict without a
 * simulation · no: no node is queried.
 */
export const simulateModes = ['auto', 'yes', 'no'] as const
export type SimulateMode = (typeof simulateModes)[number]

/** Limits of the time for all requests to nodes of one validation (ms). */
export const CHAIN_TIMEOUT_MS = { min: 50, default: 2000, max: 10_000 } as const

/** What happens to a monitored address in a block, the gravest first. */
export const chainEventKinds = [
  'allowance-spent',
  'unexplained-balance',
  'nonce-jumped',
  'delegation',
  'owners-changed',
  'upgraded',
  'operator',
  'allowance-granted',
  'sent',
  'withdrawal',
  'received',
  'allowance-revoked',
] as const
export type ChainEventKind = (typeof chainEventKinds)[number]

/**
 * What happens to transactions and messages in the queue of a Safe. confirmed: one signature is missing · executable: anyone can execute
 * it now · replaced: another transaction of its nonce was executed · unqueued-execution: it was never seen in the queue.
 */
const safeEventKinds = [
  'queued',
  'confirmed',
  'executable',
  'replaced',
  'withdrawn',
  'executed',
  'unqueued-execution',
  'delegate-added',
  'config-changed',
] as const
export type SafeEventKind = (typeof safeEventKinds)[number]

/** What MONITOR alerts are about. */
export const monitorEventKinds = [...chainEventKinds, ...safeEventKinds] as const
export type MonitorEventKind = (typeof monitorEventKinds)[number]

/** Events that are notified, and `poison`: a transfer that only leaves a lookalike in the history of an address. */
export const activityKinds = [...chainEventKinds, 'poison'] as const

/** Conditions that only MONITOR alerts have: additions. */
export const monitorConditions = ['kinds', 'minUsd', 'confirmations'] as const

/** The most blocks that a MONITOR alert can wait for on top of a transaction's block before it is sent. */
export const MAX_CONFIRMATIONS = 256

/** Whether a stored transaction was executed, as far as it is known. */
export const executions = ['yes', 'reported', 'reorged', 'unknown'] as const
export type ExecutionState = (typeof executions)[number]

/** States of a transaction or message in the queue of a Safe. */
export const safeItemStates = ['queued', 'executable', 'replaced', 'withdrawn', 'executed'] as const

/** chain: a followed chain has it in a block · validation: it was validated here · safe-queue: it was found in the queue of a Safe. */
export const transactionOrigins = ['chain', 'validation', 'safe-queue'] as const
export type TransactionOrigin = (typeof transactionOrigins)[number]

/** included: a block has it · retracted: a reorg removed it · included-again: another block has it after all. */
export const eventSteps = ['included', 'retracted', 'included-again'] as const
export type EventStep = (typeof eventSteps)[number]

/** INCLUDED: a block has it · REORGED: a reorg removed its block · DROPPED: it did not return, and messages about it were retracted. */
export const chainEventStates = ['INCLUDED', 'REORGED', 'DROPPED'] as const
export type ChainEventState = (typeof chainEventStates)[number]

/**
 * A followed chain has: lag · waiting · stopped · skipped blocks · nodes that disagree · a digest · a lookalike. The proxy has: a
 * hold; policy: a transaction was sent that a policy does not allow. Lists have: rescreen: verdicts that got worse. A destination has: group: more events of an alert; heartbeat:
 * it got no other message for a time.
 */
export const noticeKinds = [
  'lag',
  'waiting',
  'stopped',
  'skipped',
  'disagreement',
  'digest',
  'lookalike',
  'hold',
  'policy',
  'rescreen',
  'group',
  'heartbeat',
] as const
export type NoticeKind = (typeof noticeKinds)[number]
/** What a test message of a destination can be about. */
export const testEventKinds = ['verdict', ...monitorEventKinds, ...noticeKinds] as const
export type TestEventKind = (typeof testEventKinds)[number]

export const noticeSteps = ['begun', 'over'] as const
export type NoticeStep = (typeof noticeSteps)[number]

/**
 * held: waits for a person · approved: passes once · rejected · expired: it was not decided in time, or the approval was not used · released:
 * it is being sent, and the outcome is not known yet · forwarded: it was sent.
 */
export const holdStates = ['held', 'approved', 'rejected', 'expired', 'released', 'forwarded'] as const
export type HoldState = (typeof holdStates)[number]

/**
 * The form of the request. signed-transaction: sent twice it happens once · transaction: the node or wallet signs it · signature: nothing
 * is sent.
 */
export const holdKinds = ['signed-transaction', 'transaction', 'signature'] as const
export type HoldKind = (typeof holdKinds)[number]

/** How long a hold waits for a decision (ms). */
export const HOLD_FOR_MS = { min: 60_000, default: 3_600_000, max: 30 * DAY_MS } as const

/** Interval of the heartbeats of a destination (ms). */
export const HEARTBEAT_MS = { min: 60_000, max: 30 * DAY_MS } as const

/** How long an alert can be silenced (ms). */
export const MAX_SILENCE_MS = 30 * DAY_MS

/** full: every block is read · sparse: only blocks that events or balances of monitored addresses name. */
export const followModes = ['full', 'sparse'] as const
export type FollowMode = (typeof followModes)[number]

/** WAITING: goes on by itself when its reason ends · STOPPED: a person decides. */
export const followStates = ['STARTING', 'CATCHING_UP', 'AT_HEAD', 'UNDOING', 'WAITING', 'STOPPED'] as const
export type FollowState = (typeof followStates)[number]

/** What a person does about a chain that is not followed, waits or stopped. */
export const followSteps = [
  'add-node',
  'follow',
  'resume',
  'test-nodes',
  'set-finality',
  'longer-gap',
  'skip',
  'diagnose',
] as const
export type FollowStep = (typeof followSteps)[number]

/** What a node of a chain can do. */
export const nodeCapabilities = ['overrides', 'trace', 'simulate', 'receipts', 'archive', 'batch'] as const

/** allowance: of a token · permit2: of a token through Permit2 · operator: of all items · item: of one ERC-721 item. */
export const approvalKinds = ['allowance', 'permit2', 'operator', 'item'] as const

/** fraud: deception · cyber: exploits · compliance: sanctions, mixers, non-compliant. */
export const categories = ['fraud', 'cyber', 'compliance'] as const
export type Category = (typeof categories)[number]

interface SubCategoryFacts {
  readonly category: Category
  readonly description: string
}

export const subCategories = {
  maliciousInteraction: { category: 'cyber', description: 'Interaction with a malicious address or contract' },
  reentrancy: { category: 'cyber', description: 'Reentrant call that takes assets out of a contract' },
  maliciousProtocolUpgrade: {
    category: 'cyber',
    description: 'Contract control passes to a malicious or unknown address',
  },
  financialScamInteraction: { category: 'fraud', description: 'Interaction with a financial scam' },
  rugPullInteraction: { category: 'fraud', description: 'Interaction with a token or pool that its owner can drain' },
  impersonationScamInteraction: {
    category: 'fraud',
    description: 'Interaction with an imitation of a known address or token',
  },
  addressPoisoning: { category: 'fraud', description: 'Address that imitates an earlier counterparty' },
  mixerMaliciousContractInteraction: { category: 'compliance', description: 'Interaction with a mixer' },
  sanctionedInteraction: { category: 'compliance', description: 'Interaction with a sanctioned address' },
  blockedAddress: { category: 'compliance', description: 'Interaction with an address on the block list' },
} as const satisfies Record<string, SubCategoryFacts>

export type SubCategory = keyof typeof subCategories

/** malicious, sanctioned and mixer are threats; the others are benign facts. */
export const intelKinds = [
  'malicious',
  'sanctioned',
  'mixer',
  'benign',
  'token',
  'protocol',
  'exchange',
  'burn',
] as const
export type IntelKind = (typeof intelKinds)[number]
export const threatKinds: readonly IntelKind[] = ['malicious', 'sanctioned', 'mixer']
/** Of sanctions and block lists, which have their own kinds. No ALLOW entry or benign record outweighs them. */
export const finalSubCategories = ['sanctionedInteraction', 'blockedAddress'] as const satisfies readonly SubCategory[]
type FinalSubCategory = (typeof finalSubCategories)[number]
export type IntelSubCategory = Exclude<SubCategory, FinalSubCategory>

export function isFinal(subCategory: SubCategory): subCategory is FinalSubCategory {
  return finalSubCategories.some((each) => each === subCategory)
}
export const subCategoryNames = Object.keys(subCategories) as [SubCategory, ...SubCategory[]]

export const statuses = ['SAFE', 'WARNING', 'UNSAFE'] as const
export type Status = (typeof statuses)[number]

export const enforcements = ['PASSED', 'BLOCKED'] as const
export type Enforcement = (typeof enforcements)[number]

/** History vouches for a payment of at most so many times the largest earlier one of its asset, unless a setting says otherwise. */
export const HISTORY_FACTOR = 10

/** Lowest score (0–100) of each band. */
export const bandFloors = { SAFE: 0, WARNING: 31, UNSAFE: 70 } as const satisfies Record<Status, number>

export function statusOf(score: number): Status {
  if (score >= bandFloors.UNSAFE) return 'UNSAFE'
  return score >= bandFloors.WARNING ? 'WARNING' : 'SAFE'
}

/**
 * How much was known at validation. No data does not mean safe: `simulated` knows no more of the beneficiary than `none`, but every
 * call was read, and a node ran exactly what the call data says. The least comes first.
 */
export const coverages = ['none', 'simulated', 'partial', 'full'] as const
export type Coverage = (typeof coverages)[number]

/** What of a transaction or message a verdict may not account for. */
export const unaccountedKinds = ['address', 'position', 'value', 'call'] as const

/** Total loss (whole USD) of an unlimited allowance; limited losses are below. */
export const UNLIMITED_LOSS = Number.MAX_SAFE_INTEGER

/** What a channel may need of a destination, by its path in the body. */
export const channelMembers = {
  webhookUrl: 'webhookUrl',
  chatId: 'attributes.chatId',
  token: 'attributes.token',
} as const
export type ChannelMember = keyof typeof channelMembers

interface ChannelFields extends Readonly<Record<ChannelMember, 'required' | 'optional' | 'unused'>> {
  /** Kind of address in `webhookUrl`. */
  readonly address: 'https' | 'mailto' | 'none'
}

const channelFields: Readonly<Record<Channel, ChannelFields>> = {
  SLACK: { webhookUrl: 'required', chatId: 'unused', token: 'unused', address: 'https' },
  DISCORD: { webhookUrl: 'required', chatId: 'unused', token: 'unused', address: 'https' },
  TELEGRAM: { webhookUrl: 'unused', chatId: 'required', token: 'required', address: 'none' },
  EMAIL: { webhookUrl: 'required', chatId: 'unused', token: 'unused', address: 'mailto' },
  WEBHOOK: { webhookUrl: 'required', chatId: 'unused', token: 'optional', address: 'https' },
}

/** Undefined for a channel that another service has beyond these. */
export function fieldsOf(channel: Channel): ChannelFields | undefined {
  return Object.hasOwn(channelFields, channel) ? channelFields[channel] : undefined
}

/**
 * What a channel needs and a destination lacks; nothing of a channel that is unknown.
 * @param needs also `optional` where nothing makes the member
 */
export function missingMembers(
  channel: Channel,
  given: { readonly [M in ChannelMember]?: unknown },
  ...needs: readonly ('required' | 'optional')[]
): ChannelMember[] {
  const fields = fieldsOf(channel)
  const members = Object.keys(channelMembers) as ChannelMember[]
  return members.filter((member) => !given[member] && needs.some((need) => fields?.[member] === need))
}

/** Importable threat feeds and reference lists. */
export const feedFormats = [
  'ofac',
  'scamsniffer',
  'mew',
  'forta',
  'forta-fp',
  'etherscan-labels',
  'eth-labels',
  'revoke',
  'token-list',
  'cryptoscamdb',
  '4byte',
  'addresses',
] as const
export type FeedFormat = (typeof feedFormats)[number]

/** With token prices, which are not records of addresses. */
export const importFormats = [...feedFormats, 'prices'] as const
export type ImportFormat = (typeof importFormats)[number]

/** The chain of a name that holds on every chain. */
export const EVERY_CHAIN = 'all'

/** Where a name was given. operator: in the address book. */
export const nameSources = ['operator', 'safe', 'monitor', 'contract'] as const
export type NameSource = (typeof nameSources)[number]

/** How nodes and libraries name members of a transaction, and how the interface does. */
export const nodeNames: Readonly<Record<string, string>> = { input: 'data', authorizationList: 'authorizations' }

import { counted } from './amounts.ts'
import { type CodedText, type TextTable, textOf } from './coded-text.ts'
import { roleText } from './roles.ts'

/** What controls a Safe, as texts name it. */
const parts = {
  singleton: 'the singleton',
  owners: 'the owners',
  threshold: 'the threshold',
  modules: 'the modules',
  guard: 'the transaction guard',
  moduleGuard: 'the module guard',
  fallbackHandler: 'the fallback handler',
  nonce: 'the nonce',
} as const

/** An asset without a price. `items`: all of it are items. `open`: its amount is not fixed. */
interface UnpricedAsset {
  /** Contract, or the native currency. */
  readonly asset: string
  readonly of?: 'items' | 'open'
}

interface Tokens {
  readonly tokens: readonly string[]
  /** How many are not named. */
  readonly more: number
}

interface Why {
  readonly reason: string
}

/** What can be missing: its code, the parameters that a program can act on, and the text for people, without a period. */
const texts = {
  // Calls and addresses.
  'unknown-selector': ({ selector }: { selector: string }) => `Unknown selector ${selector}`,
  'unknown-router-command': ({ selector }: { selector: string }) => `Unknown router command ${selector}`,
  'short-call-data': ({ selector }: { selector: string }) => `Call data ${selector} is shorter than a selector`,
  'effects-unknown': ({ name, selector }: { name: string; selector: string }) =>
    `Effects of ${name} (${selector}) not known, only its arguments`,
  'call-without-target': ({ name, selector }: { name: string; selector: string }) =>
    `${name} (${selector}) makes a call that is not read: it names no contract for it`,
  'contract-changed': ({ address }: { address: string }) =>
    `Code of ${address} or its implementation is another one than when it was described: its functions are only known by name`,
  'described-elsewhere': ({ address, described }: { address: string; described: string }) =>
    `${address} is not described: its functions are read as those of ${described}, whose code a node shows there`,
  'implementation-unchecked': ({ address }: { address: string }) => `Implementation of ${address} not checked`,
  'content-elsewhere': ({ content }: { content: string }) => `Not in the call data: ${content}`,
  'new-code': () => 'Code of the new contract not analyzed',
  'more-calls': ({ count }: { count: number }) => `and ${count} more`,
  'other-chain-account': () => 'No data about an account on another kind of chain',
  'no-data': ({ role }: { role: string }) => `No data about the ${roleText(role)}`,
  'payments-unconfirmed': ({ role }: { role: string }) =>
    `Earlier payments to the ${roleText(role)}: reported, not confirmed`,
  'no-history': () => 'No history for this sender',
  'no-graph': () => 'No known transfers between addresses',
  'source-old': ({ source, days }: { source: string; days: number }) => `Source ${source} is ${ageText(days)}`,
  'reasons-hidden': ({ count }: { count: number }) => `${count} weaker reasons are not shown`,

  // Messages that are signed.
  'unknown-message': ({ type }: { type: string }) => `Unknown message type ${type}`,
  'not-in-message': ({ content }: { content: string }) => `Not in the message: ${content}`,
  'no-chain': () =>
    'The message names no chain: its signature may be valid on every chain, and nothing is known of its addresses',
  'unknown-chain': ({ chainId }: { chainId: string }) =>
    `Chain ${chainId} of the message is neither listed nor defined here: nothing is known of addresses there`,
  'domain-without-chain': () => 'The domain has no chain: the signature may be valid on every chain',
  'member-unsigned': ({ path }: { path: string }) => `${path} is not in its type: it is not signed`,

  // Prices.
  'no-price': ({ assets, more }: { assets: readonly UnpricedAsset[]; more: number }) =>
    `No loss in USD: no price for ${[...assets.map(unpricedText), ...(more > 0 ? [`${more} more`] : [])].join(', ')}`,
  'price-old': ({ asset, days, source }: { asset: string; days: number; source: string }) =>
    `Price of ${asset} is ${ageText(days)} (${source})`,

  // The trace.
  'no-trace': ({ reason }: Partial<Why>) => `No trace${whyText(reason)}`,
  'trace-incomplete': () => 'Trace incomplete: calls are missing or exceed the limits',
  'trace-not-searched': () => 'Not all calls and events of the trace were searched for listed addresses',
  'trace-without-logs': () => 'Trace has no logs: token movements are not shown',
  'trace-reverts': () => 'Traced transaction reverts: its effects are not known',
  'trace-of-other-data': () => 'Trace is of other call data',

  // What a node says about accounts.
  'no-chain-evidence': ({ reason }: Why) => `No chain evidence: ${reason}`,
  'chain-paused': ({ reason }: Why) => `No chain evidence: ${reason}`,
  'state-lags': ({ reason }: Why) => `State of the latest block: ${reason}`,
  'account-facts': ({ topic, reason }: { topic: string } & Why) => `${topic}: ${reason}`,
  'outcome-unknown': () => 'Whether it succeeded is not known: the node gave no receipt',

  // The simulation.
  'not-simulated': ({ reason }: Partial<Why>) => `Not simulated${whyText(reason)}`,
  reverted: ({ block, reason }: { block?: string } & Partial<Why>) =>
    `Transaction fails ${block === undefined ? 'in the simulation' : `at block ${block}`}${whyText(reason)}; its effects are not known`,
  'moves-from-events': () => 'What it moved is read from its events, not from balances',
  'moves-from-trace': () => 'What it moved is read from its trace, not from balances',
  'balances-from-trace': () => 'Balances were not measured, only read from the trace',
  'balances-not-measured': ({ reason }: Why) => `Balances were not measured: ${reason}`,
  'balances-unread': (tokens: Tokens) => `The balances of ${namesText(tokens)} could not be read before and after`,
  'state-unread': ({ count, limit }: { count: number; limit: number }) =>
    `${count} balances and allowances were not read (limit ${limit})`,
  'items-not-measured': (tokens: Tokens) =>
    `Items of ${namesText(tokens)} were not measured: nothing names them (ERC-1155)`,
  'changes-cut': ({ limit }: { limit: number }) => `Only the first ${limit} changes and allowances are shown`,
  'signatures-unchecked': ({ of }: { of?: 'Safe' }) =>
    `Signatures were not checked: ${of === 'Safe' ? 'the Safe executed without them' : 'the call inside was simulated'}`,
  'guard-refuses': ({ reason }: Partial<Why>) =>
    `The guard of the Safe refuses the transaction, which was simulated without it${whyText(reason)}`,
  'safe-unread': ({ safe, parts }: { safe: string; parts: readonly string[] }) =>
    `Not read before and after, of the Safe ${safe}: ${parts.map(safePartText).join(', ')}`,
  'safe-storage-unseen': ({ safe }: { safe: string }) =>
    `The node does not show all storage that changes: an owner or a module of the Safe ${safe} that no list names is not seen`,
  'realistic-run-failed': ({ reason }: Why) => `Not simulated in a realistic block: ${reason}`,
  'plain-run-failed': ({ reason }: Why) => `Not simulated in the block of the node: ${reason}`,
  'frugal-run-failed': ({ reason }: Partial<Why>) => `Not simulated with the gas of a wallet${whyText(reason)}`,
  'events-of-funded-run': () => 'Calls and events are those of a run with more native currency than the account has',
  'events-unseen': () => 'Events and inner calls were not seen: only what the call data names was measured',
  'value-not-covered': ({ account }: { account: 'sender' | 'account' }) =>
    `The balance of the ${account} does not cover the value`,
  'fee-not-covered': () => 'The balance of the sender does not cover the value and the fee',
} as const

export type MissingData = CodedText<typeof texts>

/** The text of each code, for a test of all of them. */
export const missingTexts: TextTable = texts

export function missingText(missing: MissingData): string {
  return textOf(missing, texts)
}

function whyText(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason}`
}

function ageText(days: number): string {
  if (days < 1) return 'out of date'
  return `${counted(days, 'day')} old`
}

function namesText({ tokens, more }: Tokens): string {
  return more > 0 ? `${tokens.join(', ')} and ${more} more` : tokens.join(', ')
}

function unpricedText({ asset, of }: UnpricedAsset): string {
  if (of === undefined) return asset
  return of === 'items' ? `items of ${asset}` : `an open amount of ${asset}`
}

/** Code of a part of a Safe; the text of one that is not known is its code. */
export function safePartText(part: string): string {
  return Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : part
}

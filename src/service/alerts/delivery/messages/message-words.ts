import { nativeAmount } from '../../../../api/text/assets.ts'
import { chainText } from '../../../../api/text/chains.ts'
import { type ShownName, withName } from '../../../../api/text/names.ts'
import { roleText } from '../../../../api/text/roles.ts'
import type { Verdict } from '../../../../api/verdict.ts'
import { shortened } from '../../../../shared/text/shortened.ts'
import type { ChannelFact, Message, Tone } from '../../channels/channel.ts'
import type { EventContent, EventResult, EventTransaction } from './event-content.ts'
import { type ExplorerOf, publicExplorers } from './explorers.ts'

export interface AlertEvent {
  readonly id: string
  /** ms since 1970. */
  readonly createdAt: number
}

export interface SendContext {
  /** When the message is sent, ms since 1970. */
  readonly now: number
  readonly explorer?: ExplorerOf
}

/** A message about an alert event. The record of the event follows its facts. */
export function messageOf(
  event: AlertEvent,
  content: Pick<EventContent, 'alert' | 'transaction'>,
  { now }: SendContext,
  { facts, ...message }: Omit<Message, 'id' | 'type' | 'at' | 'data'>,
): Message {
  const { id, createdAt: at } = event
  const allFacts = [...facts, ...recordFacts(event, content, now)]
  return { id, type: 'alert.triggered', at, ...message, facts: allFacts, data: { ...content } }
}

/** The first lines, and how many more there are. */
export function firstLines(lines: readonly string[], most: number, others: number): string[] {
  const more = Math.max(0, lines.length - most) + others
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])]
}

/** What the transaction does, in words; the last of its actions may count others. */
export function firstActions({
  actions = [],
  moreActions = 0,
}: Pick<EventResult, 'actions' | 'moreActions'>): string[] {
  return firstLines(moreActions > 0 ? actions.slice(0, -1) : actions, MAX_ACTIONS, moreActions)
}

const MAX_ACTIONS = 3

/** A fact, where it is known. */
export function factIf(label: string, value: string | undefined): ChannelFact[] {
  return value === undefined || value === '' ? [] : [{ label, value }]
}

/** Facts about a chain, with links to its explorer: of an address and of a transaction, where there is one. */
export function factsOn(chainId: string, explorer: ExplorerOf = publicExplorers, names?: readonly ShownName[]) {
  const base = explorer(chainId)
  return {
    chain: { label: 'Chain', value: `${chainText(chainId)} (${chainId})` } satisfies ChannelFact,
    address: (label: string, of: string | undefined): ChannelFact[] =>
      of === undefined
        ? []
        : [
            {
              ...linked(label, of, base && `${base}/address/${of}`),
              value: withName(of, names),
              short: withName(of, names, shortAddress(of)),
            },
          ],
    transaction: (id: string | undefined): ChannelFact[] =>
      id === undefined ? [] : [linked('Transaction', id, base && `${base}/tx/${id}`)],
  }
}

function linked(label: string, value: string, href: string | undefined): ChannelFact {
  return { label, value, short: shortAddress(value), ...(href && { href }) }
}

export function shortAddress(text: string): string {
  return `${text.slice(0, 6)}…${text.slice(-4)}`
}

/** "treasury (0x7e57…0f1c)" */
export function nameWithAddress({ name, address }: ShownName): string {
  return name === '' ? shortAddress(address) : `${name} (${shortAddress(address)})`
}

/** Longest text in a headline about what the transaction does. */
const LONGEST_WHAT = 72

/** The first action with short addresses, for a headline; none where there is none. */
export function whatInShort(actions: readonly string[] = []): string[] {
  const [first = ''] = actions
  const short = first.replace(/^signs a SafeTx: /, '').replace(/0x[0-9a-f]{40}/gi, shortAddress)
  return short === '' ? [] : [shortened(short, LONGEST_WHAT)]
}

/** What `to` is: a payment goes to it, a call is made to a contract, which seldom is who gains. */
export function receiverLabel({ selector }: EventTransaction): string {
  return selector === undefined ? 'To' : 'Contract'
}

/** The native currency that is sent; most calls send none. */
export function valueFacts({ value = '0', chainId }: EventTransaction): ChannelFact[] {
  return value === '0' ? [] : [{ label: 'Value', value: nativeAmount(value, chainId) }]
}

/** "2026-03-04 05:06:07 UTC" */
export function timeInWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export function inWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** "4 s", "12 min". */
export function ageInWords(ms: number): string {
  return ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1000))} s` : inWords(ms)
}

const MAX_REASONS = 3

/** A message that is sent later than this after its event says so. */
const DELAYED_MS = 60_000

function recordFacts(
  { createdAt }: { readonly createdAt: number },
  { alert, transaction }: Pick<EventContent, 'alert' | 'transaction'>,
  now: number,
): ChannelFact[] {
  const delay = now - createdAt > DELAYED_MS ? `, delayed by ${inWords(now - createdAt)}` : ''
  return [
    { label: 'Time', value: `${timeInWords(createdAt)}${delay}` },
    { label: 'Alert', value: `${alert.name} (${alert.type})` },
    ...factIf('Validation', transaction.svcTxId),
  ]
}

/** The strongest reasons, a line each. */
export function reasonsInWords({ reasons, names }: Pick<EventResult, 'reasons' | 'names'>): string[] {
  return reasons.slice(0, MAX_REASONS).map(({ role, subject, text, points, source }) => {
    const whose = subject === '' ? '' : `${roleInWords(role)} ${withName(subject, names, shortAddress(subject))} `
    return `${whose}${text} (${points} points, ${source})`
  })
}

/** "Spender". Events store the role as the risk engine names it. */
export function roleInWords(role: string): string {
  const text = roleText(role)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  SAFE: 'good',
  'NO DATA': 'plain',
  WARNING: 'warn',
  UNSAFE: 'bad',
  BLOCKED: 'bad',
}

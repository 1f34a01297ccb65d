import { roleText } from '../../../../api/text/roles.ts'
import type { Verdict } from '../../../../api/verdict.ts'
import type { Fact, Message, Tone } from '../../channels/channel.ts'
import type { EventContent, EventReason } from './event-content.ts'
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

/** Facts with links to the explorer of a chain: of an address, and of a transaction where there is one. */
export function linksOn(chainId: string, explorer: ExplorerOf = publicExplorers) {
  const base = explorer(chainId)
  return {
    address: (label: string, of: string): Fact => linked(label, of, base && `${base}/address/${of}`),
    transaction: (id: string | undefined): Fact[] =>
      id === undefined ? [] : [linked('Transaction', id, base && `${base}/tx/${id}`)],
  }
}

function linked(label: string, value: string, href: string | undefined): Fact {
  return { label, value, short: shortAddress(value), ...(href && { href }) }
}

export function shortAddress(text: string): string {
  return `${text.slice(0, 6)}…${text.slice(-4)}`
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

/** A message that is sent later than this after its event says so. */
const DELAYED_MS = 60_000

function recordFacts(
  { createdAt }: { readonly createdAt: number },
  { alert, transaction }: Pick<EventContent, 'alert' | 'transaction'>,
  now: number,
): Fact[] {
  const delay = now - createdAt > DELAYED_MS ? `, delayed by ${inWords(now - createdAt)}` : ''
  return [
    { label: 'Time', value: `${timeInWords(createdAt)}${delay}` },
    { label: 'Alert', value: `${alert.name} (${alert.type})` },
    ...(transaction.svcTxId === undefined ? [] : [{ label: 'Validation', value: transaction.svcTxId }]),
  ]
}

export function reasonInWords({ role, subject, text, points, source }: EventReason): string {
  const what = subject === '' ? text : `${roleInWords(role)} ${shortAddress(subject)} ${text}`
  return `${what} (${points} points, ${source})`
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

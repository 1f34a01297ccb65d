import { checksummed } from '../../../api/address.ts'
import { counted, grouped } from '../../../api/text/amounts.ts'
import { commandFor } from '../../../api/text/commands.ts'
import { isoDate } from '../../../shared/text/iso-date.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { nameWithAddress } from '../../alerts/delivery/messages/message-words.ts'
import { alertIndexOf } from '../../alerts/matching/alert-index.ts'
import { conditionsOf } from '../../records/alert-filter.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { counterpartiesAlike } from '../../store/repositories/counterparties.ts'
import {
  countDigests,
  deleteDigests,
  findDigest,
  firstDigest,
  insertDigest,
  largestDigests,
  type NamedDigest,
  updateDigest,
} from '../../store/repositories/digests.ts'
import { enabledMonitorsOf } from '../../store/repositories/monitors.ts'
import type { ChainEventRow, DigestRow } from '../../store/schema/schema.ts'
import { storedDetails } from '../activity/details.ts'
import { isCounted } from '../activity/small-payments.ts'
import { type NoticeContext, notifyNotice, notifyNoticeTo } from './notify-notice.ts'

/** What is reported together: a day after the first of it, with some samples. */
const DIGEST_MS = DAY_MS
const MOST_SAMPLES = 5
/** Addresses that a message names. */
const MOST_NAMED = 10

const DO_NOT_COPY = 'Do not copy addresses from the history: compare all digits'

/** A counterparty that was paid since then is a recent one. */
const RECENT_MS = 90 * DAY_MS

/** New ones of a topic, for a monitored address (lower case). */
interface DigestEntry {
  readonly topic: DigestRow['topic']
  readonly address: string
  /** One line for each, for people. */
  readonly samples: readonly string[]
}

type DigestContext = NoticeContext & { readonly now: number }

interface DigestContent {
  readonly samples: readonly string[]
}

/** Counts them, to be reported later. */
async function noteDigest(
  { db, chainId, now, newId }: DigestContext,
  { topic, address, samples }: DigestEntry,
): Promise<void> {
  const key = { topic, chain_id: chainId, address }
  const stored = await findDigest(db, key)
  if (!stored) {
    const content: DigestContent = { samples: samples.slice(0, MOST_SAMPLES) }
    const row = { id: newId(), ...key, since: now, due_at: now + DIGEST_MS, count: samples.length }
    await insertDigest(db, { ...row, content: JSON.stringify(content) })
    return
  }
  const before = (JSON.parse(stored.content) as DigestContent).samples
  const content: DigestContent = { samples: [...before, ...samples].slice(0, MOST_SAMPLES) }
  await updateDigest(db, { id: stored.id, count: stored.count + samples.length, content: JSON.stringify(content) })
}

/**
 * Notes new poison events of a block: they are reported together. One that imitates an address that the monitored address paid
 * lately is reported at once, once a day for each of these: anyone can make lookalikes repeatedly at low cost.
 * @param events that were not stored before
 */
export async function notePoison(context: DigestContext, events: readonly ChainEventRow[]): Promise<void> {
  for (const event of events.filter(({ kind }) => kind === 'poison')) {
    const { other } = storedDetails(event)
    await noteDigest(context, { topic: 'poison', address: event.address, samples: [sampleOf(event)] })
    if (other !== undefined) await notifyLookalike(context, event, other)
  }
}

/** Notes small payments of a block that are only counted. @param events that were not stored before */
export async function noteDust(context: DigestContext, events: readonly ChainEventRow[]): Promise<void> {
  for (const [address, some] of Map.groupBy(events.filter(isCounted), (event) => event.address))
    await noteDigest(context, { topic: 'dust', address, samples: some.map(sampleOf) })
}

function sampleOf(event: ChainEventRow): string {
  const { other } = storedDetails(event)
  return `${event.tx_hash}${other === undefined ? '' : `: ${checksummed(other)}`}`
}

async function notifyLookalike(context: DigestContext, { address: owner, tx_hash }: ChainEventRow, lookalike: string) {
  const { db, chainId, now } = context
  const alike = await counterpartiesAlike(db, [{ chainId, owner, address: lookalike }])
  const recent = alike
    .filter((row) => row.counterparty !== lookalike && row.had_value === 1 && row.last_seen >= now - RECENT_MS)
    .sort((a, b) => b.last_seen - a.last_seen)
  const [imitated] = recent
  if (!imitated) return
  const [monitor] = await enabledMonitorsOf(db, chainId, [owner])
  if (!monitor) return
  const notice = {
    kind: 'lookalike' as const,
    incident: `${owner}:${imitated.counterparty}:${isoDate(now)}`,
    text: `a lookalike of an address that ${nameWithAddress({ address: owner, name: monitor.name })} pays is in its history`,
    details: [
      `Genuine: ${checksummed(imitated.counterparty)}`,
      `Lookalike: ${checksummed(lookalike)}`,
      `Transaction: ${tx_hash}`,
      DO_NOT_COPY,
    ],
    command: commandFor['show-activity'](checksummed(owner)),
  }
  await notifyNotice(context, notice)
}

/** Notifies about what is due of the chain, with all that is noted of the same topic, in one message. Called now and then. */
export async function notifyDigests(context: DigestContext): Promise<void> {
  await notifyDigest(context, 'poison')
  await notifyDigest(context, 'dust')
}

/** What is counted, and how it is with the addresses. */
const words: Readonly<Record<DigestRow['topic'], readonly [one: string, many: string, where: string]>> = {
  poison: ['poisoning transfer', 'poisoning transfers', 'in the history of'],
  dust: ['further small payment', 'further small payments', 'to'],
}

async function notifyDigest(context: DigestContext, of: DigestRow['topic']): Promise<void> {
  const { db, chainId, now } = context
  const topic = { topic: of, chain_id: chainId }
  const [one, many, where] = words[of]
  const first = await firstDigest(db, topic)
  if (first === undefined || first.due_at > now) return
  const { addresses, entries } = await countDigests(db, topic)
  const named = await largestDigests(db, topic, MOST_NAMED)
  if (entries > 0) {
    const more = addresses - named.length
    const notice = {
      kind: 'digest' as const,
      incident: first.id,
      text: `${counted(entries, one, many)} ${where} ${addresses === 1 ? 'a monitored address' : `${addresses} monitored addresses`} since ${new Date(first.since).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      details: [
        ...named.map(digestLine),
        ...(more > 0 ? [`and ${counted(more, 'more address', 'more addresses')}`] : []),
        DO_NOT_COPY,
      ],
      command: commandFor['show-activity'](checksummed(named[0]?.address ?? first.address)),
    }
    await notifyNoticeTo(context, notice, readersOf(context))
  }
  await deleteDigests(db, topic)
}

/** Alerts that would report a payment that arrives: nothing was lost, so those for some grave kinds only are left alone. */
function readersOf({ alerts, chainId }: DigestContext): StoredAlert[] {
  return alertIndexOf(alerts)
    .findOn(chainId, 'MONITOR')
    .filter((alert) => conditionsOf(alert).kinds?.includes('received') ?? true)
}

function digestLine({ address, count, content, name }: NamedDigest): string {
  const { samples } = JSON.parse(content) as DigestContent
  return `${nameWithAddress({ address: checksummed(address), name })}: ${grouped(BigInt(count))}, such as ${samples.slice(0, 2).join('; ')}`
}

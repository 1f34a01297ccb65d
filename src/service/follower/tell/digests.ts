import { checksummed } from '../../../api/address.ts'
import { grouped } from '../../../api/amount.ts'
import { shortAddress } from '../../alerts/delivery/message-words.ts'
import { alertIndexOf } from '../../alerts/matching/alert-index.ts'
import { conditionsOf } from '../../records/alert-filter.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { counterpartiesAlike } from '../../store/repositories/counterparties.ts'
import { deleteDigests, digestsOf, findDigest, insertDigest, updateDigest } from '../../store/repositories/digests.ts'
import { enabledMonitorsOf } from '../../store/repositories/monitors.ts'
import type { ChainEventRow, DigestRow } from '../../store/schema.ts'
import type { ActivityDetails } from '../activity/activity.ts'
import { type NoticeContext, tellNoticeTo } from './tell-notice.ts'

/** What is told together: a day after the first of it, with some samples. */
export const DIGEST_MS = 24 * 60 * 60 * 1000
const MOST_SAMPLES = 5
/** Addresses that a message names. */
const MOST_NAMED = 10

/** A counterparty that was paid since then is a recent one. */
const RECENT_MS = 90 * 24 * 60 * 60 * 1000

/** A new one of a topic, for a monitored address (lower case). */
export interface DigestEntry {
  readonly topic: DigestRow['topic']
  readonly address: string
  /** One line, for people. */
  readonly sample: string
}

type DigestContext = NoticeContext & { readonly now: number }

interface DigestContent {
  readonly samples: readonly string[]
}

/** Counts it, to be told later. */
export async function noteDigest(
  { db, chainId, now, newId }: DigestContext,
  { topic, address, sample }: DigestEntry,
): Promise<void> {
  const key = { topic, chain_id: chainId, address }
  const stored = await findDigest(db, key)
  if (!stored) {
    const content: DigestContent = { samples: [sample] }
    const row = { id: newId(), ...key, since: now, due_at: now + DIGEST_MS, count: 1 }
    await insertDigest(db, { ...row, content: JSON.stringify(content) })
    return
  }
  const { samples } = JSON.parse(stored.content) as DigestContent
  const content: DigestContent = { samples: samples.length < MOST_SAMPLES ? [...samples, sample] : samples }
  await updateDigest(db, { id: stored.id, count: stored.count + 1, content: JSON.stringify(content) })
}

/**
 * Notes new poison events of a block: they are told together. One that imitates an address that the monitored address paid
 * lately is told at once, once for each lookalike.
 * @param events that were not stored before
 */
export async function notePoison(context: DigestContext, events: readonly ChainEventRow[]): Promise<void> {
  for (const event of events.filter(({ kind }) => kind === 'poison')) {
    const { other } = JSON.parse(event.content) as ActivityDetails
    const sample = `${event.tx_hash}${other === undefined ? '' : `: ${checksummed(other)}`}`
    await noteDigest(context, { topic: 'poison', address: event.address, sample })
    if (other !== undefined) await tellLookalike(context, event, other)
  }
}

async function tellLookalike(context: DigestContext, { address: owner, tx_hash }: ChainEventRow, lookalike: string) {
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
    incident: `${owner}:${lookalike}`,
    text: `a lookalike of an address that ${whoText(owner, monitor.name)} pays is in its history`,
    details: [
      `Genuine: ${checksummed(imitated.counterparty)}`,
      `Lookalike: ${checksummed(lookalike)}`,
      `Transaction: ${tx_hash}`,
      'Do not copy addresses from the history: compare all digits',
    ],
    command: `txwarden monitor activity ${checksummed(owner)}`,
  }
  await tellNoticeTo(context, notice, readersOf(context))
}

/** Tells what is due of the chain, with all that is noted of the same topic, in one message. Called now and then. */
export async function tellDigests(context: DigestContext): Promise<void> {
  const { db, chainId, now } = context
  const rows = await digestsOf(db, { topic: 'poison', chain_id: chainId })
  const [first] = rows
  if (first === undefined || first.due_at > now) return
  const monitors = await enabledMonitorsOf(
    db,
    chainId,
    rows.map(({ address }) => address),
  )
  const names = new Map(monitors.map(({ address_key, name }) => [address_key, name]))
  const told = rows.filter(({ address }) => names.has(address))
  const count = told.reduce((sum, row) => sum + row.count, 0)
  if (count > 0) {
    const lines = told.slice(0, MOST_NAMED).map((row) => digestLine(row, names.get(row.address) ?? ''))
    const more = told.length - lines.length
    const notice = {
      kind: 'digest' as const,
      incident: first.id,
      text: `${grouped(BigInt(count))} poisoning ${count === 1 ? 'transfer' : 'transfers'} in the history of ${told.length === 1 ? 'a monitored address' : `${told.length} monitored addresses`} since ${new Date(first.since).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      details: [...lines, ...(more > 0 ? [`and ${more} more addresses`] : [])],
      command: `txwarden monitor activity ${checksummed(told[0]?.address ?? first.address)}`,
    }
    await tellNoticeTo(context, notice, readersOf(context))
  }
  await deleteDigests(
    db,
    rows.map(({ id }) => id),
  )
}

/** Alerts that would tell a payment: not those for some grave kinds only. */
function readersOf({ alerts, chainId }: DigestContext): StoredAlert[] {
  return alertIndexOf(alerts)
    .findMonitoring(chainId)
    .filter((alert) => conditionsOf(alert).kinds?.includes('received') ?? true)
}

function digestLine({ address, count, content }: DigestRow, name: string): string {
  const { samples } = JSON.parse(content) as DigestContent
  return `${whoText(checksummed(address), name)}: ${grouped(BigInt(count))}, such as ${samples.slice(0, 2).join('; ')}`
}

function whoText(address: string, name: string): string {
  const short = shortAddress(address)
  return name === '' ? short : `${name} (${short})`
}

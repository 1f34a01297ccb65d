import { checksummed } from '../../api/address.ts'
import type { VerdictChange } from '../../api/schemas/verdict-change.ts'
import { counted } from '../../api/text/amounts.ts'
import { chainText } from '../../api/text/chains.ts'
import { commandFor } from '../../api/text/commands.ts'
import { statusOf, subCategories } from '../../api/vocabulary.ts'
import { isoDate } from '../../shared/text/iso-date.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import type { EventContent } from '../alerts/delivery/messages/event-content.ts'
import { firstLines } from '../alerts/delivery/messages/message-words.ts'
import { alertIndexOf } from '../alerts/matching/alert-index.ts'
import { enqueue } from '../alerts/matching/enqueue-alerts.ts'
import type { FoundKind, MatchInput } from '../alerts/matching/match-input.ts'
import { monitoredIn } from '../alerts/matching/monitored.ts'
import { filterOf } from '../records/alert-filter.ts'
import type { StoredAlert } from '../store/repositories/alerts.ts'
import { changesOfRescreen, moveRescreen, verdictChangesOf } from '../store/repositories/rescreens.ts'
import { findSafeAt } from '../store/repositories/safes.ts'
import { type SummaryRow, summaryRowsOf } from '../store/repositories/transactions.ts'
import type { Db, RescreenRow, VerdictChangeRow } from '../store/schema/schema.ts'
import type { RescreenDeps } from './deps.ts'
import { toChange, worstFirst } from './screen.ts'

/** Changes of one query. */
const PAGE = 256
/** Changes that a message describes; others are counted. */
const MOST_DESCRIBED = 10
const MOST_KINDS = 3
/**
 * Ends a run: one message to each destination of the alerts that want it, with exact counts, in the transaction that marks the
 * run as done. So none is sent twice, and none is lost.
 */
export async function finishRescreen(deps: RescreenDeps, run: RescreenRow, pause: () => Promise<void>): Promise<void> {
  const digests = await digestsOf(deps, run, pause)
  const isFed = await deps.store.write(async (db) => {
    if (!(await moveRescreen(db, run, { state: 'DONE', updated_at: deps.clock.now() }))) return false
    const context = { db, deadlineNow: deps.deadlines.now(), newId: deps.newId, wake: () => {} }
    for (const [round, digest] of digests.entries()) {
      const [first] = digest.alerts
      if (!first) continue
      const about = { svc_tx_id: null, subject: `rescreen:${run.id}`, step: '', round, kind: 'rescreen' } as const
      const alert = { ...first, destinationIds: [digest.destinationId] }
      await enqueue({ about, content: contentOf(digest, run), alerts: [alert] }, context)
    }
    return digests.length > 0
  })
  if (isFed) deps.wake()
}

/** What one destination is notified of. */
class Digest {
  readonly destinationId: string
  /** Alerts that it is a destination of, and that match a change. */
  readonly alerts = new Set<StoredAlert>()
  transactions = 0
  counterparties = 0
  /** Transactions by what changed. */
  readonly kinds = new Map<string, number>()
  readonly sources = new Set<string>()
  worst: (VerdictChange & { readonly isCounterparty: boolean })[] = []

  constructor(destinationId: string) {
    this.destinationId = destinationId
  }

  add(row: VerdictChangeRow, alerts: readonly StoredAlert[]): void {
    for (const alert of alerts) if (alert.destinationIds.includes(this.destinationId)) this.alerts.add(alert)
    const isCounterparty = row.svc_tx_id === null
    if (isCounterparty) this.counterparties += 1
    else {
      this.transactions += 1
      const kind = `${row.from_verdict} → ${row.to_verdict}`
      this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
    }
    this.sources.add(row.source)
    this.worst = [...this.worst, { ...toChange(row), isCounterparty }].sort(worstFirst).slice(0, MOST_DESCRIBED)
  }
}

async function digestsOf({ reads }: RescreenDeps, run: RescreenRow, pause: () => Promise<void>): Promise<Digest[]> {
  const all = await reads.alerts()
  const wanting = all.filter((alert) => filterOf(alert).rescreen === true && alert.destinationIds.length > 0)
  const digests = new Map<string, Digest>()
  if (wanting.length === 0) return []
  for await (const rows of changePages(reads.db, run.id)) {
    const ids = rows.flatMap(({ svc_tx_id }) => svc_tx_id ?? [])
    const transactions = new Map((await summaryRowsOf(reads.db, ids)).map((row) => [row.id, row]))
    for (const row of rows) {
      await pause()
      const transaction = row.svc_tx_id === null ? undefined : transactions.get(row.svc_tx_id)
      if (transaction && (await isCountedAsValidated(reads, run, transaction))) continue
      const fired = await matching(reads, wanting, row, transaction)
      for (const id of new Set(fired.flatMap(({ destinationIds }) => destinationIds))) {
        const digest = digests.get(id) ?? new Digest(id)
        digests.set(id, digest)
        digest.add(row, fired)
      }
    }
  }
  return [...digests.values()]
}

/** All changes of a run, page by page. */
export async function* changePages(db: Db, id: string): AsyncGenerator<readonly VerdictChangeRow[]> {
  for (let after = ''; ; ) {
    const rows = await changesOfRescreen(db, id, after, PAGE)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

type RunReads = RescreenDeps['reads']

/** A transaction of a block and its validation count once. */
async function isCountedAsValidated(
  { db }: RunReads,
  run: RescreenRow,
  { validated_as }: SummaryRow,
): Promise<boolean> {
  if (validated_as === null) return false
  return (await verdictChangesOf(db, [validated_as])).some(({ rescreen_id }) => rescreen_id === run.id)
}

async function matching(
  { db }: RunReads,
  alerts: readonly StoredAlert[],
  row: VerdictChangeRow,
  transaction: SummaryRow | undefined,
): Promise<StoredAlert[]> {
  const index = alertIndexOf(alerts)
  const parties = transaction ?? { id: '', chain_id: row.chain_id, from_key: row.owner, to_key: row.address }
  const touched = await monitoredIn(db, parties, { valid: true, combinedScore: 0 })
  const isOfSafe = (await findSafeAt(db, row.chain_id, row.owner)) !== undefined
  const queued: MatchInput['events'] = isOfSafe ? [{ kind: 'queued', usd: undefined }] : []
  const input: MatchInput = {
    product: transaction?.product ?? 'SONAR',
    chainId: row.chain_id,
    status: row.to_verdict === 'BLOCKED' ? statusOf(row.to_score) : row.to_verdict,
    enforcement: row.to_verdict === 'BLOCKED' ? 'BLOCKED' : 'PASSED',
    combinedScore: row.to_score,
    findings: findingsOf(row),
    totalLoss: transaction?.total_loss ?? null,
    monitored: touched.monitored,
    events: [...touched.events, ...queued],
  }
  const isMonitored = touched.monitored.length > 0 || isOfSafe
  return [...index.find(input.product, input), ...(isMonitored ? index.find('MONITOR', input) : [])]
}

function findingsOf({ sub_categories }: VerdictChangeRow): FoundKind[] {
  const names = JSON.parse(sub_categories) as FoundKind['subCategory'][]
  return names.map((subCategory) => ({ category: subCategories[subCategory].category, subCategory }))
}

function contentOf(digest: Digest, run: RescreenRow): Omit<EventContent, 'alert'> {
  const { worst, transactions, counterparties } = digest
  const [first] = worst
  return {
    transaction: { chainId: first?.chainId ?? '' },
    notice: {
      kind: 'rescreen',
      text: headlineOf(digest, run),
      details: firstLines(worst.map(describe), MOST_DESCRIBED, transactions + counterparties - worst.length),
      ...(first && !first.isCounterparty && { command: commandFor['explain-history'](first.svcTxId) }),
    },
    rescreen: {
      id: run.id,
      since: new Date(run.since_at).toISOString(),
      transactions,
      counterparties,
      worst: worst.map(({ isCounterparty, svcTxId, from, ...change }) => ({
        ...(!isCounterparty && { svcTxId, from }),
        to: change.to,
        chainId: change.chainId,
        owner: change.owner,
        address: change.address,
        source: change.source,
        reason: change.reason,
      })),
    },
  }
}

/** "3 transactions of the last 90 days changed: SAFE → UNSAFE, listed by ofac on 2026-11-27". */
function headlineOf({ transactions, counterparties, kinds, sources }: Digest, run: RescreenRow): string {
  const days = Math.max(1, Math.round((run.started_at - run.since_at) / DAY_MS))
  const window = run.since_at === 0 ? '' : ` of the last ${days === 1 ? 'day' : `${days} days`}`
  const listed = sources.size === 1 ? [...sources][0] : `${sources.size} sources`
  const by = `listed by ${listed} on ${isoDate(run.started_at)}`
  const known = counted(counterparties, 'address that was paid is', 'addresses that were paid are')
  if (transactions === 0) return `${known} listed now, ${by}`
  const changed = `${counted(transactions, 'transaction')}${window} changed: ${kindsText(kinds)}, ${by}`
  return counterparties === 0 ? changed : `${changed}; ${known} listed too`
}

function kindsText(kinds: ReadonlyMap<string, number>): string {
  const [only] = kinds.keys()
  if (kinds.size === 1 && only !== undefined) return only
  const most = [...kinds].sort(([, a], [, b]) => b - a)
  const more = most.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0)
  const shown = most.slice(0, MOST_KINDS).map(([kind, count]) => `${count} ${kind}`)
  return [...shown, ...(more > 0 ? [`${more} others`] : [])].join(', ')
}

function describe({
  isCounterparty,
  svcTxId,
  from,
  to,
  chainId,
  owner,
  address,
  source,
  reason,
}: Digest['worst'][number]): string {
  const what = isCounterparty ? `${to}, paid before` : `${from} → ${to}`
  const which = isCounterparty ? '' : `, ${svcTxId}`
  return `${what}: ${address || checksummed(owner)} ${reason} (${source}), from ${owner} on ${chainText(chainId)}${which}`
}

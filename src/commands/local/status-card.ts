import type { Paint } from '../../cli/output/paint.ts'
import { timeText } from '../../cli/output/time.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import { cardLines, type Fact, plainColumns, type View } from '../../cli/output/view.ts'
import type { DatabaseStatus } from '../../service/index.ts'

type Rows = NonNullable<DatabaseStatus['rows']>

const ROW_WORDS: readonly [keyof Rows, string][] = [
  ['controlLists', 'control list entries'],
  ['monitors', 'monitored addresses'],
  ['alerts', 'alerts'],
  ['destinations', 'destinations'],
  ['validations', 'validations'],
  ['deliveries', 'deliveries'],
  ['auditRecords', 'audit records'],
  ['counterparties', 'counterparties'],
  ['graphEdges', 'graph edges'],
  ['intelEntries', 'intel entries'],
  ['keys', 'API keys'],
  ['chainNodes', 'chain nodes'],
]

export const statusView: View<DatabaseStatus> = {
  columns: [
    ...plainColumns('database', 'exists', 'bytes'),
    { field: 'schemaVersion', header: 'SCHEMA' },
    { field: 'sqliteVersion', header: 'SQLITE' },
    ...ROW_WORDS.map(([name, words]) => ({ field: `rows.${name}`, header: words.toUpperCase() })),
    ...plainColumns(
      'rates.lastMinute',
      'rates.lastHour',
      'rates.lastDay',
      'outbox.unplanned',
      'outbox.pending',
      'outbox.held',
      'outbox.failed',
      'signer',
    ),
    { field: 'masterKey.id', header: 'MASTER KEY' },
    { field: 'served', header: 'SERVED' },
  ],
}

export function statusCard(status: DatabaseStatus, paint: Paint, zone: TimeZone): string {
  const facts: Fact[] = [
    ['database', status.exists ? status.database : `${status.database} ${paint.dim('(not created yet)')}`],
    ...(status.exists ? contentLines(status, paint, zone) : []),
    ['master key', masterKeyText(status, paint)],
    ['served', status.served ? paint.good('yes, by `txwarden serve`') : 'no'],
  ]
  return cardLines(facts, paint)
}

function contentLines(status: DatabaseStatus, paint: Paint, zone: TimeZone): Fact[] {
  return [
    ['size', `${sizeText(status.bytes)}${paint.dim(partsText(status))}`],
    ['schema', `${status.schemaVersion} ${paint.dim(`(${engineText(status)})`)}`],
    ...ROW_WORDS.map(([name, words]): Fact => [words, rowsText(name, status.rows?.[name] ?? 0)]),
    ['limits', quotasText(status, paint)],
    ['recent validations', ratesText(status)],
    ['alert deliveries', outboxText(status, paint, zone)],
    ['signer', status.signer ?? paint.dim('none yet: created with the first signed payload')],
  ]
}

function engineText({ sqliteVersion, postgresVersion }: DatabaseStatus): string {
  return postgresVersion === undefined ? `SQLite ${sqliteVersion}` : `PostgreSQL ${postgresVersion}`
}

function partsText({ logBytes = 0, reusableBytes = 0, freeDiskBytes }: DatabaseStatus): string {
  if (freeDiskBytes === undefined) return ''
  const parts = [
    ...(logBytes > 0 ? [`${sizeText(logBytes)} log`] : []),
    ...(reusableBytes > 0 ? [`${sizeText(reusableBytes)} reusable`] : []),
    `${sizeText(freeDiskBytes)} free on the disk`,
  ]
  return ` (${parts.join(', ')})`
}

/** Large tables are counted up to here; above, the number is an estimate. */
const COUNTED = 10_000
const ESTIMATED: readonly (keyof Rows)[] = ['validations', 'deliveries', 'auditRecords', 'counterparties', 'graphEdges']
/** PostgreSQL has no row numbers to estimate by, so its counts stop here. */
const MOST_LATELY = 100_000

function rowsText(name: keyof Rows, rows: number): string {
  return ESTIMATED.includes(name) ? aboutText(rows) : String(rows)
}

function aboutText(count: number): string {
  return count < COUNTED ? String(count) : `about ${count.toLocaleString('en')}`
}

function orMoreText(count: number, most: number): string {
  return count < most ? String(count) : `${count.toLocaleString('en')} or more`
}

/** Share of a limit from which it is shown. */
const NEAR = 0.8

/** The limits that are nearly or fully used: "1,900 of 2,000 alerts". */
export function nearQuotas({ quotas }: Pick<DatabaseStatus, 'quotas'>): { text: string; isReached: boolean }[] {
  const near = quotas.filter(({ used, most }) => used >= NEAR * most)
  return near.map(({ name, used, most }) => ({
    text:
      name === 'storedBytes'
        ? `${sizeText(used)} of ${sizeText(most)} stored`
        : `${used.toLocaleString('en')} of ${most.toLocaleString('en')} ${name}`,
    isReached: used >= most,
  }))
}

/** Empty while no limit is near. */
function quotasText(status: DatabaseStatus, paint: Paint): string {
  const near = nearQuotas(status)
  return near.map(({ text, isReached }) => (isReached ? paint.bad(text) : paint.warn(text))).join(', ')
}

function ratesText({ rates, postgresVersion }: DatabaseStatus): string | undefined {
  if (!rates || rates.lastDay === 0) return undefined
  const text = (count: number) => (postgresVersion === undefined ? aboutText(count) : orMoreText(count, MOST_LATELY))
  const { lastMinute, lastHour, lastDay } = rates
  return `${text(lastMinute)} in a minute, ${text(lastHour)} in an hour, ${text(lastDay)} in a day`
}

/** Undefined without deliveries in the outbox. */
function outboxText({ outbox }: DatabaseStatus, paint: Paint, zone: TimeZone): string | undefined {
  if (!outbox || outbox.unplanned + outbox.pending + outbox.held + outbox.failed === 0) return undefined
  const oldest = outbox.oldestPending === null ? '' : `, the oldest from ${timeText(outbox.oldestPending, zone)}`
  const text = (count: number) => orMoreText(count, COUNTED)
  const unplanned = outbox.unplanned === 0 ? '' : `, ${outbox.unplanned} not planned yet`
  const failed = outbox.failed === 0 ? '' : `, ${paint.bad(`${text(outbox.failed)} failed`)}`
  const held = outbox.held === 0 ? '' : `, ${paint.warn(`${text(outbox.held)} held by inactive destinations`)}`
  return `${text(outbox.pending)} pending${unplanned}${oldest}${held}${failed}`
}

function masterKeyText({ masterKey, sealedBy }: DatabaseStatus, paint: Paint): string {
  const others = sealedBy.filter((id) => !masterKey?.ids.includes(id))
  const missing = others.length > 0 ? paint.bad(` (its secrets need ${others.join(', ')})`) : ''
  if (!masterKey) return others.length > 0 ? `missing${missing}` : paint.dim('none yet: created with the first secret')
  if (masterKey.fault !== null) return paint.bad(masterKey.fault)
  const older =
    masterKey.ids.length > 1 ? ` and ${masterKey.ids.length - 1} more: \`txwarden local rekey\` keeps one` : ''
  return `${masterKey.id} ${paint.dim(`(${masterKey.source})`)}${older}${missing}`
}

/** "84 KiB", "1.2 MiB". */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const amount = bytes / 1024 ** step
  return `${step === 0 || amount >= 10 ? Math.round(amount) : amount.toFixed(1)} ${units[step]}`
}

import Table from 'cli-table3'
import { cellText } from './fields.ts'
import type { Paint } from './paint.ts'
import { SHOWN_ID, shortIdLength } from './short-id.ts'
import { safeText } from './terminal-text.ts'
import { distanceText, timeText } from './time.ts'
import type { TimeZone } from './time-zone.ts'
import { type Column, cardLines, columnValue, type View } from './view.ts'
import { cutText, visibleLength, withShortAddresses } from './words.ts'

const GAP = 2
/** Minimum width of a shortened text; below it, the column is dropped. */
const LEAST_TEXT = 14
/** A phrase is not cut before the end of its first address, unless it is longer: an amount may have any length. */
const LONGEST_START = 44
const DEFAULT_IMPORTANCE = 5
/** From this importance on, addresses are shortened before the column is dropped. */
const ESSENTIAL = 5

export interface TableOptions {
  readonly paint: Paint
  /** Width of the terminal in characters. */
  readonly width: number
  /** All columns, whole ids, absolute times; lines may exceed the terminal. */
  readonly wide: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Time zone of absolute times. */
  readonly zone: TimeZone
}

/** A column with its cells, full and shortened. */
interface Drawn<Row> {
  readonly column: Column<Row>
  readonly importance: number
  readonly cells: readonly string[]
  /** Short forms of ids and addresses. */
  readonly shortCells: readonly string[] | undefined
  readonly full: number
  /** Before longer forms of ids, addresses and phrases. */
  readonly enough: number
  readonly least: number
}

type Sized<Row> = Drawn<Row> & { width: number }

/**
 * One line per row, no longer than the terminal: on a narrow one, addresses and texts are shortened and columns dropped.
 * Addresses are shown whole when the essential columns leave enough space, because address poisoning exploits shortened
 * addresses.
 */
export function renderRows<Row>(rows: readonly Row[], view: View<Row>, options: TableOptions): string {
  const columns = tableColumns(view.columns, options.wide).map((column) => drawn(column, rows, options))
  // Empty columns would only take space.
  const filled = columns.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const sized = options.wide
    ? filled.map((each) => ({ ...each, width: each.full }))
    : fitted(filled, options.width).map((each) => ({ ...each, width: Math.min(each.width, options.width) }))
  const table = new Table({
    head: sized.map(({ column, width }) => options.paint.dim(cutText(column.header, width))),
    chars: noBorders,
    // cli-table3 colors heads and borders by default, even with --no-color.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP, compact: true },
  })
  table.push(...rows.map((row, index) => sized.map((each) => paintedCell(each, row, index, options.paint))))
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`
}

/** Columns in table order: leading columns first, whole ids last. */
export function tableColumns<Row>(columns: readonly Column<Row>[], wide: boolean): Column<Row>[] {
  const rank = ({ leads, kind }: Column<Row>) => (leads ? 0 : kind === 'whole-id' ? 2 : 1)
  return columns.filter(({ importance }) => wide || importance !== 0).sort((a, b) => rank(a) - rank(b))
}

function drawn<Row>(column: Column<Row>, rows: readonly Row[], { wide, now, zone }: TableOptions): Drawn<Row> {
  const when = (iso: string | null | undefined) => (wide ? timeText(iso, zone) : distanceText(iso, now))
  const whole = rows.map((row) => shownText(row, column, when))
  const ids = rows.map((row) => cellText(columnValue(row, column)))
  const short = wide ? undefined : shortForms(column, whole, ids)
  const cells = column.kind === 'id' && short ? short : whole
  const widthOf = (texts: readonly string[]) => Math.max(column.header.length, ...texts.map(visibleLength))
  const full = widthOf(cells)
  const enough = short ? widthOf(short) : full
  return {
    column,
    importance: column.importance ?? DEFAULT_IMPORTANCE,
    cells,
    shortCells: short,
    full,
    enough,
    least: leastOf({ column, short, full }),
  }
}

function leastOf<Row>({
  column: { kind, header },
  short,
  full,
}: Pick<Drawn<Row>, 'column' | 'full'> & {
  readonly short: readonly string[] | undefined
}): number {
  if (!short) return Math.min(full, Math.max(header.length, LEAST_TEXT))
  const least = kind === 'phrase' ? short.map(startOf) : short
  return Math.max(header.length, ...least.map(visibleLength))
}

/** Cuts a phrase after its first address, with a mark where it goes on. */
function startOf(phrase: string): string {
  const found = SHORT_ADDRESS.exec(phrase)
  return cutText(phrase, found ? Math.min(found.index + found[0].length + 1, LONGEST_START) : LEAST_TEXT)
}

const SHORT_ADDRESS = /0x[0-9a-f]{6}…[0-9a-f]{4}/i

/** @param ids the values: a text that is not its value is a name, and stays whole */
function shortForms<Row>(
  { kind }: Column<Row>,
  texts: readonly string[],
  ids: readonly string[],
): string[] | undefined {
  if (kind === 'address' || kind === 'phrase') return texts.map(withShortAddresses)
  if (kind !== 'id' && kind !== 'whole-id') return undefined
  const length = kind === 'whole-id' ? shortIdLength(ids, SHOWN_ID) : shortIdLength(ids)
  return texts.map((text, index) =>
    text === ids[index] && text.length > length + 1 ? `…${text.slice(-length)}` : text,
  )
}

/** The columns that fit, each with its width. */
function fitted<Row>(columns: readonly Drawn<Row>[], width: number): Sized<Row>[] {
  const essential = (each: readonly Drawn<Row>[]) => each.filter(({ importance }) => importance >= ESSENTIAL).length
  const withWhole = keptIn(columns, width, ({ column, full, least }) => (column.kind === 'address' ? full : least))
  const costsNothing = essential(withWhole) === essential(columns)
  const kept = costsNothing ? withWhole : keptIn(columns, width, ({ least }) => least)
  const left = width - kept.reduce((sum, each) => sum + each.width + GAP, -GAP)
  return expanded(kept, left)
}

/** Gives the remaining space to texts, shortest first, then to whole ids and addresses. */
function expanded<Row>(kept: readonly Sized<Row>[], space: number): Sized<Row>[] {
  let left = space
  const columns = kept.map((each) => ({ ...each }))
  for (; left > 0; left -= 1) {
    const [shortest] = columns.filter((each) => each.width < each.enough).sort((a, b) => a.width - b.width)
    if (!shortest) break
    shortest.width += 1
  }
  for (const each of columns.toSorted((a, b) => b.importance - a.importance)) {
    const missing = each.full - each.width
    if (!each.shortCells || missing > left) continue
    each.width = each.full
    left -= missing
  }
  return columns
}

/** Drops the least important column (the last of equals) until the rest fits; keeps at least one. */
function keptIn<Row>(columns: readonly Drawn<Row>[], width: number, least: (each: Drawn<Row>) => number): Sized<Row>[] {
  const kept = columns.map((each) => ({ ...each, width: least(each) }))
  while (kept.length > 1 && kept.reduce((sum, each) => sum + each.width + GAP, -GAP) > width) {
    const lowest = Math.min(...kept.map(({ importance }) => importance))
    kept.splice(
      kept.findLastIndex(({ importance }) => importance === lowest),
      1,
    )
  }
  return kept
}

function paintedCell<Row>({ column, cells, shortCells, width }: Sized<Row>, row: Row, index: number, paint: Paint) {
  const whole = cells[index] ?? ''
  const text = visibleLength(whole) <= width ? whole : cutText(shortCells?.[index] ?? whole, width)
  return column.paint && text !== '' ? column.paint(text, row, paint) : text
}

/** Formats one row as lines of "label  value". */
export function renderCard<Row>(row: Row, view: View<Row>, paint: Paint, zone: TimeZone): string {
  const lines = view.columns
    .map((column) => [column.header.toLowerCase(), shownCell(row, column, paint, zone)] as const)
    .filter(([, value]) => value !== '')
  const title = view.title ? `${view.title(row, paint)}\n` : ''
  return `${title}${cardLines(lines, paint)}`
}

/** A cell with the absolute time and nothing shortened. */
export function shownCell<Row>(row: Row, column: Column<Row>, paint: Paint, zone: TimeZone): string {
  const text = shownText(row, column, (iso) => timeText(iso, zone))
  return column.paint && text !== '' ? column.paint(text, row, paint) : text
}

/** Cleaned before it is painted, because afterwards color codes of the value look like those of `Paint`. */
function shownText<Row>(row: Row, column: Column<Row>, when: (iso: string | null | undefined) => string): string {
  if (column.show) return safeText(column.show(row, when))
  const text = cellText(columnValue(row, column))
  return safeText(column.kind === 'time' ? when(text) : text)
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
}

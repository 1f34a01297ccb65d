import type { Paint } from '../paint.ts'
import { visibleLength, wrapWords } from '../words.ts'
import {
  type Block,
  type BlockTone,
  type Cell,
  cellText,
  type DetailLevel,
  type ListBlock,
  type ListItem,
  type Section,
  type TableBlock,
  type TextBlock,
} from './blocks.ts'

/** Width of the labels of facts. */
const LABELS = 9

interface CardStyle {
  readonly paint: Paint
  /** Of the terminal, in characters. */
  readonly width: number
  readonly detail: DetailLevel
}

/** The lines of a card, with an empty line before each section. */
export function sectionLines(sections: readonly (Section | undefined)[], style: CardStyle): string[] {
  const { paint, width } = style
  return sections.flatMap((section) => {
    if (section === undefined) return []
    const { heading, tone = 'bold', note, blocks } = section
    const title = heading === undefined ? [] : hanging(heading, '  ', width, paint[tone])
    const beside = note === undefined ? [] : [`${title.pop()}  ${paint.dim(note)}`]
    return ['', ...title, ...beside, ...blocks.flatMap((block) => blockLines(block, style))]
  })
}

function blockLines(block: Block, style: CardStyle): string[] {
  const { paint, width } = style
  switch (block.kind) {
    case 'text':
      return hanging(block.text, '  ', width, inTone(block, paint))
    case 'lines':
      return block.lines.map((line) => `  ${line}`)
    case 'list':
      return shortened(block.items, block, style, (items) => itemLines(items, style))
    case 'table':
      return shortened(block.rows, block, style, (rows) => tableLines({ ...block, rows }, style))
  }
}

function shortened<T>(
  all: readonly T[],
  { most = {} }: Pick<ListBlock, 'most'>,
  { paint, detail }: CardStyle,
  linesOf: (shown: readonly T[]) => string[],
): string[] {
  const shown = all.slice(0, most[detail])
  const more = all.length - shown.length
  const rest = detail === 'short' ? '--explain' : '--json'
  return [...linesOf(shown), ...(more > 0 ? [`  ${paint.dim(`and ${more} more: ${rest}`)}`] : [])]
}

function itemLines(items: readonly ListItem[], { paint, width }: CardStyle): string[] {
  return items.flatMap(({ text, note = '' }) => [
    ...hanging(text, '  ', width),
    ...(note === '' ? [] : hanging(note, '    ', width, paint.dim)),
  ])
}

/** A value beside the label of its row stands in columns with others where they fit, and above the others of the row. */
function tableLines({ columns, rows, labels = LABELS, beside = 1 }: TableBlock, { paint, width }: CardStyle): string[] {
  const room = width - labels - 3
  const widths = columnWidths(rows, beside)
  const needed = widths.reduce((sum, each) => sum + (each === 0 ? 0 : each + 2), -2)
  const side = needed <= room || beside === 1 ? beside : beside - 1
  return rows.flatMap(([label = '', ...cells]) => {
    const inColumns = cells.slice(0, side).flatMap((cell, at) => {
      const { tone, isRight = false } = columns[at + 1] ?? {}
      const [size = 0, text] = [widths[at], cellText(cell)]
      const blanks = ' '.repeat(Math.max(0, size - visibleLength(text)))
      const shown = text && inTone(cell, paint, tone)(text)
      return size === 0 && at > 0 ? [] : [isRight ? `${blanks}${shown}` : `${shown}${blanks}`]
    })
    const below = cells.flatMap((cell, at) => {
      if ((side > 1 && at < side) || cellText(cell) === '') return []
      const { tone, before = '' } = columns[at + 1] ?? {}
      return wrapWords(`${before}${cellText(cell)}`, room).map(inTone(cell, paint, tone))
    })
    const [first = '', ...others] = [...(side > 1 ? [inColumns.join('  ').trimEnd()] : []), ...below]
    const start = inTone(label, paint, columns[0]?.tone ?? 'dim')(cellText(label).padEnd(labels))
    return [`  ${start} ${first}`, ...others.map((line) => `${' '.repeat(labels + 3)}${line}`)]
  })
}

/** Of the columns beside the label. What stands there alone makes none wider. */
function columnWidths(rows: TableBlock['rows'], beside: number): number[] {
  const besideOthers = rows
    .map((row) => row.slice(1, beside + 1).map(cellText))
    .filter(([, ...more]) => more.some(Boolean))
  return Array.from({ length: beside }, (_, at) =>
    Math.max(0, ...besideOthers.map((row) => visibleLength(row[at] ?? ''))),
  )
}

function inTone(cell: Cell | TextBlock, paint: Paint, usual?: BlockTone): (text: string) => string {
  const { tone = usual } = typeof cell === 'string' ? {} : cell
  return tone === undefined ? same : paint[tone]
}

const same = (text: string) => text

/** Lines after the first are indented further. */
function hanging(text: string, indent: string, width: number, tone = same): string[] {
  return wrapWords(text, width - indent.length - 2).map(
    (line, index) => `${indent}${index === 0 ? '' : '  '}${tone(line)}`,
  )
}

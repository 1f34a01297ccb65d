/** Room: What cards and pages are made of, and how it is written as text, Markdown and HTML. */

import type { Paint } from '../paint.ts'
import { type Fact, knownFacts } from '../view.ts'

/** A colour or weight; pages have none. */
export type BlockTone = keyof Paint

/** How much is said: a card is short, a page and a card with --explain are full. */
export type DetailLevel = 'short' | 'full'

export interface Section {
  readonly heading?: string
  readonly tone?: BlockTone
  /** Beside the heading. */
  readonly note?: string
  readonly blocks: readonly Block[]
}

/** Texts are as they came: what writes a page makes them harmless. */
export type Block = TextBlock | ListBlock | LinesBlock | TableBlock

export interface TextBlock {
  readonly kind: 'text'
  readonly text: string
  readonly tone?: BlockTone
}

/** How many entries a card shows. Pages have limits of their own. */
type Limits = Readonly<Partial<Record<DetailLevel, number>>>

export interface ListBlock {
  readonly kind: 'list'
  readonly most?: Limits
  readonly items: readonly ListItem[]
}

export interface ListItem {
  readonly text: string
  readonly note?: string
}

/** Lines of a fixed width, indented as they are. */
export interface LinesBlock {
  readonly kind: 'lines'
  readonly lines: readonly string[]
}

/** In a card the first column is the label of a row, the second stands beside it, and the others stand below one another. */
export interface TableBlock {
  readonly kind: 'table'
  readonly most?: Limits
  readonly columns: readonly BlockColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** Width of the labels of a card; default: that of most facts. */
  readonly labels?: number
  /** Up to here the columns of a card stand side by side. The last of them moves below where it does not fit. */
  readonly beside?: number
}

export interface BlockColumn {
  readonly name: string
  readonly tone?: BlockTone
  /** Before a value that stands below. */
  readonly before?: string
  /** Columns of numbers. */
  readonly isRight?: boolean
}

/** '' is no value. */
export type Cell = string | { readonly text: string; readonly tone: BlockTone }

export function cellText(cell: Cell | undefined = ''): string {
  return typeof cell === 'string' ? cell : cell.text
}

/** A table with columns of plain text. */
export function plainTable(names: readonly string[], rows: TableBlock['rows']): TableBlock {
  return { kind: 'table', columns: names.map((name) => ({ name })), rows }
}

export function factTable(facts: readonly Fact[]): TableBlock {
  return plainTable(['field', 'value'], knownFacts(facts))
}

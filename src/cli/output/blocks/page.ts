import { grouped } from '../../../api/text/amounts.ts'
import type { Verdict } from '../../../api/verdict.ts'
import { type Block, cellText, type Section, type TableBlock } from './blocks.ts'

/** A page about one verdict. */
export interface DocumentPage {
  readonly title: string
  readonly verdict: Verdict
  /** Score and category. */
  readonly score: string
  /** What the transaction does. */
  readonly actions: readonly string[]
  /** The answer in a sentence or two. */
  readonly headline: string
  readonly sections: readonly Section[]
  /** When and how it was made. */
  readonly footer: readonly string[]
}

/** What is shown of the largest transactions: the page is for people. */
const MOST_LINES = 400
const MOST_ROWS = 200

/** Of a table its texts, without empty columns. */
export type PageBlock =
  | Exclude<Block, TableBlock>
  | { readonly kind: 'rows'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** A block in the limits of a page, with the number of its other entries below. */
export function pageBlocks(block: Block): PageBlock[] {
  switch (block.kind) {
    case 'text':
      return [block]
    case 'lines':
      return [{ ...block, lines: block.lines.slice(0, MOST_LINES) }, ...moreText(block.lines.length - MOST_LINES)]
    case 'list':
      return [{ ...block, items: block.items.slice(0, MOST_ROWS) }, ...moreText(block.items.length - MOST_ROWS)]
    case 'table': {
      const rows = block.rows.slice(0, MOST_ROWS).map((row) => block.columns.map((_, at) => cellText(row[at]).trim()))
      const used = block.columns.map((_, at) => rows.some((row) => row[at] !== ''))
      const inUse = <T>(cells: readonly T[]) => cells.filter((_, at) => used[at])
      const head = inUse(block.columns).map(({ name }) => name)
      return [{ kind: 'rows', head, rows: rows.map(inUse) }, ...moreText(block.rows.length - MOST_ROWS)]
    }
  }
}

function moreText(count: number): PageBlock[] {
  return count > 0 ? [{ kind: 'text', text: `And ${grouped(count)} more.` }] : []
}

/** Addresses, hashes and other data, which are compared. */
export const EXACT = /0x[0-9a-f]{8,}/gi

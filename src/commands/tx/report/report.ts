import type { Verdict } from '../../../api/verdict.ts'

/** A page about one verdict, before it has a format. Texts are as they came: each format makes them harmless. */
export interface Report {
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

export interface Section {
  readonly heading: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  /** Lines of a fixed width, indented as they are. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }

/** A text, or an exact value such as an address, in a fixed width. */
export type Cell = string | { readonly exact: string }

export function exact(value: string): Cell {
  return { exact: value }
}

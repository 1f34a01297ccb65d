import type { FeedFormat } from '../../../src/api/vocabulary.ts'
import type { FeedRecord, FeedTableRow } from '../../../src/service/intel/formats/format.ts'
import { formats } from '../../../src/service/intel/formats/index.ts'

export interface FeedText {
  readonly path?: string
  readonly bytes: string | Uint8Array
  readonly chainIds?: readonly string[]
  /** Bytes in each piece; default: all in one. */
  readonly pieces?: number
}

/** The rows of one file of a feed. */
export async function readFeedFile(
  format: FeedFormat,
  { path = '', bytes, chainIds, pieces }: FeedText,
): Promise<FeedTableRow[]> {
  const rows: FeedTableRow[] = []
  for await (const batch of formats[format].read({ path, text: textOf(bytes, pieces), chainIds })) rows.push(...batch)
  return rows
}

/** What was kept of it. */
export async function recordsOf(format: FeedFormat, text: FeedText): Promise<FeedRecord[]> {
  const rows = await readFeedFile(format, text)
  return rows.flatMap((row) => ('records' in row ? row.records : []))
}

/** Bytes as text, in pieces that may end in the middle of a character. */
export async function* textOf(bytes: string | Uint8Array, pieces = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  const decoder = new TextDecoder()
  for (let at = 0; at < all.length; at += pieces) yield decoder.decode(all.subarray(at, at + pieces), { stream: true })
}

export async function collect<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}

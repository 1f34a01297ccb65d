import { addEdges, type Edge, edgeKey } from '../../store/repositories/graph.ts'
import { bumpEvidenceRevision } from '../../store/repositories/revisions.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import { BatchedWrites } from '../../store/writes/batched-writes.ts'
import { readAddress, readChain } from '../formats/address.ts'
import { type FeedFile, type FeedTableRow, type FormatReader, irrelevant, kept, noChain } from '../formats/format.ts'
import { type FeedFields, fieldRows } from '../formats/reading/field-rows.ts'
import { misreadFeed } from './import-failures.ts'
import { type FeedReading, readRows } from './read-rows.ts'
import { ImportTally, isMisread, type Rejection } from './tally.ts'

export interface GraphImport extends Pick<FeedReading, 'origin' | 'onProgress' | 'signal'> {
  /** Chain of the rows that name none. */
  readonly chainId: string
  /** Runs in the transaction that ends the import. */
  readonly audit: (db: Db, report: GraphReport) => Promise<void>
}

/** Rows of the file: read = kept + rejected. */
export interface GraphReport {
  readonly read: number
  readonly kept: number
  readonly rejected: number
  readonly rejections: Rejection[]
}

/** Edges buffered before a write: sorted by the index, neighbours share pages. */
const BUFFERED = 50_000
const EDGES_A_STEP = 32

/**
 * Adds the transfers of a file to the hop graph, in short transactions. The file is CSV with the columns `from` and
 * `to`, or one JSON object a line, both with an optional `chainId`. Counts add to those of earlier imports. The caller
 * holds the import lock.
 * @throws WardenError `not-this-format`: nothing was imported
 */
export async function importGraph(store: Store, request: GraphImport): Promise<GraphReport> {
  const { chainId, audit, ...reading } = request
  const writes = new BatchedWrites(store, reading.signal)
  const tally = new ImportTally()
  const buffer: Edge[] = []
  let written = 0
  const flush = async () => {
    if (written === 0 && isMisread(tally)) throw misreadFeed(tally)
    const edges = buffer.splice(0).sort((a, b) => (edgeKey(a) < edgeKey(b) ? -1 : 1))
    written += edges.length
    await writes.run(async (db, index) => {
      const at = index * EDGES_A_STEP
      await addEdges(db, edges.slice(at, at + EDGES_A_STEP))
      return at + EDGES_A_STEP < edges.length
    })
  }
  const add = async (edges: readonly Edge[]) => {
    buffer.push(...edges)
    if (buffer.length >= BUFFERED) await flush()
  }
  await readRows(graph, { ...reading, chainIds: [chainId], tally }, { add, flush })
  const { read, kept, rejected, rejections } = tally
  const report = { read, kept, rejected, rejections }
  await store.write(async (db) => {
    await bumpEvidenceRevision(db)
    await audit(db, report)
  })
  return report
}

const graph: FormatReader<Edge> = {
  isPart: (path) => /\.(?:csv|ndjson|jsonl)$/i.test(path),
  read: (file) => fieldRows(file.text, ['from', 'to'], (fields) => readFields(fields, file)),
}

function readFields(fields: FeedFields, { chainIds = [] }: FeedFile): FeedTableRow<Edge> {
  const [from, to] = [readAddress(fields.from, fields), readAddress(fields.to, fields)]
  if ('rejected' in from) return from
  if ('rejected' in to) return to
  const given = fields.chainid
  const chainId = given === undefined || given === null || given === '' ? chainIds[0] : readChain(given)
  if (chainId === undefined) return noChain(given, fields)
  if (from.address === to.address) return irrelevant('a transfer to the sender itself', fields)
  return kept({ chainId, from: from.address, to: to.address })
}

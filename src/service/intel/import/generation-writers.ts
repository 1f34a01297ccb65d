import { compareText } from '../../../shared/text/compare-text.ts'
import { shortened } from '../../../shared/text/shortened.ts'
import { skeletonOf } from '../../risk/parties/similarity.ts'
import { endsNumber, keyBytes } from '../../store/repositories/intel.ts'
import { entryInserter, extendGeneration, ROWS_A_STATEMENT } from '../../store/repositories/intel-generations.ts'
import { insertPrices } from '../../store/repositories/prices.ts'
import type { Db, IntelEntryRow, IntelGenerationRow, PriceRow } from '../../store/schema/schema.ts'
import type { BatchedWrites } from '../../store/writes/batched-writes.ts'
import type { FeedRecord } from '../formats/format.ts'
import type { PriceRecord } from '../formats/prices.ts'
import { lostImport } from './import-failures.ts'

/**
 * Records buffered before a write: sorted by the index, neighbours share pages, which makes an import several times
 * faster. About 30 MB.
 */
const BUFFERED = 50_000
const LONGEST_LABEL = 200

/** Writes the records of a format as a new generation. */
export interface GenerationWriter<R> {
  /** Rows written so far. */
  readonly entries: number
  add(records: readonly R[]): Promise<void>
  /** @throws WardenError `import-lost` when the database was replaced during the import */
  flush(): Promise<void>
  /** Call it in the transaction that activates the generation. Throws as `flush` does. */
  confirm(db: Db): Promise<void>
}

/** Writes intel entries. Rows about the same key that say the same become one entry, within one buffer. */
export class EntryWriter implements GenerationWriter<FeedRecord> {
  /** As stored in the database. */
  #generation: IntelGenerationRow
  readonly #writes: BatchedWrites
  readonly #insert = entryInserter()
  readonly #buffer = new Map<string, BufferedEntry>()
  #nextId: number

  constructor(generation: IntelGenerationRow, writes: BatchedWrites) {
    this.#generation = generation
    this.#writes = writes
    this.#nextId = generation.first_entry
  }

  get entries(): number {
    return this.#nextId - this.#generation.first_entry
  }

  async add(records: readonly FeedRecord[]): Promise<void> {
    for (const record of records) this.#addToBuffer(record)
    if (this.#buffer.size >= BUFFERED) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#buffer.size === 0) return
    const rows = Array.from(this.#buffer.values())
      .sort((a, b) => compareText(a.record.key, b.record.key))
      .map((entry) => this.#toRow(entry))
    this.#buffer.clear()
    const before = this.#generation
    await this.#writes.run(async (db, index) => {
      const at = index * ROWS_A_STATEMENT
      const part = rows.slice(at, at + ROWS_A_STATEMENT)
      const last = part.at(-1)
      if (!last) return false
      await this.#insert(db, part)
      await extend(db, { ...before, last_entry: rows[at - 1]?.id ?? before.last_entry }, last.id)
      return at + part.length < rows.length
    })
    this.#generation = { ...before, last_entry: rows.at(-1)?.id ?? before.last_entry }
  }

  async confirm(db: Db): Promise<void> {
    await extend(db, this.#generation, this.#generation.last_entry)
  }

  #addToBuffer(record: FeedRecord): void {
    // A selector keeps every signature, an address one entry for each kind of statement.
    const statement =
      record.kind === 'signature' ? record.label : `${record.kind} ${record.subCategory} ${record.chainIds}`
    const identity = `${record.key} ${statement}`
    const entry = this.#buffer.get(identity)
    if (!entry) this.#buffer.set(identity, { record, others: 0 })
    else {
      if (entry.record.label !== record.label) entry.others++
      if ((record.severity ?? 0) > (entry.record.severity ?? 0)) entry.record = record
    }
  }

  #toRow({ record, others }: BufferedEntry): IntelEntryRow {
    const { symbol, name, canonical } = record
    const skeleton = (text: string | undefined) => (canonical && text ? skeletonOf(text) || null : null)
    return {
      id: this.#nextId++,
      generation: this.#generation.id,
      key: keyBytes(record.key),
      chain_ids: JSON.stringify(record.chainIds),
      kind: record.kind,
      sub_category: record.subCategory ?? null,
      severity: record.severity ?? null,
      label: labelText(record.label, others),
      symbol: symbol === undefined ? null : plainText(symbol),
      canonical: canonical ? 1 : 0,
      ends: record.imitable ? endsNumber(record.key) : null,
      symbol_skeleton: skeleton(symbol),
      name_skeleton: skeleton(name),
      decimals: record.decimals ?? null,
    }
  }
}

interface BufferedEntry {
  record: FeedRecord
  /** Number of merged rows with another label. */
  others: number
}

/** Writes token prices. Several prices of one token become the newest of them, within one buffer. */
export class PriceWriter implements GenerationWriter<PriceRecord> {
  readonly #generation: IntelGenerationRow
  readonly #writes: BatchedWrites
  /** Time of the snapshot (ms): no price in it is newer. */
  readonly #asOf: number
  readonly #buffer = new Map<string, PriceRow>()
  #entries = 0

  constructor(generation: IntelGenerationRow, writes: BatchedWrites, asOf: number) {
    this.#generation = generation
    this.#writes = writes
    this.#asOf = asOf
  }

  get entries(): number {
    return this.#entries
  }

  async add(records: readonly PriceRecord[]): Promise<void> {
    for (const record of records) this.#addToBuffer(record)
    if (this.#buffer.size >= BUFFERED) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#buffer.size === 0) return
    const rows = Array.from(this.#buffer.values())
    this.#buffer.clear()
    await this.#writes.run(async (db, index) => {
      await this.confirm(db)
      const at = index * ROWS_A_STATEMENT
      await insertPrices(db, rows.slice(at, at + ROWS_A_STATEMENT))
      return at + ROWS_A_STATEMENT < rows.length
    })
    this.#entries += rows.length
  }

  async confirm(db: Db): Promise<void> {
    await extend(db, this.#generation, this.#generation.last_entry)
  }

  #addToBuffer({ chainId, token, decimals, usd, asOf }: PriceRecord): void {
    const key = `${chainId} ${token}`
    const row: PriceRow = {
      chain_id: chainId,
      token,
      decimals,
      usd,
      as_of: Math.min(asOf ?? this.#asOf, this.#asOf),
      generation: this.#generation.id,
    }
    const known = this.#buffer.get(key)
    if (!known || known.as_of <= row.as_of) this.#buffer.set(key, row)
  }
}

async function extend(db: Db, generation: IntelGenerationRow, lastEntry: number): Promise<void> {
  if (!(await extendGeneration(db, generation, lastEntry))) throw lostImport()
}

function labelText(label: string, others: number): string {
  const text = plainText(label)
  return others === 0 ? text : `${text} and ${others} more`
}

/** One line of bounded length: the deployer of a token chooses its label. */
function plainText(text: string): string {
  return shortened(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), LONGEST_LABEL)
}

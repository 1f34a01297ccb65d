import { skeletonOf } from '../../risk/similarity/skeleton.ts'
import { endsNumber, keyBytes } from '../../store/repositories/intel.ts'
import { entryInserter, extendGeneration, ROWS_A_STATEMENT } from '../../store/repositories/intel-generations.ts'
import type { Db, IntelEntryRow, IntelGenerationRow } from '../../store/schema.ts'
import type { FeedRecord } from '../formats/format.ts'
import { lostImport } from './import-failures.ts'
import type { Slices } from './slices.ts'

/**
 * Records held back to be written in the order of the index: neighbours share pages, and a page that is written once
 * for several rows makes an import several times faster. Some 30 MB.
 */
const HELD_BACK = 50_000

const LONGEST_LABEL = 200

/** Writes the entries of a generation. What a feed says several times of an address becomes one entry, as far as it is held back. */
export class SnapshotWriter {
  /** As it stands in the database. */
  #generation: IntelGenerationRow
  readonly #slices: Slices
  readonly #insert = entryInserter()
  readonly #held = new Map<string, Held>()
  #nextId: number

  constructor(generation: IntelGenerationRow, slices: Slices) {
    this.#generation = generation
    this.#slices = slices
    this.#nextId = generation.first_entry
  }

  /** So far written. */
  get entries(): number {
    return this.#nextId - this.#generation.first_entry
  }

  async add(records: readonly FeedRecord[]): Promise<void> {
    for (const record of records) this.#hold(record)
    if (this.#held.size >= HELD_BACK) await this.flush()
  }

  /** @throws WardenError `import-lost` when the database was replaced meanwhile */
  async flush(): Promise<void> {
    if (this.#held.size === 0) return
    const rows = Array.from(this.#held.values())
      .sort((a, b) => compareText(a.record.key, b.record.key))
      .map((held) => this.#rowOf(held))
    this.#held.clear()
    const before = this.#generation
    await this.#slices.run(async (db, index) => {
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

  /**
   * To be called in the transaction that puts the generation in force.
   * @throws WardenError `import-lost` when the database was replaced meanwhile
   */
  async confirm(db: Db): Promise<void> {
    await extend(db, this.#generation, this.#generation.last_entry)
  }

  #hold(record: FeedRecord): void {
    // Of a selector every signature counts, of an address every kind of thing that is said.
    const what = record.kind === 'signature' ? record.label : `${record.kind} ${record.subCategory} ${record.chainIds}`
    const identity = `${record.key} ${what}`
    const held = this.#held.get(identity)
    if (!held) this.#held.set(identity, { record, others: 0 })
    else {
      if (held.record.label !== record.label) held.others++
      if ((record.severity ?? 0) > (held.record.severity ?? 0)) held.record = record
    }
  }

  #rowOf({ record, others }: Held): IntelEntryRow {
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
    }
  }
}

async function extend(db: Db, generation: IntelGenerationRow, lastEntry: number): Promise<void> {
  if (!(await extendGeneration(db, generation, lastEntry))) throw lostImport()
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

interface Held {
  record: FeedRecord
  /** Rows that said the same with another label. */
  others: number
}

function labelText(label: string, others: number): string {
  const text = plainText(label)
  return others === 0 ? text : `${text} and ${others} more`
}

/** In one line and of bounded length: labels are written by whoever made a token. */
function plainText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length > LONGEST_LABEL ? `${line.slice(0, LONGEST_LABEL)}…` : line
}

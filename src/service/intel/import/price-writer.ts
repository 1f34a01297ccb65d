import { extendGeneration } from '../../store/repositories/intel-generations.ts'
import { insertPrices } from '../../store/repositories/prices.ts'
import type { Db, IntelGenerationRow, PriceRow } from '../../store/schema.ts'
import type { PriceRecord } from '../formats/prices.ts'
import { lostImport } from './import-failures.ts'
import type { Slices } from './slices.ts'

const HELD_BACK = 50_000
const ROWS_A_STATEMENT = 32

/** Writes the prices of a generation. What a feed says several times of a token becomes one, the freshest, as far as it is held back. */
export class PriceWriter {
  readonly #generation: IntelGenerationRow
  readonly #slices: Slices
  /** When the snapshot was the current one (ms): no price in it is younger. */
  readonly #asOf: number
  readonly #held = new Map<string, PriceRow>()
  #entries = 0

  constructor(generation: IntelGenerationRow, slices: Slices, asOf: number) {
    this.#generation = generation
    this.#slices = slices
    this.#asOf = asOf
  }

  /** So far written. */
  get entries(): number {
    return this.#entries
  }

  async add(records: readonly PriceRecord[]): Promise<void> {
    for (const record of records) this.#hold(record)
    if (this.#held.size >= HELD_BACK) await this.flush()
  }

  /** @throws WardenError `import-lost` when the database was replaced meanwhile */
  async flush(): Promise<void> {
    if (this.#held.size === 0) return
    const rows = Array.from(this.#held.values())
    this.#held.clear()
    await this.#slices.run(async (db, index) => {
      await this.confirm(db)
      const at = index * ROWS_A_STATEMENT
      await insertPrices(db, rows.slice(at, at + ROWS_A_STATEMENT))
      return at + ROWS_A_STATEMENT < rows.length
    })
    this.#entries += rows.length
  }

  /**
   * To be called in the transaction that puts the generation in force.
   * @throws WardenError `import-lost` when the database was replaced meanwhile
   */
  async confirm(db: Db): Promise<void> {
    if (!(await extendGeneration(db, this.#generation, this.#generation.last_entry))) throw lostImport()
  }

  #hold({ chainId, token, decimals, usd, asOf }: PriceRecord): void {
    const key = `${chainId} ${token}`
    const row: PriceRow = {
      chain_id: chainId,
      token,
      decimals,
      usd,
      as_of: Math.min(asOf ?? this.#asOf, this.#asOf),
      generation: this.#generation.id,
    }
    const held = this.#held.get(key)
    if (!held || held.as_of <= row.as_of) this.#held.set(key, row)
  }
}

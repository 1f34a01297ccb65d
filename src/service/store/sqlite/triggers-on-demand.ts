import type { DatabaseSync } from 'node:sqlite'

export type RowChange = 'insert' | 'update' | 'delete'

/** Statements that create the triggers of tables. */
export type Triggers = ReadonlyMap<string, Readonly<Partial<Record<RowChange, string>>>>

/** Other forms (`insert or replace`, `with`, names with a schema) count as changes of every table. */
const INSERT = /^\s*insert into "?(\w+)"?(?=[\s(])/i
const UPDATE = /^\s*update (?!or\s)"?(\w+)"?(?=\s)/i
const READS = /^\s*(?:select|begin|commit|savepoint|release|rollback|pragma)\b/i
const ROLLBACK = /^\s*rollback\b/i
const UPSERT = /\bon conflict\b.*\bdo update\b/is

/**
 * Creates a trigger when a statement is about to change rows that it counts. Creating all of them takes longer than all else that
 * a command writes. A deletion may cascade to other tables; no insert or update does.
 */
export class TriggersOnDemand {
  readonly #database: DatabaseSync
  readonly #triggers: Triggers
  readonly #created = new Set<string>()

  constructor(database: DatabaseSync, triggers: Triggers) {
    this.#database = database
    this.#triggers = triggers
  }

  /** @param statement that runs next */
  before(statement: string): void {
    // It drops what was created since the transaction began.
    if (ROLLBACK.test(statement)) this.#created.clear()
    for (const trigger of this.#neededFor(statement)) {
      if (this.#created.has(trigger)) continue
      this.#database.exec(trigger)
      this.#created.add(trigger)
    }
  }

  #neededFor(statement: string): string[] {
    const inserted = INSERT.exec(statement)?.[1]
    if (inserted !== undefined) return this.#of(inserted, UPSERT.test(statement) ? ['insert', 'update'] : ['insert'])
    const updated = UPDATE.exec(statement)?.[1]
    if (updated !== undefined) return this.#of(updated, ['update'])
    return READS.test(statement) ? [] : Array.from(this.#triggers.values(), (each) => Object.values(each)).flat()
  }

  #of(table: string, changes: readonly RowChange[]): string[] {
    return changes.flatMap((change) => this.#triggers.get(table)?.[change] ?? [])
  }
}

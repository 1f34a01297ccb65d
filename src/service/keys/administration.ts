import type { KeyKind } from '../../api/operations/operation.ts'
import { keyNameFault } from '../../api/text/key-name.ts'
import { notFound, refusal } from '../../shared/errors.ts'
import { isoTime } from '../../shared/text/iso-date.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { Ids, RandomBytes } from '../runtime/deps.ts'
import { findKey, insertKey, listKeys, revokeKey } from '../store/repositories/api-keys.ts'
import { recordChange } from '../store/repositories/audit.ts'
import type { ApiKeyRow } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { localAuthor } from './authenticate.ts'
import { formatKey, hashKey, hintOf } from './format.ts'

export interface KeyRecord {
  readonly id: string
  readonly kind: KeyKind
  readonly hint: string
  /** Null: created without one. */
  readonly name: string | null
  readonly createdAt: string
  /** Updated at most once a minute. */
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export interface CreatedKey {
  readonly id: string
  readonly kind: KeyKind
  readonly name?: string
  readonly key: string
}

export interface KeyAdministrationDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: RandomBytes
  readonly newId: Ids
}

/** API keys of the local service. In process only: no endpoint exposes them. */
export class KeyAdministration {
  readonly #deps: KeyAdministrationDeps

  constructor(deps: KeyAdministrationDeps) {
    this.#deps = deps
  }

  /**
   * Returns the key once; only its hash is stored.
   * @throws WardenError `bad-key-name`
   */
  async create(kind: KeyKind, name?: string): Promise<CreatedKey> {
    const fault = name === undefined ? undefined : keyNameFault(name)
    if (fault !== undefined) throw refusal('bad-key-name', `the name of the key ${fault}`)
    const { store, clock, random, newId } = this.#deps
    const key = formatKey(kind, random(32))
    const row: ApiKeyRow = {
      id: newId(),
      kind,
      hash: hashKey(key),
      hint: hintOf(key),
      created_at: clock.now(),
      last_used_at: null,
      revoked_at: null,
      name: name ?? null,
    }
    await store.write(async (db) => {
      await insertKey(db, row)
      await recordChange(db, localAuthor(this.#deps), 'key.create', row.id, { after: toRecord(row) })
    })
    return { id: row.id, kind, ...(name !== undefined && { name }), key }
  }

  async list(): Promise<KeyRecord[]> {
    const rows = await listKeys(this.#deps.store.read)
    return rows.map(toRecord)
  }

  /**
   * Idempotent.
   * @throws WardenError `not-found`
   */
  async revoke(id: string): Promise<KeyRecord> {
    const { store, clock } = this.#deps
    return store.write(async (db) => {
      const before = await findKey(db, id)
      if (!before) throw notFound('not-found', `there is no key ${JSON.stringify(id)}`, { parameters: { what: 'key' } })
      if (before.revoked_at !== null) return toRecord(before)
      const after = { ...before, revoked_at: clock.now() }
      await revokeKey(db, id, after.revoked_at)
      await recordChange(db, localAuthor(this.#deps), 'key.revoke', id, {
        before: toRecord(before),
        after: toRecord(after),
      })
      return toRecord(after)
    })
  }
}

function toRecord(row: ApiKeyRow): KeyRecord {
  return {
    id: row.id,
    kind: row.kind,
    hint: row.hint,
    name: row.name,
    createdAt: isoTime(row.created_at),
    lastUsedAt: isoTime(row.last_used_at),
    revokedAt: isoTime(row.revoked_at),
  }
}

import { createHash } from 'node:crypto'
import { isRecord } from '../../shared/json.ts'
import { Fingerprints } from './fingerprints.ts'

/** Bytes of a key: 128 bits of a SHA-256. */
export const KEY_BYTES = 16

/**
 * Names each row by what it says, wherever it stands: a row that moves keeps its key. The same row a second time is
 * another occurrence, with a key of its own.
 */
export class RowKeys {
  readonly #scope: string
  readonly #seen = new Fingerprints()

  /** `scope`: what else makes a row the same, such as the operation and the service it goes to. */
  constructor(scope: string) {
    this.#scope = scope
  }

  next(body: unknown): Buffer {
    const content = digest(this.#scope, canonical(body))
    const before = this.#seen.get(content) ?? 0
    this.#seen.set(content, before + 1)
    return before === 0 ? content : digest(content.toString('hex'), String(before + 1))
  }
}

export function digest(...parts: readonly string[]): Buffer {
  const hash = createHash('sha256')
  // With their lengths, so that no two lists of parts are alike.
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest().subarray(0, KEY_BYTES)
}

/** JSON with the members in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )
}

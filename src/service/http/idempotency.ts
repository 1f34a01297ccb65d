import { createHash } from 'node:crypto'
import type { ApiRequest, ApiResponse } from '../../api/message.ts'
import type { Operation } from '../../api/operation.ts'
import { DRY_RUN_HEADER } from '../../api/operations.ts'
import { Problem } from '../problems/problem.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { open, seal, sealingContext } from '../secrets/sealing.ts'
import { findAnswers, storeAnswer } from '../store/repositories/idempotent-answers.ts'
import { evidenceRevision } from '../store/repositories/revisions.ts'
import type { Db, IdempotentAnswerRow } from '../store/schema.ts'

/** How long an answer is kept for replay (ms). */
const KEPT_MS = 24 * 60 * 60 * 1000
const MAX_KEY_LENGTH = 255

/** One request that may be sent again, and what its stored answer is found by. */
export interface Once {
  readonly scope: string
  readonly requestHash: string
}

export interface ReplayLimit {
  readonly until: number | undefined
  readonly evidenceRevision: number
}

/**
 * The scope of a POST with an Idempotency-Key: (actor, method, path, key). Undefined for every other request, and for a
 * dry run: its answer must not stay, and no stored one is an answer to it.
 */
export function readOnce(request: ApiRequest, operation: Operation, actor: string): Once | undefined {
  const key = request.headers['idempotency-key']
  if (operation.method !== 'POST' || key === undefined) return undefined
  if (!operation.changes && request.headers[DRY_RUN_HEADER] === 'true') return undefined
  if (key === '' || key.length > MAX_KEY_LENGTH)
    throw new Problem('invalid-header', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`)
  const { 'x-validation-product': product = '', prefer = '', 'x-txwarden-payload-slot': slot = '' } = request.headers
  return {
    scope: sha256([actor, request.method, request.path, key]),
    requestHash: sha256([request.query, product, prefer, slot, request.body ?? '']),
  }
}

/** Whether an answer is kept: what a retry would change nothing about. */
export function isKept(status: number): boolean {
  if (status >= 200 && status < 300) return true
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status)
}

export class IdempotentAnswers {
  readonly #keyring: () => Keyring
  readonly #running = new Set<string>()

  constructor(keyring: () => Keyring) {
    this.#keyring = keyring
  }

  /** Keeps twins apart: while `work` runs, the same scope is answered with a 409. */
  async exclusively<T>(once: Once, work: () => Promise<T>): Promise<T> {
    if (this.#running.has(once.scope))
      throw new Problem('idempotency-in-progress', 'A request with this Idempotency-Key is still running.', {
        headers: { 'retry-after': '1' },
      })
    this.#running.add(once.scope)
    try {
      return await work()
    } finally {
      this.#running.delete(once.scope)
    }
  }

  /** The stored answer, if there is one; throws Problem 409 when it is another request's or no longer current. */
  async find(db: Db, once: Once, now: number): Promise<ApiResponse | undefined> {
    const [row] = await findAnswers(db, [once.scope], now)
    return row && this.replay(db, row, once, now)
  }

  /** The same of a row that was found. */
  async replay(db: Db, row: IdempotentAnswerRow, once: Once, now: number): Promise<ApiResponse> {
    if (row.request_hash !== once.requestHash)
      throw new Problem('idempotency-key-reused', 'This Idempotency-Key was sent before with another request.')
    await refuseOutdated(db, row, now)
    const stored = JSON.parse(
      open(this.#keyring(), row.sealed_answer, sealingContext.idempotentAnswer(once.scope)),
    ) as ApiResponse
    return { ...stored, headers: { ...stored.headers, 'idempotency-replayed': 'true' } }
  }

  async store(db: Db, once: Once, answer: ApiResponse, now: number, limit: ReplayLimit | undefined): Promise<void> {
    await storeAnswer(db, {
      scope: once.scope,
      request_hash: once.requestHash,
      status: answer.status,
      // Sealed: the answer to a create may hold a secret that is shown once.
      sealed_answer: seal(this.#keyring(), JSON.stringify(answer), sealingContext.idempotentAnswer(once.scope)),
      good_until: limit?.until ?? null,
      evidence_revision: limit?.evidenceRevision ?? null,
      created_at: now,
      expires_at: now + KEPT_MS,
    })
  }
}

async function refuseOutdated(db: Db, row: IdempotentAnswerRow, now: number): Promise<void> {
  if (row.good_until !== null && now >= row.good_until)
    throw new Problem(
      'verdict-outdated',
      'The payload of the stored verdict expired; ask again with a new Idempotency-Key.',
    )
  if (row.evidence_revision !== null && row.evidence_revision !== (await evidenceRevision(db)))
    throw new Problem(
      'verdict-outdated',
      'Lists or feeds changed since the stored verdict; ask again with a new Idempotency-Key.',
    )
}

/** Length-prefixed, so that no two lists of parts hash alike. */
function sha256(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest('hex')
}

import { DRY_RUN_HEADER, SIGNED_HASH_HEADER, SITE_HEADER } from '../../api/operations/contract.ts'
import type { ApiRequest, ApiResponse } from '../../api/operations/message.ts'
import type { Operation } from '../../api/operations/operation.ts'
import { sha256OfParts } from '../../shared/text/sha256.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { Problem } from '../problems/problem.ts'
import { keyringForSealing } from '../records/master-key.ts'
import type { MasterKey } from '../secrets/keyring.ts'
import { open, seal, sealingContext } from '../secrets/sealing.ts'
import { findAnswers, storeAnswer } from '../store/repositories/idempotent-answers.ts'
import { evidenceRevision } from '../store/repositories/revisions.ts'
import type { Db, IdempotentAnswerRow } from '../store/schema/schema.ts'

/** How long a response can be replayed (ms). */
const REPLAY_MS = DAY_MS
const MAX_KEY_LENGTH = 255

/** With another value of these the same body is another request. */
const SETTINGS = [
  'x-validation-product',
  'prefer',
  'x-txwarden-payload-slot',
  'x-txwarden-simulate',
  'x-txwarden-node',
  'x-txwarden-block',
  'x-txwarden-chain-timeout',
  SIGNED_HASH_HEADER,
  SITE_HEADER,
]

/** Identifies a request that can be replayed. */
export interface IdempotencyKey {
  /** Hash of actor, method, path and header value. */
  readonly scope: string
  readonly requestHash: string
}

/** ms since 1970. */
export interface AnswerMoment {
  /** Wall time: payloads expire by it. */
  readonly now: number
  /** Time of the `DeadlineClock`: stored responses expire by it. */
  readonly deadlineNow: number
}

export interface ReplayLimit {
  /** Milliseconds. */
  readonly until: number | undefined
  readonly evidenceRevision: number
}

/**
 * The key of a POST with an Idempotency-Key; undefined for every other request and for a dry run, whose response is
 * neither stored nor replayed.
 * @throws Problem 400
 */
export function readIdempotencyKey(
  request: ApiRequest,
  operation: Operation,
  actor: string,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (operation.method !== 'POST' || key === undefined) return undefined
  if (!operation.changes && request.headers[DRY_RUN_HEADER] === 'true') return undefined
  if (key === '' || key.length > MAX_KEY_LENGTH)
    throw new Problem('invalid-header', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`)
  const settings = SETTINGS.map((name) => request.headers[name] ?? '')
  return {
    scope: sha256OfParts([actor, request.method, request.path, key]).toString('hex'),
    requestHash: sha256OfParts([request.query, ...settings, request.body ?? '']).toString('hex'),
  }
}

/** Whether a response is stored: a retry would get the same one. */
export function isReplayable(status: number): boolean {
  if (status >= 200 && status < 300) return true
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status)
}

export class IdempotentAnswers {
  readonly #masterKey: MasterKey
  readonly #running = new Set<string>()

  constructor(masterKey: MasterKey) {
    this.#masterKey = masterKey
  }

  /** Rejects concurrent requests of the same scope with a 409. */
  async exclusively<T>(key: IdempotencyKey, work: () => Promise<T>): Promise<T> {
    if (this.#running.has(key.scope))
      throw new Problem('idempotency-in-progress', 'A request with this Idempotency-Key is still running.', {
        headers: { 'retry-after': '1' },
      })
    this.#running.add(key.scope)
    try {
      return await work()
    } finally {
      this.#running.delete(key.scope)
    }
  }

  /** The stored response, if any. Throws as `replay` does. */
  async find(db: Db, key: IdempotencyKey, { now, deadlineNow }: AnswerMoment): Promise<ApiResponse | undefined> {
    const [row] = await findAnswers(db, [key.scope], deadlineNow)
    return row && this.replay(db, row, key, now)
  }

  /** @throws Problem 409 when the row belongs to another request or is outdated */
  async replay(db: Db, row: IdempotentAnswerRow, key: IdempotencyKey, now: number): Promise<ApiResponse> {
    if (row.request_hash !== key.requestHash)
      throw new Problem('idempotency-key-reused', 'This Idempotency-Key was sent before with another request.')
    await refuseOutdated(db, row, now)
    const stored = JSON.parse(
      open(this.#masterKey.require(), row.sealed_answer, sealingContext.idempotentAnswer(key.scope)),
    ) as ApiResponse
    return { ...stored, headers: { ...stored.headers, 'idempotency-replayed': 'true' } }
  }

  async store(
    db: Db,
    key: IdempotencyKey,
    answer: ApiResponse,
    { deadlineNow }: Pick<AnswerMoment, 'deadlineNow'>,
    limit: ReplayLimit | undefined,
  ): Promise<void> {
    const keyring = await keyringForSealing(db, this.#masterKey)
    await storeAnswer(db, {
      scope: key.scope,
      request_hash: key.requestHash,
      status: answer.status,
      // Encrypted: the response to a create can contain a secret that is shown only once.
      sealed_answer: seal(keyring, JSON.stringify(answer), sealingContext.idempotentAnswer(key.scope)),
      good_until: limit?.until ?? null,
      evidence_revision: limit?.evidenceRevision ?? null,
      created_at: deadlineNow,
      expires_at: deadlineNow + REPLAY_MS,
    })
  }
}

async function refuseOutdated(db: Db, row: IdempotentAnswerRow, now: number): Promise<void> {
  if (row.good_until !== null && now >= row.good_until)
    throw new Problem(
      'verdict-outdated',
      'The stored verdict is too old: its payload expired or the chain moved on; send the request again with a new Idempotency-Key.',
    )
  if (row.evidence_revision !== null && row.evidence_revision !== (await evidenceRevision(db)))
    throw new Problem(
      'verdict-outdated',
      'Lists or feeds changed since the stored verdict; send the request again with a new Idempotency-Key.',
    )
}

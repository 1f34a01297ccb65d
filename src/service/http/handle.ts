import type { ApiRequest, ApiResponse } from '../../api/message.ts'
import type { Operation } from '../../api/operation.ts'
import { type OperationId, operation } from '../../api/operations.ts'
import type { EgressPolicy } from '../egress/egress-policy.ts'
import { Authenticator, type Caller } from '../keys/authenticate.ts'
import type { RateLimiter } from '../keys/rate-limit.ts'
import { Problem, problemResponse } from '../problems/problem.ts'
import type { Reads } from '../records/reads.ts'
import type { Clock, Ids, RandomBytes } from '../runtime/deps.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { insertAudit } from '../store/repositories/audit.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { deprecationHeaders } from './deprecation-headers.ts'
import { errorToProblem } from './error-to-problem.ts'
import type { Effects, HandlerContext } from './handler.ts'
import { handlerOf } from './handlers/index.ts'
import { IdempotentAnswers, isKept, type Once, type ReplayLimit, readOnce } from './idempotency.ts'
import { parseRequest } from './parse-request.ts'
import { createRouter, type Match } from './router.ts'

export interface HandleDeps {
  readonly store: Store
  readonly reads: Reads
  readonly keyring: () => Keyring
  readonly clock: Clock
  readonly random: RandomBytes
  readonly newId: Ids
  readonly effects: Effects
  readonly destinationPolicy: () => Promise<EgressPolicy>
  /** For callers over the network; absent: no limit. */
  readonly rateLimiter?: RateLimiter
  readonly report: (error: unknown) => void
  /** Called after a commit that put something into the outbox. */
  readonly wake?: () => void
}

/** An answer, and what a log line may say about it. */
export interface Answer extends ApiResponse {
  readonly about: { readonly operation?: OperationId; readonly actor?: string }
}

export type Handle = (request: ApiRequest, caller: Caller) => Promise<Answer>

/**
 * The whole service as one function:
 *
 *   route ─▶ key ─▶ seen before? ─▶ parse ─▶ handler ─▶ answer
 *    404     401       409          400       404 409      │
 *    405     403                    413 415   503          ▼
 *            429                                        stored when it may be replayed
 *
 * Nothing is written when an error is answered.
 */
export function createHandle(deps: HandleDeps): Handle {
  const route = createRouter()
  const authenticator = new Authenticator(deps.store, deps.clock, deps.report)
  const answers = new IdempotentAnswers(deps.keyring)

  return async (request, caller) => {
    let match: Match | undefined
    let actor: string | undefined
    const about = () => ({ ...(match && { operation: match.id }), ...(actor && { actor }) })
    try {
      match = route(request.method, request.path)
      const row = operation(match.id)
      actor = await authenticator.authenticate(caller, request.headers['x-api-key'], row.key)
      if (caller.kind === 'network') deps.rateLimiter?.admit(actor)
      const once = readOnce(request, row, actor)
      const work = { match, row, request, actor, now: deps.clock.now() }
      const response = once
        ? await answers.exclusively(once, () => answerOnce(deps, answers, once, work))
        : await perform(deps, work)
      return { ...deprecationHeaders(response, row, match.params), about: about() }
    } catch (error) {
      const response = problemResponse(errorToProblem(error, deps.store, deps.report), request.path)
      const answer = match ? deprecationHeaders(response, operation(match.id), match.params) : response
      return { ...answer, about: about() }
    }
  }
}

interface Work {
  readonly match: Match
  readonly row: Operation
  readonly request: ApiRequest
  readonly actor: string
  readonly now: number
}

/** What surrounds a handler inside its transaction, so that a stored answer and its writes come together or not at all. */
interface Around {
  before(db: Db): Promise<ApiResponse | undefined>
  after(db: Db, response: ApiResponse, limit: ReplayLimit | undefined): Promise<void>
}

async function answerOnce(deps: HandleDeps, answers: IdempotentAnswers, once: Once, work: Work): Promise<ApiResponse> {
  const around: Around = {
    before: (db) => answers.find(db, once, work.now),
    after: (db, response, limit) => answers.store(db, once, response, work.now, limit),
  }
  const stored = await deps.reads.idempotentAnswer({ scope: once.scope, now: work.now })
  if (stored) return answers.replay(deps.store.read, stored, once, work.now)
  try {
    return await perform(deps, work, around)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const refusal = problemResponse(error, work.request.path)
    if (isKept(refusal.status) && error.code !== 'idempotency-key-reused' && error.code !== 'verdict-outdated')
      await deps.store.write((db) => around.after(db, refusal, undefined))
    return refusal
  }
}

async function perform(deps: HandleDeps, work: Work, around?: Around): Promise<ApiResponse> {
  const handler = await handlerOf(work.match.id)
  const call = { params: work.match.params, ...parseRequest(work.request, work.row) }
  const said: { limit?: ReplayLimit; isOutboxFed?: boolean } = {}
  const context = (db: Db): HandlerContext => ({
    db,
    actor: work.actor,
    now: work.now,
    newId: deps.newId,
    random: deps.random,
    keyring: deps.keyring,
    destinationPolicy: deps.destinationPolicy,
    audit: (action, resourceId, { before, after }) =>
      insertAudit(db, {
        id: deps.newId(),
        at: work.now,
        actor: work.actor,
        action,
        resource_id: resourceId,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
      }),
    wake: () => {
      said.isOutboxFed = true
    },
    limitReplay: (given) => {
      said.limit = given
    },
  })

  const write = async (run: (context: HandlerContext) => Promise<unknown>): Promise<ApiResponse> => {
    const answer = await deps.store.write(async (db) => {
      const stored = await around?.before(db)
      if (stored) return stored
      const response = okResponse(await run(context(db)))
      await around?.after(db, response, said.limit)
      return response
    })
    if (said.isOutboxFed) deps.wake?.()
    return answer
  }

  switch (handler.mode) {
    case 'read':
      return okResponse(await handler.run(call, context(deps.store.read)))
    case 'write':
      return write((writing) => handler.run(call, writing))
    case 'prepared': {
      const prepared = await announced(deps.store, () => handler.prepare(call, { reads: deps.reads, now: work.now }))
      return prepared.kind === 'answer' ? okResponse(prepared.output) : write(prepared.run)
    }
    case 'effect': {
      const { db: _, audit: __, wake: ___, ...rest } = context(deps.store.read)
      const response = okResponse(await handler.run(call, { ...rest, store: deps.store, effects: deps.effects }))
      if (around) await deps.store.write((db) => around.after(db, response, said.limit))
      return response
    }
  }
}

async function announced<T>(store: Store, prepare: () => Promise<T>): Promise<T> {
  const end = store.announceWrite()
  try {
    return await prepare()
  } finally {
    end()
  }
}

function okResponse(output: unknown): ApiResponse {
  if (output === undefined) return { status: 200, headers: {}, body: '' }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(output) }
}

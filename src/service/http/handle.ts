/**
 * Room: `handle()`: routing, parsing, idempotency, errors to problems; one handler file a resource.
 *
 * A handler reads the parsed request, calls one room and returns a resource. No SQL, no rule about risk or time.
 */

import type { ApiRequest, ApiResponse } from '../../api/operations/message.ts'
import type { KeyKind, Operation } from '../../api/operations/operation.ts'
import { baseId, type OperationId, operation, operationIds, pathParameters } from '../../api/operations/operations.ts'
import type { ProblemCode } from '../../api/problems.ts'
import { WardenError } from '../../shared/errors.ts'
import { lazily } from '../../shared/lazily.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { ChainObserver } from '../chain/observer.ts'
import { Authenticator, type Caller, type Sender } from '../keys/authenticate.ts'
import type { RateLimiter } from '../keys/rate-limit.ts'
import { Problem, problemResponse } from '../problems/problem.ts'
import { loadChains } from '../records/known-chains.ts'
import type { MeteredValidation } from '../runtime/meters.ts'
import type { Store } from '../store/store.ts'
import { errorToProblem } from './error-to-problem.ts'
import { type EffectContext, type HandlerContext, prefers } from './handler.ts'
import { HandlerWrites, okResponse, type TransactionHooks, type WritesDeps } from './handler-writes.ts'
import { handlerOf } from './handlers/index.ts'
import {
  type AnswerMoment,
  type IdempotencyKey,
  IdempotentAnswers,
  isReplayable,
  readIdempotencyKey,
} from './idempotency.ts'
import { checkTarget, type ParsedRequest, parseRequest } from './parse-request.ts'
import { createRouter, type RouteMatch } from './router.ts'

export interface HandleDeps
  extends WritesDeps,
    Pick<EffectContext, 'reads' | 'pool' | 'clock' | 'effects'>,
    Partial<Pick<EffectContext, 'chain'>> {
  /** Whether network callers reach the operations of the scope `local`. */
  readonly hasAdminApi: boolean
  /** Hash of the secret that opens the operations with `takesEventSecret`; absent: none does. */
  readonly eventSecretHash?: string | undefined
  /** Applies to network callers; absent: no limit. */
  readonly rateLimiter?: RateLimiter
  readonly report: (error: unknown) => void
}

/** A response, with what the request log shows of it. */
export interface HandledAnswer extends ApiResponse {
  readonly info: Partial<Sender> & {
    readonly operation?: OperationId
    /** Time spent waiting for a chain node, which says nothing about the load of this service (ms). */
    readonly waitedMs?: number
  }
}

export type Handle = (request: ApiRequest, caller: Caller) => Promise<HandledAnswer>

export type RequestHead = Omit<ApiRequest, 'body'>

/** A request of a known operation with an accepted key, before its body is read. */
export interface BegunRequest extends Sender {
  readonly operation: OperationId
  readonly keyKind: KeyKind
  answer(body: string | undefined): Promise<HandledAnswer>
}

/** Checks path and key. The answer where one of them is not accepted: the body is not needed for it. */
export type Begin = (head: RequestHead, caller: Caller) => Promise<BegunRequest | HandledAnswer>

/**
 * The whole service as one function:
 *
 *   route ─▶ key ─▶ replay? ─▶ parse ─▶ handler ─▶ response
 *    404     401      409       400      404 409      │
 *    405     403                413 415  503          ▼
 *            429                                 stored for replay
 *
 * An error response writes nothing else.
 */
export function handleOf(begin: Begin): Handle {
  return async (request, caller) => {
    const begun = await begin(request, caller)
    const answer = 'answer' in begun ? await begun.answer(request.body) : begun
    return request.method === 'HEAD' ? withoutBody(answer) : answer
  }
}

/** The same in two steps: the first, route and key, needs no body. */
export function createBegin(deps: HandleDeps): Begin {
  const everything = lazily(() => createRouter(operationIds))
  const offered = lazily(() => createRouter(operationIds.filter((id) => operation(id).scope !== 'local')))
  const authenticator = new Authenticator(deps.store, deps.clock, deps.report, deps.eventSecretHash)
  const answers = new IdempotentAnswers(deps.masterKey)

  return async (head, caller) => {
    let match: RouteMatch | undefined
    let sender: Sender | undefined
    const failed = (error: unknown): HandledAnswer => {
      // Only a caller of this process interrupts its own work.
      if (error instanceof WardenError && error.kind === 'interrupted') throw error
      const response = problemResponse(errorToProblem(error, deps.store, deps.report), head.path)
      const answer = match ? deprecationHeaders(response, operation(match.id), match.params) : response
      return { ...answer, info: { ...(match && { operation: match.id }), ...sender } }
    }
    try {
      checkTarget(head)
      const route = caller.kind === 'in-process' || deps.hasAdminApi ? everything() : offered()
      match = route(head.method, head.path)
      sender = await authenticator.authenticate(caller, head.headers, operation(match.id))
      if (caller.kind === 'network') deps.rateLimiter?.admit(sender.actor)
    } catch (error) {
      return failed(error)
    }
    return begunRequest(deps, answers, { match, row: operation(match.id), head, sender, caller }, failed)
  }
}

function begunRequest(
  deps: HandleDeps,
  answers: IdempotentAnswers,
  { head, ...known }: Pick<RequestWork, 'match' | 'row' | 'sender' | 'caller'> & { readonly head: RequestHead },
  failed: (error: unknown) => HandledAnswer,
): BegunRequest {
  const { match, row, sender } = known
  return {
    operation: match.id,
    keyKind: row.key,
    ...sender,
    async answer(body) {
      let waitedMs = 0
      const waited = (ms: number) => {
        waitedMs += ms
      }
      try {
        const request = body === undefined ? head : { ...head, body }
        const key = readIdempotencyKey(request, row, sender.actor)
        const work = { ...known, request, now: deps.clock.now(), deadlineNow: deps.deadlines.now(), waited }
        const response = key
          ? await answers.exclusively(key, () => answerOnce(deps, answers, key, work))
          : await perform(deps, work)
        return {
          ...deprecationHeaders(response, row, match.params),
          info: { operation: match.id, ...sender, waitedMs },
        }
      } catch (error) {
        const answer = failed(error)
        return { ...answer, info: { ...answer.info, waitedMs } }
      }
    },
  }
}

/** The answer to HEAD: all headers of the answer to GET, with the length of its body. */
function withoutBody(answer: HandledAnswer): HandledAnswer {
  const length = String(Buffer.byteLength(answer.body))
  return { ...answer, headers: { ...answer.headers, 'content-length': length }, body: '' }
}

interface RequestWork extends AnswerMoment {
  readonly match: RouteMatch
  readonly row: Operation
  readonly request: ApiRequest
  readonly sender: Sender
  readonly caller: Caller
  /** Called with the time that a chain node took (ms). */
  readonly waited: (ms: number) => void
}

/** Refusals that the same request may not meet again: not stored for replay. */
const PASSING: ReadonlySet<ProblemCode> = new Set(['idempotency-key-reused', 'verdict-outdated', 'quota-exceeded'])

async function answerOnce(
  deps: HandleDeps,
  answers: IdempotentAnswers,
  key: IdempotencyKey,
  work: RequestWork,
): Promise<ApiResponse> {
  const hooks: TransactionHooks = {
    before: (db) => answers.find(db, key, work),
    after: (db, response, limit) => answers.store(db, key, response, { deadlineNow: deps.deadlines.now() }, limit),
  }
  const stored = await deps.reads.idempotentAnswer({ scope: key.scope, now: work.deadlineNow })
  if (stored) return answers.replay(deps.store.read, stored, key, work.now)
  try {
    return await perform(deps, work, hooks)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const refusal = problemResponse(error, work.request.path)
    if (isReplayable(refusal.status) && !PASSING.has(error.code))
      await deps.store.write((db) => hooks.after(db, refusal, undefined))
    return refusal
  }
}

/** Parses again where another process has defined a chain since: that of the request may be it. */
async function parsed(deps: HandleDeps, { request, row }: RequestWork): Promise<ParsedRequest> {
  const ignored = () => deps.meters?.membersIgnored()
  try {
    return parseRequest(request, row, ignored)
  } catch (error) {
    if (!(error instanceof Problem && (await loadChains(deps.store.read)))) throw error
    return parseRequest(request, row, ignored)
  }
}

async function perform(deps: HandleDeps, work: RequestWork, hooks?: TransactionHooks): Promise<ApiResponse> {
  const id = baseId(work.match.id)
  const handler = await handlerOf(id)
  const takesHeaders = work.row.headers !== undefined
  const hasAdditions = id !== work.match.id || (takesHeaders && prefers(work.request.headers, 'additions'))
  const call = { params: work.match.params, ...(await parsed(deps, work)), hasAdditions }
  const writes = new HandlerWrites(deps, { id, actor: work.sender.actor, now: work.now }, hooks)
  if (typeof handler === 'function') {
    if (work.row.changes) return writes.run((writing) => handler(call, writing))
    return okResponse(await handler(call, writes.contextOf(deps.store.read)))
  }
  if ('prepare' in handler) {
    // Checked during the reads of the handler; `run` uses the result, and reports a refusal.
    const space = writes.requireSpace()
    space.catch(() => {})
    const started = deps.clock.elapsed()
    let validation: MeteredValidation | undefined
    const validated =
      deps.meters &&
      ((given: MeteredValidation) => {
        validation = given
      })
    const prepared = await announced(deps.store, (withdraw) => {
      const chain = deps.chain && timed(deps.chain, deps.clock, { start: withdraw, end: work.waited })
      const { actor, actorName } = work.sender
      const caller = { key: actorName === undefined ? [actor] : [actor, actorName] }
      return handler.prepare(call, { reads: deps.reads, now: work.now, chain, caller, ...(validated && { validated }) })
    })
    const answer = prepared.kind === 'answer' ? okResponse(prepared.output) : await writes.run(prepared.run, space)
    if (validation) deps.meters?.validated(validation, deps.clock.elapsed() - started)
    return answer
  }
  const { db: _, audit: __, ...rest } = writes.contextOf(deps.store.read)
  const response = okResponse(await handler.effect(call, { ...rest, ...effectContext(deps, work.caller) }))
  if (hooks) await deps.store.write((db) => hooks.after(db, response, writes.limit))
  return response
}

/** Work for a caller on the network ends before clients and proxies give up (ms). */
const NETWORK_MS = 20_000

function effectContext(
  { store, reads, chain, deadlines, effects, clock, pool, meters, wake = () => {} }: HandleDeps,
  caller: Caller,
): Omit<EffectContext, Exclude<keyof HandlerContext, 'wake'>> {
  const control = caller.kind === 'in-process' ? caller : { until: clock.elapsed() + NETWORK_MS }
  return { store, reads, chain, deadlines, effects, clock, pool, control, wake, meters }
}

async function announced<T>(store: Store, prepare: (withdraw: () => void) => Promise<T>): Promise<T> {
  let end: (() => void) | undefined = store.announceWrite()
  const withdraw = () => {
    end?.()
    end = undefined
  }
  try {
    return await prepare(withdraw)
  } finally {
    withdraw()
  }
}

/** @param wait `start` is called before a node is queried, `end` with the time until it answered (ms) */
function timed(
  chain: ChainObserver,
  clock: Clock,
  wait: { readonly start: () => void; readonly end: (ms: number) => void },
): ChainObserver {
  return {
    hasNode: chain.hasNode,
    async observe(request) {
      let started: number | undefined
      const onRequest = () => {
        started ??= clock.elapsed()
        wait.start()
      }
      try {
        return await chain.observe({ ...request, onRequest })
      } finally {
        if (started !== undefined) wait.end(clock.elapsed() - started)
      }
    },
  }
}

/** Adds `Deprecation` (RFC 9745) and a link to the successor. */
function deprecationHeaders(
  response: ApiResponse,
  row: Operation,
  params: Readonly<Record<string, string>>,
): ApiResponse {
  if (!row.deprecated) return response
  const { since, successor } = row.deprecated
  const link = pathParameters(successor).reduce(
    (path, name) => path.replace(`{${name}}`, encodeURIComponent(params[name] ?? '')),
    successor,
  )
  return {
    ...response,
    headers: {
      ...response.headers,
      deprecation: `@${Date.parse(since) / 1000}`,
      link: `<${link}>; rel="successor-version"`,
    },
  }
}

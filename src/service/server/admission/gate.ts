import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiResponse } from '../../../api/operations/message.ts'
import { Turns } from '../../../shared/time/turns.ts'
import type { Begin, BegunRequest } from '../../http/handle.ts'
import { MAX_BODY_BYTES } from '../../http/parse-request.ts'
import { Problem, problemResponse } from '../../problems/problem.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { LoggedRequest, ServerLog } from '../log.ts'
import { LIVE_PATH, type OwnPaths } from '../own-paths.ts'
import { PacedAnswers } from '../paced-answers.ts'
import { headerFault, readHead, requestIdOf, splitTarget, traceIdOf } from '../request-head.ts'
import { type HttpExchange, type SentAnswer, send } from '../send.ts'
import { Admission } from './admission.ts'

/** Shedding has ended when no request was refused for so long (ms). */
const QUIET_MS = 5000

/** Made once: an error with its stack costs more than the rest of a refusal. */
const problem = new Problem('overloaded', 'The service has too much to do; nothing was done. Retry.')
/** Callers that are refused together come back at different times (s). */
const RETRY_AFTER = ['1', '2', '3']
let next = 0

export interface GateLimits {
  /** Time for reading a response (ms). */
  readonly response: number
  /** Time for a caller to stop sending a body that is not read (ms). */
  readonly discard: number
  /** Connections that are kept. As many more get an answer to one request. */
  readonly connections: number
  /** Bytes of bodies and answers in memory. */
  readonly bytes: number
}

export interface GateOptions {
  readonly begin: Begin
  readonly ownPaths: OwnPaths
  readonly log: ServerLog
  readonly newId: Ids
  readonly limits: GateLimits
  /** Called for each request that is refused because of overload. */
  readonly refused?: (() => void) | undefined
}

/** Requests of one connection that wait for the first one: further ones are refused. */
const MAX_UNREAD = 32
/** A connection with so many is closed: the refusals wait in memory, too. */
const MAX_REFUSED_UNREAD = 256
/** Answers of own paths that are sent at once: /healthz. */
const SMALL_ANSWER = 1024

interface GateConnection {
  /** Requests whose responses were not read, in order. The first is worked on; the others wait for it. */
  readonly visits: Set<Visit>
  /** Beyond the limit: closed after one answer. */
  readonly isExcess: boolean
}

/** A request, and what the server knows of it. */
interface Visit extends HttpExchange {
  readonly connection: GateConnection
  /** As the caller sent it. */
  readonly path: string
  readonly traceId: string | undefined
  readonly started: number
  /** Begins the work on it. */
  readonly begin: () => void
  info: LoggedRequest
  /** Refused because of overload: counted, not logged. */
  isRefused: boolean
  begun: BegunRequest | undefined
  /** Whose bytes these are: an id of a key, '' for requests without one. */
  owner: string
  bytes: number
}

/** While it stops: requests that are not answered yet. */
interface Draining {
  readonly left: Set<Visit>
  readonly done: Promise<void>
  readonly resolve: () => void
}

/** Decides from the head of each request whether its body is read, and writes every answer. */
export class Gate {
  readonly #options: GateOptions
  readonly #admission: Admission
  readonly #shedding: SheddingLog
  readonly #paced = new PacedAnswers()
  /** Documents are paced apart, so that they delay no refusal. */
  readonly #pacedDocuments = new PacedAnswers()
  readonly #turns = new Turns()
  readonly #connections = new Map<Socket, GateConnection>()
  readonly #visits = new WeakMap<IncomingMessage, Visit>()
  readonly #underWay = new Set<Promise<unknown>>()
  #stopping: Draining | undefined

  constructor(options: GateOptions) {
    this.#options = options
    this.#admission = new Admission({ now: () => performance.now(), maxBytes: options.limits.bytes })
    this.#shedding = new SheddingLog(options.log, () => {
      const { inProgress, limit, bytes } = this.#admission.load
      return `${this.#connections.size} connections, ${inProgress} validations in progress, limit ${limit}, ${bytes} bytes`
    })
  }

  connect(socket: Socket): void {
    const isExcess = this.#connections.size >= this.#options.limits.connections
    const connection: GateConnection = { visits: new Set(), isExcess }
    this.#connections.set(socket, connection)
    socket.once('close', () => {
      this.#connections.delete(socket)
      // Responses that wait for earlier ones of the connection have no event of their own.
      for (const visit of connection.visits) this.#end(visit)
    })
  }

  /** Takes a request whose body is still to come, and calls `readBody` if it is wanted. */
  receive(request: IncomingMessage, response: ServerResponse, readBody: () => void): void {
    const connection = this.#connections.get(request.socket)
    if (!connection) return
    const visit: Visit = {
      request,
      response,
      connection,
      path: splitTarget(request.url ?? '').path,
      id: requestIdOf(request.headers['x-request-id']) ?? this.#options.newId(),
      traceId: traceIdOf(request.headers.traceparent),
      started: performance.now(),
      begin: () => {
        this.#decide(visit)
          .then((begun) => {
            if (!begun) return
            visit.begun = begun
            this.#visits.set(request, visit)
            readBody()
          })
          .catch((error) => this.#paced.add(() => this.#answerProblem(visit, error)))
      },
      info: {},
      isRefused: false,
      begun: undefined,
      owner: '',
      bytes: 0,
    }
    connection.visits.add(visit)
    response.once('close', () => {
      this.#end(visit)
      const [next] = connection.visits
      if (next && !next.isRefused) this.#turns.add(() => connection.visits.has(next) && next.begin())
    })
    const { size } = connection.visits
    if (size === 1) visit.begin()
    else if (size > MAX_REFUSED_UNREAD) request.socket.destroy()
    else if (size > MAX_UNREAD) this.#refuse(visit)
  }

  #end(visit: Visit): void {
    if (!visit.connection.visits.delete(visit)) return
    if (this.#stopping?.left.delete(visit) && this.#stopping.left.size === 0) this.#stopping.resolve()
    this.#admission.giveBytes(visit.owner, visit.bytes)
    if (!visit.isRefused) this.#logRequest(visit)
  }

  /** Answers a request whose body is complete. */
  complete(request: IncomingMessage, body: string | undefined): void {
    const visit = this.#visits.get(request)
    if (!visit?.begun) return
    const { begun } = visit
    // Others may have started while the body arrived.
    if (!this.#admission.hasRoom(begun)) {
      this.#refuse(visit)
      return
    }
    const finished = this.#admission.start(begun)
    const work = begun
      .answer(body)
      .then(
        (answer) => {
          finished(answer.info.waitedMs)
          this.#answer(visit, answer)
        },
        (error) => {
          finished()
          throw error
        },
      )
      .catch((error) => this.#answerProblem(visit, error))
      .finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  /** Answers a request whose body cannot be read. */
  fail(request: IncomingMessage, problem: Problem): void {
    const visit = this.#visits.get(request)
    if (visit) this.#answerProblem(visit, problem)
  }

  /** Refuses new requests from now on. Resolves when those that it has are answered. */
  stop(): Promise<void> {
    if (this.#stopping) return this.#stopping.done
    // Node treats connections that sent nothing as busy until their headers time out.
    for (const socket of this.#connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const left = new Set([...this.#connections.values()].flatMap(({ visits }) => [...visits]))
    this.#stopping = { left, done, resolve }
    if (left.size === 0) resolve()
    return done
  }

  /** Resolves when no work is left: that of a disconnected caller still needs the open database. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    this.#shedding.end()
  }

  /** Answers, or returns the request whose body is wanted. */
  async #decide(visit: Visit): Promise<BegunRequest | undefined> {
    const { request } = visit
    // Decided when the headers arrive: a request whose body is incomplete at the signal still gets its response.
    const isRefused = this.#stopping !== undefined && visit.path !== LIVE_PATH
    const fault = isRefused ? shuttingDown() : headerFault(request)
    if (fault) throw fault
    const head = readHead(request)
    const own = this.#options.ownPaths(head.method, head.path)
    if (own) return this.#answerOwn(visit, await own)
    const begun = await this.#options.begin(head, { kind: 'network', address: request.socket.remoteAddress ?? '' })
    if (!('answer' in begun)) {
      visit.info = begun.info
      this.#paced.add(() => this.#answer(visit, begun))
      return undefined
    }
    const { operation, actor, actorName } = begun
    visit.info = { operation, actor, ...(actorName !== undefined && { actorName }) }
    const bytes = bodyLength(request)
    const isTooMuch = visit.connection.isExcess && begun.keyKind === 'validation'
    if (isTooMuch || !this.#admission.hasRoom(begun) || !this.#admission.hasRoomForBytes(begun.actor, bytes))
      return this.#refuse(visit)
    visit.owner = begun.actor
    this.#takeBytes(visit, bytes)
    return begun
  }

  #answerOwn(visit: Visit, answer: SentAnswer): undefined {
    visit.info = { ownPath: visit.path }
    if (answer.body.length < SMALL_ANSWER) this.#answer(visit, answer)
    else this.#pacedDocuments.add(() => this.#answer(visit, answer))
  }

  #refuse(visit: Visit): undefined {
    visit.isRefused = true
    this.#shedding.refused()
    this.#options.refused?.()
    this.#paced.add(() => this.#answer(visit, overloaded(visit.path)))
  }

  #answerProblem(visit: Visit, error: unknown): void {
    if (!(error instanceof Problem)) this.#options.log.failure(error)
    const problem =
      error instanceof Problem ? error : new Problem('internal', 'Internal error. See the log of the service.')
    this.#answer(visit, problemResponse(problem, visit.path))
  }

  #answer(visit: Visit, answer: SentAnswer): void {
    // Bytes that are not text are shared by all callers.
    if (typeof answer.body === 'string') this.#takeBytes(visit, answer.body.length)
    const { limits, log } = this.#options
    const isLast = this.#stopping !== undefined || visit.connection.isExcess
    try {
      send(visit, answer, { isLast, readWithinMs: limits.response, discardMs: limits.discard })
    } catch (error) {
      log.failure(error)
      visit.response.destroy()
    }
  }

  #takeBytes(visit: Visit, amount: number): void {
    // Nothing gives back what is taken for a caller that disconnected.
    if (!visit.connection.visits.has(visit)) return
    visit.bytes += amount
    this.#admission.takeBytes(visit.owner, amount)
  }

  #logRequest({ id, traceId, request, response, info, started }: Visit): void {
    this.#options.log.request({
      id,
      traceId,
      method: request.method ?? '',
      info,
      status: response.writableFinished ? response.statusCode : undefined,
      ms: performance.now() - started,
    })
  }
}

function shuttingDown(): Problem {
  return new Problem('shutting-down', 'The service is shutting down.', { headers: { 'retry-after': '5' } })
}

/** Bytes of the body, and the most it can have where its length is not declared. */
function bodyLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return MAX_BODY_BYTES
  return Math.min(Number(headers['content-length'] ?? 0), MAX_BODY_BYTES)
}

/** The refusal of a request that there is no room for. */
function overloaded(path: string): ApiResponse {
  next = (next + 1) % RETRY_AFTER.length
  const response = problemResponse(problem, path)
  return { ...response, headers: { ...response.headers, 'retry-after': RETRY_AFTER[next] ?? '1' } }
}

/** Two lines in the log for a time of overload. A line for each refused request would cost more than the refusal. */
class SheddingLog {
  readonly #log: ServerLog
  readonly #describe: () => string
  #refused = 0
  #began = 0
  #last = 0
  #timer: NodeJS.Timeout | undefined

  /** @param describe the load, for the first line */
  constructor(log: ServerLog, describe: () => string) {
    this.#log = log
    this.#describe = describe
  }

  refused(): void {
    this.#refused += 1
    this.#last = performance.now()
    if (this.#timer) return
    this.#began = this.#last
    this.#log.warn(`overloaded: requests are refused with 503 (${this.#describe()})`)
    this.#timer = setInterval(() => {
      if (performance.now() - this.#last >= QUIET_MS) this.end()
    }, QUIET_MS / 5).unref()
  }

  /** Writes the second line, if the first was written. */
  end(): void {
    if (!this.#timer) return
    clearInterval(this.#timer)
    this.#timer = undefined
    const seconds = ((this.#last - this.#began) / 1000).toFixed(1)
    this.#log.warn(`no longer overloaded: ${this.#refused} requests were refused in ${seconds} s`)
    this.#refused = 0
  }
}

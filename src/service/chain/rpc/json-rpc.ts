/** One request of a batch. */
export interface RpcRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The answer to one request. */
export type RpcReply = { readonly result: unknown } | { readonly failure: RpcFailure }

/**
 * The kind says why a request failed. rate: too many requests · range: requests too much · lagging: the node lacks the
 * block · pruned: it lacks the state · closed: it does not offer the method, or not to us · reverted: the call failed
 * in the EVM, not the node · timeout · network: no HTTP answer · refused-address: the guard does not connect there ·
 * bad-answer: not a JSON-RPC answer, or that of another request · failed: any other error.
 */
export type RpcFailureKind =
  | 'rate'
  | 'range'
  | 'lagging'
  | 'pruned'
  | 'closed'
  | 'reverted'
  | 'timeout'
  | 'network'
  | 'refused-address'
  | 'bad-answer'
  | 'failed'

/** Failures of the node itself. Others are about one request, or about what the node does not offer. */
export const NODE_FAILURES: readonly RpcFailureKind[] = [
  'rate',
  'timeout',
  'network',
  'refused-address',
  'bad-answer',
  'lagging',
]

export interface RpcFailure {
  readonly kind: RpcFailureKind
  /** One line for people; names the host at most, never a URL. Texts of the node are cleaned and shortened. */
  readonly message: string
  /** What the message says after the host. Absent: it does not begin with a host. */
  readonly reason?: string
  /** JSON-RPC code. */
  readonly code?: number
  /** `data` of the error: what a reverted call returned (hex). */
  readonly data?: string
  /** Wait that the node requests (ms). */
  readonly retryAfterMs?: number
  /** Blocks that the node would search instead, both included. */
  readonly offered?: { readonly first: bigint; readonly last: bigint }
}

/** A connection sends requests to one node. */
export interface RpcNode {
  /** `host` or `host:port`, all that is ever shown of the URL. */
  readonly host: string
  /** Whether the node accepted the batches so far. */
  takesBatches(): boolean
  /**
   * Sends the requests in one round trip where the node accepts batches. Never throws: failures are replies, in the order
   * of the requests.
   * @param until end of the budget, in ms of `clock.elapsed()`
   */
  send(requests: readonly RpcRequest[], until: number): Promise<readonly RpcReply[]>
}

type FailureDetails = Omit<RpcFailure, 'kind' | 'message' | 'reason'>

/** A failure whose message begins with the host of its node. */
export function nodeFailure(host: string, kind: RpcFailureKind, reason: string, more?: FailureDetails): RpcFailure {
  return { kind, message: `${host}: ${reason}`, reason, ...more }
}

export function isReply(reply: RpcReply): reply is { readonly result: unknown } {
  return 'result' in reply
}

/** Whether an answer is the failure of a node instead. */
export function isFailure<T extends object>(answer: T | RpcFailure): answer is RpcFailure {
  return 'kind' in answer && 'message' in answer
}

/** Gives the result of a reply; undefined where a request failed or has no reply. */
export function resultOf(reply: RpcReply | undefined): unknown {
  return reply && isReply(reply) ? reply.result : undefined
}

/** Lists the failures among replies, in their order. */
export function failuresIn(replies: readonly RpcReply[]): RpcFailure[] {
  return replies.flatMap((reply) => (isReply(reply) ? [] : [reply.failure]))
}

/** Requests of one trip to a node, and what their replies say. */
export interface Trip<T> {
  readonly requests: readonly RpcRequest[]
  /** Never throws. @param replies one for each request, in their order; missing ones count as failures */
  read(replies: readonly RpcReply[]): T
}

/** Makes one trip of several. */
export function together<T extends readonly unknown[]>(...trips: { readonly [At in keyof T]: Trip<T[At]> }): Trip<T> {
  return {
    requests: trips.flatMap(({ requests }) => requests),
    read(replies) {
      const rest = [...replies]
      return trips.map((trip) => trip.read(rest.splice(0, trip.requests.length))) as unknown as T
    },
  }
}

import type { Client } from 'undici'
import type { Exchanger, HttpResult, HttpSender, SafeHttpRequest } from './http-exchange.ts'
import { PipelineEnded } from './send-failure.ts'

/** The options of every connection: its guard and its limits. */
export type Connecting = (undici: typeof import('undici')) => Omit<Client.Options, 'pipelining'>

/**
 * Sends requests to one receiver over one connection, in their order and without waiting for responses (HTTP/1.1
 * pipelining, RFC 9112, 9.3.2). After a request that is not accepted, those behind it that the receiver has not answered
 * when the connection ends fail. When a connection ends otherwise, as servers do after a number of requests, the
 * unanswered ones are sent again over the next one, in their order.
 */
export interface HttpPipeline extends HttpSender {
  /** The receiver closes connections after few requests: it gains nothing from pipelining. */
  isUnsuitable(): boolean
}

/** Requests without response at any time. */
const MAX_UNANSWERED = 64
/** Servers that limit the requests of a connection allow at least so many. */
const FEW_REQUESTS = 50

export function createPipeline(
  connecting: Connecting,
  send: (request: SafeHttpRequest, over: (origin: string) => Promise<Exchanger>) => Promise<HttpResult>,
): HttpPipeline {
  let client: Client | undefined
  let opened: { readonly origin: string; readonly exchanger: Promise<Exchanger> } | undefined
  let isHeld = false
  let isUnsuitable = false

  const hold = () => {
    isHeld = true
    // Otherwise undici would send the unanswered requests over a new connection.
    if (!client?.stats.connected) end()
  }
  const end = () => void client?.destroy(new PipelineEnded())
  const open = async (origin: string): Promise<Exchanger> => {
    const undici = await import('undici')
    const connection = new undici.Client(origin, { ...connecting(undici), pipelining: MAX_UNANSWERED })
    client = connection
    let answered = 0
    connection.on('connect', () => {
      answered = 0
    })
    connection.on('disconnect', () => {
      if (isHeld) end()
      else if (connection.stats.size > 0 && answered < FEW_REQUESTS) isUnsuitable = true
    })
    return {
      dispatcher: connection,
      request: undici.request,
      // undici pipelines only what may be repeated. Receivers recognize a repeated message by its id.
      options: { idempotent: true, blocking: false },
      onStatus: (status) => {
        answered += 1
        if (status >= 300) hold()
      },
    }
  }
  return {
    isUnsuitable: () => isUnsuitable,
    send: async (request) => {
      const result = await send(request, (origin) => {
        if (opened === undefined) opened = { origin, exchanger: open(origin) }
        if (opened.origin !== origin) throw new Error('a pipeline leads to one origin')
        return opened.exchanger
      })
      if (result.outcome === 'failed' && result.status === undefined) {
        isHeld = true
        end()
      }
      return result
    },
    close: async () => {
      await opened?.exchanger
      await client?.destroy(new PipelineEnded())
    },
  }
}

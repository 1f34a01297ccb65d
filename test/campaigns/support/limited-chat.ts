import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A chat with a message limit per window, which other senders sometimes use up. */
export interface ChatLimit {
  readonly messages: number
  readonly windowMs: number
  /** Probability that another sender has used up the window (0 to 1), and the maximum pause then (s). */
  readonly busy: number
  readonly longestBusyS: number
}

export type ChatKind = 'SLACK' | 'DISCORD' | 'TELEGRAM'

export interface LimitedChat {
  readonly origin: string
  /** Accepted bodies, oldest first. */
  readonly taken: readonly string[]
  readonly counts: { requests: number; refused: number; insideClosedWindow: number }
  close(): Promise<void>
}

interface Situation {
  readonly isOpen: boolean
  /** Remaining messages of the window, and seconds until it ends. */
  readonly remaining: number
  readonly resetS: number
}

/** Responses of each chat, with the headers and bodies of their published interfaces. */
const dialects: Readonly<Record<ChatKind, (response: ServerResponse, situation: Situation) => void>> = {
  SLACK(response, { isOpen, resetS }) {
    if (isOpen) response.end('ok')
    else response.writeHead(429, { 'retry-after': String(Math.ceil(resetS)) }).end('rate_limited')
  },
  DISCORD(response, { isOpen, remaining, resetS }) {
    const headers = {
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset-after': resetS.toFixed(3),
      'content-type': 'application/json',
    }
    if (isOpen) response.writeHead(204, headers).end()
    else
      response
        .writeHead(429, { ...headers, 'retry-after': String(Math.ceil(resetS)) })
        .end(`{"message":"You are being rate limited.","retry_after":${resetS.toFixed(3)},"global":false}`)
  },
  TELEGRAM(response, { isOpen, resetS }) {
    const seconds = Math.ceil(resetS)
    response.setHeader('content-type', 'application/json')
    if (isOpen) response.end('{"ok":true,"result":{"message_id":1}}')
    else
      response
        .writeHead(429)
        .end(
          `{"ok":false,"error_code":429,"description":"Too Many Requests: retry after ${seconds}","parameters":{"retry_after":${seconds}}}`,
        )
  },
}

export async function startLimitedChat(
  kind: ChatKind,
  { messages, windowMs, busy, longestBusyS }: ChatLimit,
  { now, random }: { now: () => number; random: () => number },
): Promise<LimitedChat> {
  const taken: string[] = []
  const counts = { requests: 0, refused: 0, insideClosedWindow: 0 }
  const window = { endsAt: 0, count: 0 }
  /** End of the pause that was sent to the caller. */
  let closedUntil = 0

  const take = (at: number): Situation => {
    if (at >= window.endsAt) Object.assign(window, { endsAt: at + windowMs, count: 0 })
    const resetS = (window.endsAt - at) / 1000
    if (random() < busy) {
      Object.assign(window, { endsAt: at + 1000 + random() * longestBusyS * 1000, count: messages })
      return { isOpen: false, remaining: 0, resetS: (window.endsAt - at) / 1000 }
    }
    if (window.count >= messages) return { isOpen: false, remaining: 0, resetS }
    window.count++
    return { isOpen: true, remaining: messages - window.count, resetS }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const at = now()
    counts.requests++
    if (at < closedUntil) counts.insideClosedWindow++
    const situation = take(at)
    if (situation.isOpen) taken.push(body)
    else counts.refused++
    const notified = kind === 'DISCORD' ? situation.resetS : Math.ceil(situation.resetS)
    // Discord states an exhausted window before it refuses.
    if (!situation.isOpen || (kind === 'DISCORD' && situation.remaining === 0)) closedUntil = at + notified * 1000
    dialects[kind](response, situation)
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    counts,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

import { Agent, type IncomingMessage, request as open } from 'node:http'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Answer } from '../../contract/target.ts'

/** A request that is complete, with its API key. */
export interface RealRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface Wire {
  readonly headers?: Readonly<Record<string, string>>
  /** Parts of the body, each sent on its own. */
  readonly parts: readonly Uint8Array[]
  /** Without a content-length: in chunks. */
  readonly isChunked?: true
}

/** Ways to send the same body. Those of `CHANGED` make it another, which only a refusal can answer. */
const SAME: readonly ((body: Uint8Array, random: () => number) => Wire)[] = [
  (body) => ({ parts: [body] }),
  (body, random) => ({ parts: cut(body, random), isChunked: true }),
  (body, random) => ({ parts: cut(body, random) }),
  (body) => ({ parts: [body], headers: { expect: '100-continue' } }),
  (body) => ({ parts: [body], headers: { expect: 'a-miracle' } }),
  (body) => ({ parts: [body], headers: { connection: 'close', 'accept-encoding': 'gzip, br;q=0.5, *;q=0' } }),
  (body, random) => ({ parts: [body], headers: { 'x-large': 'x'.repeat(1 + Math.floor(random() * 12_000)) } }),
  (body) => ({ parts: [body], headers: { 'content-encoding': 'identity' } }),
]
const CHANGED: typeof SAME = [
  (body) => ({ parts: [gzipSync(body)], headers: { 'content-encoding': 'gzip' } }),
  (body) => ({ parts: [brotliCompressSync(body)], headers: { 'content-encoding': 'br' } }),
  (body) => ({ parts: [body], headers: { 'content-encoding': 'gzip, unknown' } }),
  (body) => ({ parts: [body, new Uint8Array([0xff, 0xfe])], isChunked: true }),
]

/** Sends a request over a real connection in one of several ways; rejects when the connection breaks first. */
export class RealHttp {
  readonly #url: URL
  readonly #random: () => number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 })

  constructor(url: string, random: () => number) {
    this.#url = new URL(url)
    this.#random = random
  }

  /** `isChanged`: the body was sent as one that has to be refused. */
  async send({ method, path, headers, body }: RealRequest): Promise<Answer & { readonly isChanged: boolean }> {
    const isChanged = body !== undefined && this.#random() < 0.2
    const ways = isChanged ? CHANGED : SAME
    const way = ways[Math.floor(this.#random() * ways.length)] as (typeof SAME)[number]
    const wire = body === undefined ? { parts: [] } : way(new TextEncoder().encode(body), this.#random)
    const length = wire.parts.reduce((sum, part) => sum + part.length, 0)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = open(
        {
          agent: this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          headers: {
            ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, sendable(value)])),
            ...wire.headers,
            ...(body !== undefined &&
              (wire.isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': length })),
          },
        },
        resolve,
      ).once('error', reject)
      for (const part of wire.parts) request.write(part)
      request.end()
    })
    const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
    return {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(flat),
      body: await text(response),
      isChanged,
    }
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** The bytes of a value in UTF-8; what no client can send is replaced. */
function sendable(value: string): string {
  return Buffer.from(value)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')
}

/** In two parts, neither of them empty where that is possible. */
function cut(body: Uint8Array, random: () => number): Uint8Array[] {
  const at = 1 + Math.floor(random() * (body.length - 1))
  return [body.subarray(0, at), body.subarray(at)].filter((part) => part.length > 0)
}

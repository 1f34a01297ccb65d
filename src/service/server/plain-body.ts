import { isAscii } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES } from '../http/parse-request.ts'
import { Problem } from '../problems/problem.ts'
import type { Gate } from './admission/gate.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether a request has the usual body: JSON of a declared length, not compressed. Fastify reads all others. */
export function hasPlainBody({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    headers['content-type'] === 'application/json' &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length']) <= MAX_BODY_BYTES
  )
}

/** Without the objects that fastify makes for each request. A caller that disconnects ends the visit of its request. */
export function readPlainBody(request: IncomingMessage, gate: Pick<Gate, 'complete' | 'fail'>): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => {
    const text = textOf(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    if (text instanceof Problem) gate.fail(request, text)
    else gate.complete(request, text)
  })
}

/** The text of a body, or why it has none. */
export function textOf(bytes: Buffer): string | Problem {
  try {
    return isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes)
  } catch {
    return new Problem('invalid-json', 'The body is not valid UTF-8.')
  }
}

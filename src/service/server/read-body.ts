import { isAscii } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES, mediaFault } from '../http/parse-request.ts'
import { Problem } from '../problems/problem.ts'
import type { Gate } from './admission/gate.ts'
import { flatHeaders } from './request-head.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Methods of operations with a body. */
const WITH_BODY: ReadonlySet<string | undefined> = new Set(['POST', 'PUT'])

/**
 * Reads the body of a request, in memory and at most `MAX_BODY_BYTES`, and hands it to the gate. One that nothing reads, because of
 * its method or media type, stays with the connection. A caller that disconnects ends the visit of its request.
 */
export function readBody(request: IncomingMessage, gate: Pick<Gate, 'complete' | 'fail'>): void {
  const { method, headers } = request
  // handle() refuses the media type, after the path and the key.
  const isRead = WITH_BODY.has(method) && mediaFault(flatHeaders(headers)) === undefined
  if (!isRead) {
    gate.complete(request, undefined)
    return
  }
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    gate.fail(request, tooLarge())
    return
  }
  const chunks: Buffer[] = []
  let bytes = 0
  const take = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    else {
      request.off('data', take).off('end', end)
      gate.fail(request, tooLarge())
    }
  }
  const end = () => {
    const text = textOf(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    if (text instanceof Problem) gate.fail(request, text)
    else gate.complete(request, text)
  }
  request.on('data', take).once('end', end)
}

function tooLarge(): Problem {
  return new Problem('body-too-large', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
}

/** The text of a body, or why it has none. */
function textOf(bytes: Buffer): string | Problem {
  try {
    return isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes)
  } catch {
    return new Problem('invalid-json', 'The body is not valid UTF-8.')
  }
}

import { PassThrough, type Readable, Transform, type Writable } from 'node:stream'
import { parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { isRecord, membersOf, parseJson } from '../../shared/json/json.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'

/**
 * Streams for a stdio transport, which drops unanswered requests when its input ends, and lines that are no message: this
 * input ends after the last answer, so that requests can come from a file, and such a line gets an error.
 */
export function answeredStdio(
  stdin: Readable,
  stdout: Writable,
  mostBytes: number,
): { readonly input: Readable; readonly output: Writable } {
  const waiting = new Set<unknown>()
  let hasEnded = false
  const input = new PassThrough()
  const endWhenAnswered = () => {
    if (hasEnded && waiting.size === 0) input.end()
  }
  const refuse = (code: ErrorCode, message: string, id: unknown = null) => {
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
    return undefined
  }
  const requests = lines((line) => {
    if (line === undefined) return refuse(-32600, `The line is longer than ${mostBytes} bytes`)
    if (line.trim() === '') return undefined
    const message = parseJson(line)
    if (message === undefined) return refuse(-32700, words[-32700])
    if (!isMessage(message)) return refuse(-32600, words[-32600])
    const { id, method, params } = membersOf(message)
    if (findJsonFault(line))
      return refuse(-32600, 'The line has a member twice in one object, or is nested too deeply', id)
    // A cancelled request gets no answer.
    if (method === 'notifications/cancelled') waiting.delete(membersOf(params).requestId)
    if (id !== undefined && typeof method === 'string') waiting.add(id)
    return line
  }, mostBytes)
  requests.on('data', (chunk) => input.write(chunk))
  requests.on('end', () => {
    hasEnded = true
    endWhenAnswered()
  })
  stdin.pipe(requests)
  const output = lines((line = '') => {
    const message = parseJson(line)
    if (!isRecord(message) || message.method !== undefined) return line
    waiting.delete(message.id)
    setImmediate(endWhenAnswered)
    return isRecord(message.error) ? JSON.stringify({ ...message, error: ownError(message.error) }) : line
  })
  output.pipe(stdout, { end: false })
  return { input, output }
}

/** Errors of JSON-RPC in our words: those of the library repeat what the caller wrote. */
const words = {
  [-32700]: 'The line is not JSON',
  [-32600]: 'The line is not a JSON-RPC message',
  [-32601]: 'No such method',
  [-32602]: 'No such tool, or wrong parameters',
  [-32603]: 'Internal error',
} as const
type ErrorCode = keyof typeof words

function ownError({ code, data }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // A client chooses one of the versions that it finds here.
  const { supported } = membersOf(data)
  const message = words[code as ErrorCode] ?? 'The request was refused'
  return { code, message, ...(supported !== undefined && { data: { supported } }) }
}

function isMessage(value: unknown): boolean {
  try {
    return parseJSONRPCMessage(value) !== undefined
  } catch {
    return false
  }
}

const LINE_FEED = 10

/** Hands each line on as `read` returns it. @param read undefined: the line was longer than `mostBytes`, and is not kept */
function lines(
  read: (line: string | undefined) => string | undefined,
  mostBytes = Number.POSITIVE_INFINITY,
): Transform {
  let parts: Buffer[] = []
  let size = 0
  const keep = (part: Buffer) => {
    size += part.length
    if (size > mostBytes) parts = []
    else parts.push(part)
  }
  const next = (stream: Transform) => {
    const line = read(size > mostBytes ? undefined : Buffer.concat(parts).toString('utf8'))
    parts = []
    size = 0
    if (line !== undefined) stream.push(`${line}\n`)
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let at = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, at)) {
        keep(chunk.subarray(at, end))
        at = end + 1
        next(this)
      }
      keep(chunk.subarray(at))
      done()
    },
    flush(done) {
      if (size > 0) next(this)
      done()
    },
  })
}

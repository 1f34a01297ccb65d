import { PassThrough, type Readable, Transform, type Writable } from 'node:stream'
import { isRecord, parseJson } from '../../shared/json/json.ts'

/**
 * Streams for a stdio transport, which drops unanswered requests when its input ends: this input ends after the last
 * answer, so that requests can come from a file.
 */
export function answeredStdio(
  stdin: Readable,
  stdout: Writable,
): { readonly input: Readable; readonly output: Writable } {
  const waiting = new Set<unknown>()
  let hasEnded = false
  const input = new PassThrough()
  const endWhenAnswered = () => {
    if (hasEnded && waiting.size === 0) input.end()
  }
  const requests = lines(({ id, method }) => {
    if (id !== undefined && typeof method === 'string') waiting.add(id)
  })
  requests.on('data', (chunk) => input.write(chunk))
  requests.on('end', () => {
    hasEnded = true
    endWhenAnswered()
  })
  stdin.pipe(requests)
  const output = lines(({ id, method }) => {
    if (method !== undefined) return
    waiting.delete(id)
    setImmediate(endWhenAnswered)
  })
  output.pipe(stdout, { end: false })
  return { input, output }
}

/** Passes bytes on and shows each line that is a JSON object. */
function lines(see: (message: Readonly<Record<string, unknown>>) => void): Transform {
  let rest = ''
  const decoder = new TextDecoder()
  const read = (text: string) => {
    const message = parseJson(text)
    if (isRecord(message)) see(message)
  }
  return new Transform({
    transform(chunk: Buffer | string, _, done) {
      const parts = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n')
      rest = parts.pop() ?? ''
      parts.forEach(read)
      // A line without an end is no message, and takes no memory without bound.
      if (rest.length > MOST_TEXT) rest = ''
      done(null, chunk)
    },
  })
}

const MOST_TEXT = 4 * 1024 * 1024

import type { Readable, Writable } from 'node:stream'
import { interrupted, refusal } from '../shared/errors.ts'

/** stdout or stderr. */
export interface OutputStream {
  readonly isTTY: boolean
  /** Whether a line can be rewritten: on a terminal that is not dumb. */
  readonly canRedraw: boolean
  /** Width in characters, if known. */
  readonly columns: number | undefined
  /** Resolves when the text is written. Rejects on failures such as a full disk, but not for a closed pipe. */
  write(text: string | Uint8Array): Promise<void>
  /** Whether a write found the pipe closed. */
  readonly isClosed: boolean
  /** The stream, for libraries. */
  readonly stream: Writable
}

/** The standard streams: results on stdout, notices and prompts on stderr. */
export interface Io {
  readonly stdin: Readable & { isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

/** Wraps a process stream. After the reader closed the pipe (`| head -1`), writes are dropped. */
export function outputOf(
  stream: Writable & { isTTY?: boolean; columns?: number },
  env: Readonly<Record<string, string | undefined>> = {},
): OutputStream {
  let closed = false
  stream.on('error', () => {
    // The write reports the error; without a listener it would end the process.
    closed = true
  })
  return {
    isTTY: stream.isTTY === true,
    canRedraw: stream.isTTY === true && env.TERM !== 'dumb',
    get columns() {
      // A pseudo-terminal without a size reports 0.
      return widthIn(env) ?? (stream.columns || undefined)
    },
    get isClosed() {
      return closed
    },
    stream,
    write: (text) =>
      new Promise((resolve, reject) => {
        if (closed || text.length === 0) resolve()
        else stream.write(text, (error) => (isFailure(error) ? reject(error) : resolve()))
      }),
  }
}

/** Some shells export COLUMNS, also with invalid values. */
export function widthIn(env: Readonly<Record<string, string | undefined>>): number | undefined {
  return /^[1-9]\d{0,4}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : undefined
}

function isFailure(error: NodeJS.ErrnoException | null | undefined): error is Error {
  return error != null && !['EPIPE', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')
}

/** Reads stdin. Throws beyond `limit` bytes and when the signal aborts. */
export async function readAll(stream: Readable, signal: AbortSignal, limit = 64 * 1024 * 1024): Promise<Buffer> {
  const stop = () => stream.destroy(interrupted())
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string)
    size += bytes.length
    if (size > limit) throw refusal('input-too-large', `stdin has more than ${limit} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

import type { Readable, Writable } from 'node:stream'
import { WardenError } from '../shared/errors.ts'

/** One side of the terminal the program writes to. */
export interface Output {
  readonly isTTY: boolean
  /** Whether a line can be written over: a terminal that is not a dumb one. */
  readonly canRedraw: boolean
  /** Width in characters; undefined when nobody knows. */
  readonly columns: number | undefined
  /**
   * Resolves when the text is handed over. A reader that went away is no failure; anything else is (a full disk behind
   * `> verdict.json`), and rejects.
   */
  write(text: string | Uint8Array): Promise<void>
  /** Whether the reader went away, as far as writing showed: nothing more arrives. */
  readonly isClosed: boolean
  /** For libraries that need the stream itself. */
  readonly stream: Writable
}

/** The program's three streams. stdout is the answer, stderr is talk. */
export interface Io {
  readonly stdin: Readable & { isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
}

/** Wraps a process stream. A closed pipe (`| head -1`) ends quietly: what cannot be written is dropped. */
export function outputOf(
  stream: Writable & { isTTY?: boolean; columns?: number },
  env: Readonly<Record<string, string | undefined>> = {},
): Output {
  let closed = false
  stream.on('error', () => {
    // Whoever writes hears of it there; without a listener it would end the process.
    closed = true
  })
  return {
    isTTY: stream.isTTY === true,
    canRedraw: stream.isTTY === true && env.TERM !== 'dumb',
    get columns() {
      // A pseudo-terminal that was given no size says 0.
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

/** COLUMNS is exported by some shells, and then also where it is nonsense. */
export function widthIn(env: Readonly<Record<string, string | undefined>>): number | undefined {
  return /^[1-9]\d{0,4}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : undefined
}

function isFailure(error: NodeJS.ErrnoException | null | undefined): error is Error {
  return error != null && !['EPIPE', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')
}

/** Reads a stream to its end as text; throws when it is longer than `limit` bytes, or when the signal aborts. */
export async function readAll(stream: Readable, signal: AbortSignal, limit = 64 * 1024 * 1024): Promise<string> {
  const stop = () =>
    stream.destroy(new WardenError({ kind: 'interrupted', code: 'interrupted', message: 'interrupted' }))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string)
    size += bytes.length
    if (size > limit) throw new RangeError(`more than ${limit} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

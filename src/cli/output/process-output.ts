import type * as fs from 'node:fs'
import type { Writable } from 'node:stream'
import { type OutputStream, outputOf, widthIn } from '../io.ts'

/** Capacity of an empty pipe (16 kB on macOS, 64 kB on Linux): usually, writing this much does not block. */
const DIRECT_BYTES = 16_384

type Files = Pick<typeof fs, 'fstatSync' | 'writeSync'>

export interface OutputDescriptor {
  readonly descriptor: number
  /** Creates node's stream of the descriptor. */
  readonly stream: () => Writable & { isTTY?: boolean; columns?: number }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly files: Files
}

/**
 * stdout or stderr. Short text to a file or pipe is written synchronously, because loading node's stream takes longer
 * than most commands; terminals, longer texts and callers of `stream` use node's stream.
 */
export function processOutput({ descriptor, stream, env, files }: OutputDescriptor): OutputStream {
  let opened: OutputStream | undefined
  const open = () => {
    opened ??= outputOf(stream(), env)
    return opened
  }
  if (!isFileOrPipe(descriptor, files)) return open()
  let remaining = DIRECT_BYTES
  let isClosed = false
  return {
    isTTY: false,
    canRedraw: false,
    get columns() {
      return widthIn(env)
    },
    get isClosed() {
      return isClosed || opened?.isClosed === true
    },
    get stream() {
      return open().stream
    },
    async write(text) {
      if (isClosed) return
      const bytes = Buffer.from(text)
      // Keeps the order: an open stream may still hold earlier text.
      if (opened || bytes.length > remaining) return open().write(bytes)
      remaining -= bytes.length
      const rest = writeNow(descriptor, bytes, files)
      if (rest === undefined) isClosed = true
      else if (rest.length > 0) await open().write(rest)
    },
  }
}

/** False for everything else, because it may be a terminal. */
function isFileOrPipe(descriptor: number, { fstatSync }: Files): boolean {
  if (process.platform === 'win32') return false
  try {
    const kind = fstatSync(descriptor)
    return kind.isFile() || kind.isFIFO() || kind.isSocket()
  } catch {
    return false
  }
}

/** Writes synchronously. Returns the bytes that a full pipe did not accept; undefined when the reader closed the pipe. */
function writeNow(descriptor: number, bytes: Buffer, { writeSync }: Files): Buffer | undefined {
  let rest = bytes
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPIPE') return undefined
    if (code !== 'EAGAIN') throw error
  }
  return rest
}

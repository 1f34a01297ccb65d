import type * as fs from 'node:fs'
import type { Writable } from 'node:stream'
import { type Output, outputOf, widthIn } from '../io.ts'

/** What an empty pipe takes (16 kB on macOS, 64 kB on Linux): as a rule, writing this much waits for no reader. */
const DIRECT_BYTES = 16_384

type Files = Pick<typeof fs, 'fstatSync' | 'writeSync'>

export interface Side {
  readonly descriptor: number
  /** Makes node's stream for it. */
  readonly stream: () => Writable & { isTTY?: boolean; columns?: number }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly files: Files
}

/**
 * One side of the process. What goes into a file or a pipe is written without node's stream, for loading that takes
 * longer than most answers do; a terminal, a longer text and who needs the stream itself get it.
 */
export function processOutput({ descriptor, stream, env, files }: Side): Output {
  let opened: Output | undefined
  const open = () => {
    opened ??= outputOf(stream(), env)
    return opened
  }
  if (!isFileOrPipe(descriptor, files)) return open()
  let room = DIRECT_BYTES
  let isLeft = false
  return {
    isTTY: false,
    canRedraw: false,
    get columns() {
      return widthIn(env)
    },
    get isClosed() {
      return isLeft || opened?.isClosed === true
    },
    get stream() {
      return open().stream
    },
    async write(text) {
      if (isLeft) return
      const bytes = Buffer.from(text)
      // Once there is a stream, what came before may still wait in it.
      if (opened || bytes.length > room) return open().write(bytes)
      room -= bytes.length
      const rest = writeNow(descriptor, bytes, files)
      if (rest === undefined) isLeft = true
      else if (rest.length > 0) await open().write(rest)
    },
  }
}

/** Anything else may be a terminal. */
function isFileOrPipe(descriptor: number, { fstatSync }: Files): boolean {
  if (process.platform === 'win32') return false
  try {
    const kind = fstatSync(descriptor)
    return kind.isFile() || kind.isFIFO() || kind.isSocket()
  } catch {
    return false
  }
}

/** Writes, and answers what a full pipe that must not be waited for did not take; undefined when the reader went away. */
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

import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../shared/make-folder.ts'
import { Fingerprints } from './fingerprints.ts'
import { linesOf } from './text.ts'

/** What is written first. */
interface Head {
  readonly txwarden: 'bulk ledger'
  /** Drawn at the beginning of a run and kept when it is resumed: part of every idempotency key. */
  readonly run: string
}

/** What earlier runs did. */
export interface Done {
  readonly run: string
  /** Key of a row → number of its outcome in `outcomes`. */
  readonly keys: Fingerprints
  readonly outcomes: readonly string[]
  /** Bytes of the report that belong to these rows. */
  readonly reportBytes: number
}

const COMPLETE = '\ncomplete\n'
const LINE = /^([0-9a-f]{32}) (.+)$/
const REPORT = /^report (\d+)$/

/**
 * Which rows are done, a line each: `<key> <outcome>`. It is only ever appended to; what a crash left half-written at
 * its end does not count.
 */
export class Ledger {
  readonly #file: number
  #size: number

  private constructor(file: number, size: number) {
    this.#file = file
    this.#size = size
  }

  /** A new one, in the place of whatever was there. */
  static begin(path: string, run: string): Ledger {
    makeFolder(dirname(path))
    const ledger = new Ledger(openSync(path, 'w', 0o600), 0)
    const head: Head = { txwarden: 'bulk ledger', run }
    ledger.#write(`${JSON.stringify(head)}\n`)
    return ledger
  }

  /** Goes on with one that was read. */
  static resume(path: string): Ledger {
    const file = openSync(path, 'r+', 0o600)
    const size = endOfLastLine(file)
    ftruncateSync(file, size)
    return new Ledger(file, size)
  }

  /** Hands the rows to the system in one piece: a process that is killed after this has recorded them. */
  record(rows: readonly { readonly key: Buffer; readonly outcome: string }[], reportBytes: number): void {
    const lines = rows.map(({ key, outcome }) => `${key.toString('hex')} ${outcome}\n`)
    if (lines.length > 0) this.#write(`${lines.join('')}report ${reportBytes}\n`)
  }

  /** Nothing is left to do. */
  complete(): void {
    this.#write(COMPLETE)
  }

  close(): void {
    fsyncSync(this.#file)
    closeSync(this.#file)
  }

  #write(text: string): void {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) {
      const written = writeSync(this.#file, bytes, at, bytes.length - at, this.#size)
      at += written
      this.#size += written
    }
  }
}

/** What a ledger says; undefined where there is none, or nothing that is one. */
export async function readLedger(path: string): Promise<Done | undefined> {
  const keys = new Fingerprints()
  const outcomes: string[] = []
  let run: string | undefined
  let reportBytes = 0
  for await (const line of wholeLines(path)) {
    if (run === undefined) {
      run = runOf(line)
      if (run === undefined) return undefined
      continue
    }
    const [, key, outcome] = LINE.exec(line) ?? []
    if (key !== undefined && outcome !== undefined) {
      if (!outcomes.includes(outcome)) outcomes.push(outcome)
      keys.set(Buffer.from(key, 'hex'), outcomes.indexOf(outcome))
    } else reportBytes = Number(REPORT.exec(line)?.[1] ?? reportBytes)
  }
  return run === undefined ? undefined : { run, keys, outcomes, reportBytes }
}

function runOf(line: string): string | undefined {
  try {
    const { txwarden, run } = JSON.parse(line) as Partial<Head>
    return txwarden === 'bulk ledger' && typeof run === 'string' ? run : undefined
  } catch {
    return undefined
  }
}

/** None where there is no such file. */
async function* wholeLines(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) return
  for await (const lines of linesOf(withoutTail(path))) for (const { text } of lines) yield text
}

/** Without what stands after the last line break. */
async function* withoutTail(path: string): AsyncGenerator<string> {
  let tail = ''
  for await (const piece of createReadStream(path, { encoding: 'latin1' })) {
    const text = tail + (piece as string)
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) yield text.slice(0, end)
    tail = text.slice(end)
  }
}

/** Bytes up to and with the last line break. */
function endOfLastLine(file: number): number {
  const piece = Buffer.alloc(4096)
  let size = 0
  let end = 0
  for (
    let read = readSync(file, piece, 0, piece.length, 0);
    read > 0;
    read = readSync(file, piece, 0, piece.length, size)
  ) {
    const at = piece.subarray(0, read).lastIndexOf(0x0a)
    if (at >= 0) end = size + at + 1
    size += read
  }
  return end
}

/** How long a ledger is kept that nothing is left to do of (ms). */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Removes those that were finished long ago: nobody goes on with them. File times are those of the real clock. */
export function forgetOldLedgers(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.ledger'))) {
    const path = join(folder, name)
    try {
      if (Date.now() - statSync(path).mtimeMs <= KEPT_MS || isUnfinished(path)) continue
      for (const each of [path, `${path}-lock`]) rmSync(each, { force: true })
    } catch {
      // Another user's, or gone meanwhile: no reason not to do what was asked for.
    }
  }
}

/** Whether rows are left that an interrupted or partly failed run has not done. */
export function isUnfinished(path: string): boolean {
  if (!existsSync(path)) return false
  const file = openSync(path, 'r')
  try {
    const tail = Buffer.alloc(COMPLETE.length)
    const { size } = fstatSync(file)
    readSync(file, tail, 0, tail.length, Math.max(0, size - tail.length))
    return size > 0 && tail.toString() !== COMPLETE
  } finally {
    closeSync(file)
  }
}

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
import { tryExclusiveFile } from '../../shared/files/exclusive-file.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { linesOf } from '../../shared/text/lines.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { Fingerprints } from './row-keys.ts'
import { LONGEST_ROW } from './text.ts'

/** The first line. */
interface Head {
  readonly txwarden: 'bulk ledger'
  /** Random id of a run, kept when it is resumed: part of every idempotency key. */
  readonly run: string
}

export interface EarlierRuns {
  readonly run: string
  /** Row key → index of its outcome in `outcomes`. */
  readonly keys: Fingerprints
  readonly outcomes: readonly string[]
  /** Size of the report with these rows, in bytes. */
  readonly reportBytes: number
  /** What this report begins with, as a digest; '' before its first row. */
  readonly reportStart: string
}

const COMPLETE = '\ncomplete\n'
const LINE = /^([0-9a-f]{32}) (.+)$/
const REPORT = /^report (\d+) ([0-9a-f]+)$/

/** The rows that are done, one line each: `<key> <outcome>`. Append-only; an incomplete last line is ignored. */
export class Ledger {
  readonly #file: number
  #size: number

  private constructor(file: number, size: number) {
    this.#file = file
    this.#size = size
  }

  /** Creates a ledger, replacing an existing one. */
  static begin(path: string, run: string): Ledger {
    makeFolder(dirname(path))
    const ledger = new Ledger(openSync(path, 'w', 0o600), 0)
    const head: Head = { txwarden: 'bulk ledger', run }
    ledger.#write(`${JSON.stringify(head)}\n`)
    return ledger
  }

  /** Appends to an existing ledger. */
  static resume(path: string): Ledger {
    const file = openSync(path, 'r+', 0o600)
    const size = endOfLastLine(file)
    ftruncateSync(file, size)
    return new Ledger(file, size)
  }

  /** Writes the rows with one call: they are recorded even if the process is killed afterwards. */
  record(
    rows: readonly { readonly key: Buffer; readonly outcome: string }[],
    { size, start }: { readonly size: number; readonly start: string },
  ): void {
    const lines = rows.map(({ key, outcome }) => `${key.toString('hex')} ${outcome}\n`)
    if (lines.length > 0) this.#write(`${lines.join('')}report ${size} ${start}\n`)
  }

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

/** Reads a ledger; undefined if the file is missing or not a ledger. */
export async function readLedger(path: string): Promise<EarlierRuns | undefined> {
  const keys = new Fingerprints()
  const outcomes: string[] = []
  let run: string | undefined
  let reportBytes = 0
  let reportStart = ''
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
      continue
    }
    const [, bytes, start = ''] = REPORT.exec(line) ?? []
    if (bytes === undefined) continue
    reportBytes = Number(bytes)
    reportStart = start
  }
  return run === undefined ? undefined : { run, keys, outcomes, reportBytes, reportStart }
}

function runOf(line: string): string | undefined {
  try {
    const { txwarden, run } = JSON.parse(line) as Partial<Head>
    return txwarden === 'bulk ledger' && typeof run === 'string' ? run : undefined
  } catch {
    return undefined
  }
}

/** The complete lines; none if the file is missing. */
async function* wholeLines(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) return
  for await (const lines of linesOf(withoutTail(path), LONGEST_ROW)) for (const { text } of lines) yield text
}

/** The text up to the last line break. */
async function* withoutTail(path: string): AsyncGenerator<string> {
  let tail = ''
  for await (const piece of createReadStream(path, { encoding: 'latin1' })) {
    const text = tail + (piece as string)
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) yield text.slice(0, end)
    tail = text.slice(end)
  }
}

/** Returns the offset after the last line break, in bytes. */
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

const KEPT_MS = 30 * DAY_MS

/** Removes ledgers that finished long ago. File times come from the system clock. */
export function removeOldLedgers(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.ledger'))) {
    const path = join(folder, name)
    try {
      if (systemClock.now() - statSync(path).mtimeMs <= KEPT_MS || isUnfinished(path)) continue
      for (const each of [path, `${path}-lock`]) rmSync(each, { force: true })
    } catch {
      // Another user's file, or already removed: not a reason to fail the run.
    }
  }
}

/** Whether an interrupted or partly failed run left rows to do. */
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

/** Locks a ledger for one run: a second run would overwrite it. Undefined while another process holds the lock. */
export function tryLockRun(ledger: string): { release(): void } | undefined {
  makeFolder(dirname(ledger))
  return tryExclusiveFile(`${ledger}-lock`)
}

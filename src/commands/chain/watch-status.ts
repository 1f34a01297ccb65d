import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { paintFor } from '../../cli/output/paint.ts'
import { safeValue } from '../../cli/output/terminal-text.ts'
import { visibleLength } from '../../cli/output/words.ts'
import { sleep } from '../../shared/time/sleep.ts'
import { refuseDocumentFormats } from '../steps/endless.ts'
import { statusScreen } from './followers-view.ts'
import type { ChainRow } from './view.ts'

const INTERVAL_MS = 1000
/** Back to the first of the lines that were written, and nothing below. */
const redrawOf = (lines: number) => (lines === 0 ? '' : `\u001b[${lines}A\u001b[J`)

/** Shows the chains every second until Ctrl-C, or until the reader closes the pipe. */
export async function watchStatus(context: Context, read: () => Promise<readonly ChainRow[]>): Promise<void> {
  const { globals, io, signal, out } = context
  refuseDocumentFormats(globals, 'chain status --watch')
  if (globals.fields) throw usageError('--fields does not go with --watch')
  const write = out.isForPeople
    ? await screenWriter(context)
    : (rows: readonly ChainRow[]) => io.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  while (!signal.aborted && !io.stdout.isClosed) {
    await write(await read())
    await sleep(INTERVAL_MS, signal)
  }
}

/** On a terminal that cannot rewrite lines, one screen below the other. */
async function screenWriter(context: Context): Promise<(rows: readonly ChainRow[]) => Promise<void>> {
  const { io, env, globals, clock, zone } = context
  const { stdout } = io
  const [draw, paint] = await Promise.all([statusScreen(), paintFor(stdout, env, globals.color)])
  let drawn = 0
  return async (rows) => {
    const width = stdout.columns ?? 80
    const screen = { width, wide: globals.wide === true, now: clock.now(), zone }
    const text = draw(safeValue(rows), paint, screen)
    await stdout.write(stdout.canRedraw ? redrawOf(drawn) + text : `${text}\n`)
    drawn = rowsOf(text, width)
  }
}

/** Rows of the terminal that a text takes. */
function rowsOf(text: string, width: number): number {
  return text
    .split('\n')
    .slice(0, -1)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(visibleLength(line) / width)), 0)
}

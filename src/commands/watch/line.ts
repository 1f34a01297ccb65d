import { chainById } from '../../api/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { safeText } from '../../cli/output/terminal-text.ts'
import { paintState } from '../delivery/view.ts'
import { recordedVerdict } from '../tx/view.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'
import type { WatchEvent } from './events.ts'

/** One line for people: when, what, and the id to look further with. */
export function eventLine(happening: WatchEvent, paint: Paint): string {
  const [what, rest] = happening.happening === 'validation' ? validation(happening, paint) : delivered(happening, paint)
  const time = new Date(happening.changedAt).toISOString().slice(11, 19)
  return `${paint.dim(`${time}Z`)}  ${what}  ${rest.map(safeText).join('  ')}\n`
}

function validation(row: Extract<WatchEvent, { happening: 'validation' }>, paint: Paint): [string, string[]] {
  const verdict = recordedVerdict(row)
  const text = `${verdict} ${row.combinedScore}`.padEnd(12)
  const to = row.to ?? 'a new contract'
  return [
    toneOf(verdict, paint)(text),
    [chainById(row.chainId)?.name ?? row.chainId, `${row.from} → ${to}`, row.subCategory, row.svcTxId].filter(
      (part) => part !== '',
    ),
  ]
}

function delivered(row: Extract<WatchEvent, { happening: 'delivery' }>, paint: Paint): [string, string[]] {
  const tries = row.attempts > 1 ? [`try ${row.attempts}`] : []
  return [
    paintState(safeText(row.state).padEnd(12), row.state, paint),
    [`${row.alertName} → ${row.destinationName} (${row.channel})`, row.errorMessage, ...tries, row.id].filter(
      (part) => part !== '',
    ),
  ]
}

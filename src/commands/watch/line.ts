import { chainById } from '../../api/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { safeText } from '../../cli/output/terminal-text.ts'
import { paintState } from '../delivery/view.ts'
import { recordedVerdict } from '../tx/view.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'
import type { WatchEvent } from './events.ts'

/** One line on a terminal: time, event, details and id. */
export function eventLine(event: WatchEvent, paint: Paint): string {
  const [what, rest] = event.happening === 'validation' ? validationParts(event, paint) : deliveryParts(event, paint)
  const time = new Date(event.changedAt).toISOString().slice(11, 19)
  return `${paint.dim(`${time}Z`)}  ${what}  ${rest.map(safeText).join('  ')}\n`
}

function validationParts(row: Extract<WatchEvent, { happening: 'validation' }>, paint: Paint): [string, string[]] {
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

function deliveryParts(row: Extract<WatchEvent, { happening: 'delivery' }>, paint: Paint): [string, string[]] {
  const attempts = row.attempts > 1 ? [`attempt ${row.attempts}`] : []
  return [
    paintState(safeText(row.state).padEnd(12), row.state, paint),
    [`${row.alertName} → ${row.destinationName} (${row.channel})`, row.errorMessage, ...attempts, row.id].filter(
      (part) => part !== '',
    ),
  ]
}

import { chainName } from '../../api/text/chains.ts'
import { recordedVerdict } from '../../api/verdict.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { SHOWN_ID } from '../../cli/output/short-id.ts'
import { safeText } from '../../cli/output/terminal-text.ts'
import { clockText } from '../../cli/output/time.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import { cutText, visibleLength, withShortAddresses } from '../../cli/output/words.ts'
import { aboutOf, paintState } from '../delivery/resource.ts'
import { eventVerdict, stateTexts, validationText } from '../monitor/activity-view.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'
import type { WatchEvent } from './events.ts'

type Event<K extends WatchEvent['happening']> = Extract<WatchEvent, { happening: K }>

/** What a line says of an event, in the order of the line. */
interface Parts {
  /** A verdict, a state or a kind of event. */
  readonly label: string
  readonly paint: (text: string) => string
  /** What happened. */
  readonly sentence: string
  /** Where and whose; the last is left out first on a narrow terminal. */
  readonly details: readonly string[]
  readonly id: string
}

const LABEL = 11
const GAP = '  '
/** A sentence is not cut below this width. */
const LEAST_SENTENCE = 20
/** Shown characters of a longer id: UUIDs end with the random part, hashes are recognized by their end. */
const LONGEST_ID = 11

export interface LineOptions {
  readonly paint: Paint
  readonly zone: TimeZone
  /** Of the terminal, in characters. */
  readonly width: number
}

/**
 * An event on one line: time, verdict or state, what happened, details and id. Where it does not fit, addresses and the id are
 * shortened first, then details are left out, then the sentence is cut.
 */
export function eventLine(event: WatchEvent, { paint, zone, width }: LineOptions): string {
  const { label, paint: painted, ...parts } = partsOf(event, paint)
  const time = clockText(Date.parse(event.changedAt), zone)
  const head = safeText(label).padEnd(LABEL)
  const left = width - visibleLength(`${time}${GAP}${head}${GAP}`)
  return `${paint.dim(time)}${GAP}${painted(head)}${GAP}${fitted(parts, left)}\n`
}

function fitted({ sentence, details, id }: Pick<Parts, 'sentence' | 'details' | 'id'>, width: number): string {
  const line = (texts: readonly string[]) =>
    texts
      .filter((text) => text !== '')
      .map(safeText)
      .join(GAP)
  const whole = line([sentence, ...details, id])
  if (visibleLength(whole) <= width) return whole
  const short = withShortAddresses(safeText(sentence))
  const end = id.length > LONGEST_ID ? `…${id.slice(-SHOWN_ID)}` : id
  for (let kept = details.length; kept >= 0; kept -= 1) {
    const shorter = line([short, ...details.slice(0, kept).map(withShortAddresses), end])
    if (visibleLength(shorter) <= width) return shorter
  }
  return line([cutText(short, Math.max(LEAST_SENTENCE, width - visibleLength(`${GAP}${end}`))), end])
}

function partsOf(event: WatchEvent, paint: Paint): Parts {
  if (event.happening === 'validation') return validationParts(event, paint)
  return event.happening === 'delivery' ? deliveryParts(event, paint) : chainEventParts(event, paint)
}

function validationParts(row: Event<'validation'>, paint: Paint): Parts {
  const verdict = recordedVerdict(row)
  return {
    label: `${verdict} ${row.combinedScore}`,
    paint: toneOf(verdict, paint),
    sentence: row.what ?? `${row.from} → ${row.to ?? 'a new contract'}`,
    details: [chainName(row.chainId), row.subCategory, row.what === undefined ? '' : `from ${row.from}`],
    id: row.svcTxId,
  }
}

function deliveryParts(row: Event<'delivery'>, paint: Paint): Parts {
  return {
    label: row.state,
    paint: (text) => paintState(text, row.state, paint),
    sentence: [`${row.alertName} → ${row.destinationName} (${row.channel})`, row.errorMessage]
      .filter((text) => text !== '')
      .join(': '),
    details: [row.attempts > 1 ? `attempt ${row.attempts}` : '', aboutOf(row)],
    id: row.id,
  }
}

function chainEventParts(row: Event<'chain-event'>, paint: Paint): Parts {
  const verdict = eventVerdict(row)
  return {
    label: row.kind,
    paint: verdict === undefined ? paint.bold : toneOf(verdict, paint),
    sentence: [row.name || row.address, row.text.join('; ')].filter((text) => text !== '').join(': '),
    details: [chainName(row.chainId), stateTexts[row.state], validationText(row)],
    id: row.transactionId ?? `block ${row.blockNumber}`,
  }
}

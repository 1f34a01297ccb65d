import type { Verdict } from '../../api/verdict.ts'
import { factTable, type Section } from '../../cli/output/blocks/blocks.ts'
import { sectionLines } from '../../cli/output/blocks/text.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { safeValue } from '../../cli/output/terminal-text.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import type { Fact } from '../../cli/output/view.ts'
import { wrapCommand, wrapWords } from '../../cli/output/words.ts'
import { headline } from './headline.ts'
import type { PayloadFields } from './payload-fields.ts'
import type { Rechecked } from './since.ts'
import { sinceSection } from './since-section.ts'
import { hasRisk, type ValidationShown, validationFacts, validationSections } from './validation-blocks.ts'
import { toneOf } from './verdict-exit-code.ts'

const BAR_CELLS = 20
/** Where values stand, below one another. */
const INDENT = ' '.repeat(12)

/** A command to be copied and when it applies, or a sentence. */
export type NextStep = string | { readonly command: string; readonly when: string }

/** What became of the request for a signed payload. */
export type CardPayload =
  /** `fields` undefined: it cannot be decoded. */
  { readonly hex: string; readonly fields: PayloadFields | undefined } | { readonly notIssued: string }

/** What the card shows of a message. */
export interface MessageShown {
  /** Type, domain and contract. */
  readonly facts: readonly Fact[]
  /** Path and value of each field that is signed. */
  readonly fields: readonly (readonly [path: string, value: string])[]
}

export interface CardInput extends ValidationShown {
  readonly verdict: Verdict
  readonly result: Rechecked
  /** Set for a message instead of a transaction. */
  readonly message?: MessageShown | undefined
  /** What a device shows of it. */
  readonly hashes?: readonly Fact[]
  readonly next: readonly NextStep[]
  /** Undefined when none was requested. */
  readonly payload?: CardPayload | undefined
  /** What became of a stored one. */
  readonly about?: readonly Fact[]
  readonly zone: TimeZone
}

/** A verdict for people: the answer first, then the transaction, then why, then what to do. */
export function verdictCard(input: CardInput, paint: Paint, width: number): string {
  const { verdict, result, message, hashes = [], detail, next, payload, about = [], isV1, zone } = input
  const shown = { ...input, request: safeValue(input.request) }
  const tone = toneOf(verdict, paint)
  const { category, subCategory } = result.combinedScoreDetails ?? {}
  const risk = category && hasRisk(result) ? `  ${category} · ${subCategory}` : ''
  const style = { paint, width, detail }
  return `${[
    ...sectionLines([actionSection(result)], style),
    '',
    `${tone(paint.bold(` ${verdict} `))}  ${tone(bar(result.combinedScore))}  ${result.combinedScore}/100${risk}`,
    '',
    ...wrapWords(headline(verdict, result, { isMessage: message !== undefined, isV1 }), width - 2).map(
      (line) => `  ${line}`,
    ),
    ...sectionLines(
      [
        sinceSection(result.since, shown.request, zone),
        { blocks: [factTable([...validationFacts(shown), ...about])] },
        fieldSection(message?.fields ?? []),
        hashes.length === 0
          ? undefined
          : { heading: 'Hashes', note: 'compare them with those of the device', blocks: [factTable(hashes)] },
        ...validationSections(shown),
        payload && payloadSection(payload, result),
        { blocks: [factTable([['id', result.svcTxId]])] },
      ],
      style,
    ),
    ...nextLines(next, paint, width),
    '',
  ].join('\n')}\n`
}

/** What happens by a node, then what the call says; a service without these words says nothing. */
function actionSection({ explanation, simulation }: Rechecked): Section | undefined {
  const { summary } = simulation ?? {}
  const actions = explanation?.actions ?? []
  if (summary === undefined && actions.length === 0) return undefined
  const isBeside = summary !== undefined
  return {
    blocks: [
      ...(isBeside ? [{ kind: 'text', text: summary, tone: 'bold' } as const] : []),
      ...actions.map((text) => ({ kind: 'text', text, tone: isBeside ? 'dim' : 'bold' }) as const),
    ],
  }
}

function bar(score: number): string {
  const filled = Math.round((score / 100) * BAR_CELLS)
  return '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
}

const WIDEST_PATH = 32

function fieldSection(fields: MessageShown['fields']): Section | undefined {
  if (fields.length === 0) return undefined
  const labels = Math.min(WIDEST_PATH, Math.max(9, ...fields.map(([path]) => path.length)))
  return { heading: 'Message', blocks: [{ ...factTable(fields), labels }] }
}

/** The payload stands alone on its line, whole, to be copied. */
function payloadSection(payload: CardPayload, { payloadSlot }: Rechecked): Section {
  if ('notIssued' in payload) return { blocks: [factTable([['payload', `none: ${payload.notIssued}`]])] }
  const { hex, fields } = payload
  const expires = fields ? (fields.expiresAt ?? `${fields.expiration} seconds after 1970`) : undefined
  const facts = factTable([
    ['expires', expires ?? 'unknown: it cannot be decoded'],
    ['nonce', fields && (fields.trackNonce ? `${fields.nonce}, tracked` : 'not tracked')],
    [
      'signs',
      payloadSlot && (payloadSlot === 'used' ? 'the call data before the payload slot' : 'the whole call data'),
    ],
  ])
  return { heading: 'Signed payload', blocks: [{ kind: 'lines', lines: [hex] }, facts] }
}

function nextLines(steps: readonly NextStep[], paint: Paint, width: number): string[] {
  const room = width - INDENT.length
  return steps
    .flatMap((step) => (typeof step === 'string' ? wrapWords(step, room) : commandLines(step.command, step.when, room)))
    .map((line, index) => `${index === 0 ? `  ${paint.dim('next'.padEnd(9))} ` : INDENT}${line}`)
}

function commandLines(command: string, when: string, room: number): string[] {
  const line = `${command}   ${when}`
  return line.length <= room ? [line] : [...wrapCommand(command, room), `  ${when}`]
}

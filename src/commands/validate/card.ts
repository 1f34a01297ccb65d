import { chainById } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Reason, ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import { lossText } from '../../api/text/amounts.ts'
import { nativeAmount } from '../../api/text/assets.ts'
import { roleText } from '../../api/text/roles.ts'
import type { Verdict } from '../../api/verdict.ts'
import { statusOf } from '../../api/vocabulary.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { safeValue } from '../../cli/output/terminal-text.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import { wrapCommand, wrapWords } from '../../cli/output/words.ts'
import { chainsText } from '../control-list/view.ts'
import type { PayloadFields } from '../payload/fields.ts'
import { costText, feeText } from '../steps/cost-text.ts'
import { headline, NOT_IN_V1 } from './headline.ts'
import { hasUnreadCall, missingOf, withRemedies } from './missing-data.ts'
import { chainCoverageText, type SimulationShown, simulationLines } from './simulation-lines.ts'
import type { Rechecked } from './since.ts'
import { sinceLines } from './since-lines.ts'
import { transferFacts } from './transfer-facts.ts'
import { unaccountedOf, unaccountedPlace } from './unaccounted.ts'
import { toneOf } from './verdict-exit-code.ts'

const BAR_CELLS = 20
/** Where values stand, below one another. */
const INDENT = ' '.repeat(12)
/** Reasons shown without --explain. */
const SHORT_LIST = 3
/** Unaccounted items shown without --explain. */
const SHORT_ACCOUNT = 8

/** A command to be copied and when it applies, or a sentence. */
export type NextStep = string | { readonly command: string; readonly when: string }

/** What became of the request for a signed payload. */
export type CardPayload =
  /** `fields` undefined: it cannot be decoded. */
  { readonly hex: string; readonly fields: PayloadFields | undefined } | { readonly notIssued: string }

/** What the card shows of a message. */
export interface MessageShown {
  /** Type, domain and contract. */
  readonly facts: readonly CardFact[]
  /** Path and value of each field that is signed. */
  readonly fields: readonly CardFact[]
}

export interface CardInput {
  readonly verdict: Verdict
  readonly result: Rechecked
  readonly request: ValidationRequest
  /** Set for a message instead of a transaction. */
  readonly message?: MessageShown | undefined
  /** What a device shows of it. */
  readonly hashes?: readonly CardFact[]
  /** Shows every reason, what would change it, and which data is missing. */
  readonly explain: boolean
  readonly next: readonly NextStep[]
  /** Undefined when none was requested. */
  readonly payload?: CardPayload | undefined
  /** Where a transaction was seen, and what was known about it before. */
  readonly seen?: string | undefined
  /** Messages of alerts that were not sent by themselves. */
  readonly alerts?: readonly string[]
  /** Whether the answer is one of v1, which has no coverage. */
  readonly isV1?: boolean | undefined
  readonly zone: TimeZone
}

/** A verdict for people: the answer first, then the transaction, then why, then what to do. */
export function verdictCard(
  {
    verdict,
    result,
    request,
    message,
    hashes = [],
    explain,
    next,
    payload,
    seen,
    alerts = [],
    isV1 = false,
    zone,
  }: CardInput,
  paint: Paint,
  width: number,
): string {
  const tone = toneOf(verdict, paint)
  const detail = result.combinedScoreDetails
  return `${[
    '',
    ...actionLines(result, paint, width),
    `${tone(paint.bold(` ${verdict} `))}  ${tone(bar(result.combinedScore))}  ${result.combinedScore}/100${detail?.category && hasRisk(result) ? `  ${detail.category} · ${detail.subCategory}` : ''}`,
    '',
    ...wrapWords(headline(verdict, result, { isMessage: message !== undefined, isV1 }), width - 2).map(
      (line) => `  ${line}`,
    ),
    ...sinceLines(result.since, { ...simulationShown(request, explain), zone }, paint, width),
    '',
    ...facts(safeValue(request), result, { explain, message, isV1 }).map((fact) => labelled(fact, paint)),
    ...(seen === undefined ? [] : [labelled(['seen', seen], paint)]),
    ...alerts.map((text) => labelled(['alert', text], paint)),
    ...(message ? fieldLines(message, paint) : []),
    ...hashLines(hashes, paint),
    ...simulationLines(result.simulation, simulationShown(request, explain), paint, width),
    ...reasonLines(message ? withoutFields(result) : result, explain, paint, width),
    ...unaccountedLines(result, explain, paint, width),
    ...listLines(result, paint),
    ...(explain ? missingLines(result, paint, width) : []),
    ...(payload ? payloadLines(payload, result, paint) : []),
    '',
    ...(result.svcTxId ? [labelled(['id', result.svcTxId], paint)] : []),
    ...nextLines(next, paint, width),
    '',
  ].join('\n')}\n`
}

export type CardFact = readonly [label: string, value: string]

/** What happens by a node, then what the call says; a service without these words says nothing. */
function actionLines({ explanation, simulation }: ValidationResult, paint: Paint, width: number): string[] {
  const { summary } = simulation ?? {}
  const actions = explanation?.actions ?? []
  const tone = summary === undefined ? paint.bold : paint.dim
  const lines = [
    ...(summary === undefined ? [] : hanging(summary, width - 4).map((line) => paint.bold(line))),
    ...actions.flatMap((text) => hanging(text, width - 4).map((line) => tone(line))),
  ]
  return lines.length === 0 ? [] : [...lines.map((line) => `  ${line}`), '']
}

function simulationShown({ transaction: { chainId, from } }: ValidationRequest, explain: boolean): SimulationShown {
  return { chainId, from, explain }
}

/** Lines after the first are indented. */
function hanging(text: string, width: number): string[] {
  return wrapWords(text, width).map((line, index) => (index === 0 ? line : `  ${line}`))
}

function labelled([label, value]: CardFact, paint: Paint): string {
  return `  ${paint.dim(label.padEnd(9))} ${value}`
}

/** Within SAFE a category would name what is no risk, such as a finding that an ALLOW entry caps. */
function hasRisk({ combinedScore }: ValidationResult): boolean {
  return statusOf(combinedScore) !== 'SAFE'
}

function bar(score: number): string {
  const filled = Math.round((score / 100) * BAR_CELLS)
  return '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
}

function facts(
  { transaction }: ValidationRequest,
  result: ValidationResult,
  { explain, message, isV1 }: Pick<CardInput, 'explain' | 'message'> & { readonly isV1: boolean },
): CardFact[] {
  const chain = chainById(transaction.chainId)
  const { hops, category } = (hasRisk(result) && hasDistance(result) && result.combinedScoreDetails) || {}
  return [
    ['chain', chain ? `${chain.name} (${chain.id})` : transaction.chainId],
    ...(transaction.from === '' ? [] : [['from', transaction.from] as const]),
    ...(message?.facts ??
      transferFacts(transaction, result.explanation?.actions) ?? [
        ['to', transaction.to || 'a new contract'] as const,
        ['value', nativeAmount(transaction.value ?? '0', chain?.currency)] as const,
      ]),
    ...costFacts(transaction),
    ...(hops !== undefined && category ? [['distance', hopsText(hops)] as const] : []),
    ...(result.totalLossUsd == null ? [] : [[lossLabel(result), lossText(result.totalLossUsd)] as const]),
    ...coverageFacts(result, explain, isV1),
  ]
}

/** Fees are no part of the verdict. */
function costFacts({ chainId, value, maxFee }: ValidationRequest['transaction']): CardFact[] {
  const fees = parseQuantity(maxFee ?? '')
  if (fees === undefined) return []
  const cost = (parseQuantity(value ?? '0') ?? 0n) + fees
  return [
    ['costs', `at most ${costText(String(cost), chainId)}`],
    ['fees', `at most ${feeText(String(fees), chainId)}`],
  ]
}

function lossLabel({ simulation }: ValidationResult): string {
  return simulation?.executed && simulation.approvals.length === 0 ? 'lost' : 'may lose'
}

const rulesOfLists = ['blocked-address', 'sanctioned-address', 'listed-address', 'connected-address']

/** Only a list or a connection has a distance; a service without reasons says which by its score detail alone. */
function hasDistance({ explanation }: ValidationResult): boolean {
  const strongest = explanation?.reasons.find(({ points }) => points > 0)
  return strongest === undefined || rulesOfLists.includes(strongest.rule)
}

const WIDEST_PATH = 32

function fieldLines({ fields }: MessageShown, paint: Paint): string[] {
  if (fields.length === 0) return []
  const width = Math.min(WIDEST_PATH, Math.max(9, ...fields.map(([path]) => path.length)))
  return [
    '',
    `  ${paint.bold('Message')}`,
    ...fields.map(([path, value]) => `  ${paint.dim(path.padEnd(width))} ${value}`),
  ]
}

function hashLines(hashes: readonly CardFact[], paint: Paint): string[] {
  if (hashes.length === 0) return []
  const title = `  ${paint.bold('Hashes')}  ${paint.dim('compare them with those of the device')}`
  return ['', title, ...hashes.map((fact) => labelled(fact, paint))]
}

/** The fields of an unknown message are a reason for programs; here they have lines of their own. */
function withoutFields(result: ValidationResult): ValidationResult {
  if (!result.explanation) return result
  const reasons = result.explanation.reasons.filter(({ rule }) => rule !== 'message-fields')
  return { ...result, explanation: { ...result.explanation, reasons } }
}

function hopsText(hops: number): string {
  if (hops === 0) return 'direct match (0 hops)'
  return hops === 1 ? '1 hop' : `${hops} hops`
}

function coverageFacts(result: ValidationResult, explain: boolean, isV1: boolean): CardFact[] {
  if (isV1)
    return [['coverage', result.coverage ? `${offlineCoverage(result)} (${NOT_IN_V1})` : `unknown: ${NOT_IN_V1}`]]
  return result.coverage ? [['coverage', coverageText(result, explain)]] : []
}

function coverageText(result: ValidationResult, explain: boolean): string {
  const chain = chainCoverageText(result, explain)
  const text = `${offlineCoverage(result)}${chain === undefined ? '' : `, chain: ${chain}`}`
  const isPartial = result.coverage === 'partial' || result.chainCoverage?.status === 'partial'
  return explain || !isPartial ? text : `${text} (see --explain)`
}

function offlineCoverage(result: ValidationResult): string {
  const { coverage = 'none', explanation } = result
  if (coverage !== 'none') return coverage
  if (hasUnreadCall(result)) return 'none (unread)'
  // A known token, or a known owner, says nothing about who gains.
  const knowsOthers = explanation?.reasons.some(({ rule }) => rule === 'known-address')
  return knowsOthers ? 'none for the beneficiary' : 'none'
}

function reasonLines(result: ValidationResult, explain: boolean, paint: Paint, width: number): string[] {
  const reasons = result.explanation?.reasons ?? []
  if (reasons.length === 0) return []
  const shown = explain ? reasons : reasons.slice(0, SHORT_LIST)
  const more = reasons.length - shown.length
  return [
    '',
    `  ${paint.bold('Why')}`,
    ...shown.flatMap((reason) => reasonText(reason, explain, paint, width)),
    ...(more > 0 ? [`  ${paint.dim(`and ${more} more: --explain`)}`] : []),
  ]
}

function reasonText(reason: Reason, explain: boolean, paint: Paint, width: number): string[] {
  const points = reason.points > 0 ? paint.bad(String(reason.points).padStart(3)) : paint.dim('  ·')
  const who = reason.subject ? `${roleText(reason.role)} ${reason.subject}` : ''
  const source = `${reason.rule} · ${reason.source}`
  const [first = '', ...rest] = wrapWords(reason.text, width - 7)
  return [
    `  ${points}  ${who || first}`,
    ...(who ? [first, ...rest] : rest).map((line) => `       ${line}`),
    `       ${paint.dim(source)}`,
    ...(explain && reason.flip
      ? wrapWords(`what to do: ${reason.flip}`, width - 7).map((line) => `       ${paint.dim(line)}`)
      : []),
  ]
}

function unaccountedLines(result: ValidationResult, explain: boolean, paint: Paint, width: number): string[] {
  const items = unaccountedOf(result)
  if (items.length === 0) return []
  const shown = explain ? items : items.slice(0, SHORT_ACCOUNT)
  const more = items.length - shown.length
  return [
    '',
    `  ${paint.bold('Not accounted for')}`,
    ...shown.flatMap((item) => [
      ...hanging(item.text, width - 4).map((line) => `  ${line}`),
      ...hanging(unaccountedPlace(item), width - 6).map((line) => `    ${paint.dim(line)}`),
    ]),
    ...(more > 0 ? [`  ${paint.dim(`and ${more} more: --explain`)}`] : []),
  ]
}

function listLines(result: ValidationResult, paint: Paint): string[] {
  const entries = result.controlLists ?? []
  if (entries.length === 0) return []
  return [
    '',
    `  ${paint.bold('Control lists')}`,
    ...entries.flatMap((entry) => [
      `  ${(entry.type === 'BLOCK' ? paint.bad : paint.good)(entry.type.padEnd(5))} ${entry.address}`,
      `        ${paint.dim(`${chainsText(entry.chainIds)} · entry ${entry.id}`)}`,
    ]),
  ]
}

function missingLines(result: ValidationResult, paint: Paint, width: number): string[] {
  const missing = withRemedies(missingOf(result))
  if (missing.length === 0) return []
  return [
    '',
    `  ${paint.bold('Missing data')}`,
    ...missing.flatMap((line) => hanging(line, width - 4).map((each) => `  ${each}`)),
  ]
}

/** The payload stands alone on its line, whole, to be copied. */
function payloadLines(payload: CardPayload, { payloadSlot }: ValidationResult, paint: Paint): string[] {
  if ('notIssued' in payload) return ['', labelled(['payload', `none: ${payload.notIssued}`], paint)]
  const { hex, fields } = payload
  const facts: CardFact[] = [
    [
      'expires',
      fields ? (fields.expiresAt ?? `${fields.expiration} seconds after 1970`) : 'unknown: it cannot be decoded',
    ],
    ...(fields ? [['nonce', fields.trackNonce ? `${fields.nonce}, tracked` : 'not tracked'] as const] : []),
    ...(payloadSlot
      ? [['signs', payloadSlot === 'used' ? 'the call data before the payload slot' : 'the whole call data'] as const]
      : []),
  ]
  return ['', `  ${paint.bold('Signed payload')}`, `  ${hex}`, ...facts.map((fact) => labelled(fact, paint))]
}

function nextLines(steps: readonly NextStep[], paint: Paint, width: number): string[] {
  const room = width - INDENT.length
  return steps
    .flatMap((step) => (typeof step === 'string' ? wrapWords(step, room) : commandLines(step.command, step.when, room)))
    .map((line, index) => (index === 0 ? labelled(['next', line], paint) : `${INDENT}${line}`))
}

function commandLines(command: string, when: string, room: number): string[] {
  const line = `${command}   ${when}`
  return line.length <= room ? [line] : [...wrapCommand(command, room), `  ${when}`]
}

import { lossText, nativeAmount } from '../../api/amount.ts'
import { chainById } from '../../api/chains.ts'
import type { Reason, ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { safeValue } from '../../cli/output/terminal-text.ts'
import { wrapCommand, wrapWords } from '../../cli/output/words.ts'
import { chainsText } from '../control-list/view.ts'
import { toneOf, type Verdict } from './verdict-exit-code.ts'

const BAR_CELLS = 20
/** Where values stand, below one another. */
const INDENT = ' '.repeat(12)
/** Reasons shown unless everything is asked for. */
const SHORT_LIST = 3

/** A command to be copied and when it is meant, or a sentence. */
export type NextStep = string | { readonly command: string; readonly when: string }

export interface CardInput {
  readonly verdict: Verdict
  readonly result: ValidationResult
  readonly request: ValidationRequest
  /** Every reason, what would change it, and what was not known. */
  readonly explain: boolean
  readonly next: readonly NextStep[]
}

/** What a person sees of a verdict: the answer first, then the transaction, then why, then what to do. */
export function verdictCard(
  { verdict, result, request, explain, next }: CardInput,
  paint: Paint,
  width: number,
): string {
  const tone = toneOf(verdict, paint)
  const detail = result.combinedScoreDetails
  return `${[
    '',
    `${tone(paint.bold(` ${verdict} `))}  ${tone(bar(result.combinedScore))}  ${result.combinedScore}/100${detail?.category ? `  ${detail.category} · ${detail.subCategory}` : ''}`,
    '',
    ...wrapWords(headline(verdict, result), width - 2).map((line) => `  ${line}`),
    '',
    ...facts(safeValue(request), result).map(([label, value]) => `  ${paint.dim(label.padEnd(9))} ${value}`),
    ...reasonLines(result, explain, paint, width),
    ...listLines(result, paint),
    ...(explain ? missingLines(result, paint) : []),
    '',
    ...(result.svcTxId ? [`  ${paint.dim('id'.padEnd(9))} ${result.svcTxId}`] : []),
    ...next.flatMap((step) => nextLines(step, paint, width)),
    '',
  ].join('\n')}\n`
}

function bar(score: number): string {
  const filled = Math.round((score / 100) * BAR_CELLS)
  return '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
}

function headline(verdict: Verdict, result: ValidationResult): string {
  if (result.error) return result.error
  switch (verdict) {
    case 'NO DATA':
      return 'Nothing is known about where this goes. No data is not safe: check it in another way.'
    case 'SAFE':
      return 'Nothing speaks against this transaction.'
    case 'BLOCKED':
      return 'The service does not let this transaction pass; it gave no reason.'
    default:
      return (
        strongestReason(result) || result.combinedScoreDetails?.subCategoryDescription || 'The service gave no reason.'
      )
  }
}

/** Said like the reason of a blocked one: what kind of harm it is stands above, beside the score. */
function strongestReason({ explanation }: ValidationResult): string | undefined {
  const reason = explanation?.reasons.find(({ points }) => points > 0)
  if (!reason) return undefined
  return reason.subject ? `The ${roleWords(reason.role)} ${reason.subject} ${reason.text}.` : reason.text
}

/** Some roles only say where an address was found. */
function roleWords(role: string): string {
  return ['', 'named', 'called', 'revoked'].includes(role) ? 'address' : role.replaceAll('-', ' ')
}

function facts({ transaction }: ValidationRequest, result: ValidationResult): [string, string][] {
  const chain = chainById(transaction.chainId)
  const { hops } = result.combinedScoreDetails ?? {}
  return [
    ['chain', chain ? `${chain.name} (${chain.id})` : transaction.chainId],
    ['from', transaction.from],
    ['to', transaction.to || 'a new contract'],
    ['value', nativeAmount(transaction.value ?? '0', chain?.currency)],
    ...(hops !== undefined && result.combinedScoreDetails?.category
      ? [['hops', hops === 0 ? '0, the address itself' : String(hops)] as [string, string]]
      : []),
    ...(result.totalLossUsd == null ? [] : [['may lose', lossText(result.totalLossUsd)] as [string, string]]),
    ...(result.coverage ? [['known', coverageText(result)] as [string, string]] : []),
  ]
}

function coverageText({ coverage = 'none', explanation }: ValidationResult): string {
  if (coverage === 'partial') return 'in part (--explain says what is missing)'
  if (coverage === 'full') return 'everything asked for'
  // That a token or its owner is well known says nothing of who gains by it.
  const knowsOthers = explanation?.reasons.some(({ rule }) => rule === 'known-address')
  return knowsOthers ? 'nothing about who gains by it' : 'nothing'
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
  const who = reason.subject ? `${reason.role} ${reason.subject}` : ''
  const source = `${reason.rule} · ${reason.source}`
  return [
    `  ${points}  ${who || reason.text}`,
    ...(who ? wrapWords(reason.text, width - 7).map((line) => `       ${line}`) : []),
    `       ${paint.dim(source)}`,
    ...(explain && reason.flip
      ? wrapWords(`to change this: ${reason.flip}`, width - 7).map((line) => `       ${paint.dim(line)}`)
      : []),
  ]
}

function listLines(result: ValidationResult, paint: Paint): string[] {
  const entries = result.controlLists ?? []
  if (entries.length === 0) return []
  return [
    '',
    `  ${paint.bold('On your lists')}`,
    ...entries.flatMap((entry) => [
      `  ${(entry.type === 'BLOCK' ? paint.bad : paint.good)(entry.type.padEnd(5))} ${entry.address}`,
      `        ${paint.dim(`${chainsText(entry.chainIds)} · entry ${entry.id}`)}`,
    ]),
  ]
}

function missingLines(result: ValidationResult, paint: Paint): string[] {
  const missing = result.explanation?.missing ?? []
  if (missing.length === 0) return []
  return ['', `  ${paint.bold('Not known')}`, ...missing.map((line) => `  ${line}`)]
}

function nextLines(step: NextStep, paint: Paint, width: number): string[] {
  const room = width - INDENT.length
  const lines = typeof step === 'string' ? wrapWords(step, room) : commandLines(step.command, step.when, room)
  return lines.map((line, index) => (index === 0 ? `  ${paint.dim('next'.padEnd(9))} ${line}` : `${INDENT}${line}`))
}

function commandLines(command: string, when: string, room: number): string[] {
  const line = `${command}   ${when}`
  return line.length <= room ? [line] : [...wrapCommand(command, room), when]
}

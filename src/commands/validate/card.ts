import { lossText, nativeAmount } from '../../api/amount.ts'
import { chainById } from '../../api/chains.ts'
import type { Reason, ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import type { Paint } from '../../cli/paint.ts'
import { chainsText } from '../control-list/view.ts'
import type { Verdict } from './judged.ts'

const BAR_CELLS = 20
/** Reasons shown unless everything is asked for. */
const SHORT_LIST = 3

export interface CardInput {
  readonly verdict: Verdict
  readonly result: ValidationResult
  readonly request: ValidationRequest
  /** Every reason, what would change it, and what was not known. */
  readonly explain: boolean
  readonly next: readonly string[]
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
    ...wrap(headline(verdict, result), width - 2).map((line) => `  ${line}`),
    '',
    ...facts(request, result).map(([label, value]) => `  ${paint.dim(label.padEnd(9))} ${value}`),
    ...reasonLines(result, explain, paint, width),
    ...listLines(result, paint),
    ...(explain ? missingLines(result, paint) : []),
    '',
    ...(result.svcTxId ? [`  ${paint.dim('id'.padEnd(9))} ${result.svcTxId}`] : []),
    ...next.map((line) => `  ${paint.dim('next'.padEnd(9))} ${line}`),
    '',
  ].join('\n')}\n`
}

function toneOf(verdict: Verdict, paint: Paint): (text: string) => string {
  if (verdict === 'SAFE') return paint.good
  return verdict === 'WARNING' || verdict === 'NO DATA' ? paint.warn : paint.bad
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
      return result.combinedScoreDetails?.subCategoryDescription || 'The service gave no reason.'
  }
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
    ...(result.coverage ? [['known', coverageText(result.coverage)] as [string, string]] : []),
  ]
}

function coverageText(coverage: NonNullable<ValidationResult['coverage']>): string {
  return { none: 'nothing', partial: 'in part (--explain says what is missing)', full: 'everything asked for' }[
    coverage
  ]
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
  const what = reason.subject ? `is ${reason.text}` : reason.text
  const source = `${reason.rule} · ${reason.source}`
  return [
    `  ${points}  ${who || what}`,
    ...(who ? wrap(what, width - 7).map((line) => `       ${line}`) : []),
    `       ${paint.dim(source)}`,
    ...(explain && reason.flip
      ? wrap(`would change by: ${reason.flip}`, width - 7).map((line) => `       ${paint.dim(line)}`)
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

/** Breaks between words; a word that is longer than a line stays whole, for it is an address. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

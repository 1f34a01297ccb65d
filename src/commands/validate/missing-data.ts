import type { UnaccountedItem, ValidationResult } from '../../api/schemas/transaction.ts'
import type { MissingData } from '../../api/text/missing.ts'
import type { Coverage } from '../../api/vocabulary.ts'

type Code = MissingData['code']

/** How much was known, in words. */
export const coverageWords: Readonly<Record<Coverage, string>> = {
  none: 'nothing',
  simulated: 'only what a node simulated',
  partial: 'in part',
  full: 'all',
}

/** A line of missing data. Results of other services have no codes. */
export interface MissingLine {
  readonly text: string
  readonly code: string | undefined
}

/** Missing data of the verdict and of the chain, each line once. */
export function missingOf({
  explanation,
  chainCoverage,
}: Pick<ValidationResult, 'explanation' | 'chainCoverage'>): MissingLine[] {
  const lines = [explanation, chainCoverage].flatMap((part): MissingLine[] =>
    (part?.missing ?? []).map((text, at) => ({ text, code: part?.missingData?.[at]?.code })),
  )
  return Array.from(new Map(lines.map((line) => [line.text, line])).values())
}

/** Codes about a call whose effects are unknown. */
const unreadCall: readonly Code[] = [
  'unknown-selector',
  'unknown-router-command',
  'effects-unknown',
  'content-elsewhere',
]

/** What adds the data. */
const remedies: ReadonlyMap<string, string> = new Map<Code, string>([
  ['unknown-selector', 'txwarden intel import --format 4byte adds its signature'],
  ['chain-paused', 'txwarden chain resume requests them again'],
  ['not-simulated', 'txwarden chain test shows what the nodes can do'],
  ['no-graph', 'txwarden intel graph import adds one'],
  ['no-chain', '--chain names that of the wallet'],
  ['unknown-chain', 'txwarden chain define adds it'],
])

/** The lines with what adds their data. Where a chain is paused, that is why nothing was simulated. */
export function withRemedies(lines: readonly MissingLine[]): string[] {
  const isPaused = lines.some(({ code }) => code === 'chain-paused')
  return lines.map(({ text, code = '' }) => {
    const remedy = code === 'not-simulated' && isPaused ? undefined : remedies.get(code)
    return remedy === undefined ? text : `${text} (${remedy})`
  })
}

/** A call was not read: who gains is unknown, even if its contract is known. */
export function hasUnreadCall(result: ValidationResult): boolean {
  return hasMissing(result, unreadCall)
}

/** A part of what is signed is elsewhere, or cannot be read: known beneficiaries say nothing about it. */
export function isReadInPart(result: ValidationResult): boolean {
  return hasMissing(result, ['not-in-message', 'new-code', 'short-call-data'])
}

export function hasUnknownSelector(result: ValidationResult): boolean {
  return hasMissing(result, ['unknown-selector'])
}

/** What the signature allows is unknown, even if the addresses are known. */
export function isUnknownMessage(result: ValidationResult): boolean {
  return hasMissing(result, ['unknown-message'])
}

/** Why nothing is known of the addresses of a message: its chain. */
export function missingChainOf(result: ValidationResult): MissingLine | undefined {
  return missingOf(result).find(({ code }) => code === 'no-chain' || code === 'unknown-chain')
}

function hasMissing({ explanation }: ValidationResult, codes: readonly string[]): boolean {
  return explanation?.missingData?.some(({ code }) => codes.includes(code)) ?? false
}

/** What is signed and not accounted for. Results of other services have none. */
export function unaccountedOf({ explanation }: Pick<ValidationResult, 'explanation'>): readonly UnaccountedItem[] {
  return explanation?.unaccounted ?? []
}

/** Items that a sentence names. */
const MOST_NAMED = 3

/** A sentence that names the first ones; undefined: everything is accounted for. */
export function unaccountedSentence(result: Pick<ValidationResult, 'explanation'>): string | undefined {
  const items = unaccountedOf(result)
  if (items.length === 0) return undefined
  const named = items.slice(0, MOST_NAMED).map(({ text }) => text)
  const more = items.length - named.length
  return `Not accounted for: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}.`
}

/** The address, where the text does not have it whole, and the path. */
export function unaccountedPlace({ address, text, path }: UnaccountedItem): string {
  const isWhole = address === undefined || text.toLowerCase().includes(address.toLowerCase())
  return [...(isWhole ? [] : [address]), ...(path === '' ? [] : [path])].join(' · ')
}

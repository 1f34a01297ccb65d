import { isDeepStrictEqual } from 'node:util'
import { ANY_CHAIN, chainById } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Explanation, ScoreDetail, ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import { counted, grouped, lossText } from '../../api/text/amounts.ts'
import { nativeAmount } from '../../api/text/assets.ts'
import { chainNameAndId } from '../../api/text/chains.ts'
import { withName } from '../../api/text/names.ts'
import { outcomeNotes } from '../../api/text/policies.ts'
import { roleText } from '../../api/text/roles.ts'
import { statusOf } from '../../api/vocabulary.ts'
import type { Block, BlockColumn, Cell, DetailLevel, Section } from '../../cli/output/blocks/blocks.ts'
import type { Fact } from '../../cli/output/view.ts'
import { chainsText } from '../control-list/resource.ts'
import { costTexts } from '../steps/cost-text.ts'
import { NOT_IN_V1, strongestFinding } from './headline.ts'
import {
  coverageWords,
  hasUnreadCall,
  missingChainOf,
  missingOf,
  unaccountedOf,
  unaccountedPlace,
  withRemedies,
} from './missing-data.ts'
import { simulationSection } from './simulation-section.ts'
import { resultTone } from './verdict-exit-code.ts'

/** A call of transfer(address,uint256) without native value, and nothing after its arguments. */
const TRANSFER = /^0xa9059cbb0{24}([0-9a-f]{40})[0-9a-f]{64}$/i

/** A validation that is shown. */
export interface ValidationShown {
  readonly request: ValidationRequest
  readonly result: ValidationResult
  /** Full: every reason, what would change it, and which data is missing. */
  readonly detail: DetailLevel
  /** Type, domain and contract of a message. */
  readonly message?: { readonly facts: readonly Fact[] } | undefined
  /** Whether the answer is one of v1, which has no coverage. */
  readonly isV1?: boolean | undefined
}

/** What was found: what happens, why the verdict is what it is, and what is not known. */
export function validationSections({ request, result, detail, message }: ValidationShown): (Section | undefined)[] {
  return [
    simulationSection(result.simulation, request.transaction),
    reasonSection(result, detail, message !== undefined),
    unaccountedSection(result),
    policySection(result),
    listSection(result, detail),
    ...(detail === 'full' ? [scoreSection(result), addressSection(result), missingSection(result)] : []),
  ]
}

/** Which transaction or message it is, what it costs or loses, and how much is known. */
export function validationFacts(shown: ValidationShown): Fact[] {
  const { transaction } = shown.request
  const { result, message } = shown
  const { chainId, from, to, value } = transaction
  const names = result.explanation?.names
  const maxFee = transaction.maxFee ?? ''
  const { costs, fees } = parseQuantity(maxFee) === undefined ? {} : costTexts(chainId, maxFee, [value ?? undefined])
  const isFinal = result.simulation?.executed && result.simulation.approvals.length === 0
  return [
    ['chain', chainById(chainId) ? chainNameAndId(chainId) : unknownChainText(chainId, result)],
    ['from', withName(from, names)],
    ...(message?.facts ??
      transferFacts(transaction, result.explanation) ?? [
        ['to', to ? withName(to, names) : 'a new contract'],
        ['value', nativeAmount(value ?? '0', chainId)],
      ]),
    ...(shown.detail === 'full' ? requestFacts(shown.request) : []),
    ['costs', costs],
    ['fees', fees],
    ['distance', distanceText(result)],
    [isFinal ? 'lost' : 'may lose', result.totalLossUsd == null ? undefined : lossText(result.totalLossUsd)],
    ['known', knownText(shown)],
  ]
}

/** What a request says beside what is signed. */
function requestFacts({ transaction, trackNonce, clientData }: ValidationRequest): Fact[] {
  const { nonce } = transaction
  return [
    ['nonce', [nonce, trackNonce && 'tracked in the payload'].filter(Boolean).join(', ')],
    ['client', clientData?.userAgent],
    ['client IP', clientData?.ip],
  ]
}

function unknownChainText(id: string, result: ValidationResult): string {
  const code = missingChainOf(result)?.code
  if (id === ANY_CHAIN) return code === undefined ? 'every chain' : 'any: the message names none'
  return code === undefined ? id : `${id}, neither listed nor defined here`
}

/** Within SAFE a category would name what is no risk, such as a finding that an ALLOW entry caps. */
export function hasRisk({ combinedScore }: ValidationResult): boolean {
  return statusOf(combinedScore) !== 'SAFE'
}

/** A payment in a token is sent to its contract; the reader looks for the recipient. Undefined: it is another call. */
function transferFacts(
  { to, value, data }: ValidationRequest['transaction'],
  { actions = [], names }: Partial<Explanation> = {},
): Fact[] | undefined {
  const [, recipient] = TRANSFER.exec(data ?? '') ?? []
  if (recipient === undefined || !to || !/^(0x)?0*$/i.test(value ?? '')) return undefined
  const address = `0x${recipient}`
  return [
    ['contract', withName(to, names)],
    // With the checksum of the sentence.
    ['recipient', withName(address, names, new RegExp(address, 'i').exec(actions.join(' '))?.[0])],
    ['amount', amountIn(actions, address)],
  ]
}

/** "250,000 USDC" of "pays 250,000 USDC to 0x…". */
function amountIn(actions: readonly string[], recipient: string): string | undefined {
  const paid = actions.find((text) => text.toLowerCase().includes(` to ${recipient.toLowerCase()}`))
  return /^pays (.+?) to 0x/.exec(paid ?? '')?.[1]
}

const rulesOfLists = ['blocked-address', 'sanctioned-address', 'listed-address', 'connected-address']

/** Only a list or a connection has a distance; a service without reasons says which by its score detail alone. */
function distanceText(result: ValidationResult): string | undefined {
  const { hops, category } = result.combinedScoreDetails ?? {}
  const strongest = strongestFinding(result)
  const isListed = strongest === undefined || rulesOfLists.includes(strongest.rule)
  if (!hasRisk(result) || !isListed || hops === undefined || !category) return undefined
  return hopsText(hops)
}

function hopsText(hops: number | undefined): string | undefined {
  if (hops === undefined) return undefined
  return hops === 0 ? 'listed itself' : `${counted(hops, 'transfer')} from a listed address`
}

/** How much was known. */
function knownText({ result, detail, isV1 }: ValidationShown): string | undefined {
  if (isV1) return result.coverage ? `${knownOffline(result)} (${NOT_IN_V1})` : NOT_IN_V1
  if (!result.coverage) return undefined
  const { chainCoverage } = result
  const node = chainCoverage === undefined ? '' : `; node: ${knownByNode(result, chainCoverage, detail)}`
  const isPartial = result.coverage === 'partial' || chainCoverage?.status === 'partial'
  return `${knownOffline(result)}${node}${detail === 'short' && isPartial ? ' (see --explain)' : ''}`
}

/** "block 25,310,112", "in part, block 25,310,112" or "nothing". */
function knownByNode(
  { simulation }: ValidationResult,
  { status, node }: NonNullable<ValidationResult['chainCoverage']>,
  detail: DetailLevel,
): string {
  const number = simulation?.blockNumber
  const block = number === undefined ? [] : [`block ${grouped(BigInt(number))}`]
  const words = [...(status === 'full' && number !== undefined ? [] : [coverageWords[status]]), ...block]
  return `${words.join(', ')}${detail === 'full' && node !== undefined ? ` (${node})` : ''}`
}

function knownOffline(result: ValidationResult): string {
  const { coverage = 'none', explanation } = result
  if (coverage !== 'none') return coverageWords[coverage] ?? coverage
  if (hasUnreadCall(result)) return 'nothing: the call was not read'
  // A known token, or a known owner, says nothing about who gains.
  const knowsOthers = explanation?.reasons.some(({ rule }) => rule === 'known-address')
  return knowsOthers ? 'nothing about the beneficiary' : 'nothing'
}

const REASONS: readonly BlockColumn[] = [
  { name: 'points' },
  { name: 'address' },
  { name: 'reason' },
  { name: 'rule and source', tone: 'dim' },
  { name: 'what to do', tone: 'dim', before: 'what to do: ' },
]

function reasonSection(
  { explanation }: ValidationResult,
  detail: DetailLevel,
  isMessage: boolean,
): Section | undefined {
  // The fields of an unknown message are a reason for programs; for people they have lines of their own.
  const reasons = (explanation?.reasons ?? []).filter(({ rule }) => !isMessage || rule !== 'message-fields')
  const rows = reasons.map(({ points, role, subject, text, rule, source, flip = '' }): Cell[] => [
    points > 0 ? { text: String(points).padStart(3), tone: 'bad' } : '  ·',
    subject ? `${roleText(role)} ${withName(subject, explanation?.names)}` : '',
    text,
    `${rule} · ${source}`,
    detail === 'full' ? flip : '',
  ])
  return sectionOf('Why', rows, { kind: 'table', columns: REASONS, rows, labels: 4, most: { short: 3 } })
}

function unaccountedSection(result: ValidationResult): Section | undefined {
  const items = unaccountedOf(result).map((item) => ({ text: item.text, note: unaccountedPlace(item) }))
  return sectionOf('Not accounted for', items, { kind: 'list', items, most: { short: 8 } })
}

/** What policies refuse or hold, with those that only observe; where none does, nothing. */
function policySection({ explanation }: ValidationResult): Section | undefined {
  const outcomes = (explanation?.policies ?? []).filter(({ result }) => result !== 'allow')
  const rows = outcomes.map(({ policy, mode, clause, result, text, approvals }): Cell[] => [
    { text: result, tone: mode === 'enforce' ? resultTone[result] : 'dim' },
    `${policy}: ${text}`,
    [clause, ...outcomeNotes({ mode, approvals })].filter((part) => part !== '').join(' · '),
  ])
  const columns: BlockColumn[] = [{ name: 'says' }, { name: 'policy' }, { name: 'clause', tone: 'dim' }]
  return sectionOf('Policies', rows, { kind: 'table', columns, rows, labels: 5, most: { short: 4 } })
}

function listSection({ controlLists = [], explanation }: ValidationResult, detail: DetailLevel): Section | undefined {
  const rows = controlLists.map(({ type, address, chainIds, id, productType, createdAt, lastUpdatedAt }): Cell[] => {
    const times = [createdAt && `added ${createdAt}`, lastUpdatedAt !== createdAt && `changed ${lastUpdatedAt}`]
    const more = detail === 'full' ? [`for ${productType}`, ...times] : []
    return [
      type === 'BLOCK' ? { text: type, tone: 'bad' } : type === 'ALLOW' ? { text: type, tone: 'good' } : type,
      withName(address, explanation?.names),
      [chainsText(chainIds), `entry ${id}`, ...more].filter(Boolean).join(' · '),
    ]
  })
  const columns: BlockColumn[] = [{ name: 'list' }, { name: 'address' }, { name: 'entry', tone: 'dim' }]
  return sectionOf('Control lists', rows, { kind: 'table', columns, rows, labels: 5 })
}

/** By category; what scores nothing says nothing. */
function scoreSection({ combinedScoreDetails, scoreDetails = {} }: ValidationResult): Section | undefined {
  const isOneOfThem = Object.values(scoreDetails).some((each) => isDeepStrictEqual(each, combinedScoreDetails))
  const all = Object.entries({ ...(!isOneOfThem && { combined: combinedScoreDetails }), ...scoreDetails })
  const rows = all.flatMap(([name, detail]): Cell[][] =>
    detail === undefined || detail.value === 0
      ? []
      : [[String(detail.value).padStart(3), name, riskText(detail), hopsText(detail.hops) ?? '']],
  )
  const columns: BlockColumn[] = [
    { name: 'points' },
    { name: 'score' },
    { name: 'risk' },
    { name: 'distance', tone: 'dim' },
  ]
  return sectionOf('Scores', rows, { kind: 'table', columns, rows, labels: 4 })
}

function riskText({ category, subCategory, subCategoryDescription }: Partial<ScoreDetail>): string {
  const words = [category, subCategory].filter(Boolean).join(' · ')
  return subCategoryDescription ? `${words}: ${subCategoryDescription}` : words
}

/** The addresses of the transaction; the findings about each beyond the worst stand below it. */
function addressSection({ internalAddressesWithMaxScore = [] }: ValidationResult): Section | undefined {
  const rows = internalAddressesWithMaxScore.map((each): Cell[] => [
    each.maxScore > 0 ? { text: String(each.maxScore).padStart(3), tone: 'bad' } : '  ·',
    [each.address, each.name].filter(Boolean).join(' '),
    riskText(each),
    (each.subCategoriesAndTags ?? [])
      .filter(({ subCategory }) => subCategory !== each.subCategory)
      .map(riskText)
      .join('; '),
  ])
  const columns: BlockColumn[] = [
    { name: 'score' },
    { name: 'address' },
    { name: 'risk' },
    { name: 'also', tone: 'dim' },
  ]
  return sectionOf('Addresses', rows, { kind: 'table', columns, rows, labels: 4, most: { full: 50 } })
}

function missingSection(result: ValidationResult): Section | undefined {
  const items = withRemedies(missingOf(result)).map((text) => ({ text }))
  return sectionOf('Missing data', items, { kind: 'list', items })
}

function sectionOf(heading: string, entries: readonly unknown[], block: Block): Section | undefined {
  return entries.length === 0 ? undefined : { heading, blocks: [block] }
}

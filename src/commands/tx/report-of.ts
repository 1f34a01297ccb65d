import type { Delivery } from '../../api/schemas/delivery.ts'
import type { TransactionRecord } from '../../api/schemas/extensions.ts'
import { counted, grouped } from '../../api/text/amounts.ts'
import { chainName } from '../../api/text/chains.ts'
import { commandFor } from '../../api/text/commands.ts'
import { roleText } from '../../api/text/roles.ts'
import { strictest, type Verdict, verdictOf } from '../../api/verdict.ts'
import { factTable, plainTable, type Section } from '../../cli/output/blocks/blocks.ts'
import type { DocumentPage } from '../../cli/output/blocks/page.ts'
import type { Fact } from '../../cli/output/view.ts'
import type { DecodeReport } from '../../service/index.ts'
import { requestDigest } from '../../shared/safe/hashes.ts'
import { aboutOf } from '../delivery/resource.ts'
import { headline } from '../validate/headline.ts'
import { hasRisk, validationFacts, validationSections } from '../validate/validation-blocks.ts'

export interface ReportSource {
  readonly record: TransactionRecord
  readonly decoded: DecodeReport
  /** Undefined where they could not be read. */
  readonly deliveries: readonly Delivery[] | undefined
  /** Facts beside those of the transaction, such as its hold. */
  readonly about?: readonly Fact[]
  readonly madeAt: string
  readonly version: string
  /** Makes the page again. */
  readonly command: string
}

const LONGEST_DATA = 2_000
/** The last verdicts that are shown. */
const MOST_LATER = 200

/** The page about a stored validation. */
export function reportOf(source: ReportSource): DocumentPage {
  const { record, deliveries, madeAt, version, command } = source
  const { result } = record
  const before = verdictOf(result)
  const later = laterVerdicts(record)
  const verdict = strictest([before, ...later.map(({ verdict }) => verdict)])
  const { category, subCategory = '' } = result.combinedScoreDetails ?? {}
  const summary = result.simulation?.summary
  return {
    title: `${verdict} ${result.combinedScore}/100: ${record.svcTxId}`,
    verdict,
    score: [
      ...(verdict === before ? [] : [`today; ${before} when it was validated`]),
      `${result.combinedScore} of 100`,
      ...(category && hasRisk(result) ? [category, subCategory] : []),
    ].join(', '),
    actions: [...(summary === undefined ? [] : [summary]), ...(result.explanation?.actions ?? [])],
    headline: later.find((each) => each.verdict === verdict && verdict !== before)?.text ?? headline(before, result),
    sections: [
      ...(result.simulation === undefined ? [notSimulated(record)] : []),
      ...validationSections({ request: record.request, result, detail: 'full' }),
      hopPaths(record),
      laterSection(later),
      transaction(source),
      hashes(record),
      calls(source),
      messages(deliveries),
    ].filter((section) => section !== undefined),
    footer: [
      `Made at ${madeAt} by txwarden ${version} from the verdict of ${record.createdAt}.`,
      `Made by: ${command}`,
    ],
  }
}

function textSection(heading: string, text: string): Section {
  return { heading, blocks: [{ kind: 'text', text }] }
}

function notSimulated({ chainId, result }: TransactionRecord): Section {
  const chain = chainName(chainId)
  const why = result.chainCoverage
    ? 'no node of the chain answered'
    : `no node was queried; where none of ${chain} is configured, ${commandFor['add-node'](chain)} adds one`
  return textSection('In and out', `Not simulated: ${why}. What the call data says is above.`)
}

/** The transfers between an address and the flagged one near it, a line each. */
function hopPaths({ result }: TransactionRecord): Section | undefined {
  const near = (result.explanation?.reasons ?? []).filter(({ hops, points }) => hops > 0 && points > 0)
  if (near.length === 0) return undefined
  const lines = near.flatMap(({ role, subject, hops, path, text, source }) => {
    const steps = path?.map((address, index) => {
      const [indent, listing] = ['  '.repeat(index + 1), text.split(', which ').slice(1).join(', which ')]
      return `${indent}${address}${index === hops - 1 && listing !== '' ? `  ${listing} (${source})` : ''}`
    })
    return [
      `${subject}  ${roleText(role)}`,
      ...(steps ?? [`  ${text} (${source}); the addresses between are not stored`]),
    ]
  })
  return {
    heading: 'Transfers to a listed address',
    blocks: [
      { kind: 'text', text: 'Each line is one transfer away from the line above.' },
      { kind: 'lines', lines },
    ],
  }
}

interface LaterVerdict {
  readonly at: string
  readonly verdict: Verdict
  readonly text: string
}

/** What lists, and checks in the queue of a Safe, said after the validation. */
function laterVerdicts({ verdictChanges = [], safe }: TransactionRecord): LaterVerdict[] {
  const listed = verdictChanges.map(({ at = '', to, address, reason, source }) => ({
    at,
    verdict: to,
    text: `Later it became ${to}: ${address} ${reason} (${source}).`,
  }))
  if (!safe?.verdict) return listed
  const { checkedAt: at = '', verdict } = safe
  return [...listed, { at, verdict, text: `The last check in the queue of the Safe says ${verdict}: see safe queue.` }]
}

function laterSection(later: readonly LaterVerdict[]): Section | undefined {
  if (later.length === 0) return undefined
  const rows = later.slice(-MOST_LATER).map(({ at, verdict, text }) => [at, verdict, text])
  return { heading: 'Since then', blocks: [plainTable(['when', 'verdict', 'what'], rows)] }
}

function transaction({ record, about = [] }: ReportSource): Section {
  const { request, result, safe } = record
  const data = request.transaction.data || '0x'
  const size = grouped(Math.floor((data.length - 2) / 2))
  const facts = factTable([
    ['id', record.svcTxId],
    ['validated', record.createdAt],
    ['product', record.product],
    ...validationFacts({ request, result, detail: 'full' }),
    ['data', data.length > LONGEST_DATA ? `${data.slice(0, LONGEST_DATA)}… (${size} bytes)` : data],
    ['transaction', record.transactionId],
    ['block', record.blockNumber],
    ['Safe', safe?.address],
    ['nonce of the Safe', safe?.nonce],
    ['state in the queue', safe?.state],
    ...about,
  ])
  return { heading: 'Transaction', blocks: [facts] }
}

/** For comparison with what a hardware wallet shows. */
function hashes({ request, safe }: TransactionRecord): Section | undefined {
  const facts = factTable([
    ['Safe transaction hash', safe?.safeTxHash],
    ['digest of the call data (ERC-8213)', requestDigest(request.transaction.data)],
  ])
  return facts.rows.length === 0 ? undefined : { heading: 'Hashes', blocks: [facts] }
}

function calls({ decoded: { lines } }: ReportSource): Section | undefined {
  return lines.length === 0 ? undefined : { heading: 'Calls', blocks: [{ kind: 'lines', lines }] }
}

function messages(deliveries: readonly Delivery[] | undefined): Section {
  if (deliveries === undefined)
    return textSection('Messages', 'Not read: the key of the profile does not read deliveries.')
  if (deliveries.length === 0) return textSection('Messages', 'No alert sent a message about it.')
  const rows = deliveries.map((delivery) => [
    delivery.createdAt,
    delivery.alertName ?? '',
    `${delivery.destinationName ?? ''} (${delivery.channel})`,
    `${delivery.state}, ${counted(delivery.attempts, 'try', 'tries')}`,
    [aboutOf(delivery), delivery.errorMessage].filter(Boolean).join(': '),
  ])
  return { heading: 'Messages', blocks: [plainTable(['when', 'alert', 'destination', 'state', 'notes'], rows)] }
}

import { chainById } from '../../../api/chains.ts'
import type { Delivery } from '../../../api/schemas/delivery.ts'
import type { TransactionRecord } from '../../../api/schemas/extensions.ts'
import { grouped, lossText } from '../../../api/text/amounts.ts'
import { nativeAmount } from '../../../api/text/assets.ts'
import { chainName, chainText } from '../../../api/text/chains.ts'
import { commandFor } from '../../../api/text/commands.ts'
import { roleText } from '../../../api/text/roles.ts'
import { strictest, type Verdict, verdictOf } from '../../../api/verdict.ts'
import type { DecodeReport } from '../../../service/index.ts'
import { requestDigest } from '../../../shared/safe/hashes.ts'
import { aboutOf } from '../../delivery/view.ts'
import { approvalText, changeText, takenText } from '../../validate/asset-text.ts'
import { headline } from '../../validate/headline.ts'
import { missingOf, withRemedies } from '../../validate/missing-data.ts'
import { unaccountedOf } from '../../validate/unaccounted.ts'
import { type Block, exact, type Report, type Section } from './report.ts'

export interface ReportSource {
  readonly record: TransactionRecord
  readonly decoded: DecodeReport
  /** Undefined where they could not be read. */
  readonly deliveries: readonly Delivery[] | undefined
  /** Facts beside those of the transaction, such as its hold. */
  readonly about?: readonly (readonly [label: string, value: string])[]
  readonly madeAt: string
  readonly version: string
  /** Makes the page again. */
  readonly command: string
}

/** What is shown of the largest transactions: the page is for people. */
const MOST_LINES = 400
const MOST_ROWS = 200
const LONGEST_DATA = 2_000

/** The page about a stored validation. */
export function reportOf(source: ReportSource): Report {
  const { record, deliveries, madeAt, version, command } = source
  const { result } = record
  const before = verdictOf(result)
  const later = laterVerdicts(record)
  const verdict = strictest([before, ...later.map(({ verdict }) => verdict)])
  const { category = '', subCategory } = result.combinedScoreDetails ?? {}
  const isRisk = before !== 'SAFE' && before !== 'NO DATA' && category !== ''
  const summary = result.simulation?.summary
  return {
    title: `${verdict} ${result.combinedScore}/100: ${record.svcTxId}`,
    verdict,
    score: [
      ...(verdict === before ? [] : [`today; ${before} when it was validated`]),
      `${result.combinedScore} of 100`,
      ...(isRisk ? [category, subCategory] : []),
    ].join(', '),
    actions: [...(summary === undefined ? [] : [summary]), ...(result.explanation?.actions ?? [])],
    headline: later.find((each) => each.verdict === verdict && verdict !== before)?.text ?? headline(before, result),
    sections: [
      movements(record),
      reasons(record),
      unaccounted(record),
      hopPaths(record),
      laterSection(later),
      missing(record),
      transaction(source),
      hashes(record),
      calls(source),
      deliveries === undefined
        ? textSection('Messages', 'Not read: the key of the profile does not read deliveries.')
        : messages(deliveries),
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

function movements({ chainId, result }: TransactionRecord): Section {
  const { simulation, totalLossUsd } = result
  const loss: Block[] = totalLossUsd == null ? [] : [{ kind: 'text', text: `Total loss: ${lossText(totalLossUsd)}.` }]
  if (simulation?.status !== 'ok')
    return {
      heading: 'In and out',
      blocks: [{ kind: 'text', text: notMeasured(chainId, result) }, ...loss],
    }
  const currency = chainById(chainId)?.currency
  const changes = simulation.assetChanges.map((change) => [
    exact(change.owner),
    changeText(change, currency),
    exact(change.token ?? ''),
  ])
  const allowances = simulation.approvals.map((approval) => {
    const taken = takenText(approval)
    return [
      exact(approval.owner),
      `allows ${approvalText(approval)}${taken === undefined ? '' : `; ${taken} is taken at once`}`,
      exact(approval.spender),
    ]
  })
  const rows = [...changes, ...allowances]
  const block = simulation.blockNumber === undefined ? '' : ` block ${grouped(BigInt(simulation.blockNumber))}`
  return {
    heading: 'In and out',
    blocks: [
      { kind: 'text', text: `${simulation.executed ? 'What it did' : 'Simulated'} on ${chainText(chainId)}${block}.` },
      rows.length === 0
        ? { kind: 'text', text: 'No balance or allowance changes.' }
        : { kind: 'table', head: ['account', 'change', 'token or spender'], rows: rows.slice(0, MOST_ROWS) },
      ...moreOf(rows.length, MOST_ROWS),
      ...loss,
    ],
  }
}

function notMeasured(chainId: string, { simulation, chainCoverage }: TransactionRecord['result']): string {
  if (simulation === undefined) {
    const chain = chainName(chainId)
    const why = chainCoverage
      ? 'no node of the chain answered'
      : `no node was queried; where none of ${chain} is configured, ${commandFor['add-node'](chain)} adds one`
    return `Not simulated: ${why}. What the call data says is above.`
  }
  const why = simulation.reason ? `: ${simulation.reason}` : ''
  return simulation.status === 'reverted' ? `It is likely to fail${why}.` : `Not simulated${why}.`
}

function moreOf(count: number, most: number): Block[] {
  return count > most ? [{ kind: 'text', text: `And ${grouped(count - most)} more.` }] : []
}

function reasons({ result }: TransactionRecord): Section {
  const all = result.explanation?.reasons ?? []
  if (all.length === 0) return textSection('Reasons', 'No reason is recorded.')
  const rows = all
    .slice(0, MOST_ROWS)
    .map(({ points, role, subject, text, rule, source, flip }) => [
      points > 0 ? String(points) : '',
      subject ? roleText(role) : '',
      exact(subject ?? ''),
      `${text}${flip ? ` (to do: ${flip})` : ''}`,
      `${rule}, ${source}`,
    ])
  return {
    heading: 'Reasons',
    blocks: [
      { kind: 'table', head: ['points', 'role', 'address', 'reason', 'rule and source'], rows },
      ...moreOf(all.length, MOST_ROWS),
    ],
  }
}

function unaccounted({ result }: TransactionRecord): Section | undefined {
  const items = unaccountedOf(result)
  if (items.length === 0) return undefined
  const rows = items.slice(0, MOST_ROWS).map(({ text, address, path }) => [text, exact(address ?? ''), exact(path)])
  return {
    heading: 'Not accounted for',
    blocks: [{ kind: 'table', head: ['what', 'address', 'where'], rows }, ...moreOf(items.length, MOST_ROWS)],
  }
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
    heading: 'Hop path',
    blocks: [
      { kind: 'text', text: 'Each line is one transfer away from the line above.' },
      { kind: 'lines', lines: lines.slice(0, MOST_LINES) },
      ...moreOf(lines.length, MOST_LINES),
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
    ...{ at, verdict: to },
    text: `Later it became ${to}: ${address} ${reason} (${source}).`,
  }))
  if (!safe?.verdict) return listed
  const { checkedAt: at = '', verdict } = safe
  return [...listed, { at, verdict, text: `The last check in the queue of the Safe says ${verdict}: see safe queue.` }]
}

function laterSection(later: readonly LaterVerdict[]): Section | undefined {
  if (later.length === 0) return undefined
  const rows = later.slice(-MOST_ROWS).map(({ at, verdict, text }) => [at, verdict, text])
  return { heading: 'Since then', blocks: [{ kind: 'table', head: ['when', 'verdict', 'what'], rows }] }
}

function missing({ result }: TransactionRecord): Section | undefined {
  const lines = withRemedies(missingOf(result))
  return lines.length === 0 ? undefined : { heading: 'Missing data', blocks: [{ kind: 'lines', lines }] }
}

function transaction({ record, about = [] }: ReportSource): Section {
  const { chainId, request, result } = record
  const { from, to, value, data: given } = request.transaction
  const data = given || '0x'
  const shown = data.length > LONGEST_DATA ? `${data.slice(0, LONGEST_DATA)}… (${bytesText(data)})` : data
  const facts: (readonly [string, string])[] = [
    ['id', record.svcTxId],
    ['validated', record.createdAt],
    ['product', record.product],
    ['chain', chainText(chainId)],
    ['from', from],
    ['to', to || 'a new contract'],
    ['value', nativeAmount(value ?? '0', chainById(chainId)?.currency)],
    ['data', shown],
    ['coverage', result.coverage ?? ''],
    ...(record.transactionId ? [['transaction', record.transactionId] as const] : []),
    ...(record.blockNumber ? [['block', String(record.blockNumber)] as const] : []),
    ...safeFacts(record),
    ...about,
  ]
  return {
    heading: 'Transaction',
    blocks: [
      {
        kind: 'table',
        head: ['field', 'value'],
        rows: facts.filter(([, each]) => each !== '').map(([label, each]) => [label, exact(each)]),
      },
    ],
  }
}

function safeFacts({ safe }: TransactionRecord): (readonly [string, string])[] {
  if (safe === undefined) return []
  return [
    ['Safe', safe.address],
    ['nonce of the Safe', safe.nonce ?? ''],
    ['state in the queue', safe.state],
  ]
}

function bytesText(data: string): string {
  return `${grouped(Math.floor((data.length - 2) / 2))} bytes`
}

/** For comparison with what a hardware wallet shows. */
function hashes({ request, safe }: TransactionRecord): Section | undefined {
  const digest = requestDigest(request.transaction.data)
  const rows = [
    ...(safe === undefined ? [] : [['Safe transaction hash', exact(safe.safeTxHash)]]),
    ...(digest === undefined ? [] : [['digest of the call data (ERC-8213)', exact(digest)]]),
  ]
  if (rows.length === 0) return undefined
  return { heading: 'Hashes', blocks: [{ kind: 'table', head: ['hash', 'value'], rows }] }
}

function calls({ decoded }: ReportSource): Section | undefined {
  const { lines } = decoded
  if (lines.length === 0) return undefined
  return {
    heading: 'Calls',
    blocks: [{ kind: 'lines', lines: lines.slice(0, MOST_LINES) }, ...moreOf(lines.length, MOST_LINES)],
  }
}

function messages(deliveries: readonly Delivery[]): Section {
  if (deliveries.length === 0) return textSection('Messages', 'No alert sent a message about it.')
  const rows = deliveries
    .slice(0, MOST_ROWS)
    .map((delivery) => [
      delivery.createdAt,
      delivery.alertName ?? '',
      `${delivery.destinationName ?? ''} (${delivery.channel})`,
      `${delivery.state}, ${delivery.attempts} ${delivery.attempts === 1 ? 'try' : 'tries'}`,
      [aboutOf(delivery), delivery.errorMessage].filter(Boolean).join(': '),
    ])
  return {
    heading: 'Messages',
    blocks: [
      { kind: 'table', head: ['when', 'alert', 'destination', 'state', 'notes'], rows },
      ...moreOf(deliveries.length, MOST_ROWS),
    ],
  }
}

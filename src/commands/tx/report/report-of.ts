import { chainById } from '../../../api/chains.ts'
import type { Delivery } from '../../../api/schemas/delivery.ts'
import type { TransactionRecord } from '../../../api/schemas/extensions.ts'
import type { Simulation } from '../../../api/schemas/simulation.ts'
import { grouped, lossText } from '../../../api/text/amounts.ts'
import { nativeAmount } from '../../../api/text/assets.ts'
import { chainText } from '../../../api/text/chains.ts'
import { roleText } from '../../../api/text/roles.ts'
import { verdictOf } from '../../../api/verdict.ts'
import type { DecodeReport } from '../../../service/index.ts'
import { requestDigest } from '../../../shared/safe/hashes.ts'
import { aboutOf } from '../../delivery/view.ts'
import { approvalText, changeText, takenText } from '../../validate/asset-text.ts'
import { headline } from '../../validate/headline.ts'
import { missingOf, withRemedies } from '../../validate/missing-data.ts'
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
  const verdict = verdictOf(result)
  const { category = '', subCategory } = result.combinedScoreDetails ?? {}
  const isRisk = verdict !== 'SAFE' && verdict !== 'NO DATA' && category !== ''
  const summary = result.simulation?.summary
  return {
    title: `${verdict} ${result.combinedScore}/100: ${record.svcTxId}`,
    verdict,
    score: `${result.combinedScore} of 100${isRisk ? `, ${category}, ${subCategory}` : ''}`,
    actions: [...(summary === undefined ? [] : [summary]), ...(result.explanation?.actions ?? [])],
    headline: headline(verdict, result, false),
    sections: [
      movements(record),
      reasons(record),
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
      blocks: [{ kind: 'text', text: notMeasured(simulation) }, ...loss],
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

function notMeasured(simulation: Simulation | undefined): string {
  if (simulation === undefined) return 'Not simulated: no node of the chain answered. What the call data says is above.'
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

function bytesText(data: string): string {
  return `${grouped(Math.floor((data.length - 2) / 2))} bytes`
}

/** For comparison with what a hardware wallet shows. */
function hashes({ request }: TransactionRecord): Section | undefined {
  const digest = requestDigest(request.transaction.data)
  if (digest === undefined) return undefined
  return {
    heading: 'Hashes',
    blocks: [
      {
        kind: 'table',
        head: ['hash', 'value'],
        rows: [['digest of the call data (ERC-8213)', exact(digest)]],
      },
    ],
  }
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

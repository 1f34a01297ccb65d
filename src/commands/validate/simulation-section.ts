import type { AssetChange, Simulation, StandingApproval } from '../../api/schemas/simulation.ts'
import { grouped } from '../../api/text/amounts.ts'
import { nativeAsset } from '../../api/text/assets.ts'
import { chainText } from '../../api/text/chains.ts'
import type { Block, BlockColumn, Cell, Section } from '../../cli/output/blocks/blocks.ts'
import { cutText } from '../../cli/output/words.ts'
import { amountOf, approvalText, changeText, takenText } from './asset-text.ts'

/** May be a text of the contract. */
const LONGEST_REASON = 300

interface SimulationShown {
  readonly chainId: string
  /** The sender; '' where it is not known. */
  readonly from: string
}

/** What happens by a node: the changes of balances, those of the sender first, then the allowances that remain. */
export function simulationSection(
  simulation: Simulation | undefined,
  { chainId, from }: SimulationShown,
): Section | undefined {
  if (simulation === undefined) return undefined
  const { status, summary, executed, reason } = simulation
  const why = reason ? `: ${cutText(reason, LONGEST_REASON)}` : ''
  if (status === 'unavailable') return { heading: `Not simulated${why}.`, tone: 'warn', blocks: [] }
  const where = blockText(simulation, chainText(chainId))
  if (status === 'reverted' && executed)
    return { heading: `It failed in ${where} and moved nothing.`, tone: 'warn', blocks: [] }
  if (status === 'reverted')
    return {
      // The summary, which the answer begins with, has the reason.
      heading: `Likely to fail${summary === undefined ? why : ''}. Its effects are not known.`,
      tone: 'warn',
      blocks: [{ kind: 'text', text: `Simulated on ${where}`, tone: 'dim' }],
    }
  return {
    heading: executed ? `What it did in ${where}` : `Simulated on ${where}`,
    blocks: [
      ...unmeasured(simulation),
      {
        kind: 'table',
        columns: COLUMNS,
        rows: [
          ...changeRows(simulation, { chainId, from }),
          ...simulation.approvals.map((each) => approvalRow(each, from)),
        ],
        beside: 3,
        most: { short: 8, full: 60 },
      },
    ],
  }
}

const COLUMNS: readonly BlockColumn[] = [
  { name: 'what' },
  { name: 'change' },
  { name: 'worth', isRight: true },
  { name: 'token', tone: 'dim', before: 'token ' },
  { name: 'to', before: 'to ' },
  { name: 'takes', before: 'takes ' },
]

function unmeasured({ method }: Simulation): Block[] {
  if (method !== 'receipt' && method !== 'trace') return []
  const source = method === 'receipt' ? 'its events' : 'the trace'
  return [{ kind: 'text', text: `By ${source} alone: balances were not measured.`, tone: 'warn' }]
}

/** "ethereum block 25,310,112 (0x9f1c…b2e4)" */
function blockText({ blockNumber, blockHash }: Simulation, chain: string): string {
  if (blockNumber === undefined) return chain
  const hash = blockHash === undefined ? '' : ` (${blockHash.slice(0, 6)}…${blockHash.slice(-4)})`
  return `${chain} block ${grouped(BigInt(blockNumber))}${hash}`
}

function changeRows({ assetChanges, approvals }: Simulation, { chainId, from }: SimulationShown): Cell[][] {
  const native = nativeAsset(chainId)
  const sender = (from || assetChanges[0]?.owner || '').toLowerCase()
  const owners = Map.groupBy(assetChanges, ({ owner }) => (owner.toLowerCase() === sender ? sender : owner))
  const own = owners.get(sender) ?? []
  owners.delete(sender)
  const rowOf = (change: AssetChange): Cell[] => {
    const [label, tone] = isOut(change) ? (['out', 'bad'] as const) : (['in', 'good'] as const)
    return [label, { text: changeText(change, native), tone }, usdText(change.usd), change.token ?? '']
  }
  const rowsOf = (changes: readonly AssetChange[]): Cell[][] => [
    ...changes.filter(isOut).map(rowOf),
    ...changes.filter((change) => !isOut(change)).map(rowOf),
    ...(changes.length > 0 && changes.every(isOut) ? [['in', 'nothing']] : []),
  ]
  return [
    ...rowsOf(own),
    ...(assetChanges.length === 0 && approvals.length === 0 ? [['changes', 'none']] : []),
    ...[...owners].flatMap(([owner, changes]) => [['account', owner], ...rowsOf(changes)]),
  ]
}

function isOut({ amount }: AssetChange): boolean {
  return (amountOf(amount) ?? 0n) < 0n
}

function approvalRow(approval: StandingApproval, from: string): Cell[] {
  const { approved, before, token, owner, spender } = approval
  const taken = takenText(approval)
  const text = approvalText(approval)
  const isOwn = from === '' || owner.toLowerCase() === from.toLowerCase()
  return [
    approved === false ? 'revoked' : 'allowance',
    before === undefined ? { text, tone: 'warn' } : text,
    '',
    token ?? '',
    `${spender}${isOwn ? '' : ` by ${owner}`}`,
    taken === undefined ? '' : `${taken} in a simulated next block`,
  ]
}

/** "$1,234", "$0.42", "under $0.01" */
function usdText(usd: number | undefined): string {
  if (usd === undefined || !Number.isFinite(usd)) return ''
  const size = Math.abs(usd)
  if (size > 0 && size < 0.01) return 'under $0.01'
  const digits = size < 100 && !Number.isInteger(size) ? 2 : 0
  return `$${size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

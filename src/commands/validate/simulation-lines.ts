import { chainById } from '../../api/chains.ts'
import type { AssetChange, Simulation, StandingApproval } from '../../api/schemas/simulation.ts'
import type { ValidationResult } from '../../api/schemas/transaction.ts'
import { grouped } from '../../api/text/amounts.ts'
import { chainText } from '../../api/text/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { cutText, visibleLength, wrapWords } from '../../cli/output/words.ts'
import { amountOf, approvalText, changeText, takenText } from './asset-text.ts'

/** Rows shown without --explain. */
const SHORT_LIST = 8
/** Rows of the card; --json has all. */
const LONG_LIST = 60

/** May be a text of the contract. */
const LONGEST_REASON = 300

/** Labels as wide as those of the facts above, and what stands below a row. */
const LABEL = 9
const INDENT = ' '.repeat(LABEL + 3)

export interface SimulationShown {
  readonly chainId: string
  /** The sender; '' where it is not known. */
  readonly from: string
  readonly explain: boolean
}

/** What happens by a node: the changes of balances, those of the sender first, then the allowances that remain. */
export function simulationLines(
  simulation: Simulation | undefined,
  { chainId, from, explain }: SimulationShown,
  paint: Paint,
  width: number,
): string[] {
  if (simulation === undefined) return []
  const { status, summary } = simulation
  const reason = simulation.reason && cutText(simulation.reason, LONGEST_REASON)
  const said = (text: string, tone: (line: string) => string) =>
    wrapWords(text, width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${tone(line)}`)
  const why = reason ? `: ${reason}` : ''
  if (status === 'unavailable') return ['', ...said(`Not simulated${why}.`, paint.warn)]
  const where = blockText(simulation, chainText(chainId))
  const made = simulation.executed ? `What it did in ${where}` : `Simulated on ${where}`
  if (status === 'reverted' && simulation.executed)
    return ['', ...said(`It failed in ${where} and moved nothing.`, paint.warn)]
  if (status === 'reverted')
    return [
      '',
      ...said(
        // The summary, which the card begins with, has the reason.
        `Likely to fail${summary === undefined ? why : ''}. Its effects are not known.`,
        paint.warn,
      ),
      ...said(`Simulated on ${where}`, paint.dim),
    ]
  const rows = [...changeRows(simulation, { chainId, from }, paint), ...approvalRows(simulation.approvals, from, paint)]
  const shown = rows.slice(0, explain ? LONG_LIST : SHORT_LIST)
  const more = rows.length - shown.length
  return [
    '',
    ...said(made, paint.bold),
    ...unmeasuredLines(simulation).flatMap((line) => said(line, paint.warn)),
    ...laidOut(shown, paint, width),
    ...(more > 0 ? [`  ${paint.dim(`and ${more} more: ${explain ? '--json' : '--explain'}`)}`] : []),
  ]
}

function unmeasuredLines({ method }: Simulation): string[] {
  if (method === 'receipt') return ['By its events alone: balances were not measured.']
  return method === 'trace' ? ['By the trace alone: balances were not measured.'] : []
}

/** "block 25,310,112", "partial, block 25,310,112" or "none"; undefined: no node was queried. */
export function chainCoverageText(
  { chainCoverage, simulation }: Pick<ValidationResult, 'chainCoverage' | 'simulation'>,
  explain: boolean,
): string | undefined {
  if (chainCoverage === undefined) return undefined
  const { status, node } = chainCoverage
  const number = simulation?.blockNumber
  const block = number === undefined ? [] : [`block ${grouped(BigInt(number))}`]
  const words = [...(status === 'full' && number !== undefined ? [] : [status]), ...block]
  return `${words.join(', ')}${explain && node !== undefined ? ` (${node})` : ''}`
}

/** "ethereum block 25,310,112 (0x9f1c…b2e4)" */
function blockText({ blockNumber, blockHash }: Simulation, chain: string): string {
  if (blockNumber === undefined) return chain
  const hash = blockHash === undefined ? '' : ` (${blockHash.slice(0, 6)}…${blockHash.slice(-4)})`
  return `${chain} block ${grouped(BigInt(blockNumber))}${hash}`
}

interface Row {
  readonly label: string
  readonly text: string
  readonly usd: string
  /** The contract of the asset. */
  readonly token: string | undefined
  /** Lines below. */
  readonly further: readonly string[]
  readonly tone: (text: string) => string
}

function changeRows(
  { assetChanges, approvals }: Simulation,
  { chainId, from }: Pick<SimulationShown, 'chainId' | 'from'>,
  paint: Paint,
): Row[] {
  const currency = chainById(chainId)?.currency
  const sender = from || assetChanges[0]?.owner || ''
  const isSenders = ({ owner }: AssetChange) => owner.toLowerCase() === sender.toLowerCase()
  const owners = Map.groupBy(
    assetChanges.filter((change) => !isSenders(change)),
    ({ owner }) => owner,
  )
  const toRow = (change: AssetChange): Row => {
    const leaves = (amountOf(change.amount) ?? 0n) < 0n
    return {
      label: leaves ? 'out' : 'in',
      text: changeText(change, currency),
      usd: usdText(change.usd),
      token: change.token,
      further: [],
      tone: leaves ? paint.bad : paint.good,
    }
  }
  const rowsOf = (changes: readonly AssetChange[]) => {
    const isForNothing = changes.length > 0 && changes.every(({ amount }) => (amountOf(amount) ?? 0n) < 0n)
    return [...outFirst(changes).map(toRow), ...(isForNothing ? [plainRow('in', 'nothing')] : [])]
  }
  return [
    ...rowsOf(assetChanges.filter(isSenders)),
    ...(assetChanges.length === 0 && approvals.length === 0 ? [plainRow('changes', 'none')] : []),
    ...[...owners].flatMap(([owner, changes]) => [plainRow('account', owner), ...rowsOf(changes)]),
  ]
}

function approvalRows(approvals: readonly StandingApproval[], from: string, paint: Paint): Row[] {
  return approvals.map((approval) => {
    const taken = takenText(approval)
    const isOwn = from === '' || approval.owner.toLowerCase() === from.toLowerCase()
    return {
      label: approval.approved === false ? 'revoked' : 'allowance',
      text: approvalText(approval),
      usd: '',
      token: approval.token,
      further: [
        `to ${approval.spender}${isOwn ? '' : ` by ${approval.owner}`}`,
        ...(taken === undefined ? [] : [`takes ${taken} in a simulated next block`]),
      ],
      tone: approval.before === undefined ? paint.warn : (same) => same,
    }
  })
}

function plainRow(label: string, text: string): Row {
  return { label, text, usd: '', token: undefined, further: [], tone: (same) => same }
}

function outFirst(changes: readonly AssetChange[]): AssetChange[] {
  const leaves = ({ amount }: AssetChange) => amount.startsWith('-')
  return [...changes.filter(leaves), ...changes.filter((change) => !leaves(change))]
}

/** The contracts stand in a column where they fit, otherwise below their assets: an address stays whole. */
function laidOut(rows: readonly Row[], paint: Paint, width: number): string[] {
  const withToken = rows.filter(({ token }) => token !== undefined)
  const widest = (lengths: readonly number[]) => Math.max(0, ...lengths)
  const textWidth = widest(
    rows.filter(({ token, usd }) => token !== undefined || usd !== '').map(({ text }) => visibleLength(text)),
  )
  const usdWidth = widest(rows.map(({ usd }) => usd.length))
  const tokenWidth = widest(withToken.map(({ token = '' }) => visibleLength(token)))
  const before = INDENT.length + textWidth + (usdWidth === 0 ? 0 : usdWidth + 2)
  const fits = before + 2 + tokenWidth <= width
  return rows.flatMap(({ label, text, usd, token, further, tone }) => {
    const cells = [
      `${tone(text)}${' '.repeat(Math.max(0, textWidth - visibleLength(text)))}`,
      ...(usdWidth === 0 ? [] : [usd.padStart(usdWidth)]),
      ...(fits && token !== undefined ? [paint.dim(token)] : []),
    ]
    const line = `  ${paint.dim(label.padEnd(LABEL))} ${cells.join('  ')}`.trimEnd()
    const below = [...(fits || token === undefined ? [] : [paint.dim(`token ${token}`)]), ...further]
    return [line, ...below.map((each) => `${INDENT}${each}`)]
  })
}

/** "$1,234", "$0.42", "under $0.01" */
function usdText(usd: number | undefined): string {
  if (usd === undefined || !Number.isFinite(usd)) return ''
  const size = Math.abs(usd)
  if (size > 0 && size < 0.01) return 'under $0.01'
  const digits = size < 100 && !Number.isInteger(size) ? 2 : 0
  return `$${size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

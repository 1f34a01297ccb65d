import { chainById } from '../../api/chains.ts'
import type { Reason } from '../../api/schemas/transaction.ts'
import { grouped } from '../../api/text/amounts.ts'
import { roleText } from '../../api/text/roles.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { timeText } from '../../cli/output/time.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import { wrapWords } from '../../cli/output/words.ts'
import { approvalText, changeText } from './asset-text.ts'
import type { Change, SinceVerdict } from './since.ts'

const LABEL = 9
const INDENT = ' '.repeat(LABEL + 3)
/** Changes shown without --explain. */
const SHORT_LIST = 8

const labels: Readonly<Record<Change['what'], string>> = {
  ...{ verdict: 'verdict', score: 'score', coverage: 'coverage', simulation: 'simulated' },
  ...{ asset: 'asset', approval: 'allowance', reason: 'reason' },
}

interface SinceShown {
  readonly chainId: string
  readonly from: string
  readonly explain: boolean
  readonly zone: TimeZone
}

/** What changed since an earlier validation, for the card. */
export function sinceLines(
  since: SinceVerdict | undefined,
  { chainId, from, explain, zone }: SinceShown,
  paint: Paint,
  width: number,
): string[] {
  if (since === undefined) return []
  const { validatedAt, verdict, combinedScore, blockNumber, changes } = since
  const block = blockNumber === undefined ? '' : `, block ${grouped(BigInt(blockNumber))}`
  const shown = explain ? changes : changes.slice(0, SHORT_LIST)
  const more = changes.length - shown.length
  const currency = chainById(chainId)?.currency
  return [
    '',
    ...wrapWords(`Since ${timeText(validatedAt, zone)} (${verdict} ${combinedScore}/100${block})`, width - 4).map(
      (line) => `  ${paint.bold(line)}`,
    ),
    ...(changes.length === 0 ? ['  no change'] : []),
    ...shown.flatMap((change) => {
      const lines = wrapWords(differenceText(change, { from, currency }), width - INDENT.length)
      return lines.map((line, index) =>
        index === 0 ? `  ${paint.dim(labels[change.what].padEnd(LABEL))} ${line}` : `${INDENT}${line}`,
      )
    }),
    ...(more > 0 ? [`  ${paint.dim(`and ${more} more: --explain`)}`] : []),
  ]
}

interface SinceContext {
  readonly from: string
  readonly currency: string | undefined
}

/** "SAFE → UNSAFE", "new: …", "removed: …" */
function differenceText(change: Change, context: SinceContext): string {
  const [before, after] = textsOf(change, context)
  if (before === undefined) return `new: ${after}`
  return after === undefined ? `removed: ${before}` : `${before} → ${after}`
}

function textsOf(change: Change, { from, currency }: SinceContext): readonly (string | undefined)[] {
  const owned = (owner: string) => (owner.toLowerCase() === from.toLowerCase() ? '' : ` of ${owner}`)
  switch (change.what) {
    case 'asset':
      return both(change, (asset) => `${changeText(asset, currency)}${owned(asset.owner)}`)
    case 'approval':
      return both(change, (approval) => `${approvalText(approval)} to ${approval.spender}${owned(approval.owner)}`)
    case 'reason':
      return reasonTexts(change.before, change.after)
    default:
      return both<string | number>(change, String)
  }
}

function both<T>(
  { before, after }: { readonly before: T | null; readonly after: T | null },
  text: (given: T) => string,
): readonly (string | undefined)[] {
  return [before, after].map((given) => (given === null ? undefined : text(given)))
}

/** Of a reason that stays, only the points differ. */
function reasonTexts(before: Reason | null, after: Reason | null): readonly (string | undefined)[] {
  if (before && after) return [`${reasonText(after)}: ${before.points}`, `${after.points} points`]
  return both({ before, after }, (reason) => `${reasonText(reason)} (${reason.points} points, ${reason.rule})`)
}

function reasonText({ subject, role, text }: Reason): string {
  return subject === '' ? text : `${roleText(role)} ${subject} ${text}`
}

import type { Reason, ValidationRequest } from '../../api/schemas/transaction.ts'
import { grouped } from '../../api/text/amounts.ts'
import { nativeAsset } from '../../api/text/assets.ts'
import { roleText } from '../../api/text/roles.ts'
import { factTable, type Section } from '../../cli/output/blocks/blocks.ts'
import { timeText } from '../../cli/output/time.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import { approvalText, changeText } from './asset-text.ts'
import { coverageWords } from './missing-data.ts'
import type { SinceChange, SinceVerdict } from './since.ts'

/** Of those that the card names otherwise. */
const labels: Readonly<Partial<Record<SinceChange['what'], string>>> = {
  coverage: 'known',
  simulation: 'simulated',
  approval: 'allowance',
}

/** What changed since an earlier validation. */
export function sinceSection(
  since: SinceVerdict | undefined,
  { transaction }: ValidationRequest,
  zone: TimeZone,
): Section | undefined {
  if (since === undefined) return undefined
  const { validatedAt, verdict, combinedScore, blockNumber, changes } = since
  const block = blockNumber === undefined ? '' : `, block ${grouped(BigInt(blockNumber))}`
  const facts = changes.map(
    (change) => [labels[change.what] ?? change.what, differenceText(change, transaction)] as const,
  )
  return {
    heading: `Since ${timeText(validatedAt, zone)} (${verdict} ${combinedScore}/100${block})`,
    blocks: [changes.length === 0 ? { kind: 'text', text: 'no change' } : { ...factTable(facts), most: { short: 8 } }],
  }
}

type Transaction = Pick<ValidationRequest['transaction'], 'chainId' | 'from'>

/** "SAFE → UNSAFE", "new: …", "removed: …" */
function differenceText(change: SinceChange, transaction: Transaction): string {
  const [before, after] = textsOf(change, transaction)
  if (before === undefined) return `new: ${after}`
  return after === undefined ? `removed: ${before}` : `${before} → ${after}`
}

function textsOf(change: SinceChange, { chainId, from }: Transaction): readonly (string | undefined)[] {
  const owned = (owner: string) => (owner.toLowerCase() === from.toLowerCase() ? '' : ` of ${owner}`)
  switch (change.what) {
    case 'asset':
      return both(change, (asset) => `${changeText(asset, nativeAsset(chainId))}${owned(asset.owner)}`)
    case 'approval':
      return both(change, (approval) => `${approvalText(approval)} to ${approval.spender}${owned(approval.owner)}`)
    case 'coverage':
      return both(change, (coverage) => coverageWords[coverage] ?? coverage)
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

/** Returns the texts before and after; where the reason stays, only the points differ. */
function reasonTexts(before: Reason | null, after: Reason | null): readonly (string | undefined)[] {
  if (before && after) return [`${reasonText(after)}: ${before.points}`, `${after.points} points`]
  return both({ before, after }, (reason) => `${reasonText(reason)} (${reason.points} points, ${reason.rule})`)
}

function reasonText({ subject, role, text }: Reason): string {
  return subject === '' ? text : `${roleText(role)} ${subject} ${text}`
}

import type { Verdict } from '../api/verdict.ts'
import { subCategories } from '../api/vocabulary.ts'
import type { PartVerdict } from './judge.ts'
import { type RpcError, rpcCodes } from './rpc/json-rpc.ts'

/** `data` of an error of the proxy: what programs read. */
export interface RefusalData {
  readonly source: 'txwarden'
  /** Null, like the members after it: it was refused without a verdict. */
  readonly verdict: Verdict | null
  /** 0–100. */
  readonly score: number | null
  readonly category: string | null
  readonly subCategory: string | null
  readonly svcTxId: string | null
  /** held: waits for a person, and passes once it is approved. */
  readonly state: 'blocked' | 'held'
  /** Of a held one. */
  readonly holdId?: string
}

const unjudged = { verdict: null, score: null, category: null, subCategory: null, svcTxId: null }

/** A refusal without a verdict. @param why one line without a period */
export function refusedUnjudged(why: string, code: number = rpcCodes.transactionRejected): RpcError {
  const data: RefusalData = { source: 'txwarden', ...unjudged, state: 'blocked' }
  return { code, message: `txwarden blocked this: ${why}`, data }
}

/** The refusal of a verdict. The message has all of the reason: clients show nothing else. */
export function blocked(part: PartVerdict): RpcError {
  return {
    code: rpcCodes.transactionRejected,
    message: `txwarden blocked this: ${reasonOf(part)}.${explainCommand(part)}`,
    data: dataOf(part, 'blocked'),
  }
}

export function dataOf({ verdict, result, svcTxId }: PartVerdict, state: RefusalData['state']): RefusalData {
  const { category, subCategory } = result.combinedScoreDetails ?? {}
  return {
    source: 'txwarden',
    verdict,
    score: result.combinedScore,
    category: category || null,
    subCategory: subCategory || null,
    svcTxId,
    state,
  }
}

export function explainCommand({ svcTxId }: PartVerdict): string {
  return svcTxId === null ? '' : ` txwarden tx explain ${svcTxId}`
}

/**
 * Why, in words of our own: terminals and agents read it, so it has no text of a feed, a token or a service.
 * "recipient 0x… : interaction with a sanctioned address (BLOCKED, 100/100)".
 */
export function reasonOf({ verdict, result }: PartVerdict): string {
  const strongest = result.explanation?.reasons.find(({ points }) => points > 0)
  const { subCategory = '' } = strongest ?? result.combinedScoreDetails ?? {}
  const what = descriptionOf(subCategory)
  const subject = strongest && /^0x[0-9a-fA-F]{40}$/.test(strongest.subject) ? `${strongest.subject}: ` : ''
  return `${subject}${what ?? 'nothing is known about it'} (${verdict}, ${result.combinedScore}/100)`
}

/** The reason and the command of a message of the proxy. */
export function splitMessage(message: string): { readonly reason: string; readonly next: string | null } {
  const at = message.lastIndexOf('. txwarden ')
  const reason = (at < 0 ? message : message.slice(0, at)).replace(/^txwarden (?:blocked|held) this: /, '')
  return { reason, next: at < 0 ? null : message.slice(at + '. '.length) }
}

function descriptionOf(subCategory: string): string | undefined {
  if (!Object.hasOwn(subCategories, subCategory)) return undefined
  return subCategories[subCategory as keyof typeof subCategories].description
}

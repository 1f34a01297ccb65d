import type { Hold } from '../../api/schemas/hold.ts'
import { cleanText } from '../../client/errors/server-text.ts'
import type { ProxyDecision } from '../decide/decision.ts'
import { dataOf, type RefusalData, type Refused, reasonOf, refusal } from '../decide/refusal.ts'
import type { Upstream } from '../http/upstream.ts'
import { happensOnce } from './hold-outcome.ts'

/** What the answer to a request is made of. */
export interface HeldRequest extends Refused {
  /** The command line of txwarden for the profile. */
  readonly program: string
}

/** Methods whose result is the hash itself. */
const ANSWERS_HASH: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'eth_sendRawTransactionConditional',
  'eth_sendPrivateTransaction',
  'eth_sendPrivateRawTransaction',
  'eth_sendUserOperation',
])

/** Answers what was sent with the known hash: nothing is sent again. */
export async function repeated(
  upstream: Pick<Upstream, 'read'>,
  context: HeldRequest,
  hold: Hold,
): Promise<ProxyDecision> {
  const { method } = context.request
  const hash = hold.transactionId
  const sent = `it was sent before${hash === undefined ? '' : ` as ${hash}`}`
  if (!happensOnce(context.request)) {
    const nonce = method === 'eth_sendTransaction' ? ' with a nonce, or' : ''
    const again =
      hold.expiresAt === undefined ? '' : `; another one like it can be sent${nonce} from ${timeOf(hold)} on`
    return refused(context, `${sent}${again}`, hold, 'sent')
  }
  if (hash !== undefined && ANSWERS_HASH.has(method)) return { kind: 'answer', result: hash }
  if (hash !== undefined && method === 'eth_sendRawTransactionSync') {
    const receipt = await upstream.read('eth_getTransactionReceipt', [hash])
    if (receipt !== null) return { kind: 'answer', result: receipt }
  }
  return refused(context, sent, hold, 'sent')
}

/** Its approval was used, and its outcome is not known. */
export function outcomeUnknown(context: HeldRequest, hold: Hold): ProxyDecision {
  const until = hold.expiresAt === undefined ? '' : `; from ${timeOf(hold)} on it can be approved again`
  return refused(context, `it was approved and sent, and its outcome is not known${until}`, hold, 'unknown')
}

export function rejected(context: HeldRequest, hold: Hold): ProxyDecision {
  return refused(context, `rejected by ${hold.decidedBy ?? 'a person'}${rejectionReason(hold)}`, hold)
}

/** In quotes: a text of who decides. Without the ##[ of commands, which GitHub Actions finds anywhere in a line. */
function rejectionReason({ reason = '' }: Hold): string {
  const words = cleanText(reason, MAX_REASON).replaceAll('#[', '# [')
  return words === '' ? '' : `: ${JSON.stringify(words)}`
}

/** In a message (characters). */
const MAX_REASON = 200

function timeOf({ expiresAt = '' }: Hold): string {
  return new Date(expiresAt).toISOString()
}

/** Answers that the request waits for a person. */
export function held(context: HeldRequest, { id, outcomeUnknownOf }: Hold): ProxyDecision {
  const maybe =
    outcomeUnknownOf === undefined ? '' : ', may be sent already: the outcome of an earlier approval is not known'
  const refusalText = { reason: `${reasonOf(context)}${maybe}`, next: `${context.program} hold wait ${id}` }
  return { kind: 'refuse', error: refusal(refusalText, { ...dataOf(context, 'held'), holdId: id }) }
}

/** Answers that nothing is forwarded. @param why one line without a period */
export function refused(
  context: HeldRequest,
  why: string,
  hold?: Hold,
  earlier?: RefusalData['earlier'],
): ProxyDecision {
  const refusalText = {
    reason: `${reasonOf(context)}: ${why}`,
    next: hold === undefined ? null : `${context.program} hold show ${hold.id}`,
  }
  const data = { ...dataOf(context, 'blocked'), ...(hold !== undefined && { holdId: hold.id }), earlier }
  return { kind: 'refuse', error: refusal(refusalText, data) }
}

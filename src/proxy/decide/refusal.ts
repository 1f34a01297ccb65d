import { checksummed, HEX_ADDRESS } from '../../api/address.ts'
import { durationMs } from '../../api/policies/limits.ts'
import type { PolicyOutcome } from '../../api/schemas/policy.ts'
import type { Reason } from '../../api/schemas/transaction.ts'
import { type ShownName, withName } from '../../api/text/names.ts'
import { roles, roleText } from '../../api/text/roles.ts'
import { ruleClause } from '../../api/text/rules.ts'
import type { Verdict } from '../../api/verdict.ts'
import { subCategories, subCategoryNames } from '../../api/vocabulary.ts'
import type { SigningRequest } from '../params/signing-request.ts'
import { type RefusalText, type RpcError, RpcFault, rpcCodes } from '../rpc/json-rpc.ts'
import { maxCostOf } from './fees.ts'
import type { PartVerdict } from './verdicts.ts'

/** Programs read this as `data` of an error of the proxy. */
export interface RefusalData {
  /** Null, like score, category, subCategory and svcTxId: it was refused without a verdict. */
  readonly verdict: Verdict | null
  readonly source: 'txwarden'
  /** 0–100. */
  readonly score: number | null
  readonly category: string | null
  readonly subCategory: string | null
  readonly svcTxId: string | null
  /** held: waits for a person, and passes once it is approved. */
  readonly state: 'blocked' | 'held'
  /** fee-limit: its fees may cost more than `--max-fee` · policy: a policy of the service denies or holds it. */
  readonly code?: 'fee-limit' | 'policy'
  /** The most that fees and payments can cost together, in wei, decimal; absent: its fees are not known, or it is no send. */
  readonly maxCost?: string
  /** Id of the hold that a person decides or decided; absent when nothing is held. */
  readonly holdId?: string
  /** An earlier request for the same was forwarded, which is why this one is not; absent: nothing was sent. */
  readonly earlier?: 'sent' | 'unknown'
}

const noVerdict = { verdict: null, score: null, category: null, subCategory: null, svcTxId: null }

/** How a message of a refusal begins. */
const openings: Readonly<Record<RefusalData['state'], string>> = {
  blocked: 'txwarden blocked this',
  held: 'txwarden holds this until it is approved',
}

/** The message has all that is said: clients show nothing else. */
export function refusal(refusalText: RefusalText, data: RefusalData): RpcError {
  const next = refusalText.next === null ? '' : `. ${refusalText.next}`
  return {
    code: rpcCodes.transactionRejected,
    message: `${openings[data.state]}: ${refusalText.reason}${next}`,
    data,
    refusalText,
  }
}

/** Refuses without a verdict. @param reason one line without a period @param next a command that says more */
export function refusedWithoutVerdict(reason: string, next: string | null = null): RpcError {
  return refusal({ reason, next }, { ...noVerdict, source: 'txwarden', state: 'blocked' })
}

/** Refuses without a verdict where params are read or a call is prepared. */
export function faultWithoutVerdict(reason: string, next: string | null = null): RpcFault {
  const { code, message, ...more } = refusedWithoutVerdict(reason, next)
  return new RpcFault(code, message, more)
}

/** Adds data to the error of what is not forwarded, with any code: `data` distinguishes it from an error of the node. */
export function withData(error: RpcError): RpcError {
  const data: RefusalData = { ...noVerdict, source: 'txwarden', state: 'blocked' }
  return { ...error, data: error.data ?? data }
}

/** What is refused, and why. */
export interface Refused {
  readonly request: SigningRequest
  readonly worst: PartVerdict
  /** Whether its verdict is refused; otherwise its fees are. */
  readonly isByVerdict: boolean
  /** What an enforced policy says of it; undefined: none denies or holds it. */
  readonly byPolicy: PolicyOutcome | undefined
  /** Why its fees are refused; undefined: they are not. */
  readonly feeFault: string | undefined
}

/** Refuses because of a verdict, of fees, or of both. */
export function blocked(refused: Refused): RpcError {
  return refusal({ reason: reasonOf(refused), next: refused.worst.explain }, dataOf(refused, 'blocked'))
}

/** Refuses because of fees where there is no verdict. */
export function feeLimited(request: SigningRequest, feeFault: string): RpcError {
  const data: RefusalData = { ...noVerdict, source: 'txwarden', state: 'blocked', ...costOf(request, feeFault) }
  return refusal({ reason: feeFault, next: null }, data)
}

function costOf(request: SigningRequest, feeFault: string | undefined): Pick<RefusalData, 'code' | 'maxCost'> {
  const cost = maxCostOf(request)
  return { ...(feeFault !== undefined && { code: 'fee-limit' }), ...(cost !== undefined && { maxCost: String(cost) }) }
}

export function dataOf({ request, worst, byPolicy, feeFault }: Refused, state: RefusalData['state']): RefusalData {
  const { verdict, result, svcTxId } = worst
  const { subCategory = '' } = result.combinedScoreDetails ?? {}
  const known = subCategoryNames.find((name) => name === subCategory)
  return {
    verdict,
    source: 'txwarden',
    score: result.combinedScore,
    category: known === undefined ? null : subCategories[known].category,
    subCategory: known ?? null,
    svcTxId,
    state,
    ...costOf(request, feeFault),
    ...(byPolicy && { code: 'policy' }),
  }
}

/**
 * Says why in words of our own: terminals and agents read it, so it has no text of a feed, a token or a service, but the
 * name of the address.
 * "recipient 0x… is sanctioned (BLOCKED, 100/100)".
 */
export function reasonOf({ worst, isByVerdict, byPolicy, feeFault }: Refused): string {
  const { verdict, result } = worst
  const strongest = result.explanation?.reasons.find(({ points }) => points > 0)
  const what = worst.why ?? (strongest && clauseOf(strongest, result.explanation?.names)) ?? describedBy(result)
  const why = [isByVerdict ? what : undefined, byPolicy && policyText(byPolicy), feeFault].filter(
    (each) => each !== undefined,
  )
  return `${why.join('; ')} (${verdict}, ${result.combinedScore}/100)`
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
const AMOUNT = /^\d{1,60}(?:\.\d{1,36})? [A-Za-z0-9]{1,64}$/

/** "policy payouts holds it: 620 USD of 500 USD in 24h", as far as it is made of names, amounts and times. */
function policyText({ policy, result, used = '', limit = '', window = '' }: PolicyOutcome): string {
  const name = NAME.test(policy) ? `policy ${policy}` : 'a policy'
  const amounts = AMOUNT.test(used) && AMOUNT.test(limit) ? `: ${used} of ${limit}` : ''
  const time = amounts !== '' && durationMs(window) !== undefined ? ` in ${window}` : ''
  return `${name} ${result === 'hold' ? 'holds' : 'denies'} it${amounts}${time}`
}

function clauseOf(
  { rule, role, subject, subCategory }: Reason,
  names: readonly ShownName[] | undefined,
): string | undefined {
  const clause = ruleClause(rule, subCategory)
  if (clause === undefined) return undefined
  const who = roles.some((known) => known === role) ? roleText(role) : 'address'
  return `${HEX_ADDRESS.test(subject) ? `${who} ${withName(subject, names?.filter(isPlain), checksummed(subject))}` : 'the transaction'} ${clause}`
}

/** A name from a service could be a sentence for those who read it. */
function isPlain({ name }: ShownName): boolean {
  return /^[\p{L}\p{N} .:&+_-]{1,40}$/u.test(name)
}

/** Names the risk where the service gives no reasons, or only rules that are not known here. */
function describedBy({
  combinedScoreDetails,
  combinedScore,
  internalAddressesWithMaxScore,
}: PartVerdict['result']): string {
  const known = subCategoryNames.find((name) => name === combinedScoreDetails?.subCategory)
  if (known === undefined) return combinedScore === 0 ? 'nothing is known about it' : 'it is a risk'
  const { description } = subCategories[known]
  const riskiest = internalAddressesWithMaxScore?.find(({ maxScore }) => maxScore === combinedScore)?.address ?? ''
  const where = HEX_ADDRESS.test(riskiest) ? ` ${checksummed(riskiest)}` : ''
  return `${description.charAt(0).toLowerCase()}${description.slice(1)}${where}`
}

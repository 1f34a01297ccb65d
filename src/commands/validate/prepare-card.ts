import { chainById } from '../../api/chains.ts'
import type { Reason, ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import { isIdLike } from '../../api/text/id-like.ts'
import { blockingPolicy } from '../../api/text/policies.ts'
import type { Context } from '../../cli/context/context.ts'
import { targetFlags } from '../../cli/errors/errors.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { safeText } from '../../cli/output/terminal-text.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { type CardInput, type CardPayload, type NextStep, verdictCard } from './card.ts'
import { hasUnknownSelector, hasUnreadCall, isUnknownMessage, missingChainOf, unaccountedOf } from './missing-data.ts'
import { type PayloadFields, payloadFields } from './payload-fields.ts'
import type { VerdictKnowledge } from './request-verdict.ts'

type Given = Pick<CardInput, 'verdict' | 'request' | 'message' | 'hashes' | 'detail' | 'isV1'>

/**
 * The card of `validate`; the printer hands it the result without control characters.
 * @param known beside the answer
 */
export async function prepareCard(
  context: Context,
  given: Given,
  result: ValidationResult,
  known: VerdictKnowledge = {},
): Promise<(safe: ValidationResult, paint: Paint, width: number) => string> {
  const payload = await cardPayload(context, given, result)
  return (shown, paint, width) => {
    const safe = { ...shown, ...known }
    const next = nextSteps(context, given, safe)
    return verdictCard({ ...given, result: safe, payload, next, zone: context.zone }, paint, width)
  }
}

async function cardPayload(
  context: Context,
  { request }: Given,
  { valid, payload }: ValidationResult,
): Promise<CardPayload | undefined> {
  if (payload !== undefined) return { hex: safeText(payload), fields: await decoded(context, payload) }
  if (request.signTransaction !== true) return undefined
  if (!valid) return { notIssued: 'the transaction is blocked' }
  if (context.globals.dryRun) return { notIssued: 'a dry run signs nothing' }
  if (!request.transaction.to) return { notIssued: 'a contract creation has no signed payload' }
  return { notIssued: 'the service issued none and gives no reason' }
}

/** Undefined where the payload of a service has another form. */
async function decoded(context: Context, payload: string): Promise<PayloadFields | undefined> {
  try {
    return payloadFields(await context.decodePayload(payload), context.clock.now())
  } catch (error) {
    if (error instanceof WardenError) return undefined
    throw error
  }
}

type StepOf = (command: string, when: string) => NextStep

/** What to do after a verdict. No command allows an address that has findings. */
export function nextSteps(
  context: Context,
  { verdict, request, message, detail, isV1 = false }: Given,
  result: ValidationResult,
): NextStep[] {
  const { dryRun } = context.globals
  const program = `txwarden${targetFlags(context.globals)}`
  const step: StepOf = (command, when) => ({ command: `${program} ${command}`, when })
  switch (verdict) {
    case 'SAFE':
      if (isIdLike(result.svcTxId))
        return [
          step(
            `tx update ${result.svcTxId} --transaction-id <hash> --block-number <n>`,
            'once it is on chain: then its recipients are known',
          ),
        ]
      return dryRun && !message ? ['run it again without --dry-run to record the verdict'] : []
    case 'NO DATA': {
      if (isV1) return stepsAfterV1(context, result, step)
      if (isUnknownMessage(result)) return ['sign it only if you know what the application does with it']
      const chain = missingChainOf(result)
      if (chain?.code === 'no-chain') return ['validate it again with --chain, the chain of the wallet']
      if (chain)
        return [
          step(
            `chain define ${request.transaction.chainId} --name <name> --currency <symbol>`,
            'once it is known which chain that is',
          ),
        ]
      if (hasUnreadCall(result)) return stepsToReadCall(context, request, result, step)
      const unaccounted = unaccountedOf(result)
      if (unaccounted.length > 0 && unaccounted.every(({ address }) => address === undefined))
        return ['ask who built it what the parts that are not accounted for do, and verify the answer']
      if (isToSelf(request)) return ['check that the sender is meant to pay itself: nothing else was found']
      const address = unknownAddress(request, result)
      return [
        'verify the address with its owner over another channel, or look it up in a block explorer',
        ...(context.isRemote()
          ? []
          : [step(`intel check ${address}`, 'what feeds say, and which known addresses it looks like')]),
        step(`control-list add ${address} --type allow`, 'once the owner has confirmed it'),
        step(`control-list add ${address} --type block`, 'if it is not the address that is meant'),
      ]
    }
    case 'BLOCKED': {
      const refusal = message ? 'do not sign it' : 'do not send it'
      return [
        detail === 'full' ? refusal : `${refusal}; --explain shows every reason`,
        ...stepsAfterPolicy(result, step),
      ]
    }
    default:
      return stepsAfter(request, result, step)
  }
}

/** What a policy alone blocks can pass later, or with the approval of a person. */
function stepsAfterPolicy(result: ValidationResult, step: StepOf): NextStep[] {
  const outcome = blockingPolicy(result)
  if (outcome?.result === 'hold')
    return ['it needs approval: through txwarden proxy --hold, a person decides with txwarden hold approve']
  return outcome?.window === undefined
    ? []
    : [step(`policy usage ${quoteWord(outcome.policy)}`, 'when its budget frees')]
}

/** An answer of v1 has no reasons, and names no address. */
function stepsAfterV1(context: Context, { svcTxId }: ValidationResult, step: StepOf): NextStep[] {
  return !context.isRemote() && isIdLike(svcTxId)
    ? [step(`tx show ${svcTxId}`, 'what is known about it')]
    : ['validate it with --api-version v2, which says what is known']
}

/** Nothing vouches for a call that was not read: no step allows an address. */
function stepsToReadCall(
  context: Context,
  { transaction: { to, chainId } }: ValidationRequest,
  result: ValidationResult,
  step: StepOf,
): NextStep[] {
  const isLocal = !context.isRemote()
  const chain = chainById(chainId)
  const isUnknown = isIdLike(to ?? undefined) && !isKnown(to ?? '', result.explanation?.reasons ?? [])
  return [
    'ask who built this call what it does, and send it only when you can verify the answer',
    step('tx decode --data <hex>', 'what can be read of it'),
    ...(isLocal && chain && result.chainCoverage === undefined
      ? [step(`chain add ${chain.name}`, 'a node shows what it does')]
      : []),
    ...(isLocal && hasUnknownSelector(result)
      ? [step('intel import --format 4byte <file>', 'to import its signature')]
      : []),
    ...(isLocal && isUnknown ? [step(`intel check ${to}`, 'what feeds say about the contract')] : []),
  ]
}

/** Follows the strongest finding: its remedy, then a list entry, where the address is unknown. */
function stepsAfter({ transaction }: ValidationRequest, { explanation }: ValidationResult, step: StepOf): NextStep[] {
  const reasons = explanation?.reasons ?? []
  const finding = reasons.find(({ points }) => points > 0)
  if (!finding) return []
  const { subject, flip, rule } = finding
  const remedy = flip === undefined ? [] : [flip]
  if (!isIdLike(subject) || isOwn(finding, transaction.from) || isKnown(subject, reasons)) return remedy
  const isSanctioned = rule === 'sanctioned-address' || finding.subCategory === 'sanctionedInteraction'
  const when = isSanctioned ? 'to block it from now on' : 'to block it, or --type allow once it is verified'
  return [...remedy, step(`control-list add ${subject} --type block`, when)]
}

function isOwn({ subject, role }: Reason, from: string): boolean {
  return subject.toLowerCase() === from.toLowerCase() || role === 'sender' || role === 'owner'
}

/** A token, protocol or burn address, by any source: other transactions need it. */
function isKnown(address: string, reasons: readonly Reason[]): boolean {
  return reasons.some(
    ({ rule, subject, role }) =>
      rule === 'known-address' && subject.toLowerCase() === address.toLowerCase() && role !== 'revoked',
  )
}

/** A plain payment to the sender. */
function isToSelf({ transaction: { from, to, data } }: ValidationRequest): boolean {
  return to?.toLowerCase() === from.toLowerCase() && /^(?:0x)?$/.test(data ?? '')
}

/** The one address without data, which may be an argument of the call or not accounted for; a placeholder where there are several. */
function unknownAddress({ transaction }: ValidationRequest, result: ValidationResult): string {
  const known = (result.explanation?.reasons ?? []).map(({ subject }) => subject.toLowerCase())
  const inner = (result.internalAddressesWithMaxScore ?? []).map(({ address }) => address)
  const unaccounted = unaccountedOf(result).flatMap(({ address }) => address ?? [])
  if (unaccounted.length > 0) return onlyOf(unaccounted, transaction.from)
  const addresses = inner.length > 0 ? inner : [transaction.to ?? '']
  return onlyOf(
    addresses.filter((each) => !known.includes(each.toLowerCase())),
    transaction.from,
  )
}

function onlyOf(addresses: readonly string[], from: string): string {
  const [address, ...more] = [...new Set(addresses)]
  const isUnknown = isIdLike(address) && more.length === 0 && !/^0x0{40}$/.test(address)
  return isUnknown && address.toLowerCase() !== from.toLowerCase() ? address : '<address>'
}

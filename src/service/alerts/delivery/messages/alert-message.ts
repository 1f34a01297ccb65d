import { counted, lossText } from '../../../../api/text/amounts.ts'
import { chainText } from '../../../../api/text/chains.ts'
import { commandFor } from '../../../../api/text/commands.ts'
import { verdictOf } from '../../../../api/verdict.ts'
import type { NoticeKind } from '../../../../api/vocabulary.ts'
import type { ChannelFact, Message, Tone } from '../../channels/channel.ts'
import { composeChainEvent, MAX_MONITORED, type SeenContent } from './chain-message.ts'
import type { EventContent, EventNotice, EventReason, EventResult, VerdictContent } from './event-content.ts'
import {
  type AlertEvent,
  factIf,
  factsOn,
  firstActions,
  messageOf,
  nameWithAddress,
  reasonsInWords,
  receiverLabel,
  roleInWords,
  type SendContext,
  valueFacts,
  verdictTones,
  whatInShort,
} from './message-words.ts'
import { composeSafe } from './safe-message.ts'

const noticeTones: Readonly<Partial<Record<NoticeKind, Tone>>> = {
  digest: 'plain',
  stopped: 'bad',
  rescreen: 'bad',
  heartbeat: 'good',
}

const MAX_REASONS = 3
const MAX_POLICIES = 3

/** The message of an alert. */
export function composeAlert(event: AlertEvent, content: EventContent, context: SendContext): Message {
  const { notice, blockHash, safe, kind } = content
  if (notice !== undefined) return composeNotice(event, { ...content, notice }, context)
  if (safe !== undefined && kind !== undefined) return composeSafe(event, { ...content, safe, kind }, context)
  if (typeof blockHash === 'string') return composeChainEvent(event, content as SeenContent, context)
  return composeVerdict(event, content as VerdictContent, context)
}

/** The verdict, the reason, the facts to check, and the command for details. */
function composeVerdict(event: AlertEvent, content: VerdictContent, context: SendContext): Message {
  const { transaction, result } = content
  return messageOf(event, content, context, {
    tone: verdictTones[verdictOf(result)],
    headline: headlineOf(content),
    actions: [...sentenceOf(result), ...firstActions(result)],
    summary: result.error || verdictInWords(content),
    facts: transactionFacts(content, context),
    reasons: reasonsInWords(result),
    command: commandFor['explain-transaction'](transaction.svcTxId),
  })
}

function headlineOf({ alert, transaction, result, monitored = [] }: VerdictContent): string {
  const parts = [
    `${verdictOf(result)} ${result.combinedScore}/100`,
    ...whatInShort(result.actions),
    `on ${chainText(transaction.chainId)}`,
  ]
  if (alert.type !== 'MONITOR') return parts.join(' · ')
  return ['MONITOR', ...monitored.slice(0, 1).map(nameWithAddress), ...parts].join(' · ')
}

/** What happens by a node of the chain, in one sentence. */
function sentenceOf({ simulation }: EventResult): string[] {
  const { status, summary, reason } = simulation ?? {}
  if (summary) return [summary]
  return status === 'reverted' ? [`Likely to fail${reason ? `: ${reason}` : ''}`] : []
}

function verdictInWords({ result }: VerdictContent): string {
  if (result.knownByAgeOnly && verdictOf(result) === 'NO DATA')
    return 'An address that gets a right is known only by the age of its code. That does not mean safe: verify it independently.'
  if (result.subCategoryDescription !== '') return `${result.subCategoryDescription}.`
  return verdictOf(result) === 'NO DATA'
    ? 'No data about the beneficiary. No data does not mean safe: verify it independently.'
    : 'No risk found.'
}

function transactionFacts(
  { transaction, result, monitored = [] }: VerdictContent,
  { explorer }: SendContext,
): ChannelFact[] {
  const { chainId, from, to, selector, transactionId, blockNumber } = transaction
  const { chain, address, transaction: linkTo } = factsOn(chainId, explorer, result.names)
  return [
    chain,
    ...address('From', from),
    ...(to === undefined ? factIf('To', 'contract creation') : address(receiverLabel(transaction), to)),
    ...valueFacts(transaction),
    // Its first action says what a function does that was read.
    ...factIf('Function', result.actions?.length ? undefined : selector),
    ...factIf('Total loss', result.totalLossUsd == null ? undefined : lossText(result.totalLossUsd)),
    ...namedIn(result.reasons, [from, to ?? '']).flatMap(({ role, subject }) => address(roleInWords(role), subject)),
    ...factIf('Category', result.status === 'SAFE' ? undefined : categoryInWords(result)),
    ...(result.policies ?? [])
      .slice(0, MAX_POLICIES)
      .flatMap(({ policy, result: says, text }) => factIf('Policy', `${policy}: ${says}: ${text}`)),
    ...linkTo(transactionId),
    ...factIf('Block', blockNumber),
    ...monitored
      .slice(0, MAX_MONITORED)
      .flatMap(({ address: of, name }) => factIf('Monitored', name ? `${of} ${name}` : of)),
  ]
}

/** The first reason of each address that is not listed already. */
function namedIn(reasons: readonly EventReason[], listed: readonly string[]): EventReason[] {
  const shown = new Set(listed)
  return reasons.slice(0, MAX_REASONS).filter(({ subject }) => {
    const isNew = subject !== '' && !shown.has(subject)
    shown.add(subject)
    return isNew
  })
}

function categoryInWords({ category, subCategoryDescription, hops }: EventResult): string {
  if (category === '') return ''
  const away = hops === 0 ? '' : `, ${counted(hops, 'transfer')} away`
  return `${category}${subCategoryDescription === '' ? '' : `: ${subCategoryDescription}`}${away}`
}

/** The message of a notice about the following of a chain, about a hold, or of a digest. */
function composeNotice(
  event: AlertEvent,
  content: EventContent & { readonly notice: EventNotice },
  context: SendContext,
): Message {
  const { notice, transaction } = content
  const chain = chainText(transaction.chainId)
  // Verdicts change on any chain, and the events of a digest name theirs.
  const isOfChain = transaction.chainId !== '' && notice.kind !== 'rescreen' && notice.kind !== 'group'
  return messageOf(event, content, context, {
    tone: noticeTone(content),
    headline: isOfChain ? `${chain}: ${notice.text}` : notice.text,
    actions: [],
    summary: '',
    facts: isOfChain ? [factsOn(transaction.chainId).chain] : [],
    reasons: notice.details,
    command: notice.command,
  })
}

/** A digest has the tone of its worst event. */
function noticeTone({ notice, result }: EventContent & { readonly notice: EventNotice }): Tone {
  if (notice.step === 'over') return 'good'
  if (notice.kind === 'group' && result) return verdictTones[verdictOf(result)]
  return noticeTones[notice.kind] ?? 'warn'
}

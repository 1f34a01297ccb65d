import { counted, grouped } from '../../../../api/text/amounts.ts'
import { chainName, chainText } from '../../../../api/text/chains.ts'
import { commandFor } from '../../../../api/text/commands.ts'
import { isOfOthers, NOT_VALIDATED, validatedText, wasSentAnyway } from '../../../../api/text/validated.ts'
import { verdictOf } from '../../../../api/verdict.ts'
import type { ChainEventKind } from '../../../../api/vocabulary.ts'
import type { ChannelFact, Message, Tone } from '../../channels/channel.ts'
import { activityLines, kindHeadline, kinds, kindText, revokingCalls } from './activity-words.ts'
import type { ChainEventContent, EventContent } from './event-content.ts'
import {
  type AlertEvent,
  ageInWords,
  factIf,
  factsOn,
  firstLines,
  messageOf,
  nameWithAddress,
  reasonsInWords,
  receiverLabel,
  type SendContext,
  valueFacts,
  verdictTones,
} from './message-words.ts'

/** Content about a block that was seen. */
export type SeenContent = Omit<EventContent, 'kind' | 'kinds'> &
  ChainEventContent & { readonly blockHash: string; readonly blockTime: string }

const MAX_LINES = 4
export const MAX_MONITORED = 5
const MAX_REVOKED = 2
const MAX_OTHERS = 5

/** What happened to a monitored address: its name and what, what moved, how sure it is and since when. */
export function composeChainEvent(event: AlertEvent, content: SeenContent, context: SendContext): Message {
  const { transaction, result, step } = content
  return messageOf(event, content, context, {
    tone: toneOf(content),
    headline: headlineOf(content),
    actions: [...(step === 'retracted' ? [`Sent before as: ${kindsText(content)}`] : []), ...actionsOf(content)],
    summary: step === 'retracted' ? 'It may come again.' : summaryOf(content, context.now),
    facts: [...revokeFacts(content), ...factsOf(content, context)],
    reasons: step === 'retracted' || !result ? [] : reasonsInWords(result),
    command: commandOf(transaction.svcTxId, content),
  })
}

function headlineOf(content: SeenContent): string {
  const { transaction, step } = content
  const chain = chainText(transaction.chainId)
  if (step === 'retracted') {
    const what =
      transaction.transactionId === undefined ? kindsText(content) : `${transaction.transactionId.slice(0, 10)}…`
    return `${whoText(content)} on ${chain}: ${what} is no longer in the chain (reorg at ${blockText(content)})`
  }
  const again = step === 'included-again' ? 'included again: ' : ''
  const verdict = content.validation?.verdict
  const warned = wasSentAnyway(verdict) ? ` · ${validatedText(verdict)}` : ''
  return `${whoText(content)} on ${chain}: ${again}${whatText(content)}${warned}`
}

/** "treasury (0x7e57…0f1c) and 1 more" */
function whoText({ monitored = [] }: SeenContent): string {
  const [first] = monitored
  if (!first) return 'a monitored address'
  const name = nameWithAddress(first)
  return monitored.length > 1 ? `${name} and ${monitored.length - 1} more` : name
}

/** About the address that the headline names. */
function whatText({ kind, monitored = [], activities = [] }: SeenContent): string {
  const own = activities.filter((each) => each.kind === kind && each.address === monitored[0]?.address)
  return activities[0]?.failed ? kindText(kind, true) : kindHeadline(kind, own.length === 1 ? own[0] : undefined)
}

function kindsText(content: SeenContent): string {
  return content.kinds.map((kind) => kindText(kind)).join(', ')
}

function actionsOf({ activities = [], moreActivities = 0 }: SeenContent): string[] {
  const lines = activities.flatMap((activity) => activityLines(activity, activities.length > 1))
  return firstLines(lines, MAX_LINES, moreActivities)
}

/** "not validated here · block 31,402,118, 0 confirmations · 4 s ago"; "as validated 0189… (SAFE) · …" */
function summaryOf(content: SeenContent, now: number): string {
  const { confirmations, blockTime, more } = content
  const count = counted(confirmations ?? 0, 'confirmation')
  return [
    ...validationTexts(content),
    ...(more ? ['besides an earlier message about this transaction'] : []),
    `block ${blockText(content)}, ${count}`,
    `${ageInWords(now - Date.parse(blockTime))} ago`,
  ].join(' · ')
}

function validationTexts({ transaction, kinds, validatedAs, validation }: SeenContent): string[] {
  const verdict = validation?.verdict
  if (validatedAs !== null && verdict !== undefined && wasSentAnyway(verdict)) return [validatedText(verdict)]
  if (validatedAs !== null) return [`as validated ${validatedAs}${verdict === undefined ? '' : ` (${verdict})`}`]
  return transaction.transactionId === undefined || kinds.every(isOfOthers) ? [] : [NOT_VALIDATED]
}

function blockText({ transaction: { blockNumber = '' } }: SeenContent): string {
  return /^[0-9]+$/.test(blockNumber) ? grouped(BigInt(blockNumber)) : blockNumber
}

function factsOf(content: SeenContent, { explorer }: SendContext): ChannelFact[] {
  const { transaction, result, monitored = [], validatedAs, validation } = content
  const { chainId, from, to, transactionId, blockNumber = '' } = transaction
  const { chain, address, transaction: linkTo } = factsOn(chainId, explorer, result?.names)
  const said = validation && ` (${validation.verdict} ${validation.combinedScore}/100)`
  return [
    chain,
    ...monitored.slice(0, MAX_MONITORED).flatMap((each) => address('Monitored', each.address)),
    ...linkTo(transactionId),
    { label: 'Block', value: blockNumber },
    ...address('From', from),
    ...address(receiverLabel(transaction), to),
    ...othersOf(content).flatMap(([other, label]) => address(label, other)),
    ...valueFacts(transaction),
    ...factIf('Verdict', result && `${verdictOf(result)} ${result.combinedScore}/100`),
    ...factIf('Validated as', validatedAs === null ? undefined : `${validatedAs}${said ?? ''}`),
  ]
}

/** What to do about rights that others have: the call for each, and the command that lists all with their calls. */
function revokeFacts({ step, kind, activities = [], transaction }: SeenContent): ChannelFact[] {
  if (step === 'retracted' || !RIGHT_KINDS.includes(kind)) return []
  const given = activities.filter((activity) => RIGHT_KINDS.includes(activity.kind) && !activity.failed)
  const [first] = given
  if (first === undefined) return []
  const calls = [...new Set(given.flatMap(revokingCalls))]
  return [
    ...calls.slice(0, MAX_REVOKED).flatMap((value) => factIf('Revoke', value)),
    ...factIf('Open rights', commandFor['show-exposure'](first.address, chainName(transaction.chainId))),
  ]
}

/** The other sides, which the lines above shorten: look-alike addresses share the digits that stay. */
function othersOf({ transaction: { from, to }, monitored = [], activities = [] }: SeenContent): [string, string][] {
  const shown = new Set([from, to, ...monitored.map(({ address }) => address)])
  const others = activities.flatMap(({ kind, other, moves }): [string, string][] => [
    ...(other === undefined ? [] : [[other, kinds[kind].role ?? 'Counterparty'] as [string, string]]),
    ...moves.map((move): [string, string] => [move.other, move.direction === 'out' ? 'Recipient' : 'Sender']),
  ])
  // Where an address has two roles, the first is shown.
  return [...new Map(others.toReversed())]
    .toReversed()
    .filter(([address]) => !shown.has(address) && !/^0x0{40}$/.test(address))
    .slice(0, MAX_OTHERS)
}

function commandOf(svcTxId: string | undefined, { monitored = [] }: SeenContent): string {
  return svcTxId === undefined
    ? commandFor['show-activity'](monitored[0]?.address ?? '')
    : commandFor['explain-transaction'](svcTxId)
}

/** The worst of what happened without a validation here, of the verdict, and of what the validation said. */
function toneOf({ step, kind, validatedAs, validation, result }: SeenContent): Tone {
  if (step === 'retracted') return 'warn'
  const given = [
    validatedAs === null ? kinds[kind].tone : 'plain',
    ...(result === undefined ? [] : [verdictTones[verdictOf(result)]]),
    ...(validation === undefined ? [] : [verdictTones[validation.verdict]]),
  ]
  return (['bad', 'warn'] as const).find((tone) => given.includes(tone)) ?? 'plain'
}

/** Others have a right, or used one. */
const RIGHT_KINDS: readonly ChainEventKind[] = ['allowance-spent', 'allowance-granted', 'operator']

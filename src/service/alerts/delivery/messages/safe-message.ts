import { nativeAmount } from '../../../../api/text/assets.ts'
import { chainName } from '../../../../api/text/chains.ts'
import { commandFor } from '../../../../api/text/commands.ts'
import { verdictOf } from '../../../../api/verdict.ts'
import type { MonitorEventKind, SafeEventKind } from '../../../../api/vocabulary.ts'
import type { ChannelFact, Message, Tone } from '../../channels/channel.ts'
import type { EventContent, EventResult, EventSafe } from './event-content.ts'
import {
  type AlertEvent,
  factIf,
  factsOn,
  firstActions,
  firstLines,
  messageOf,
  nameWithAddress,
  reasonsInWords,
  type SendContext,
  shortAddress,
  verdictTones,
  whatInShort,
} from './message-words.ts'

type SafeContent = EventContent & { readonly safe: EventSafe; readonly kind: MonitorEventKind }

const MAX_CHANGES = 8

/** What happens in the queue of a Safe: which transaction, its verdict, what it does, and how far it is signed. */
export function composeSafe(event: AlertEvent, content: SafeContent, context: SendContext): Message {
  const { safe, result, transaction, safeTxHash } = content
  const { changes = [] } = safe
  return messageOf(event, content, context, {
    tone: toneOf(content),
    headline: headlineOf(content),
    actions: [...firstLines(changes, MAX_CHANGES, 0), ...firstActions(result ?? {})],
    summary: result?.error ?? '',
    facts: factsOf(content, context),
    reasons: result ? reasonsInWords(result) : [],
    command:
      safeTxHash === undefined
        ? commandFor['show-safe'](safe.address, chainName(transaction.chainId))
        : commandFor['check-safe'](safe.address, chainName(transaction.chainId), safeTxHash),
  })
}

/** "treasury (0x7e57…0f1c) nonce 41 · UNSAFE 80 · delegatecall to unknown 0x7e57…0f1c · 1 of 3 signed · proposed by 0x… (first time) · safeTxHash 0x…" */
function headlineOf({ safe, kind, result, safeTxHash }: SafeContent): string {
  const { name, address, nonce, signed, threshold, proposer, isNewProposer, isChanged } = safe
  const isUnread = kind === 'queued' && safeTxHash === undefined
  const text = isUnread ? 'has an entry that cannot be read' : kindTexts[kind as SafeEventKind]
  return [
    `${nameWithAddress({ name, address })}${nonce === undefined ? '' : ` nonce ${nonce}`}${isChanged ? ' changed' : text && ` ${text}`}`,
    ...(result === undefined ? [] : [`${verdictOf(result)} ${result.combinedScore}`, ...whatText(safe, result)]),
    ...(signed === undefined || threshold === undefined ? [] : [`${signed} of ${threshold} signed`]),
    ...(proposer === undefined ? [] : [`proposed by ${shortAddress(proposer)}${isNewProposer ? ' (first time)' : ''}`]),
    ...(safeTxHash === undefined ? [] : [`safeTxHash ${shortAddress(safeTxHash)}`]),
  ].join(' · ')
}

function whatText({ delegatecall }: EventSafe, { actions, reasons }: EventResult): string[] {
  if (delegatecall !== undefined) {
    const isUnknown = reasons.some(({ subject, text }) => subject === delegatecall && text.includes('unknown'))
    return [`delegatecall to ${isUnknown ? 'unknown ' : ''}${shortAddress(delegatecall)}`]
  }
  return whatInShort(actions)
}

/** Behind name and nonce. */
const kindTexts: Readonly<Record<SafeEventKind, string>> = {
  queued: '',
  confirmed: 'lacks one signature',
  executable: 'executable now',
  replaced: 'replaced',
  withdrawn: 'withdrawn',
  executed: 'executed',
  'unqueued-execution': 'executed a transaction that was never queued',
  'delegate-added': 'has a new delegate',
  'config-changed': 'has another configuration',
}

function factsOf({ transaction, safe, result, safeTxHash }: SafeContent, { explorer }: SendContext): ChannelFact[] {
  const { chainId, to, value, transactionId } = transaction
  const { chain, address, transaction: linkTo } = factsOn(chainId, explorer, result?.names)
  return [
    chain,
    ...address('Safe', safe.address),
    ...factIf('safeTxHash', safeTxHash),
    ...factIf('Domain hash', safe.domainHash),
    ...factIf('Message hash', safe.messageHash),
    ...address('To', result && to),
    ...factIf('Value', value && nativeAmount(value, chainId)),
    ...address('Proposer', safe.proposer),
    ...linkTo(transactionId),
  ]
}

function toneOf({ kind, result, safe }: SafeContent): Tone {
  if (kind === 'unqueued-execution') return 'bad'
  if (result !== undefined && kind !== 'replaced' && kind !== 'withdrawn') return verdictTones[verdictOf(result)]
  return safe.changes ? 'warn' : 'plain'
}

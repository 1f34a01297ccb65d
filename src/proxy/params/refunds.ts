import { checksummed } from '../../api/address.ts'
import {
  MAX_ITEMS,
  Members,
  readAddress,
  readCount,
  readFlag,
  readList,
  readText,
  readTexts,
  refused,
} from './members.ts'
import type { Hex } from './signing-request.ts'

/** Reads which builders see what (MEV-Share, Flashbots Protect). No payment comes of it. */
export function readPrivacy(value: unknown, what: string): void {
  const members = new Members(value, what, [
    'hints',
    'builders',
    'targetBuilders',
    'mempool',
    'useMempool',
    'wantRefund',
  ])
  for (const name of ['hints', 'builders', 'targetBuilders']) members.optional(name, readTexts)
  members.optional('mempool', readText)
  members.optional('useMempool', readFlag)
  members.optional('wantRefund', readCount)
}

/** Reads who gets which share of what builders pay back (MEV-Share, Flashbots Protect). @returns the payees */
export function readValidity(value: unknown, what: string): readonly Hex[] {
  const members = new Members(value, what, ['refund', 'refundConfig'])
  return ['refund', 'refundConfig'].flatMap(
    (name) => members.optional(name, (list, listed) => readList(list, listed, MAX_ITEMS, readShare).flat()) ?? [],
  )
}

function readShare(value: unknown, what: string): readonly Hex[] {
  const members = new Members(value, what, ['address', 'bodyIdx', 'percent'])
  members.optional('bodyIdx', readCount)
  members.optional('percent', readCount)
  const payee = members.optional('address', readAddress)
  return payee === undefined ? [] : [payee]
}

/**
 * A refund is a payment that no transaction shows, so that it has no verdict: it may only go to the sender.
 * @throws RpcFault for any other payee
 */
export function checkPayees(payees: readonly Hex[], senders: readonly string[]): void {
  const other = payees.find((payee) => !senders.includes(payee))
  if (other === undefined) return
  throw refused(`a refund of it goes to ${checksummed(other)}, which sends nothing of it that is validated`)
}

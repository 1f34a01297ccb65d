import { checksummed } from '../../api/address.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { Members, readAddress, readCount, readList, refused } from './members.ts'
import type { Hex } from './signing-request.ts'

/** Items of a list of names or of refunds. */
const MAX_ITEMS = 100
const MAX_TEXT = 200

export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT)
    throw invalidParams(`${what} is not a string of at most ${MAX_TEXT} characters`)
  return value
}

export function readTexts(value: unknown, what: string): readonly string[] {
  return readList(value, what, MAX_ITEMS, readText)
}

export function readFlag(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw invalidParams(`${what} is not true or false`)
  return value
}

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

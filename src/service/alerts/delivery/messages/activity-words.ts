import { checksummed } from '../../../../api/address.ts'
import {
  type AssetShown,
  amountText,
  itemText,
  nativeText,
  tokenShown,
  unlimitedText,
} from '../../../../api/text/assets.ts'
import type { ChainEventKind } from '../../../../api/vocabulary.ts'
import { isUnlimited, revocationOf } from '../../../evm/allowance.ts'
import type { Tone } from '../../channels/channel.ts'
import type { EventActivity, EventAmount, EventMove } from './event-content.ts'
import { nameWithAddress, shortAddress } from './message-words.ts'

interface KindWords {
  readonly text: string
  /** Of an event that was not validated here. */
  readonly tone: Tone
  /** Who the other side is. */
  readonly role?: string
  /** The direction of what it moves; absent: it moves nothing. */
  readonly moves?: EventMove['direction'] | 'either'
}

export const kinds: Readonly<Record<ChainEventKind, KindWords>> = {
  'allowance-spent': { text: 'allowance spent by another', tone: 'bad', role: 'Spender', moves: 'out' },
  'unexplained-balance': { text: 'balance changed without an explanation', tone: 'bad', moves: 'either' },
  'nonce-jumped': { text: 'nonce jumped: a transaction of it was not seen', tone: 'bad' },
  delegation: { text: 'delegation changed', tone: 'bad', role: 'Code' },
  'owners-changed': { text: 'owner or signers changed', tone: 'bad', role: 'Owner or signer' },
  upgraded: { text: 'contract upgraded', tone: 'bad', role: 'Implementation' },
  operator: { text: 'operator set', tone: 'warn', role: 'Operator' },
  'allowance-granted': { text: 'allowance granted', tone: 'warn', role: 'Spender' },
  sent: { text: 'sent', tone: 'warn', moves: 'out' },
  withdrawal: { text: 'withdrawal', tone: 'plain', moves: 'in' },
  received: { text: 'received', tone: 'plain', moves: 'in' },
  'allowance-revoked': { text: 'allowance revoked', tone: 'plain', role: 'Spender' },
}

export function kindText(kind: ChainEventKind, isFailed = false): string {
  return isFailed ? `${kinds[kind].text}, failed` : kinds[kind].text
}

/**
 * The kind, with what moved or who has a right, where the token is known: "sent 12.5 ETH to 0x51e1…90ab". A name that a
 * contract gives itself never gets into it.
 */
export function kindHeadline(kind: ChainEventKind, activity: EventActivity | undefined): string {
  const text = kindText(kind, activity?.failed)
  if (!activity || activity.failed) return text
  const what = movedText(activity) ?? (activity.allowance?.verified ? rightTexts(activity)[0] : undefined)
  if (what === undefined) return text
  return kind === 'sent' || kind === 'received' ? `${text} ${what}` : `${text}: ${what}`
}

/** "12.5 ETH to 0x51e1…90ab", "12.5 ETH and more": of several moves, the one of a known token that is worth most. */
function movedText({ kind, moves }: EventActivity): string | undefined {
  const { moves: wanted } = kinds[kind]
  if (wanted === undefined) return undefined
  const own = moves.filter(({ direction }) => wanted === 'either' || direction === wanted)
  const [largest] = own
    .filter(({ verified, decimals, tokenId }) => verified && (decimals !== undefined || tokenId !== undefined))
    .sort((a, b) => (b.usd ?? 0) - (a.usd ?? 0))
  if (!largest) return undefined
  const sign = wanted === 'either' ? (largest.direction === 'out' ? '− ' : '+ ') : ''
  return `${sign}${eventAmountText(largest)}${own.length > 1 ? ' and more' : sideText(kind, largest)}`
}

/** What happened, one line for each move. @param isOneOfSeveral names the address and the kind */
export function activityLines(activity: EventActivity, isOneOfSeveral: boolean): string[] {
  const { moves, name, address, kind, failed, note } = activity
  const lines = moves.length > 0 ? moves.map((move) => moveText(move, activity)) : rightTexts(activity)
  const whose = isOneOfSeveral ? `${nameWithAddress({ name, address })}, ${kindText(kind, failed)}` : ''
  const [first, ...others] = [...lines, ...(note === undefined ? [] : [note])]
  if (first === undefined) return whose === '' ? [] : [whose]
  return [whose === '' ? first : `${whose}: ${first}`, ...others]
}

/** It has no sender, or the sender is unknown. */
const NO_OTHER_SIDE: readonly ChainEventKind[] = ['withdrawal', 'unexplained-balance']

/** "− 12,500 USDC (12,500 USD) to 0x51e1…90ab by 0xdead…0b0b" */
function moveText(move: EventMove, { kind, other }: EventActivity): string {
  const { direction, usd, tokenId } = move
  const sign = direction === 'out' ? '−' : '+'
  const worth = usd === undefined ? (tokenId === undefined ? ' (value unknown)' : '') : ` (${usdText(usd)} USD)`
  const by =
    kind === 'allowance-spent' && other !== undefined && other !== move.other ? ` by ${shortAddress(other)}` : ''
  return `${sign} ${eventAmountText(move)}${worth}${sideText(kind, move)}${by}`
}

function sideText(kind: ChainEventKind, { direction, other }: EventMove): string {
  return NO_OTHER_SIDE.includes(kind) ? '' : ` ${direction === 'out' ? 'to' : 'from'} ${shortAddress(other)}`
}

/** "12,500 USDC", "100 of 0x12…90ab (calls itself USDC)", "item 7 of 0x…". */
function eventAmountText(event: EventAmount): string {
  const { token, tokenId, amount = '0' } = event
  const size = BigInt(amount)
  const shown = assetShown(event)
  if (tokenId !== undefined) return itemText(tokenId, size, shown.name)
  return token === undefined && shown.isNamed ? nativeText(size, shown) : amountText(size, shown)
}

function assetShown(event: EventAmount): AssetShown {
  return tokenShown(event.token === undefined ? 'the native currency' : shortAddress(event.token), event)
}

/** Who may do what now. */
function rightTexts({ kind, other, allowance }: EventActivity): string[] {
  const who = other === undefined ? undefined : shortAddress(other)
  if (kind === 'allowance-granted' && allowance) return [`${who ?? 'an address'} may spend ${allowanceText(allowance)}`]
  if (kind === 'operator' && allowance) return [`${who ?? 'an address'} may move all ${assetShown(allowance).name}`]
  if (kind === 'allowance-revoked' && allowance)
    return [`${who ?? 'an address'} may no longer spend ${assetShown(allowance).name}`]
  if (kind === 'delegation' && other !== undefined)
    return [/^0x0{40}$/.test(other) ? 'it runs no code any more' : `it runs the code of ${who}`]
  return who === undefined ? [] : [`${subjects[kind] ?? 'by'} ${who}`]
}

const subjects: Readonly<Partial<Record<ChainEventKind, string>>> = {
  upgraded: 'implementation',
  'owners-changed': 'owner or signer',
  received: 'from',
  sent: 'to',
}

function allowanceText(allowance: EventAmount): string {
  const { amount } = allowance
  const isAll = isUnlimited(amount === undefined ? undefined : BigInt(amount))
  return isAll ? unlimitedText(assetShown(allowance)) : eventAmountText(allowance)
}

function usdText(usd: number): string {
  return usd.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/**
 * The calls with which the owner revokes the rights that others got or used; none where no such right is known. Addresses are complete,
 * to be copied.
 */
export function revokingCalls(activity: EventActivity): string[] {
  if (activity.failed) return []
  return (activity.rights ?? []).map(({ kind, token, spender, tokenId }) => {
    const id = tokenId === undefined ? undefined : BigInt(tokenId)
    const { text, to } = revocationOf({ kind, token, spender, id })
    return `${text} on ${checksummed(to)}`
  })
}

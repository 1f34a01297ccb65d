import { checksummed } from '../../../api/address.ts'
import { chainById } from '../../../api/chains.ts'
import { type ActivityNote, notesShown, notesText } from '../../../api/text/notes.ts'
import type { ChainEventKind } from '../../../api/vocabulary.ts'
import type { EventActivity, EventAmount, EventMove, EventRight } from '../../alerts/delivery/messages/event-content.ts'
import type { Validated } from '../../alerts/matching/build-event.ts'
import { NATIVE, storedToken } from '../../evm/asset.ts'
import { netOf } from '../../evm/holdings.ts'
import { ZERO_ADDRESS } from '../../evm/words.ts'
import { recordsOn } from '../../intel/known-tokens.ts'
import { namesOfRecords, plain } from '../../risk/summary/names.ts'
import { pricesOf } from '../../store/repositories/prices.ts'
import type { ChainEventRow, Db, MonitorRow } from '../../store/schema/schema.ts'
import {
  type ActivityDetails,
  type ActivityMove,
  type ActivityRight,
  changeBy,
  MAX_MOVES,
  nativeMove,
} from '../activity/activity.ts'
import { storedDetails } from '../activity/details.ts'

/** A watched event comes with the monitor of its address. */
export interface WatchedEvent {
  readonly row: ChainEventRow & { readonly kind: ChainEventKind }
  readonly monitor: Pick<MonitorRow, 'address_key' | 'name'>
}

interface AssetFacts {
  readonly symbol?: string
  readonly decimals?: number
  readonly verified?: true
  /** USD of a base unit. */
  readonly usd?: number
}

type AssetOf = (token: string) => AssetFacts

/** Gives the events in the form of messages, in the same order: amounts with symbols and worth where they are known. */
export async function describeEvents(
  db: Db,
  chainId: string,
  events: readonly WatchedEvent[],
  validated: Validated | undefined,
): Promise<EventActivity[]> {
  const details = events.map(({ row }) => {
    const seen = storedDetails(row)
    const inner = innerPayment(row, seen, validated)
    return inner ? { ...seen, moves: [...(seen.moves ?? []), inner] } : seen
  })
  const tokens = new Set(
    details.flatMap(({ moves = [], token }) => [...moves.map((move) => move.token), ...(token ? [token] : [])]),
  )
  const assetOf = await assetsOf(db, chainId, [...tokens], validated)
  return events.map((event, at) => toActivity(event, details[at] ?? {}, assetOf))
}

/** Returns what a list says about a known token, otherwise what the contract says itself, as the stored transaction has it. */
async function assetsOf(
  db: Db,
  chainId: string,
  tokens: readonly string[],
  validated: Validated | undefined,
): Promise<AssetOf> {
  if (tokens.length === 0) return () => ({})
  const contracts = tokens.filter((token) => token !== NATIVE)
  const known = await recordsOn(db, chainId, contracts)
  const names = namesOfRecords((address) => known.filter((record) => record.address === address), chainId)
  const prices = await pricesOf(db, chainId, tokens.map(storedToken))
  const { assetChanges = [], approvals = [] } = validated?.result.simulation ?? {}
  const seen = new Map([...assetChanges, ...approvals].map((asset) => [asset.token?.toLowerCase() ?? NATIVE, asset]))
  const chain = chainById(chainId)
  const native = { symbol: chain?.currency, decimals: chain?.decimals }
  return (token) => {
    const asset = token === NATIVE ? native : names.tokenOf(token)
    const own = seen.get(token)
    const price = prices.get(storedToken(token))
    const symbol = asset?.symbol ?? plain(own?.symbol ?? '')
    const decimals = asset?.decimals ?? price?.decimals ?? own?.decimals
    return {
      ...(symbol !== undefined && { symbol }),
      ...(decimals !== undefined && { decimals }),
      ...(asset !== undefined && { verified: true }),
      ...(price && { usd: Number(price.usd) / 10 ** price.decimals }),
    }
  }
}

function toActivity({ row, monitor }: WatchedEvent, details: ActivityDetails, assetOf: AssetOf): EventActivity {
  const { other, token, amount, rights, failed } = details
  const notes = details.notes && notesShown(details.notes, checksummed)
  const moves = (details.moves ?? []).map((move) => toMove(move, assetOf))
  const usd = movesNothing(row, details) ? 0 : worthOf(moves)
  return {
    address: checksummed(row.address),
    name: monitor.name,
    kind: row.kind,
    moves,
    ...(usd !== undefined && { usd }),
    ...(other !== undefined && { other: checksummed(other) }),
    ...(token !== undefined && { allowance: amountOf({ token, amount }, assetOf) }),
    ...(rights && { rights: rights.map(toRight) }),
    ...(notes && { note: notesText(notes), notes }),
    ...(failed && { failed }),
  }
}

/**
 * Native currency that calls inside of a transaction of the address itself pay to it or take from it: no event shows that, the
 * trace that its verdict is based on does.
 */
function innerPayment(
  row: WatchedEvent['row'],
  { moves = [], other = ZERO_ADDRESS, failed }: ActivityDetails,
  validated: Validated | undefined,
): ActivityMove | undefined {
  const { executed, method, assetChanges = [] } = validated?.result.simulation ?? {}
  const isOwn = row.kind === 'sent' && validated?.row.from_key === row.address
  // With more moves it is not known what they come to.
  if (!isOwn || failed || !executed || method !== 'trace' || moves.length >= MAX_MOVES) return undefined
  const traced = assetChanges.find(
    ({ owner, standard }) => standard === 'native' && owner.toLowerCase() === row.address,
  )
  const shown = netOf(moves.map(changeBy)).find(({ token }) => token === NATIVE)
  const inner = BigInt(traced?.amount ?? 0) - (shown?.amount ?? 0n)
  return inner === 0n ? undefined : nativeMove(inner, other)
}

function toRight({ kind, token, spender, tokenId }: ActivityRight): EventRight {
  return { kind, token: checksummed(token), spender: checksummed(spender), ...(tokenId !== undefined && { tokenId }) }
}

type GivenAmount = Pick<ActivityMove, 'token' | 'tokenId'> & Partial<Pick<ActivityMove, 'amount'>>

function toMove(move: ActivityMove, assetOf: AssetOf): EventMove {
  const { token, tokenId, amount, direction, other } = move
  return { ...amountOf({ token, tokenId, amount }, assetOf), amount, direction, other: checksummed(other) }
}

function amountOf({ token, tokenId, amount }: GivenAmount, assetOf: AssetOf): EventAmount {
  const { usd: unit, ...names } = assetOf(token)
  return {
    ...(token !== NATIVE && { token: checksummed(token) }),
    ...(tokenId !== undefined && { tokenId }),
    ...names,
    ...(amount !== undefined && { amount }),
    ...(unit !== undefined && amount !== undefined && tokenId === undefined && { usd: cents(Number(amount) * unit) }),
  }
}

/** With these an event says too little about what moves. */
const MAY_MOVE: readonly ActivityNote['code'][] = ['submitted-by', 'outcome-unknown']

/**
 * A transaction of the address itself that moves nothing. What others submit for it, and its own code, can move what no
 * event shows.
 */
function movesNothing(
  { kind, address }: WatchedEvent['row'],
  { moves = [], notes = [], other }: ActivityDetails,
): boolean {
  const isOpen = other === address || notes.some(({ code }) => MAY_MOVE.includes(code))
  return kind === 'sent' && moves.length === 0 && !isOpen
}

/** The larger of what leaves and what arrives; undefined: nothing is known to move, or a price is missing. */
function worthOf(moves: readonly EventMove[]): number | undefined {
  if (moves.length === 0 || moves.some(({ usd }) => usd === undefined)) return undefined
  const total = (wanted: EventMove['direction']) =>
    moves.reduce((sum, { direction, usd = 0 }) => sum + (direction === wanted ? usd : 0), 0)
  return cents(Math.max(total('out'), total('in')))
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100
}

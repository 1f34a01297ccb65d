import { isRecord, jsonText, parseJson } from '../../../shared/json/json.ts'
import { shortAddress } from '../../alerts/delivery/messages/message-words.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import type { SafeRow } from '../../store/schema/schema.ts'
import type { SeenDelegate } from '../weaknesses.ts'

/** What a turn about a Safe leaves for the next one; absent: it is the first. */
export interface Kept {
  readonly state: KeptState | undefined
  readonly delegates: readonly KeptDelegate[] | undefined
}

/** A Safe as a node showed it last, and how far its queue and its events were read. */
export interface KeptState extends SafeState {
  /** What the queue was compared with last. */
  readonly compared: ComparedWith
  /** Messages were read: one that is signed when it is seen first is new from then on. */
  readonly hasReadMessages: boolean
  /** What of the queue is not known, of which a message was sent. */
  readonly unread: UnreadCounts
  readonly byModule: ModulesRead
}

export interface ComparedWith {
  readonly threshold: number
  /** Executions up to this nonce and this block are known. */
  readonly nonce: bigint
  readonly block: bigint
}

export interface UnreadCounts {
  /** Entries that cannot be read. */
  readonly unreadable: number
  /** Hashes of the first ones that have one. */
  readonly illegible: readonly string[]
  /** Entries of which not all signatures were read. */
  readonly overLimit: number
}

export interface ModulesRead {
  /** Executions up to this block are not new. */
  readonly baseline: bigint
  /** The last block that was read. */
  readonly last: bigint
  /** Transactions of the newest blocks, which are read again: a reorg moves them. */
  readonly seen: readonly string[]
}

/** An address that may propose. */
export interface KeptDelegate extends SeenDelegate {
  readonly delegator: string | undefined
}

/** Reads what is kept in the columns; a state that is not whole is none. */
export function keptOf({ state, delegates }: Pick<SafeRow, 'state' | 'delegates'>): Kept {
  return { state: parseState(state), delegates: keptDelegates(delegates) }
}

export function columnsOf({ state, delegates }: Kept): Pick<SafeRow, 'state' | 'delegates'> {
  return {
    state: state === undefined ? null : jsonText(state),
    delegates: delegates === undefined ? null : JSON.stringify(delegates),
  }
}

function parseState(text: string | null): KeptState | undefined {
  const kept = text === null ? undefined : (parseJson(text) as KeptState | undefined)
  if (!isRecord(kept) || !isRecord(kept.compared) || !isRecord(kept.byModule)) return undefined
  const { nonce, block, compared, byModule } = kept
  return {
    ...kept,
    nonce: BigInt(nonce),
    block: { ...block, number: BigInt(block.number) },
    compared: { ...compared, nonce: BigInt(compared.nonce), block: BigInt(compared.block) },
    byModule: { ...byModule, baseline: BigInt(byModule.baseline), last: BigInt(byModule.last) },
  }
}

export function keptDelegates(text: string | null): readonly KeptDelegate[] | undefined {
  const kept = text === null ? undefined : parseJson(text)
  return Array.isArray(kept) ? kept : undefined
}

/** What is another one than before, one line each; the nonce is none. */
export function configurationChanges(before: SafeState, now: SafeState): string[] {
  const lists = (name: string, old: readonly string[], current: readonly string[]) => [
    ...current.filter((each) => !old.includes(each)).map((each) => `${name} ${each} added`),
    ...old.filter((each) => !current.includes(each)).map((each) => `${name} ${each} removed`),
  ]
  const one = (name: string, old: string | undefined, current: string | undefined) =>
    old === current ? [] : [`${name} ${textOf(old)} → ${textOf(current)}`]
  return [
    ...lists('owner', before.owners, now.owners),
    ...one('threshold', String(before.threshold), String(now.threshold)),
    ...one('singleton', before.singleton.address, now.singleton.address),
    ...one('version', before.version, now.version),
    ...one('guard', before.guard, now.guard),
    ...one('module guard', before.moduleGuard, now.moduleGuard),
    ...lists('module', before.modules, now.modules),
    ...one('fallback handler', before.fallbackHandler, now.fallbackHandler),
  ]
}

function textOf(value: string | undefined): string {
  if (value === undefined) return 'none'
  return value.length > 20 ? shortAddress(value) : value
}

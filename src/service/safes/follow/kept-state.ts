import { parseJson } from '../../../shared/json/json.ts'
import { shortAddress } from '../../alerts/delivery/messages/message-words.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'

/** The column `state` of a Safe: as a node showed it last, and how far its queue was compared with it. */
export interface KeptState extends SafeState {
  /** The threshold that its items were compared with last; absent: its own. */
  readonly comparedThreshold?: number
  /** Messages were read: one that is signed when it is seen first is new from then on. */
  readonly hasReadMessages?: boolean
  /** Entries of the queue that cannot be read, of which a message was sent; absent: none. */
  readonly unreadable?: number
  /** Hashes of the first ones that have one. */
  readonly illegible?: readonly string[]
  /** Entries of which not all signatures were read, of which a message was sent; absent: none. */
  readonly overLimit?: number
  /** How far executions by modules were read; absent: as far as the state. */
  readonly byModule?: ModulesRead
}

export interface ModulesRead {
  /** Executions up to this block are not new. */
  readonly baseline: bigint
  /** The last block that was read. */
  readonly last: bigint
  /** Transactions of the newest blocks, which are read again: a reorg moves them. */
  readonly seen: readonly string[]
}

export function stateText(state: KeptState): string {
  return JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Undefined: nothing was kept, or another version of the program kept it. */
export function parseState(text: string | null): KeptState | undefined {
  const kept = text === null ? undefined : (parseJson(text) as KeptState | undefined)
  if (kept === undefined || !Array.isArray(kept.owners) || kept.block === undefined) return undefined
  const { block, byModule } = kept
  return {
    ...kept,
    nonce: BigInt(kept.nonce),
    block: { ...block, number: BigInt(block.number) },
    ...(byModule && { byModule: { ...byModule, baseline: BigInt(byModule.baseline), last: BigInt(byModule.last) } }),
  }
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

import { isZeroAddress } from '../../evm/words.ts'
import { type AnnouncedCall, announcedIn, type SafeEdit } from '../chain/safe-changes.ts'
import type { Call } from '../decode/calls.ts'
import type { Role } from '../parties/roles.ts'
import { listText, type Words } from './words.ts'

/** What a transaction changes of Safes, in words, and the calls that these words describe. */
export interface SafeChangesText {
  readonly texts: readonly string[]
  readonly calls: ReadonlySet<Call>
}

/** "adds owner 0x… to the Safe 0x… and lowers the threshold from 3 to 1", a sentence for each Safe. */
export function safeChangesText(calls: readonly Call[], words: Words): SafeChangesText {
  const announced = announcedIn(calls, (address) => words.standingOf(address) === 'trusted')
  const bySafe = Array.from(Map.groupBy(announced, ({ safe }) => safe))
  return {
    texts: bySafe.map(([safe, changes]) => textOf(safe, changes, words)),
    calls: new Set(announced.map(({ call }) => call)),
  }
}

const MOST = 6

function textOf(safe: string, changes: readonly AnnouncedCall[], words: Words): string {
  const edits = changes.flatMap((each) => each.edits)
  const last = edits.findLast((edit) => edit.part === 'threshold')
  const kept = edits.filter((edit) => edit.part !== 'threshold' || edit === last)
  const place = safe === words.sender ? 'the Safe' : words.isSafe(safe) ? `the ${words.party(safe)}` : words.party(safe)
  const clauses = kept.flatMap((edit, index) =>
    clauseOf(edit, index === 0 ? place : 'it', { words, now: words.thresholdOf(safe) }),
  )
  const more = clauses.length - MOST
  return listText(more > 0 ? [...clauses.slice(0, MOST - 1), `makes ${more + 1} more changes`] : clauses)
}

interface Wording {
  readonly words: Words
  readonly now: number | undefined
}

const partNames = {
  singleton: 'singleton',
  guard: 'transaction guard',
  moduleGuard: 'module guard',
  fallbackHandler: 'fallback handler',
} as const

const roles: Readonly<Partial<Record<SafeEdit['part'], Role>>> = { singleton: 'implementation', owners: 'new-owner' }

function clauseOf(edit: SafeEdit, safe: string, { words, now }: Wording): string[] {
  const of = safe === 'it' ? '' : ` of ${safe}`
  if (edit.part === 'threshold') return thresholdText(edit.value, now, of)
  if (edit.kind === 'any') return [`replaces the ${partNames[edit.part]}${of} by that of the library`]
  const who = words.beneficiary(edit.value, edit.kind === 'remove' ? 'revoked' : (roles[edit.part] ?? 'module'))
  if (edit.kind === 'set') {
    const name = partNames[edit.part]
    return isZeroAddress(edit.value) ? [`removes the ${name}${of}`] : [`makes ${who} the ${name}${of}`]
  }
  const kind = edit.part === 'owners' ? 'owner' : 'module'
  return edit.kind === 'add' ? [`adds ${kind} ${who} to ${safe}`] : [`removes ${kind} ${who} from ${safe}`]
}

function thresholdText(value: bigint, now: number | undefined, of: string): string[] {
  if (now === undefined) return [`sets the threshold${of} to ${value}`]
  const before = BigInt(now)
  if (value === before) return of === '' ? [] : [`keeps the threshold${of} at ${value}`]
  return [`${value < before ? 'lowers' : 'raises'} the threshold${of} from ${before} to ${value}`]
}

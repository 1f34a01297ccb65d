import { findChain } from '../../api/chains.ts'
import { refusedError, unknownMember } from '../usage.ts'
import type { Fields } from './rows.ts'
import { columnKey, IGNORED } from './rows.ts'

/** Names a member may have, as `columnKey` writes them, and the member each stands for. */
export type MemberNames = Readonly<Record<string, string>>

/** The members under the names the contract has for them; others stay as they are. */
export function renamed(fields: Fields, names: MemberNames): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) members[names[columnKey(name)] || name] = value
  return members
}

/** The same, where a member nobody knows is refused: misspelt chains would make an entry that holds on every chain. */
export function onlyKnown(fields: Fields, names: MemberNames): Record<string, unknown> {
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(names, columnKey(name)))
  if (unknown === undefined) return renamed(fields, names)
  const known = [...new Set(Object.values(names))].filter((member) => member !== IGNORED)
  throw unknownMember(unknown, known)
}

/** The id where we know the chain by its name, otherwise the text as it is. */
export function chainIdIn(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? (findChain(value)?.id ?? value.trim()) : value
}

/** Several of them: a list, or text with commas, semicolons or blanks between. */
export function chainIdsIn(value: unknown): unknown {
  const chains = typeof value === 'string' ? value.split(/[\s,;]+/).filter((each) => each !== '') : value
  return Array.isArray(chains) ? [...new Set(chains.map(chainIdIn))] : chainIdIn(chains)
}

/** A word of a set in any case, as the contract writes it. */
export function wordIn(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toUpperCase() : value
}

const YES = ['true', 'yes', '1', 'enabled', 'on']
const NO = ['false', 'no', '0', 'disabled', 'off']

/** Yes or no in the words of a spreadsheet. */
export function truthIn(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  if (YES.includes(word)) return true
  if (NO.includes(word)) return false
  throw refusedError(`${name} ${JSON.stringify(value)} is neither true nor false`)
}

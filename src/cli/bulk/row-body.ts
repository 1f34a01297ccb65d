import type * as z from 'zod'
import { findChain } from '../../api/chains.ts'
import { fieldErrors } from '../../api/parsing/issues.ts'
import type { Context } from '../context/context.ts'
import { refusedError, unknownMember } from '../errors/usage.ts'
import { loadDefinedChains } from '../input/check-values.ts'
import { columnKey, IGNORED, type MemberNames, type RowFields } from './rows.ts'

/** Renames members to the names of the contract; unknown members stay. */
export function renameMembers(fields: RowFields, names: MemberNames): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) members[names[columnKey(name)] || name] = value
  return members
}

/** The same, but refuses unknown members: an entry with misspelt chains would apply to every chain. */
export function renameKnownMembers(fields: RowFields, names: MemberNames): Record<string, unknown> {
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(names, columnKey(name)))
  if (unknown === undefined) return renameMembers(fields, names)
  const known = [...new Set(Object.values(names))].filter((member) => member !== IGNORED)
  throw unknownMember(unknown, known)
}

/** The id of a known chain name; other values stay. */
export function toChainId(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? (findChain(value)?.id ?? value.trim()) : value
}

/** Several: a list, or text separated by commas, semicolons or blanks. */
export function toChainIds(value: unknown): unknown {
  const chains = typeof value === 'string' ? value.split(/[\s,;]+/).filter((each) => each !== '') : value
  return Array.isArray(chains) ? [...new Set(chains.map(toChainId))] : toChainId(chains)
}

/** Reads rows; before the first that names a chain which is not known here, a remote service is asked for those that it knows. */
export function withChainsOf<Row, Bodies>(
  context: Context,
  chainsIn: (row: Row) => unknown,
  bodiesOf: (row: Row) => Bodies | Promise<Bodies>,
): (row: Row) => Bodies | Promise<Bodies> {
  let isAsked = !context.isRemote()
  return (row) => {
    const isName = (chain: unknown) => typeof chain === 'string' && /\D/.test(chain)
    if (isAsked || ![toChainIds(chainsIn(row))].flat().some(isName)) return bodiesOf(row)
    isAsked = true
    return loadDefinedChains(context).then(() => bodiesOf(row))
  }
}

/** A word in the upper case of the contract. */
export function toUpperWord(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toUpperCase() : value
}

/** Words: a list, or text separated by commas, semicolons or blanks. */
export function toWords(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[\s,;]+/).filter((each) => each !== '') : value
}

/** A block number in decimal digits; other values stay. */
export function toBlock(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
}

const YES = ['true', 'yes', '1', 'enabled', 'on']
const NO = ['false', 'no', '0', 'disabled', 'off']

/** A boolean in the words of spreadsheets. */
export function toBoolean(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  if (YES.includes(word)) return true
  if (NO.includes(word)) return false
  throw refusedError(`${name} ${JSON.stringify(value)} is not true or false`)
}

/** Members for which a remote service may accept values that this program does not know. */
const OPEN = /^(?:chainIds?|productType)\b|\.chainId$/

/**
 * Checks bodies against the contract; returns the errors.
 * @param members columns of the rows and the members that they fill: an error names the column
 */
export function bodyChecker(
  context: Context,
  schema: z.ZodType,
  members: MemberNames = {},
): (body: unknown) => readonly string[] {
  const isRemote = context.isRemote()
  const columnOf = (path: string) => {
    const [member = '', ...rest] = path.split('.')
    const column = Object.keys(members).find((name) => members[name] === member)
    return [column ?? member, ...rest].join('.')
  }
  return (body) => {
    const result = schema.safeParse(body, { reportInput: true })
    if (result.success) return []
    return fieldErrors(result.error)
      .filter(({ path, message }) => !(isRemote && OPEN.test(path) && message !== 'is required'))
      .map(({ path, message }) => (path === '' ? `it ${message}` : `${columnOf(path)} ${message}`))
  }
}

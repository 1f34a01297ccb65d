import type { AddressName } from '../../api/schemas/name.ts'
import { chainName } from '../../api/text/chains.ts'
import { EVERY_CHAIN } from '../../api/vocabulary.ts'
import { cellText, fieldAt } from './fields.ts'
import { type Column, columnValue } from './view.ts'
import { cutText } from './words.ts'

type Name = Pick<AddressName, 'address' | 'chainId' | 'name'>

/** The names of addresses on any chain, in the order in which they count. */
export type FindNames = (addresses: readonly string[]) => Promise<readonly Name[]>

const ADDRESSES = /\b0x[0-9a-f]{40}\b/gi
/** With what is said of it already: a name stands in quotes. */
const UNNAMED = /\b(0x[0-9a-f]{40})\b(?! \(")( \()?/gi

/** A longer one is cut. */
const LONGEST_NAME = 40
/** Below what makes a table shorten addresses: a name is no reason to show less of its address. */
const IMPORTANCE = 4

/** The columns with names beside addresses: in a column of their own, or in the phrase. They are read once for all rows. */
export async function withNames<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  find: FindNames,
): Promise<readonly Column<Row>[]> {
  const withAddresses = columns.filter(({ kind }) => kind === 'address' || kind === 'phrase')
  const texts = rows.flatMap((row) => withAddresses.map((column) => cellText(columnValue(row, column))))
  const addresses = new Set(texts.flatMap((text) => text.match(ADDRESSES) ?? []))
  if (addresses.size === 0) return columns
  const names = Map.groupBy(await find([...addresses]), ({ address }) => address.toLowerCase())
  if (names.size === 0) return columns
  const nameIn = (address: string, row: Row) => shownName(names.get(address.toLowerCase()) ?? [], chainsOf(row))
  return columns.flatMap((column) => {
    const textOf = (row: Row) => cellText(columnValue(row, column))
    if (column.kind === 'address') {
      const isOwn = (name: string, row: Row) => column.field === 'address' && name === fieldAt(row, 'name')
      const show = (row: Row) => {
        const name = nameIn(textOf(row), row)
        return isOwn(name, row) ? '' : name
      }
      return [column, { field: column.field, header: 'NAMED', importance: column.importance && IMPORTANCE, show }]
    }
    if (column.kind !== 'phrase') return [column]
    const show: Column<Row>['show'] = (row, when) =>
      (column.show?.(row, when) ?? textOf(row)).replace(UNNAMED, (found, address: string, open?: string) => {
        const name = nameIn(address, row)
        return name === '' ? found : `${address} (${JSON.stringify(name)}${open === undefined ? ')' : ', '}`
      })
    return [{ ...column, show }]
  })
}

/** The chains of which a row is; none: any. */
function chainsOf(row: unknown): readonly unknown[] {
  return [fieldAt(row, 'chainId') ?? fieldAt(row, 'chainIds') ?? []].flat()
}

/** The one that counts there; of a row on any chain with the chain, where it does not hold on every one. */
function shownName(names: readonly Name[], chains: readonly unknown[]): string {
  const holding = names.find(({ chainId }) => chainId === EVERY_CHAIN || chains.includes(chainId))
  if (holding !== undefined) return cutText(holding.name, LONGEST_NAME)
  const [first] = chains.length === 0 ? names : []
  return first === undefined ? '' : `${cutText(first.name, LONGEST_NAME)} on ${chainName(first.chainId)}`
}

import type { Chain } from '../../api/chains.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { isEmpty } from '../inputs/members.ts'
import { UNITS, weiIn } from '../options/transaction-options.ts'

/** Columns that say the unit of their cells, `value_ether`, `value (ether)` or `value in ether`, by the keys of columns. */
export function unitColumns(): Record<string, string> {
  return Object.fromEntries(
    Object.keys(UNITS).flatMap((unit) =>
      ['value', 'valuein'].map((name) => [`${name}${unit}`, `value_${unit === 'eth' ? 'ether' : unit}`]),
    ),
  )
}

const VALUE = /^value(?:_[a-z]+)?$/

/**
 * The members of a row with its value in wei. Tables have values in wei and in ether, so that a number without a unit is
 * refused in one. The value of JSON is that of the interface: wei.
 * @throws WardenError `refused`, or `usage` for a text that is no amount
 */
export function withValue(
  row: Readonly<Record<string, unknown>>,
  isText: boolean,
  chain: Chain | undefined,
): Record<string, unknown> {
  const others = Object.fromEntries(Object.entries(row).filter(([member]) => !VALUE.test(member)))
  const amounts = Object.entries(row).filter(([name, each]) => VALUE.test(name) && !isEmpty(each))
  const [[column, given] = ['value', row.value]] = amounts
  if (amounts.length > 1)
    throw refusedError(`${amounts.map(([name]) => name).join(' and ')} are ${amounts.length} amounts: keep one`)
  if (amounts.length === 0 || (column === 'value' && !isText)) return { ...others, value: given }
  if (typeof given !== 'string') throw refusedError(`${column} is a text, such as "1.5": a number may lose digits`)
  return { ...others, value: weiOf(given.trim(), column, chain) }
}

/** The wei of a cell, with the unit that it or its column has. */
function weiOf(text: string, column: string, chain: Chain | undefined): string {
  const refused = (fault: string) => refusedError(`${column}: ${fault}`)
  const unit = column.slice('value_'.length)
  const own = /^0x/i.test(text) ? 'wei' : (/^[^a-z]*([a-z]*)$/i.exec(text)?.[1]?.toLowerCase() ?? '')
  if (own in UNITS && unit !== '' && UNITS[own] !== UNITS[unit])
    throw refused(`${JSON.stringify(text)} is in another unit than its column`)
  if (unit === '' && /^\d+(?:\.\d+)?$/.test(text) && /[1-9]/.test(text))
    throw refused(
      `${JSON.stringify(text)} has no unit: write ${text}ether or ${text}wei, or name the column value_ether or value_wei`,
    )
  return weiIn(own === '' ? `${text}${unit}` : text, `${column}: `, chain)
}

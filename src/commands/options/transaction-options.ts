import type { Chain } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { type Option, parsed } from '../../cli/options.ts'
import { shortened } from '../../shared/text/shortened.ts'

export const valueOption = amountOption('amount in wei, or with a unit: 1.5ether, 20gwei')

/** As it was typed: what a unit means depends on the chain (`weiIn`). */
export function amountOption(help: string): Option<string, false> {
  return parsed('amount', help, (flag, text) => {
    weiIn(text, `${flag}: `)
    return text
  })
}

export function dataOption(help: string): Option<string, false> {
  return parsed('hex', help, (flag, text) => {
    // An unset variable in a script must not turn a call into a plain transfer.
    if (text === '') throw usageError(`${flag} is empty: leave it out, or pass 0x for no call data`)
    if (/^(?:0x)?(?:[0-9a-f]{2})*$/i.test(text)) return text
    throw usageError(
      `${flag}: ${JSON.stringify(shortened(text, 80))} is not call data: an even number of hex digits, with or without 0x`,
    )
  })
}

/** A whole number of any size. */
export function quantityOption(help: string): Option<string, false> {
  return parsed('n', help, (flag, text) => {
    wholeNumber(flag, text)
    return text.trim()
  })
}

/** @throws WardenError for what is none */
export function wholeNumber(flag: string, text: string): bigint {
  const number = parseQuantity(text.trim())
  if (number === undefined) throw usageError(`${flag}: ${JSON.stringify(text)} is not a whole number, 0 or above`)
  return number
}

/** Units of native currency, and how many decimals of wei each has. */
export const UNITS: Readonly<Record<string, number>> = { wei: 0, gwei: 9, ether: 18, eth: 18 }
/** What a unit stands for. */
export const UNIT_DECIMALS = 18

/** @param text what is no amount */
function amountFault(text: string): string {
  if (/^\d+$/.test(text)) return 'is above 2^256 - 1 wei'
  const [, digits, zeros] = /^(\d{1,9})e(\d{1,2})$/i.exec(text) ?? []
  const meant = zeros === undefined ? undefined : `${digits}${'0'.repeat(Number(zeros))}`
  const isDecimal = /^\d+\.\d{1,18}$/.test(text)
  const step = isDecimal ? ` (Did you mean ${text}ether?)` : meant ? ` (Did you mean ${meant}?)` : ''
  return `is not an amount in wei, or with a unit: 1.5ether, 20gwei${step}`
}

/**
 * Wei as decimal text, from wei (decimal or 0x), "20gwei" or "1.5ether". A unit stands for a number of wei, as in other tools, and so
 * for 18 decimals: it is refused where the currency has others.
 * @param from begins the error
 * @param chain absent: it is not known here
 * @throws WardenError usage
 */
export function weiIn(text: string, from: string, chain?: Pick<Chain, 'name' | 'currency' | 'decimals'>): string {
  const given = `${from}${JSON.stringify(text)}`
  const [, whole = '', fraction = '', unit = ''] = /^(\d+)(?:\.(\d+))?\s*([a-z]+)$/i.exec(text.trim()) ?? []
  const shift = UNITS[unit.toLowerCase()]
  if (shift !== undefined && shift > 0 && chain && chain.decimals !== UNIT_DECIMALS) {
    const { name, currency, decimals } = chain
    const one = 10n ** BigInt(decimals)
    throw usageError(
      `${given} has a unit of ${UNIT_DECIMALS} decimals, and ${currency} of ${name} has ${decimals}: write 1 ${currency} as ${one}`,
    )
  }
  const digits = shift !== undefined && fraction.length <= shift ? whole + fraction.padEnd(shift, '0') : text.trim()
  const wei = parseQuantity(digits.replace(/^0+(?=\d)/, ''))
  if (wei === undefined) throw usageError(`${given} ${amountFault(digits)}`)
  return wei.toString()
}

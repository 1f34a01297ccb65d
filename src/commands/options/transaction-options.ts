import { parseQuantity } from '../../api/quantity.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { type Option, parsed } from '../../cli/options.ts'

export const valueOption = parsed('amount', 'amount in wei, or with a unit: 1.5ether, 20gwei', (flag, text) => {
  const wei = weiOf(text)
  if (wei === undefined) throw usageError(`${flag}: ${amountFault(text)}`)
  return wei
})

export function dataOption(help: string): Option<string, false> {
  return parsed('hex', help, (flag, text) => {
    // An unset variable in a script must not turn a call into a plain transfer.
    if (text === '') throw usageError(`${flag} is empty: leave it out, or pass 0x for no call data`)
    if (/^(?:0x)?(?:[0-9a-f]{2})*$/i.test(text)) return text
    throw usageError(
      `${flag}: ${JSON.stringify(shortened(text))} is not call data: 0x and an even number of hex digits`,
    )
  })
}

/** A whole number of any size. */
export function quantityOption(help: string): Option<string, false> {
  return parsed('n', help, (flag, text) => {
    if (parseQuantity(text) !== undefined) return text
    throw usageError(`${flag}: ${JSON.stringify(text)} is not a whole number, 0 or above`)
  })
}

const UNITS: Readonly<Record<string, number>> = { wei: 0, gwei: 9, ether: 18, eth: 18 }

/** Wei as decimal text, from wei (decimal or 0x), "20gwei" or "1.5ether"; undefined for anything else. */
export function weiOf(text: string): string | undefined {
  const match = /^(\d+)(?:\.(\d+))?\s*([a-z]+)$/i.exec(text.trim())
  const decimals = UNITS[match?.[3]?.toLowerCase() ?? '']
  const [, whole = '', fraction = ''] = match ?? []
  const wei =
    match && decimals !== undefined && fraction.length <= decimals
      ? whole + fraction.padEnd(decimals, '0')
      : text.trim()
  return parseQuantity(wei.replace(/^0+(?=\d)/, ''))?.toString()
}

export function amountFault(text: string): string {
  return `${JSON.stringify(text)} is not an amount in wei, or with a unit: 1.5ether, 20gwei`
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

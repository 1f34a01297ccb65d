import { usageError } from '../../cli/errors/usage.ts'

/** A block number in decimal, or `latest`. */
export function parseBlock(flag: string, text: string): number | 'latest' {
  const given = text.trim().toLowerCase()
  if (given === 'latest') return given
  const number = Number(given)
  if (/^\d+$/.test(given) && Number.isSafeInteger(number)) return number
  throw usageError(`${flag}: ${JSON.stringify(text)} is not a block number or latest`)
}

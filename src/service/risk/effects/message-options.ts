import { ADDRESS_DIGITS, WORD_DIGITS } from '../../evm/words.ts'

/** In a path: who is paid by the options before it. */
export const DROPS = '@drops'

/** Types of options, in their first two bytes: gas alone, gas and a drop, or a list (ExecutorOptions and DVNOptions of LayerZero V2). */
const GAS = 1
const GAS_AND_DROP = 2
const LIST = 3

/** Who works by an option of a list. */
const EXECUTOR = 1
const VERIFIER = 2
/** What an executor does: lzReceive, native drop, lzCompose, ordered execution, lzRead. */
const NATIVE_DROP = 2
const LAST_EXECUTOR_OPTION = 5

/**
 * Who is paid in the currency of the other chain by the options of a LayerZero message (`extraOptions`; V1: `adapterParams`): addresses, or
 * 32 bytes. Undefined: they cannot be read.
 */
export function dropsIn(options: string): string[] | undefined {
  const digits = options.slice('0x'.length)
  if (digits === '') return []
  const rest = digits.slice(4)
  switch (Number.parseInt(digits.slice(0, 4), 16)) {
    case GAS:
      return rest.length === WORD_DIGITS ? [] : undefined
    case GAS_AND_DROP:
      return dropIn(rest.slice(WORD_DIGITS), WORD_DIGITS)
    case LIST:
      return listedDrops(rest)
    default:
      return undefined
  }
}

/** @param amountDigits of the amount, before the receiver */
function dropIn(digits: string, amountDigits: number): string[] | undefined {
  const receiver = digits.slice(amountDigits)
  if (receiver.length < ADDRESS_DIGITS || receiver.length > WORD_DIGITS) return undefined
  return /^0*$/.test(digits.slice(0, amountDigits)) ? [] : [`0x${receiver}`]
}

/** Each option: who works by it (1 byte), its length (2), and so many bytes, of which the first is its type. */
function listedDrops(digits: string): string[] | undefined {
  const drops: string[] = []
  for (let at = 0; at < digits.length; ) {
    const worker = Number.parseInt(digits.slice(at, at + 2), 16)
    const length = 2 * Number.parseInt(digits.slice(at + 2, at + 6), 16)
    const option = digits.slice(at + 6, at + 6 + length)
    if ((worker !== EXECUTOR && worker !== VERIFIER) || !(length > 0) || option.length !== length) return undefined
    const type = Number.parseInt(option.slice(0, 2), 16)
    if (worker === EXECUTOR) {
      if (type === 0 || type > LAST_EXECUTOR_OPTION) return undefined
      const dropped = type === NATIVE_DROP ? dropIn(option.slice(2), WORD_DIGITS / 2) : []
      if (dropped === undefined) return undefined
      drops.push(...dropped)
    }
    at += 6 + length
  }
  return drops
}

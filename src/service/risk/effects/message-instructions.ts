import { lazily } from '../../../shared/lazily.ts'
import { TRANSFER, TRANSFER_FROM } from '../../evm/asset.ts'
import { ADDRESS_DIGITS, isZeroAddress, SELECTOR_LENGTH, WORD_DIGITS } from '../../evm/words.ts'
import { argumentsAs, Layout } from '../decode/arguments.ts'

/** In a path: who is paid by the instructions before it. */
export const PAYEES = '@payees'

const instructions = lazily(
  () => new Layout('((address target, bytes data, uint256 value)[] calls, address fallbackRecipient) instructions'),
)

interface Instructions {
  readonly calls: readonly { readonly target: string; readonly data: string; readonly value: bigint }[]
  readonly fallbackRecipient: string
}

/** The word with the payee in the arguments of functions that pay out what the handler holds. */
const payeeWords: Readonly<Record<string, number>> = {
  [TRANSFER]: 0,
  [TRANSFER_FROM]: 1,
  // drainLeftoverTokens(address token, address destination), of the handler itself
  '0xef8738d3': 1,
}

/**
 * The accounts that instructions to a MulticallHandler of Across pay on the other chain (across-protocol/contracts): by its calls, and
 * with what is left when these fail. Empty for another message; what its other calls do is not read.
 */
export function payeesIn(message: string): string[] {
  const { args, fault } = instructions().read(message.slice('0x'.length))
  if (fault !== undefined) return []
  const { calls, fallbackRecipient } = argumentsAs<{ instructions: Instructions }>(args).instructions
  const paid = calls.flatMap(({ target, data, value }) => [...payeeOf(data), ...(value > 0n ? [target] : [])])
  return [...paid, fallbackRecipient].filter((address) => !isZeroAddress(address))
}

function payeeOf(data: string): string[] {
  const selector = data.slice(0, SELECTOR_LENGTH)
  const word = Object.hasOwn(payeeWords, selector) ? payeeWords[selector] : undefined
  if (word === undefined) return []
  const end = SELECTOR_LENGTH + WORD_DIGITS * (word + 1)
  return data.length < end ? [] : [`0x${data.slice(end - ADDRESS_DIGITS, end)}`]
}

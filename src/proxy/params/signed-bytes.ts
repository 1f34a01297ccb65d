import { isOfOtherType, isSignedListAt } from './transaction-shape.ts'

const WORD = 32
/** What stands before an address in a word. */
const ZEROS = Buffer.alloc(12)
/** No account starts with so many zero bytes: they cannot be chosen. */
const MIN_ADDRESS = Buffer.alloc(8)
/** Words of a packed user operation: the least of its bytes begins behind them. */
const HEAD = 9 * WORD
/** Where its paymaster's bytes and its signature begin: of entry points from 0.7 on, and of 0.6. */
const LAST_WORDS = [7, 9]

/**
 * Whether bytes have a signed transaction or a user operation anywhere: a list of RLP with a signature, of any type and any chain,
 * or the ABI encoding of `PackedUserOperation`, as in calls of `handleOps`.
 */
export function haveSigned(bytes: Buffer): boolean {
  if (isOfOtherType(bytes)) return true
  for (let at = 0; at < bytes.length; at += 1) if (isSignedListAt(bytes, at) || isOperationAt(bytes, at)) return true
  return false
}

/** The account, the nonce, then where the code of the account and the call data begin; its bytes can be in any order. */
function isOperationAt(bytes: Buffer, at: number): boolean {
  if (at + HEAD > bytes.length || !isOffset(bytes, at + 3 * WORD, HEAD) || !isOffset(bytes, at + 2 * WORD, 0))
    return false
  if (!LAST_WORDS.some((last) => isOffset(bytes, at + last * WORD, 0) && isOffset(bytes, at + (last + 1) * WORD, HEAD)))
    return false
  const account = bytes.subarray(at, at + WORD)
  return account.indexOf(ZEROS) === 0 && account.indexOf(MIN_ADDRESS, ZEROS.length) !== ZEROS.length
}

/** Whether the word there can say where bytes begin. */
function isOffset(bytes: Buffer, at: number, least: number): boolean {
  if (at + WORD > bytes.length) return false
  const offset = bytes.readUInt32BE(at + WORD - 4)
  if (offset < least || offset >= bytes.length) return false
  for (let index = at; index < at + WORD - 4; index += 1) if (bytes[index] !== 0) return false
  return true
}

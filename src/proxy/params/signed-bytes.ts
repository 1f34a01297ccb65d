import { isSignedListAt } from './transaction-shape.ts'

/** The word that says where the first bytes of a packed user operation begin: after its 9 words, or its 11 of entry point 0.6. */
const offsets = ['0120', '0160'].map((word) => Buffer.from(word.padStart(64, '0'), 'hex'))
const WORD = 32
/** Of an address in a word. */
const ZEROS = Buffer.alloc(12)

/**
 * Whether bytes have a signed transaction or a user operation anywhere: a list of RLP with a signature, of any type and any chain,
 * or the ABI encoding of `PackedUserOperation`, as in calls of `handleOps`.
 */
export function haveSigned(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (isSignedListAt(bytes, at)) return true
  return offsets.some((offset) => haveOperation(bytes, offset))
}

/** The account and the nonce are the two words before; the word after is the next offset, which is not smaller. */
function haveOperation(bytes: Buffer, offset: Buffer): boolean {
  for (let at = bytes.indexOf(offset); at >= 0; at = bytes.indexOf(offset, at + 1)) {
    const account = at - 2 * WORD
    if (account < 0 || at + 2 * WORD > bytes.length) continue
    const next = bytes.subarray(at + WORD, at + 2 * WORD)
    const isOffset =
      next.readUIntBE(0, 6) === 0 && next.compare(offset) >= 0 && next.readUInt32BE(WORD - 4) < bytes.length
    if (isOffset && bytes.subarray(account, account + ZEROS.length).equals(ZEROS)) return true
  }
  return false
}

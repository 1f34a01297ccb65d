/**
 * Room: Builds, signs, decodes and verifies the payload. Pure.
 *
 * Bytes of the signed payload; a change is a change of the interface.
 */

/**
 * Layout of the signed payload; numbers are big-endian. Source: the public contracts of the on-chain protocol.
 *
 *     from  to   bytes
 *        0  31    32    expiration: seconds since 1970; invalid in a block of that time or later
 *       32  32     1    trackNonce: 0 or 1
 *       33  64    32    nonce: 0 when it is not tracked
 *       65  96    32    r
 *       97 128    32    s
 *      129 129     1    v: 27 or 28
 *      130 159    30    zeros, up to a full word
 *      160 191    32    routing word, of which
 *      160 163     4        zero
 *      164 167     4        length of these zeros: 30
 *      168 171     4        length of everything before this word: 160
 *      172 175     4        selector of the function that checks the payload
 *      176 191    16        id of the module that has this function
 *
 * Bytes 0–129 are the module payload, 0–159 the padded one. Signed content: `digest.ts`; position in the call data:
 * `slot.ts`.
 */

/** bytes16: first 16 bytes of keccak256(abi.encode("signature-0.0.1")), the deployed version of the module. */
export const MODULE_ID = '0x8627ac9f51cee3e9224e0f4644a33be4'

/** bytes4: of validateSignature((address,address,uint256,bytes32),bytes). */
export const MODULE_SELECTOR = '0x719bee28'

export const WORD_BYTES = 32
export const MODULE_PAYLOAD_BYTES = 130
export const PADDED_MODULE_PAYLOAD_BYTES = 160
export const PADDING_BYTES = PADDED_MODULE_PAYLOAD_BYTES - MODULE_PAYLOAD_BYTES
export const PAYLOAD_BYTES = PADDED_MODULE_PAYLOAD_BYTES + WORD_BYTES

/** A clause, or undefined when valid. The contract increments its nonce before it compares, so the first one is 1. */
export function nonceFault(trackNonce: boolean, nonce: bigint): string | undefined {
  if (trackNonce && nonce === 0n) return 'a tracked nonce starts at 1, it is 0'
  if (!trackNonce && nonce !== 0n) return `an untracked nonce is 0, it is ${nonce}`
  return undefined
}

/** Hex digits of whole bytes in lower case, without `0x`; undefined when the text is not hex bytes. */
export function hexDigits(text: string): string | undefined {
  const digits = text.replace(/^0x/i, '').toLowerCase()
  // Searches for a wrong character: a pattern over the whole text would backtrack per byte of long call data.
  return digits.length % 2 === 1 || /[^0-9a-f]/.test(digits) ? undefined : digits
}

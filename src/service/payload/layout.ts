/**
 * The signed payload, byte by byte; numbers are big-endian. Published: the public contracts of the on-chain protocol read it so.
 *
 *     from  to   bytes
 *        0  31    32    expiration: seconds since the epoch; no longer good in a block of that time or later
 *       32  32     1    trackNonce: 0 or 1
 *       33  64    32    nonce: 0 when it is not tracked
 *       65  96    32    r
 *       97 128    32    s
 *      129 129     1    v: 27 or 28
 *      130 159    30    zeroes, up to a whole word
 *      160 191    32    routing word, of which
 *      160 163     4        zero
 *      164 167     4        length of the zeroes above: 30
 *      168 171     4        length of everything above this word: 160
 *      172 175     4        selector of the function that checks the payload
 *      176 191    16        id of the module that has this function
 *
 * Bytes 0–129 are the module payload, 0–159 the padded one. What the signature covers is told in `digest.ts`, where in the
 * call data the payload goes in `slot.ts`.
 */

/** bytes16: the first 16 bytes of keccak256(abi.encode("signature-0.0.1")), the version the module was deployed with. */
export const MODULE_ID = '0x8627ac9f51cee3e9224e0f4644a33be4'

/** bytes4: of validateSignature((address,address,uint256,bytes32),bytes). */
export const MODULE_SELECTOR = '0x719bee28'

export const WORD_BYTES = 32
export const MODULE_PAYLOAD_BYTES = 130
export const PADDED_MODULE_PAYLOAD_BYTES = 160
export const PADDING_BYTES = PADDED_MODULE_PAYLOAD_BYTES - MODULE_PAYLOAD_BYTES
export const PAYLOAD_BYTES = PADDED_MODULE_PAYLOAD_BYTES + WORD_BYTES

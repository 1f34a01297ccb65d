/**
 * Functions by selector (0x and eight digits, lower case), as Solidity writes them, with parameter names. The selector is
 * the first four bytes of keccak256 of the canonical text; it is written down so that nothing is hashed at start-up.
 */
export type SignatureTable = Readonly<Record<string, string>>

/**
 * Functions with parameter names, by selector (0x and eight digits, lower case): the first four bytes of keccak256 of the
 * canonical signature. Written down so that nothing is hashed at start-up; a test compares them.
 */
export type SignatureTable = Readonly<Record<string, string>>

/** 32 bytes: of a transaction, a block or a message. */
export const HEX_HASH = /^0x[0-9a-fA-F]{64}$/

/** Selectors of the Safe contracts (safe-global/safe-smart-account, v1.0.0 to v1.5.0). */

/** execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes) */
export const EXEC_TRANSACTION = '0x6a761202'
/** approveHash(bytes32) */
export const APPROVE_HASH = '0xd4d9bdcd'
/** getOwners() */
export const GET_OWNERS = '0xa0e67e2b'
/** getThreshold() */
export const GET_THRESHOLD = '0xe75235b8'
/** nonce() */
export const NONCE = '0xaffed0e0'
/** getModulesPaginated(address,uint256), since 1.1.0. */
export const MODULES_PAGE = '0xcc2f8452'

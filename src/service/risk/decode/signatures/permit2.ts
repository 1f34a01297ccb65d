import type { SignatureTable } from './signature-table.ts'

export const permitDetails = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
export const permitSingle = `(${permitDetails} details, address spender, uint256 sigDeadline)`
export const permitBatch = `(${permitDetails}[] details, address spender, uint256 sigDeadline)`
export const allowanceTransfer = '(address from, address to, uint160 amount, address token)'

const permitted = '(address token, uint256 amount)'
const single = `(${permitted} permitted, uint256 nonce, uint256 deadline)`
const batch = `(${permitted}[] permitted, uint256 nonce, uint256 deadline)`
const transfer = '(address to, uint256 amount)'

/** Uniswap's Permit2: AllowanceTransfer and SignatureTransfer. */
export const permit2Signatures: SignatureTable = {
  '0x87517c45': 'approve(address token, address spender, uint160 amount, uint48 expiration)',
  '0x2b67b570': `permit(address owner, ${permitSingle} permit, bytes signature)`,
  '0x2a2d80d1': `permit(address owner, ${permitBatch} permit, bytes signature)`,
  '0x36c78516': 'transferFrom(address from, address to, uint160 amount, address token)',
  '0x0d58b1db': `transferFrom(${allowanceTransfer}[] transfers)`,
  '0x30f28b7a': `permitTransferFrom(${single} permit, ${transfer} transfer, address owner, bytes signature)`,
  '0xedd9444b': `permitTransferFrom(${batch} permit, ${transfer}[] transfers, address owner, bytes signature)`,
  '0x137c29fe': `permitWitnessTransferFrom(${single} permit, ${transfer} transfer, address owner, bytes32 witness, string witnessType, bytes signature)`,
  '0xfe8ec1a7': `permitWitnessTransferFrom(${batch} permit, ${transfer}[] transfers, address owner, bytes32 witness, string witnessType, bytes signature)`,
  '0xcc53287f': 'lockdown((address token, address spender)[] approvals)',
  '0x65d9723c': 'invalidateNonces(address token, address spender, uint48 newNonce)',
  '0x3ff9dcb1': 'invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
}

import type { SignatureTable } from './signature-table.ts'

/**
 * ERC-20, ERC-721, ERC-777, ERC-1155, ERC-1363, ERC-2612, ERC-3009 (USDC), OpenZeppelin's increaseAllowance and
 * increaseApproval; contracts that move tokens of their caller: OpenSea TransferHelper, Disperse.
 */
export const tokenSignatures: SignatureTable = {
  '0xa9059cbb': 'transfer(address to, uint256 amount)',
  '0x23b872dd': 'transferFrom(address from, address to, uint256 amountOrId)',
  '0x42842e0e': 'safeTransferFrom(address from, address to, uint256 id)',
  '0xb88d4fde': 'safeTransferFrom(address from, address to, uint256 id, bytes data)',
  '0xf242432a': 'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  '0x2eb2c2d6': 'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  '0x4000aea0': 'transferAndCall(address to, uint256 amount, bytes data)',
  '0x9bd9bbc6': 'send(address to, uint256 amount, bytes data)',
  '0xe3ee160e':
    'transferWithAuthorization(address from, address to, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  '0xef55bec6':
    'receiveWithAuthorization(address from, address to, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  '0xcf092995':
    'transferWithAuthorization(address from, address to, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  '0x88b7ab63':
    'receiveWithAuthorization(address from, address to, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  '0x095ea7b3': 'approve(address spender, uint256 amountOrId)',
  '0xcae9ca51': 'approveAndCall(address spender, uint256 amount, bytes data)',
  '0x39509351': 'increaseAllowance(address spender, uint256 amount)',
  '0xa457c2d7': 'decreaseAllowance(address spender, uint256 amount)',
  '0xd73dd623': 'increaseApproval(address spender, uint256 amount)',
  '0x66188463': 'decreaseApproval(address spender, uint256 amount)',
  '0xa22cb465': 'setApprovalForAll(address operator, bool approved)',
  '0xd505accf':
    'permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  '0x9fd5a6cf': 'permit(address owner, address spender, uint256 amount, uint256 deadline, bytes signature)',
  '0x8fcbaf0c':
    'permit(address owner, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  '0x7ac2ff7b': 'permit(address spender, uint256 id, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  '0x959b8c3f': 'authorizeOperator(address operator)',
  '0xfad8b32a': 'revokeOperator(address operator)',
  '0x32389b71':
    'bulkTransfer(((uint8 itemType, address token, uint256 identifier, uint256 amount)[] items, address recipient, bool validateERC721Receiver)[] transfers, bytes32 conduitKey)',
  '0xe63d38ed': 'disperseEther(address[] recipients, uint256[] amounts)',
  '0xc73a2d60': 'disperseToken(address token, address[] recipients, uint256[] amounts)',
  '0x51ba162c': 'disperseTokenSimple(address token, address[] recipients, uint256[] amounts)',
}

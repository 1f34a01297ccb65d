import * as AbiFunction from 'ox/AbiFunction'

/**
 * Plain grants, payments, and changes of control of the standards. The account that one of these names is the other
 * party, never the sender. By ERC, OpenZeppelin and the documentation of Permit2 and Safe.
 */
const standards = [
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'decreaseAllowance(address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'setApprovalForAll(address,bool)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bytes)',
  'permit(address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,uint256,uint256,bytes)',
  'transferAndCall(address,uint256)',
  'transferAndCall(address,uint256,bytes)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'send(address,uint256,bytes)',
  'authorizeOperator(address)',
  'revokeOperator(address)',
  'approve(address,address,uint160,uint48)',
  'delegate(address)',
  'transferOwnership(address)',
  'setOwner(address)',
  'setPendingOwner(address)',
  'transferAdmin(address)',
  'grantRole(bytes32,address)',
  'revokeRole(bytes32,address)',
  'renounceRole(bytes32,address)',
  'beginDefaultAdminTransfer(address)',
  'changeAdmin(address)',
  'changeProxyAdmin(address,address)',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  'upgrade(address,address)',
  'upgradeAndCall(address,address,bytes)',
  'setImplementation(address)',
  'addOwnerWithThreshold(address,uint256)',
  'swapOwner(address,address,address)',
  'enableModule(address)',
] as const
const standardSelectors: ReadonlySet<string> = new Set(
  standards.map((signature) => AbiFunction.getSelector(`function ${signature}`)),
)

const SELECTOR_DIGITS = 10
const WORD = /.{64}/g
const ZEROS = '0'.repeat(24)

/**
 * The account that the call data of an unsigned vector names: the only address in its aligned words that looks like an
 * account. That is a word of 12 zero bytes and an address with at least 12 bytes that are not zero, which is neither
 * the called contract nor a known token or protocol. Undefined when there is none or more than one, and for the
 * standards’ functions above. Reads words, not functions: shares nothing with the decoder under test.
 */
export function namedAccount(to: string, data: string, isKnown: (address: string) => boolean): string | undefined {
  if (standardSelectors.has(data.slice(0, SELECTOR_DIGITS))) return undefined
  const words = data.slice(SELECTOR_DIGITS).match(WORD) ?? []
  const addresses = words.filter((word) => word.startsWith(ZEROS)).map((word) => `0x${word.slice(ZEROS.length)}`)
  const accounts = new Set(
    addresses.filter((address) => nonzeroBytes(address) >= 12 && address !== to && !isKnown(address)),
  )
  const [account] = accounts
  return accounts.size === 1 ? account : undefined
}

function nonzeroBytes(address: string): number {
  return (address.slice(2).match(/../g) ?? []).filter((byte) => byte !== '00').length
}

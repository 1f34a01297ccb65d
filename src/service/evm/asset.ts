/**
 * Room: What the EVM and its token standards define: ABI words, assets, logs, allowances. Pure.
 *
 * It knows no protocol, no chain and no opinion.
 */

/** Stands for the native currency of a chain where another asset has the address of its contract. */
export const NATIVE = 'native'

export type AssetStandard = 'native' | 'erc20' | 'erc721' | 'erc1155'

/** One asset of a chain. */
export interface AssetId {
  readonly standard: AssetStandard
  /** The contract in lower case, or `NATIVE`. */
  readonly token: string
  /** The item of an ERC-721 or ERC-1155 contract; undefined for an amount, or where items are only counted. */
  readonly id?: bigint | undefined
}

export const nativeAssetId: AssetId = { standard: 'native', token: NATIVE }

/** The key of an asset. The standard is no part of it: a contract has one, which is not always known. */
export function assetKey({ token, id }: Pick<AssetId, 'token' | 'id'>): string {
  return id === undefined ? token : `${token} ${id}`
}

/** The key of an asset of one owner. */
export function ownedKey(owner: string, asset: Pick<AssetId, 'token' | 'id'>): string {
  return `${owner} ${assetKey(asset)}`
}

/** Whether it is one of many that differ (an NFT), and no amount. */
export function isItem({ standard }: { readonly standard: string }): boolean {
  return standard === 'erc721' || standard === 'erc1155'
}

/** In stored rows the native currency has no name. */
const STORED_NATIVE = ''

/** A token or `NATIVE`, as columns of tokens and the content of events have it. */
export function storedToken(token: string): string {
  return token === NATIVE ? STORED_NATIVE : token
}

/** The reverse of `storedToken`. */
export function tokenOfStored(stored: string): string {
  return stored === STORED_NATIVE ? NATIVE : stored
}

// Selectors of the functions of tokens and of Permit2 that are sent or looked for: what they do, the rows in `data/effects` say.

/** transfer(address,uint256) */
export const TRANSFER = '0xa9059cbb'
/** transferFrom(address,address,uint256) */
export const TRANSFER_FROM = '0x23b872dd'
/** approve(address,uint256) of ERC-20 and ERC-721 */
export const APPROVE = '0x095ea7b3'
/** increaseAllowance(address,uint256) */
export const INCREASE_ALLOWANCE = '0x39509351'
/** setApprovalForAll(address,bool) */
export const SET_APPROVAL_FOR_ALL = '0xa22cb465'
/** transferAndCall(address,uint256,bytes) of ERC-677 and ERC-1363: the payee learns of it. */
export const TRANSFER_AND_CALL = '0x4000aea0'
/** send(address,uint256,bytes) of ERC-777 */
export const SEND = '0x9bd9bbc6'
/** approve(address,address,uint160,uint48) of Permit2 */
export const PERMIT2_APPROVE = '0x87517c45'

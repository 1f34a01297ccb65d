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

export const nativeAsset: AssetId = { standard: 'native', token: NATIVE }

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

import { randomBytes } from 'node:crypto'

export const CHECKSUMMED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const ADDRESSES = { sender: '0x7E57E185F01f2900F3b969962D790bD76275007A' } as const
/** On Ethereum, in the built-in records. */
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** Avalanche: where our own services have a node. */
export const CHAIN_WITH_NODE = '43114'
/** A Safe there. */
export const SAFE_ON_NODE = '0x7e570000000000000000000000000000000000a7'
export const unknownId = '00000000-0000-7000-8000-000000000000'

/** A hosted service keeps data of other runs: use a fresh address. Lower case. */
export function randomAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`
}

export function randomDigest(): string {
  return `0x${randomBytes(32).toString('hex')}`
}

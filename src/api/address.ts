import * as Address from 'ox/Address'
import { hasValidChecksum } from '../shared/addresses/checksum.ts'

export const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** A clause on what is wrong with an EVM address, or undefined. Mixed case must have a valid EIP-55 checksum. */
export function addressFault(text: string): string | undefined {
  if (!HEX_ADDRESS.test(text)) return 'is not an address: 0x and 40 hex digits'
  // Without the address that has these digits: it would be copied, and one of them may be wrong.
  return hasValidChecksum(text)
    ? undefined
    : 'has a wrong EIP-55 checksum: a digit may be wrong, so copy it again from its source'
}

/** EIP-55 checksum form of a valid address. */
export function checksummed(address: string): string {
  return Address.checksum(address as Address.Address)
}

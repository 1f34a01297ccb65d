import * as Address from 'ox/Address'

export const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** What is wrong with an EVM address as typed, or undefined. A mixed-case one must carry the right EIP-55 checksum. */
export function addressFault(text: string): string | undefined {
  if (!HEX_ADDRESS.test(text)) return 'is not an address: 0x and 40 hex digits'
  const digits = text.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined
  const right = checksummed(text)
  return right === text
    ? undefined
    : `has a wrong EIP-55 checksum: a digit may be wrong, so copy it again from its source; with these digits the right one is ${right}`
}

/** A good address as EIP-55 writes it. */
export function checksummed(address: string): string {
  return Address.checksum(address as Address.Address)
}

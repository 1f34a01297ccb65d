import * as Address from 'ox/Address'
import { addressOf } from '../json/evm-json.ts'

/** Whether hex of an address is in one case, or its EIP-55 checksum is right. */
export function hasValidChecksum(address: string): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  if (addressOf(address) === undefined) return false
  return Address.checksum(address as Address.Address) === address
}

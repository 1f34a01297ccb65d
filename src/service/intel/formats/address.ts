import { addressFault } from '../../../api/address.ts'
import { findChain } from '../../../api/chains.ts'
import { type OtherAddress, readOtherAddress } from '../../../shared/addresses/other-chains.ts'

/** An address in lower case, or why the text is not a usable one. */
export type AddressReading = { readonly address: string } | { readonly fault: string; readonly isMalformed: boolean }

/**
 * Parses an address in any case. Feeds mix EIP-55, lower and upper case, so the checksum is not verified. Rejects
 * placeholders: several feeds label the zero address, which would flag every burn.
 */
export function readAddress(raw: unknown): AddressReading {
  const text = typeof raw === 'string' ? raw.trim() : ''
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    const address = text.toLowerCase()
    if (isPlaceholder(address)) return { fault: 'burn or placeholder address', isMalformed: false }
    return { address }
  }
  if (readOtherAddress(text)) return { fault: 'not an EVM address', isMalformed: false }
  return { fault: 'not an address', isMalformed: true }
}

/** An address of any chain, for lists that have all addresses of a person. @param code of the currency, where the list has one */
export function readAnyAddress(raw: unknown, code?: string): AddressReading | { readonly other: OtherAddress } {
  const other = typeof raw === 'string' ? readOtherAddress(raw, code) : undefined
  return other ? { other } : readAddress(raw)
}

/** The same, where the list writes EVM addresses with their checksums: a digit of one that has a wrong one may be wrong. */
export function readCheckedAddress(raw: unknown, code?: string): ReturnType<typeof readAnyAddress> {
  const reading = readAnyAddress(raw, code)
  const isMistyped = 'address' in reading && addressFault(`0x${String(raw).trim().slice(2)}`) !== undefined
  return isMistyped ? { fault: 'wrong EIP-55 checksum', isMalformed: true } : reading
}

/** The zero address, precompiled contracts, the dead address, and 0xeee…, which routers use for the native currency. */
function isPlaceholder(address: string): boolean {
  return /^0x(?:0{38}[0-9a-f]{2}|0{36}dead|e{40})$/.test(address)
}

/** A chain's id, from its id or name; undefined for an unsupported chain. */
export function readChain(raw: unknown): string | undefined {
  return typeof raw === 'string' || typeof raw === 'number' ? findChain(String(raw))?.id : undefined
}

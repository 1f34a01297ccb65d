import { addressFault } from '../../../api/address.ts'
import { findChain } from '../../../api/chains.ts'
import { type OtherAddress, readOtherAddress } from '../../../shared/addresses/other-chains.ts'
import { irrelevant, malformed, type Rejected } from './format.ts'

/** An address in lower case, or its row rejected: the text is not a usable one. */
export type AddressReading = { readonly address: string } | Rejected

/**
 * Parses an address in any case. Feeds mix EIP-55, lower and upper case, so the checksum is not verified. Rejects
 * placeholders: several feeds label the zero address, which would flag every burn.
 * @param row that has it
 */
export function readAddress(raw: unknown, row: unknown): AddressReading {
  const text = typeof raw === 'string' ? raw.trim() : ''
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    const address = text.toLowerCase()
    if (isPlaceholder(address)) return irrelevant('burn or placeholder address', row)
    return { address }
  }
  if (readOtherAddress(text)) return irrelevant('not an EVM address', row)
  return malformed('not an address', row)
}

/** An address of any chain, for lists that have all addresses of a person. @param code of the currency, where the list has one */
export function readAnyAddress(
  raw: unknown,
  row: unknown,
  code?: string,
): AddressReading | { readonly other: OtherAddress } {
  const other = typeof raw === 'string' ? readOtherAddress(raw, code) : undefined
  return other ? { other } : readAddress(raw, row)
}

/** The same, where the list writes EVM addresses with their checksums: a digit of one that has a wrong one may be wrong. */
export function readCheckedAddress(raw: unknown, row: unknown, code?: string): ReturnType<typeof readAnyAddress> {
  const reading = readAnyAddress(raw, row, code)
  const isMistyped = 'address' in reading && addressFault(`0x${String(raw).trim().slice(2)}`) !== undefined
  return isMistyped ? malformed('wrong EIP-55 checksum', row) : reading
}

/** The zero address, precompiled contracts, the dead address, and 0xeee…, which routers use for the native currency. */
function isPlaceholder(address: string): boolean {
  return /^0x(?:0{38}[0-9a-f]{2}|0{36}dead|e{40})$/.test(address)
}

/** A chain's id, from its id or name; undefined for an unsupported chain. */
export function readChain(raw: unknown): string | undefined {
  return typeof raw === 'string' || typeof raw === 'number' ? findChain(String(raw))?.id : undefined
}

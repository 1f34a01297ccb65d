import { findChain } from '../../../api/chains.ts'

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
  if (isNotEvm(text)) return { fault: 'not an EVM address', isMalformed: false }
  return { fault: 'not an address', isMalformed: true }
}

/** Base58 and bech32 (Bitcoin, Tron and others): some lists contain all addresses of a person. */
function isNotEvm(text: string): boolean {
  return /^(?:[1-9A-HJ-NP-Za-km-z]{25,95}|[a-z]{1,10}1[02-9ac-hj-np-z]{20,90})$/.test(text)
}

/** The zero address, precompiled contracts, the dead address, and 0xeee…, which routers use for the native currency. */
function isPlaceholder(address: string): boolean {
  return /^0x(?:0{38}[0-9a-f]{2}|0{36}dead|e{40})$/.test(address)
}

/** A chain's id, from its id or name; undefined for an unsupported chain. */
export function readChain(raw: unknown): string | undefined {
  return typeof raw === 'string' || typeof raw === 'number' ? findChain(String(raw))?.id : undefined
}

export function unsupportedChain(raw: unknown): string {
  return `unsupported chain ${String(raw).trim().slice(0, 20) || '(none)'}`
}

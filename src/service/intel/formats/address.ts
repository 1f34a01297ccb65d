import { findChain } from '../../../api/chains.ts'

/** What stands where an address should: one in lower case, or why it is none for us. */
export type AddressReading = { readonly address: string } | { readonly fault: string; readonly isMalformed: boolean }

/**
 * Reads an address in any case: feeds mix EIP-55, lower and upper, and a wrong checksum in a list of thieves is no
 * reason to let one go. Placeholders are refused: several feeds label the zero address, and every burn would be flagged.
 */
export function readAddress(raw: unknown): AddressReading {
  const text = typeof raw === 'string' ? raw.trim() : ''
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    const address = text.toLowerCase()
    if (isPlaceholder(address)) return { fault: 'a burn or placeholder address: nobody', isMalformed: false }
    return { address }
  }
  if (isOfAnotherKind(text)) return { fault: 'an address of another kind of chain', isMalformed: false }
  return { fault: 'not an address', isMalformed: true }
}

/** Base58 and bech32, as Bitcoin, Tron and others write them: lists name all the addresses of a person. */
function isOfAnotherKind(text: string): boolean {
  return /^(?:[1-9A-HJ-NP-Za-km-z]{25,95}|[a-z]{1,10}1[02-9ac-hj-np-z]{20,90})$/.test(text)
}

/** The zero address, precompiled contracts, the dead address, and 0xeee…, which routers write for the native currency. */
function isPlaceholder(address: string): boolean {
  return /^0x(?:0{38}[0-9a-f]{2}|0{36}dead|e{40})$/.test(address)
}

/** The id of a chain by id or name, as lists write it (with spaces around); undefined for one that we do not judge. */
export function readChain(raw: unknown): string | undefined {
  return typeof raw === 'string' || typeof raw === 'number' ? findChain(String(raw))?.id : undefined
}

/** Why a row about another chain is not kept. */
export function foreignChain(raw: unknown): string {
  return `chain ${String(raw).trim().slice(0, 20) || '(none)'} is none we judge`
}

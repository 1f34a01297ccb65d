import type { ValidationRequest } from '../../../api/schemas/transaction.ts'
import { ADDRESS_DIGITS } from '../../evm/words.ts'
import { type Analysis, addressesOf, analyze, withDescribed } from '../../risk/analyze.ts'
import { startOf } from '../../risk/parties/similarity.ts'
import type { AddressRow, RequestRow } from '../../store/repositories/address-blocks.ts'
import { readTransaction } from '../request/read-request.ts'

/**
 * The request of such a row names more addresses than are listed: some are in undecoded bytes, or there are very many. No
 * character of base64url.
 */
const MORE = '+'
const MOST_LISTED = 4096
/** More undecoded bytes of one transaction are not hashed: their block is always read. */
const MOST_PLACES = 4096
const LOWER_CASE_ADDRESS = /^0x[0-9a-f]{40}$/

/** What a row stores of the addresses that its analysis names: those of a trace are known only now. */
export function addressColumn(analysis: Analysis): string {
  const { transaction, subjects, embedded } = withDescribed(analysis)
  const { from, to } = transaction
  let digits = ''
  for (const { address } of subjects)
    if (address !== from && address !== to && LOWER_CASE_ADDRESS.test(address)) digits += address.slice(2)
  const isMore = embedded.places > 0 || digits.length > MOST_LISTED * ADDRESS_DIGITS
  const listed = Buffer.from(digits.slice(0, MOST_LISTED * ADDRESS_DIGITS), 'hex').toString('base64url')
  return isMore ? MORE + listed : listed
}

/** Whether only the request shows all addresses. */
export function needsRequest({ addresses }: AddressRow): boolean {
  return addresses.startsWith(MORE)
}

/** Addresses of a row without its request, lower case. */
export function listedAddresses({ from_key, to_key, addresses }: AddressRow): string[] {
  const listed = to_key === null ? [from_key] : [from_key, to_key]
  const text = addresses.startsWith(MORE) ? addresses.slice(1) : addresses
  const digits = Buffer.from(text, 'base64url').toString('hex')
  for (let at = 0; at < digits.length; at += ADDRESS_DIGITS) listed.push(`0x${digits.slice(at, at + ADDRESS_DIGITS)}`)
  return listed
}

/** Addresses that are looked for, lower case. */
export interface SearchedAddresses {
  readonly addresses: ReadonlySet<string>
  /** The first four bytes of each. */
  readonly starts: ReadonlySet<number>
}

export function wantedOf(addresses: Iterable<string>): SearchedAddresses {
  const wanted = new Set(addresses)
  return { addresses: wanted, starts: new Set(Array.from(wanted, startOf)) }
}

export function isListed(row: AddressRow, { addresses }: SearchedAddresses): boolean {
  return listedAddresses(row).some((address) => addresses.has(address))
}

/** Decodes a stored request again: what its call data names, and what its undecoded bytes contain. */
export function isInRequest(row: RequestRow, { addresses, starts }: SearchedAddresses): boolean {
  const { named, embedded } = decoded(row)
  return (
    named.some((address) => addresses.has(address)) ||
    embedded.find((start) => starts.has(start)).some((address) => addresses.has(address))
  )
}

/** Hashes of the addresses in a stored request. */
export function hashesInRequest(row: RequestRow): { readonly hashes: number[]; readonly hasMore: boolean } {
  const { named, embedded } = decoded(row)
  const hasMore = embedded.places > MOST_PLACES
  const found = hasMore ? [] : embedded.find(() => true)
  return { hashes: [...named, ...found].map(hashOf), hasMore }
}

function decoded({ request, result }: RequestRow) {
  const analysis = analyze(readTransaction(JSON.parse(request) as ValidationRequest))
  return { named: [...addressesOf(analysis), ...namedByResult(result)], embedded: analysis.embedded }
}

/** The worst addresses that a trace showed, which may show more than are listed. */
function namedByResult(result: string): string[] {
  const { internalAddressesWithMaxScore = [] } = JSON.parse(result) as {
    internalAddressesWithMaxScore?: readonly { readonly address: string }[]
  }
  return internalAddressesWithMaxScore.map(({ address }) => address.toLowerCase())
}

/** 32 bits of an address in lower case. Stored: never change it. */
export function hashOf(address: string): number {
  return (startOf(address) ^ Number.parseInt(address.slice(-8), 16)) >>> 0
}

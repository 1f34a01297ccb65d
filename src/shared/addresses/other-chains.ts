/** Room: Addresses of chains that are no EVM chains: their forms and checksums. */

import { base58, base58xmr, base58xrp, bech32, bech32m } from '@scure/base'
import * as Hash from 'ox/Hash'
import { sha256 } from '../text/sha256.ts'

/** An address of a chain that is no EVM chain. It is only looked up, as text. */
export interface OtherAddress {
  /** As lists keep it: base58 as it was written, bech32 in lower case. */
  readonly text: string
  /** The code of its currency, such as BTC; undefined: its form is that of no chain that is known. */
  readonly chain: string | undefined
  /** It has the form of its chain, and is none of its addresses: a character is wrong. */
  readonly isInvalid: boolean
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const BECH32 = '[02-9ac-hj-np-z]'
/** Shorter texts are words; 20 and 4 bytes are the keys of EVM addresses and selectors. */
const ANY = new RegExp(`^(?!0x)(?:${BASE58}{25,110}|(?:[a-z]{1,16}[1:])?${BECH32}{25,120})$`)

interface Form {
  readonly chain: string
  readonly looks: RegExp
  isValid(text: string): boolean
}

/** Of several chains with the same form the first counts, unless a list names another one. */
const forms: readonly Form[] = [
  base58Form('BTC', '[13]', 25, 35, [0x00], [0x05]),
  bech32Form('BTC', 'bc'),
  base58Form('TRX', 'T', 34, 34, [0x41]),
  base58Form('LTC', '[LM3]', 26, 35, [0x30], [0x32], [0x05]),
  bech32Form('LTC', 'ltc'),
  base58Form('DOGE', '[DA9]', 34, 34, [0x1e], [0x16]),
  base58Form('XVG', 'D', 34, 34, [0x1e]),
  base58Form('DASH', '[X7]', 34, 34, [0x4c], [0x10]),
  base58Form('ZEC', 't[13]', 35, 35, [0x1c, 0xb8], [0x1c, 0xbd]),
  base58Form('BTG', '[GA]', 34, 34, [0x26], [0x17]),
  base58Form('BCH', '[13]', 25, 35, [0x00], [0x05]),
  base58Form('BSV', '[13]', 25, 35, [0x00], [0x05]),
  base58Form('XTZ', 'tz[1-4]', 36, 36, [6, 161, 159], [6, 161, 161], [6, 161, 164], [6, 161, 166]),
  {
    chain: 'XRP',
    looks: new RegExp(`^r${BASE58}{24,34}$`),
    isValid: (text) => startsWith(payloadOf(text, 'xrp'), [0]),
  },
  { chain: 'XMR', looks: new RegExp(`^[48](?:${BASE58}{94}|${BASE58}{105})$`), isValid: isMonero },
  bech32Form('ADA', 'addr'),
  bech32Form('BNB', 'bnb'),
  bech32Form('ATOM', 'cosmos'),
  { chain: 'SOL', looks: new RegExp(`^${BASE58}{32,44}$`), isValid: (text) => decoded(text)?.length === 32 },
]

/** Names of lists for a chain. What is not here is the code of a chain, or of an asset on several. */
const codes: Readonly<Record<string, string>> = {
  XBT: 'BTC',
  TRON: 'TRX',
  BITCOIN: 'BTC',
  SOLANA: 'SOL',
  MONERO: 'XMR',
}

/**
 * Reads an address of a chain that is no EVM chain; undefined: the text is none.
 * @param code of the currency, as a list names it; that of an asset on several chains (USDT) says nothing
 */
export function readOtherAddress(raw: string, code?: string): OtherAddress | undefined {
  const text = canonicalOf(raw.trim())
  if (!ANY.test(text)) return undefined
  const upper = code?.toUpperCase() ?? ''
  const named = codes[upper] ?? upper
  const fitting = forms.filter(({ looks }) => looks.test(text))
  const ofCode = fitting.filter(({ chain }) => chain === named)
  const valid = [...ofCode, ...fitting].find(({ isValid }) => isValid(text))
  if (valid) return { text, chain: valid.chain, isInvalid: false }
  const isOfChain = forms.some(({ chain }) => chain === named)
  const [likely] = [...ofCode, ...fitting]
  return { text, chain: isOfChain ? named : likely?.chain, isInvalid: likely !== undefined }
}

/** Bech32 is the same in upper case, and an address of Bitcoin Cash the same without its prefix. */
function canonicalOf(text: string): string {
  const isUpper = text === text.toUpperCase() && /^[A-Z]{1,16}[1:]/.test(text)
  return (isUpper ? text.toLowerCase() : text).replace(/^bitcoincash:/, '')
}

/** Base58 with a double SHA-256, and 20 bytes behind one of the versions. */
function base58Form(chain: string, start: string, least: number, most: number, ...versions: readonly number[][]): Form {
  return {
    chain,
    looks: new RegExp(`^(?=.{${least},${most}}$)${start}${BASE58}+$`),
    isValid(text) {
      const payload = payloadOf(text)
      return versions.some((version) => startsWith(payload, version) && payload?.length === version.length + 20)
    },
  }
}

function bech32Form(chain: string, prefix: string): Form {
  const limit = 120
  return {
    chain,
    looks: new RegExp(`^${prefix}1${BECH32}+$`),
    isValid: (text) => [bech32, bech32m].some((each) => each.decodeUnsafe(text, limit)?.prefix === prefix),
  }
}

function startsWith(bytes: Uint8Array | undefined, start: readonly number[]): boolean {
  return bytes !== undefined && start.every((byte, index) => bytes[index] === byte)
}

function decoded(text: string, coder = base58): Uint8Array | undefined {
  try {
    return coder.decode(text)
  } catch {
    return undefined
  }
}

/** The bytes before a checksum that is right. */
function payloadOf(text: string, alphabet?: 'xrp'): Uint8Array | undefined {
  const bytes = decoded(text, alphabet === 'xrp' ? base58xrp : base58)
  const payload = bytes?.subarray(0, -4)
  if (!bytes || !payload) return undefined
  return startsWith(digestOf(digestOf(payload)), [...bytes.subarray(-4)]) ? payload : undefined
}

function digestOf(bytes: Uint8Array): Uint8Array {
  return Buffer.from(sha256(bytes), 'hex')
}

/** A network byte, two keys and for some a payment id, before four bytes of their Keccak-256. */
function isMonero(text: string): boolean {
  const bytes = decoded(text, base58xmr)
  if (bytes?.length !== 69 && bytes?.length !== 77) return false
  return startsWith(Hash.keccak256(bytes.subarray(0, -4), { as: 'Bytes' }), [...bytes.subarray(-4)])
}

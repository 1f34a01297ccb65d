import * as Base58 from 'ox/Base58'
import type { KeyKind } from '../../api/operations/operation.ts'
import { crc32 } from '../../shared/files/crc32.ts'
import { sha256 } from '../../shared/text/sha256.ts'

/**
 * `txw_val_…` / `txw_mgmt_…`: 256 random bits in base 58 and their CRC-32 in hex. The prefix helps secret scanners, and the
 * checksum detects typos without a query. 256 random bits need no slow hash: SHA-256 is stored.
 */
const PREFIXES: Readonly<Record<KeyKind, string>> = { validation: 'txw_val_', management: 'txw_mgmt_' }
const SHAPE = /^txw_(?:val|mgmt)_([1-9A-HJ-NP-Za-km-z]{32,44})([0-9a-f]{8})$/

export function formatKey(kind: KeyKind, bytes: Uint8Array): string {
  const random = Base58.fromBytes(bytes)
  return `${PREFIXES[kind]}${random}${checksum(random)}`
}

/** Whether the text has the format and the checksum of a key. */
export function isKeyShaped(text: string): boolean {
  const match = SHAPE.exec(text)
  return match !== null && checksum(match[1] ?? '') === match[2]
}

export function hashKey(key: string): string {
  return sha256(key)
}

/** The first characters, to identify a key in lists. */
export function hintOf(key: string): string {
  const prefix = Object.values(PREFIXES).find((start) => key.startsWith(start)) ?? ''
  return `${key.slice(0, prefix.length + 4)}…`
}

function checksum(random: string): string {
  return crc32(random).toString(16).padStart(8, '0')
}

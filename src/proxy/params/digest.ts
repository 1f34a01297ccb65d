import * as Hash from 'ox/Hash'
import type { Hex } from './signing-request.ts'

/** Computes Keccak-256 of a value that is given as JSON: members in a fixed order, hex in lower case. */
export function digestOf(value: unknown): Hex {
  return Hash.keccak256(new TextEncoder().encode(JSON.stringify(value)), { as: 'Hex' })
}

import type { Hex } from 'ox/Hex'
import { hasValidChecksum } from '../addresses/checksum.ts'
import { refusal, type WardenError } from '../errors.ts'
import { addressOf, dataOf, hashOf, quantityOf } from '../json/evm-json.ts'
import { shortened } from '../text/shortened.ts'

/** What is wrong with a file about a Safe: one line that names the member. */
export function safeFileFault(message: string): WardenError {
  return refusal('invalid-safe-transaction', message)
}

const MAX_LENGTH = 80

/** A value for an error message. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return shortened(text, MAX_LENGTH)
}

/**
 * Reads members of JSON that wallets, services and scripts write: quantities as numbers or as decimal or 0x strings.
 * @throws WardenError `invalid-safe-transaction`; a member of the wrong form is never a default value
 */
export class MemberReader {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #where: string

  /** @param where the begin of an error, such as `transactions[0].`; empty: the file itself */
  constructor(values: Readonly<Record<string, unknown>>, where = '') {
    this.#values = values
    this.#where = where
  }

  /** Null is absent: the Safe service writes it for empty members. */
  isAbsent(name: string): boolean {
    return (Object.hasOwn(this.#values, name) ? this.#values[name] : undefined) == null
  }

  address(name: string): Hex {
    const value = this.#required(name)
    const address = addressOf(value)
    if (address === undefined) throw this.#fault(name, value, 'an address: 0x and 40 hex digits')
    if (!hasValidChecksum(String(value))) throw this.#fault(name, value, 'an address: it has a wrong EIP-55 checksum')
    return address as Hex
  }

  quantity(name: string): bigint {
    const value = this.#required(name)
    const quantity = quantityIn(value)
    if (quantity === undefined) throw this.#fault(name, value, 'a whole number from 0 to 2^256 - 1')
    return quantity
  }

  data(name: string): Hex {
    const value = this.#required(name)
    const data = dataOf(value)
    if (data === undefined) throw this.#fault(name, value, '0x and an even number of hex digits')
    return data as Hex
  }

  hash(name: string): Hex {
    const value = this.#required(name)
    const hash = hashOf(value)
    if (hash === undefined) throw this.#fault(name, value, 'a hash: 0x and 64 hex digits')
    return hash as Hex
  }

  #required(name: string): unknown {
    if (this.isAbsent(name)) throw safeFileFault(`${this.#where}${name} is missing`)
    return this.#values[name]
  }

  #fault(name: string, value: unknown, expected: string): WardenError {
    return safeFileFault(`${this.#where}${name}: ${shownValue(value)} is not ${expected}`)
  }
}

/** From 0 to 2^256 - 1. A larger number of JSON has lost digits when it is read. */
export function quantityIn(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) return quantityOf(value)
  const quantity = BigInt(value)
  return quantity < 2n ** 256n ? quantity : undefined
}

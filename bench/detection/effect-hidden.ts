import { call, left, packed, right } from './adversarial/encode.ts'
import * as protocols from './adversarial/protocols.ts'
import { block, type Row } from './adversarial/row.ts'
import type { Inner } from './adversarial/wrap.ts'
import { randomAmount } from './effect-values.ts'
import type { Random } from './random.ts'

/** Calls of unknown functions with an address somewhere in their data. */

const contracts = Object.values(protocols)

type Hide = (random: Random, address: string) => string

const selector = (random: Random) => `0x${random.hex(4)}`
const someBytes = (random: Random) => `0x${random.hex(random.below(70))}`
const head = 'perform'

/** Whole words: small numbers, amounts, hashes. */
function filler(random: Random): string[] {
  const word = () =>
    random.pick<() => string>([
      () => random.below(300).toString(16).padStart(64, '0'),
      () => randomAmount(random).toString(16).padStart(64, '0'),
      () => random.hex(32),
    ])()
  return Array.from({ length: random.below(8) }, () => `0x${word()}`)
}

const inWords =
  (aligned: (address: string) => string): Hide =>
  (random, address) =>
    packed(selector(random), ...filler(random), aligned(address), ...filler(random))

/** The address at any offset between other bytes. */
const inBytes: Hide = (random, address) => packed(someBytes(random), address, someBytes(random))

const asText = (random: Random, address: string) =>
  random.pick([address, `0x${address.slice(2).toUpperCase()}`, `to=${address};memo=${random.below(1000)}`])

const hides: readonly [Hide, ...Hide[]] = [
  inWords(left),
  inWords(right),
  (random, address) => packed(selector(random), ...filler(random), address),
  (random, address) => packed(selector(random), inBytes(random, address)),
  (random, address) => withSelector(random, call(`${head}(bytes)`, inBytes(random, address))),
  (random, address) =>
    withSelector(random, call(`${head}(uint256,bytes)`, randomAmount(random), inBytes(random, address))),
  (random, address) => withSelector(random, call(`${head}(string)`, asText(random, address))),
  (random, address) =>
    withSelector(
      random,
      call(`${head}((uint8,bytes)[],uint256)`, [[random.below(9), call(`${head}(address,bytes)`, address, '0x')]], 1n),
    ),
  (random, address) =>
    withSelector(
      random,
      call(`${head}(bytes[])`, [someBytes(random), call(`${head}(bytes)`, inBytes(random, address))]),
    ),
]

export const hide: Hide = (random, address) => random.pick([...hides])(random, address)

/** A call of an unknown function of a known or an unknown contract. */
export function hiddenCall(random: Random, address: string): Inner & Pick<Row, 'id'> {
  const to = random.below(2) === 0 ? random.address() : (contracts[random.below(contracts.length)] as string)
  const data = hide(random, address)
  return { id: data.slice(0, 10), to, data }
}

/** One listing of the address: an own BLOCK entry, a sanction, or a threat feed. */
export function listing(random: Random, address: string): Pick<Row, 'lists' | 'intel'> {
  return random.pick<() => Pick<Row, 'lists' | 'intel'>>([
    () => ({ lists: [block(address)] }),
    () => ({ intel: [{ kind: 'sanctioned', label: 'SDN', address }] }),
    () => ({ intel: [{ kind: 'malicious', label: 'Phishing', address }] }),
  ])()
}

/** An address that differs from the listed one in one digit or in all of them. */
export function unlisted(random: Random, listed: string): string {
  if (random.below(2) === 0) return random.address()
  const index = 2 + random.below(40)
  const digit = (Number.parseInt(listed.charAt(index), 16) ^ (1 + random.below(15))).toString(16)
  return listed.slice(0, index) + digit + listed.slice(index + 1)
}

function withSelector(random: Random, data: string): string {
  return selector(random) + data.slice(10)
}

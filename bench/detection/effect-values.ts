import * as AbiFunction from 'ox/AbiFunction'
import { functionOf, hashOf, left, packed } from './adversarial/encode.ts'
import { ENS_RESOLVER, USDC } from './adversarial/protocols.ts'
import { DEADLINE, NOBODY, ONE } from './adversarial/row.ts'
import type { Random } from './random.ts'

/** What the values of a call depend on. */
export interface Use {
  readonly random: Random
  /** Owner of the assets and rights. */
  readonly actor: string
  readonly gainer: string
  /** The call gives a right back. */
  readonly isBack: boolean
  /** The minimum output is zero. */
  readonly isUnprotected: boolean
}

interface Parameter {
  readonly name?: string
  readonly type: string
  readonly components?: readonly Parameter[]
}

type Value = (use: Use, type: string) => unknown

/** One dollar, and tokens without a rough price: the amounts are drawn, so that two known worths would not fit. */
const TOKENS = [
  USDC,
  '0x0bc529c00c6401aef6d220be8c6ea1667f6ad93e', // YFI
  '0x111111111117dc0aa78b770fa6a738034120c302', // 1INCH
  '0x6b3595068778dd592e39a122f4f5a5cf09c90fe2', // SUSHI
  '0x808507121b80c02388fad14726482e061b8da827', // PENDLE
  '0xba100000625a3754423978a60c9317c58a424e3d', // BAL
  '0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f', // SNX
  '0xc944e90c64b2c07662a292be6244bdf05cda44a7', // GRT
] as const
const CHAINS = [10n, 137n, 8453n, 42_161n] as const
const FEES = [500n, 3000n, 10_000n] as const
const SENTINEL = `0x${'0'.repeat(39)}1`

/** Base units. */
export function randomAmount(random: Random): bigint {
  return BigInt(random.below(1_000_000) + 1) * 10n ** BigInt(random.below(13) + 6)
}

export function randomToken(random: Random): string {
  return random.pick([...TOKENS])
}

const exactly =
  (of: bigint): Value =>
  () =>
    of
const below =
  (limit: number): Value =>
  ({ random }) =>
    BigInt(random.below(limit))
const hash: Value = ({ random }) => `0x${random.hex(32)}`
const address: (of: (use: Use) => string) => Value = (of) => (use, type) =>
  type === 'uint256' ? BigInt(of(use)) : type === 'bytes32' ? left(of(use)) : of(use)

/** By the name of the parameter. */
const values: Readonly<Record<string, Value>> = {
  gainer: address(({ gainer }) => gainer),
  actor: ({ actor }) => actor,
  on: ({ isBack }) => !isBack,
  power: ({ isBack, random }, type) =>
    isBack ? 0n : random.below(3) === 0 ? fitting(randomAmount(random), type) : most(type),
  amount: ({ random }, type) => fitting(randomAmount(random), type),
  min: ({ isUnprotected, random }) => (isUnprotected ? 0n : ONE * BigInt(1 + random.below(1000))),
  share: ({ random }) => BigInt(1 + random.below(1000)),
  token: address(({ random }) => randomToken(random)),
  otherToken: ({ random }) => randomToken(random),
  path: ({ random }, type) => {
    const [one, other] = [randomToken(random), randomToken(random)]
    return type === 'bytes' ? packed(one, [24, random.pick([...FEES])], other) : [one, other]
  },
  contract: address(({ random }) => random.address()),
  resolver: () => ENS_RESOLVER,
  selector: ({ random }) => `0x${random.hex(4)}`,
  sentinel: () => SENTINEL,
  nobody: () => NOBODY,
  node: (use, type) => (type === 'bytes32' ? hash(use, type) : BigInt(`0x${use.random.hex(32)}`)),
  label: hash,
  hash,
  r: hash,
  s: hash,
  v: ({ random }) => BigInt(27 + random.below(2)),
  signature: ({ random }) => `0x${random.hex(65)}`,
  role: ({ random }) => random.pick([`0x${'0'.repeat(64)}`, hashOf('MINTER_ROLE'), hashOf('UPGRADER_ROLE')]),
  permission: () => `0x${Buffer.from('ADMIN').toString('hex').padEnd(64, '0')}`,
  name: ({ random }) => `name${random.below(100_000)}`,
  word: ({ random }) => `0x${randomAmount(random).toString(16).padStart(64, '0')}`,
  id: below(1_000_000),
  index: below(8),
  flags: ({ random }) => BigInt(1 + random.below(7)),
  nonce: below(100),
  fee: ({ random }) => random.pick([...FEES]),
  gas: ({ random }) => BigInt(10_000 + random.below(90_000)),
  chain: ({ random }) => random.pick([...CHAINS]),
  period: exactly(1440n),
  deadline: exactly(DEADLINE),
  one: exactly(1n),
  two: exactly(2n),
  sixty: exactly(60n),
  yes: () => true,
  no: () => false,
  none: () => [],
  zero: (_, type) => (type === 'bytes' ? '0x' : type === 'bytes32' ? `0x${'0'.repeat(64)}` : 0n),
}

/** Call data for a signature with named parameters. Throws for a name without a value. */
export function effectCall(signature: string, use: Use): string {
  const item = functionOf(signature)
  return AbiFunction.encodeData(item, item.inputs.map((input) => parameterValue(input as Parameter, use)) as never)
}

function parameterValue({ name = '', type, components }: Parameter, use: Use): unknown {
  const isList = type.endsWith('[]')
  if (components) {
    const members = components.map((each) => parameterValue(each, use))
    return isList ? [members] : members
  }
  const isWhole = !isList || name === 'path' || name === 'none'
  return isWhole ? namedValue(name, type, use) : [namedValue(name, type.slice(0, -2), use)]
}

export function namedValue(name: string, type: string, use: Use): unknown {
  const value = values[name]
  if (!value) throw new Error(`no value for the parameter ${name}`)
  return value(use, type)
}

function bitsOf(type: string): number {
  return Number(/\d+$/.exec(type)?.[0] ?? 256)
}

function most(type: string): bigint {
  return 2n ** BigInt(bitsOf(type) - (type.startsWith('int') ? 1 : 0)) - 1n
}

function fitting(amount: bigint, type: string): bigint {
  return amount % (most(type) + 1n)
}

/** One ether or less. */
export function randomValue(random: Random): bigint {
  return (ONE * BigInt(1 + random.below(1000))) / 1000n
}

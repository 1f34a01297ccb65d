import type { Transaction } from '../../src/service/risk/types.ts'
import { anyPair, heldOutName, NO_GOAL_NAMES, phishingName, phishingPair } from './phishing-functions.ts'
import { Random } from './random.ts'
import { bytes, call, list, tuple, word } from './words.ts'

/** A call to sign, made by `actor`, the owner of the assets. */
export interface Made {
  readonly to: string
  readonly value?: bigint
  readonly data: string
}

type Make = (random: Random, actor: string) => Made

export interface GeneratedClass {
  readonly name: string
  readonly wrapping: 'plain' | 'wrapped'
  readonly transactions: readonly Transaction[]
}

const CASES = 300

const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const TRANSFER_HELPER = '0x0000000000c2d145a2526bd8c716263bfebe1a72'
const ENTRY_POINT_6 = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'
const ENTRY_POINT_7 = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const NOBODY = `0x${'0'.repeat(40)}`
const UNLIMITED = 2n ** 256n - 1n
const UNLIMITED_160 = 2n ** 160n - 1n
const NO_EXPIRY = 2n ** 48n - 1n

const amount = (random: Random) => BigInt(random.below(1_000_000) + 1) * 10n ** BigInt(random.below(15) + 4)
const mostly = (random: Random, most: bigint) => (random.below(4) === 0 ? amount(random) : most)
const signature = (random: Random) => [word(27 + random.below(2)), word(random.hex(32)), word(random.hex(32))]
const deadline = (random: Random) => word(1_800_000_000 + random.below(1_000_000))

const approval: Make = (random) => ({
  to: random.address(),
  data: call('0x095ea7b3', word(random.address()), word(mostly(random, UNLIMITED))),
})

const allowanceIncrease: Make = (random) => ({
  to: random.address(),
  data: call('0x39509351', word(random.address()), word(mostly(random, UNLIMITED))),
})

const permit: Make = (random, actor) => {
  const spender = word(random.address())
  const erc2612 = () =>
    call('0xd505accf', word(actor), spender, word(mostly(random, UNLIMITED)), deadline(random), ...signature(random))
  const dai = () =>
    call('0x8fcbaf0c', word(actor), spender, word(random.below(9)), deadline(random), word(1), ...signature(random))
  return { to: random.address(), data: random.pick([erc2612, dai])() }
}

const operator: Make = (random) => ({
  to: random.address(),
  data: call('0xa22cb465', word(random.address()), word(1)),
})

const permit2: Make = (random, actor) => {
  const stranger = word(random.address())
  const most = () => word(mostly(random, UNLIMITED_160))
  const details = () => tuple(word(random.address()), most(), word(NO_EXPIRY), word(random.below(9)))
  const signed = bytes(random.hex(65))
  const approve = () => call('0x87517c45', word(random.address()), stranger, most(), word(NO_EXPIRY))
  const single = () => call('0x2b67b570', word(actor), tuple(details(), stranger, deadline(random)), signed)
  const batch = () =>
    call('0x2a2d80d1', word(actor), tuple(list(details(), details()), stranger, deadline(random)), signed)
  return { to: PERMIT2, data: random.pick([approve, single, batch])() }
}

const bulkTransfer: Make = (random, actor) => {
  const recipient = word(random.address())
  const item = () => tuple(word(2), word(random.address()), word(random.below(10_000)), word(1))
  const items = Array.from({ length: 2 + random.below(4) }, item)
  const helper = (): Made => ({
    to: TRANSFER_HELPER,
    data: call('0x32389b71', list(tuple(list(...items), recipient, word(1))), word(0)),
  })
  const ids = Array.from({ length: 2 + random.below(5) }, () => word(random.below(100_000)))
  const ones = ids.map(() => word(1))
  const batch = (): Made => ({
    to: random.address(),
    data: call('0x2eb2c2d6', word(actor), recipient, list(...ids), list(...ones), bytes('')),
  })
  return random.pick([helper, batch])()
}

const upgrade: Make = (random) => {
  const code = word(random.address())
  const to = random.address()
  const initializer = bytes(random.hex(36))
  const cut = () => tuple(code, word(random.below(2)), list(word(random.hex(4).padEnd(64, '0'))))
  return {
    to,
    data: random.pick<() => string>([
      () => call('0x3659cfe6', code),
      () => call('0x4f1ef286', code, initializer),
      () => call('0x99a88ec4', word(random.address()), code),
      () => call('0x9623609d', word(random.address()), code, initializer),
      () => call('0xd784d426', code),
      () => call('0xbb913f41', code),
      () => call('0x7de7edef', code),
      () => call('0x1f931c1c', list(cut(), cut()), word(NOBODY), bytes('')),
    ])(),
  }
}

const ownership: Make = (random) => {
  const owner = word(random.address())
  return {
    to: random.address(),
    data: random.pick<() => string>([
      () => call('0xf2fde38b', owner),
      () => call('0x13af4035', owner),
      () => call('0x7a9e5e4b', owner),
      () => call('0x4dd18bf5', owner),
      () => call('0x8f283970', owner),
      () => call('0x7eff275e', word(random.address()), owner),
      () => call('0x2f2ff15d', word(0), owner),
    ])(),
  }
}

const revocation: Make = (random, actor) => {
  const someone = word(random.address())
  const token = random.address()
  const ofToken = (data: string): Made => ({ to: token, data })
  const ofPermit2 = (data: string): Made => ({ to: PERMIT2, data })
  return random.pick<() => Made>([
    () => ofToken(call('0x095ea7b3', someone, word(0))),
    () => ofToken(call('0xa457c2d7', someone, word(amount(random)))),
    () => ofToken(call('0xa22cb465', someone, word(0))),
    () => ofToken(call('0xd505accf', word(actor), someone, word(0), deadline(random), ...signature(random))),
    () => ofToken(call('0x8fcbaf0c', word(actor), someone, word(1), deadline(random), word(0), ...signature(random))),
    () => ofPermit2(call('0x87517c45', word(token), someone, word(0), word(0))),
    () => ofPermit2(call('0xcc53287f', list(tuple(word(token), someone), tuple(word(random.address()), someone)))),
  ])()
}

const classes: Readonly<Record<string, Make>> = {
  approvals: approval,
  'allowance increases': allowanceIncrease,
  permits: permit,
  'approvals for all': operator,
  'Permit2 grants': permit2,
  'bulk NFT transfers': bulkTransfer,
  upgrades: upgrade,
  'ownership changes': ownership,
  'phishing names of one word': phishingName,
  'phishing names of two words': phishingPair,
  'held-out phishing names': heldOutName,
  [NO_GOAL_NAMES]: anyPair,
}

/** Transactions of every class to unknown authorities; deterministic per seed. */
export function generateThreats(seed: number): GeneratedClass[] {
  return Object.entries(classes).flatMap(([name, make], index) => generate(name, make, seed + index))
}

/** Revocations. */
export function generateRevocations(seed: number): GeneratedClass[] {
  return generate('revocations', revocation, seed)
}

function generate(name: string, make: Make, seed: number): GeneratedClass[] {
  const random = new Random(seed)
  const some = (one: () => Transaction) => Array.from({ length: CASES }, one)
  return [
    { name, wrapping: 'plain', transactions: some(() => plain(random, make)) },
    { name, wrapping: 'wrapped', transactions: some(() => wrapped(random, make)) },
  ]
}

function plain(random: Random, make: Make): Transaction {
  const from = random.address()
  return transaction(from, make(random, from))
}

function wrapped(random: Random, make: Make): Transaction {
  const [from, safe, account] = [random.address(), random.address(), random.address()]
  const noValue = (made: Made): Made => ({ ...made, value: 0n })
  return random.pick<() => Transaction>([
    () => transaction(from, inMulticall(make(random, from))),
    () => transaction(from, noValue(inSafe(random, safe, make(random, safe)))),
    () => transaction(from, noValue(inOperation(random, account, make(random, account)))),
    () =>
      transaction(from, noValue(inOperation(random, account, inSafe(random, safe, inMulticall(make(random, safe)))))),
  ])()
}

function transaction(from: string, { to, value = 0n, data }: Made): Transaction {
  return { chainId: '1', from, to, value, data }
}

/** multicall(bytes[]). */
function inMulticall({ data, ...made }: Made): Made {
  return { ...made, data: call('0xac9650d8', list(bytes(data))) }
}

function inSafe(random: Random, safe: string, { to, value = 0n, data }: Made): Made {
  const refund = [word(0), word(0), word(0), word(NOBODY), word(NOBODY)]
  return {
    to: safe,
    data: call('0x6a761202', word(to), word(value), bytes(data), word(0), ...refund, bytes(random.hex(65))),
  }
}

function inOperation(random: Random, account: string, { to, value = 0n, data }: Made): Made {
  const executed = bytes(call('0xb61d27f6', word(to), word(value), bytes(data)))
  const start = [word(account), word(random.below(99)), bytes(''), executed]
  const end = [bytes(''), bytes(random.hex(65))]
  const gas = () => word(10_000 + random.below(90_000))
  const beneficiary = word(random.address())
  return random.below(2) === 0
    ? {
        to: ENTRY_POINT_6,
        data: call('0x1fad948c', list(tuple(...start, gas(), gas(), gas(), gas(), gas(), ...end)), beneficiary),
      }
    : {
        to: ENTRY_POINT_7,
        data: call(
          '0x765e827f',
          list(tuple(...start, word(random.hex(32)), gas(), word(random.hex(32)), ...end)),
          beneficiary,
        ),
      }
}

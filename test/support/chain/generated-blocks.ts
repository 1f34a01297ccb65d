import * as Authorization from 'ox/Authorization'
import * as Secp256k1 from 'ox/Secp256k1'
import { Random } from '../../../bench/detection/random.ts'

/** What a chain's blocks are made of. */
export interface BlockShape {
  readonly chainId: string
  readonly transactions: number
  /** Between two blocks. */
  readonly blockMs: number
  /** First transaction of each block: a deposit of the OP stack, the start of a block on Arbitrum. */
  readonly system?: 'deposit' | 'arbitrum'
  readonly withdrawals?: number
  /** Transactions of type 4, each with one tuple. */
  readonly delegations?: number
}

/**
 * Transactions a block of the eight chains, and EIP-7702 tuples in them (bundlebear.com, 2025: 7 of 1,000 transactions on
 * Ethereum, far more on Polygon): rounded figures of 2025 (Ethereum 200, Base 250 in 2 s, BNB 60 in 0.45 s …).
 * Times of section "Chains" of their documentation.
 */
export const chainShapes: readonly BlockShape[] = [
  { chainId: '1', transactions: 200, blockMs: 12_000, withdrawals: 16, delegations: 1 },
  { chainId: '11155111', transactions: 120, blockMs: 12_000, withdrawals: 16, delegations: 1 },
  { chainId: '10', transactions: 60, blockMs: 2_000, system: 'deposit', delegations: 1 },
  { chainId: '8453', transactions: 250, blockMs: 2_000, system: 'deposit', delegations: 1 },
  { chainId: '137', transactions: 80, blockMs: 2_000, delegations: 13 },
  { chainId: '56', transactions: 60, blockMs: 450 },
  { chainId: '42161', transactions: 8, blockMs: 250, system: 'arbitrum' },
  { chainId: '43114', transactions: 20, blockMs: 1_000 },
]

/** A transfer that a block contains besides its others. */
export interface WantedTransfer {
  /** Absent: native currency. */
  readonly token?: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

export interface GeneratedBlock {
  readonly number: number
  readonly hash: string
  /** Result of `eth_getBlockByNumber` with transactions, of `eth_getBlockReceipts` and of `eth_getLogs`. */
  readonly block: Record<string, unknown> & { readonly transactions: readonly Json[] }
  readonly receipts: readonly Json[]
  readonly logs: readonly Json[]
}

export type Json = Record<string, unknown>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const SYNC = '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'
const SWAP = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'
const EMPTY_BLOOM = `0x${'0'.repeat(512)}`
/** Holders of popular tokens meet again; most other addresses do not. */
const TOKENS = 300

export function hashOfBlock(chainId: string, number: number, fork = 0): string {
  return word32(new Random(Number(chainId) * 7919 + number * 31 + fork))
}

/**
 * A block of a shape: a third native transfers, a third token transfers, a quarter swaps with five logs, the rest
 * approvals and contract creations. Its parts fit together; hashes and addresses are random, by chain, number and fork.
 */
export function generateBlock(
  shape: BlockShape,
  number: number,
  {
    timestamp,
    wanted = [],
    fork = 0,
    parentHash = hashOfBlock(shape.chainId, number - 1),
  }: {
    /** Seconds. */
    timestamp: number
    wanted?: readonly WantedTransfer[]
    fork?: number
    parentHash?: string
  },
): GeneratedBlock {
  const { chainId } = shape
  const hash = hashOfBlock(chainId, number, fork)
  const random = new Random(Number(chainId) * 104_729 + number * 37 + fork)
  const common = { blockHash: hash, blockNumber: quantity(number) }
  const transactions: Json[] = []
  const receipts: Json[] = []
  const logs: Json[] = []
  let gas = 0

  const add = (fields: Json, events: readonly Event[], gasUsed: number, created: string | null = null) => {
    const transactionHash = word32(random)
    const transactionIndex = quantity(transactions.length)
    const own = { ...common, transactionHash, transactionIndex }
    const eventLogs = events.map((event, at) => ({
      ...event,
      ...own,
      blockTimestamp: quantity(timestamp),
      logIndex: quantity(logs.length + at),
      removed: false,
    }))
    gas += gasUsed
    const { from, to = null, type = '0x2' } = fields
    transactions.push({
      ...common,
      type,
      chainId: quantity(Number(chainId)),
      nonce: quantity(random.below(5000)),
      gas: quantity(gasUsed * 2),
      maxFeePerGas: quantity(20_000_000_000 + random.below(1_000_000_000)),
      maxPriorityFeePerGas: quantity(random.below(1_000_000_000)),
      gasPrice: quantity(10_000_000_000 + random.below(1_000_000_000)),
      accessList: [],
      to,
      value: '0x0',
      input: '0x',
      r: word32(random),
      s: `0x3${random.hex(32).slice(1)}`,
      v: '0x1',
      yParity: '0x1',
      hash: transactionHash,
      transactionIndex,
      ...fields,
    })
    receipts.push({
      ...own,
      type,
      from,
      to,
      contractAddress: created,
      cumulativeGasUsed: quantity(gas),
      gasUsed: quantity(gasUsed),
      effectiveGasPrice: quantity(10_000_000_000 + random.below(1_000_000_000)),
      logsBloom: events.length === 0 ? EMPTY_BLOOM : `0x${random.hex(256)}`,
      status: '0x1',
      logs: eventLogs,
    })
    logs.push(...eventLogs)
  }

  if (shape.system === 'deposit')
    add({ type: '0x7e', from: DEPOSITOR, to: L1_BLOCK, input: `0x440a5e20${random.hex(160)}`, mint: '0x0' }, [], 46_000)
  if (shape.system === 'arbitrum')
    add({ type: '0x6a', from: ARBITRUM_SYSTEM, to: ARBITRUM_SYSTEM, input: `0x6bf6a42d${random.hex(128)}` }, [], 0)
  for (let at = 0; at < (shape.delegations ?? 0); at++) {
    const authority = random.address()
    add({ type: '0x4', from: authority, to: authority, authorizationList: [signedTuple(random, chainId)] }, [], 46_000)
  }
  for (const { token, from, to, amount } of wanted)
    if (token === undefined) add({ from, to, value: quantity(amount) }, [], 21_000)
    else
      add(
        { from, to: token, input: `0xa9059cbb${word(to)}${word(amount)}` },
        [transfer(token, from, to, amount)],
        52_000,
      )
  while (transactions.length < shape.transactions) addAny(random, add)

  const block = {
    baseFeePerGas: '0x1dcd6500',
    difficulty: '0x0',
    extraData: '0x7465737420626c6f636b',
    gasLimit: '0x2255100',
    gasUsed: quantity(gas),
    hash,
    logsBloom: logs.length === 0 ? EMPTY_BLOOM : `0x${random.hex(256)}`,
    miner: random.address(),
    mixHash: word32(random),
    nonce: '0x0000000000000000',
    number: quantity(number),
    parentHash,
    receiptsRoot: word32(random),
    sha3Uncles: word32(random),
    size: '0x2d3e4',
    stateRoot: word32(random),
    timestamp: quantity(timestamp),
    transactions,
    transactionsRoot: word32(random),
    uncles: [],
    ...(shape.withdrawals !== undefined && {
      withdrawals: Array.from({ length: shape.withdrawals }, (_, at) => ({
        index: quantity(number * 16 + at),
        validatorIndex: quantity(random.below(1_000_000)),
        address: random.address(),
        amount: quantity(15_000_000 + random.below(5_000_000)),
      })),
      withdrawalsRoot: word32(random),
    }),
  }
  return { number, hash, block, receipts, logs }
}

type Add = (fields: Json, events: readonly Event[], gasUsed: number, created?: string) => void

interface Event {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

function addAny(random: Random, add: Add): void {
  const [from, to, third] = [random.address(), random.address(), random.address()]
  const amount = BigInt(random.below(1_000_000_000)) * 10n ** 9n
  const token = tokenOf(random)
  const type = random.below(4) === 0 ? { type: '0x0' } : {}
  const kind = random.below(1000)
  if (kind < 340) add({ ...type, from, to, value: quantity(amount) }, [], 21_000)
  else if (kind < 680)
    add(
      { ...type, from, to: token, input: `0xa9059cbb${word(to)}${word(amount)}` },
      [transfer(token, from, to, amount)],
      52_000,
    )
  else if (kind < 920)
    add(
      { ...type, from, to: third, value: quantity(amount), input: `0x7ff36ab5${random.hex(32 * 14)}` },
      [
        transfer(token, from, to, amount),
        transfer(tokenOf(random), to, from, amount),
        { address: to, topics: [SYNC], data: `0x${word(amount)}${word(amount * 3n)}` },
        {
          address: to,
          topics: [SWAP, topic(third), topic(from)],
          data: `0x${word(amount)}${word(0n)}${word(0n)}${word(amount)}`,
        },
        transfer(tokenOf(random), third, from, amount),
      ],
      180_000,
    )
  else if (kind < 985)
    add(
      { ...type, from, to: token, input: `0x095ea7b3${word(third)}${'f'.repeat(64)}` },
      [{ address: token, topics: [APPROVAL, topic(from), topic(third)], data: `0x${'f'.repeat(64)}` }],
      46_000,
    )
  else add({ ...type, from, input: `0x6080604052${random.hex(3000)}` }, [], 900_000, random.address())
}

const DEPOSITOR = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const L1_BLOCK = '0x4200000000000000000000000000000000000015'
const ARBITRUM_SYSTEM = '0x00000000000000000000000000000000000a4b05'

function word32(random: Random): string {
  return `0x${random.hex(32)}`
}

function tokenOf(random: Random): string {
  return new Random(random.below(TOKENS)).address()
}

function transfer(token: string, from: string, to: string, amount: bigint): Event {
  return { address: token, topics: [TRANSFER, topic(from), topic(to)], data: `0x${word(amount)}` }
}

/** An EIP-7702 tuple with a real signature, of one of 16 keys. */
function signedTuple(random: Random, chainId: string): Json {
  const address = random.address() as `0x${string}`
  const nonce = BigInt(random.below(100))
  const privateKey = `0x${String(random.below(16) + 1).padStart(64, '0')}` as const
  const payload = Authorization.getSignPayload({ address, chainId: Number(chainId), nonce })
  const { r, s, yParity } = Secp256k1.sign({ payload, privateKey })
  return { chainId: quantity(Number(chainId)), address, nonce: quantity(nonce), yParity: quantity(yParity), r, s }
}

function topic(address: string): string {
  return `0x${word(address)}`
}

function word(value: string | bigint): string {
  return (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
}

function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

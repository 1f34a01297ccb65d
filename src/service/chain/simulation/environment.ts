import { least } from '../../../shared/bigints.ts'
import { quantity } from '../../../shared/json/evm-json.ts'
import { isZeroAddress, ZERO_ADDRESS } from '../../evm/words.ts'
import type { RandomBytes } from '../../runtime/deps.ts'
import type { NodeHead } from '../nodes/chain-node.ts'

/** An environment as that of the next block, with the names of the execution APIs (eth_simulateV1, 2024). */
export interface BlockEnvironment {
  readonly blockOverrides: Readonly<Record<string, string>>
  /** Wei. Fee and tip are both this much: then it is the price with any base fee. */
  readonly gasPrice: bigint
  /** Gas limit of the transaction. */
  readonly gas: bigint
}

/** Between two blocks; contracts cannot know when the next one comes. */
const SECONDS = 12

/**
 * Seconds by which the time of a run differs from that of another one: an odd number, because contracts may decide by a
 * bit of the time.
 */
const APART = 1
const MAX_TIP = 1_000_000_000n

/** EIP-7825: more gas is refused where it is active. */
const MAX_GAS = 2n ** 24n
const MAX_READ_GAS = 8_000_000n

/**
 * Contracts that hide from simulation look at what nodes leave at zero: fee recipient, base fee, gas price, prevRandao
 * (ZenGo, “Red pill”, 2023).
 */
export function nextBlock(head: NodeHead, randomBytes: RandomBytes): BlockEnvironment {
  return {
    blockOverrides: {
      number: quantity(head.number + 1n),
      time: quantity(head.timestamp + SECONDS),
      gasLimit: quantity(head.gasLimit),
      // None, as in headers of chains whose blocks are signed and of local nodes: contracts may see another one.
      feeRecipient: isZeroAddress(head.feeRecipient) ? randomAddress(randomBytes) : head.feeRecipient,
      prevRandao: `0x${Buffer.from(randomBytes(32)).toString('hex')}`,
      ...(head.baseFee !== undefined && { baseFeePerGas: quantity(head.baseFee) }),
    },
    gasPrice: head.baseFee ? head.baseFee + least(MAX_TIP, head.baseFee) : MAX_TIP,
    gas: least(MAX_GAS, (head.gasLimit * 55n) / 100n),
  }
}

/**
 * Gives the environment that nodes have by default, somewhat earlier than the next block: then rewards are less, as in the
 * block before. Local nodes have a fee recipient there when they are given one, new random values and the time of day.
 */
export function nodeDefaultOverrides(head: NodeHead): BlockEnvironment['blockOverrides'] {
  return {
    time: quantity(head.timestamp + SECONDS - APART),
    feeRecipient: ZERO_ADDRESS,
    prevRandao: `0x${'00'.repeat(32)}`,
  }
}

/** Gives an environment for a run beside one in the block of the head, whose time cannot be set. */
export function besideHead(environment: BlockEnvironment, head: NodeHead): BlockEnvironment {
  const time = quantity(head.timestamp + SECONDS + APART)
  return { ...environment, blockOverrides: { ...environment.blockOverrides, time } }
}

/** Gas of a call that reads: two of them and the transaction fit into a block. */
export function readGas({ gasLimit }: NodeHead): bigint {
  return least(MAX_READ_GAS, gasLimit / 5n)
}

/** Gives the fields of a request that pay for its gas. */
export function fees({ gasPrice }: BlockEnvironment): Record<string, string> {
  return { maxFeePerGas: quantity(gasPrice), maxPriorityFeePerGas: quantity(gasPrice) }
}

/** Draws an unpredictable address: tokens cannot answer it differently. */
export function randomAddress(randomBytes: RandomBytes): string {
  return `0x${Buffer.from(randomBytes(20)).toString('hex')}`
}

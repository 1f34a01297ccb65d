import { Random } from '../detection/random.ts'
import { bytes, call, list, word } from '../detection/words.ts'

const ROUTER = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const TOKENS = ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0xdac17f958d2ee523a2206206994597c13d831ec7'] as const

/**
 * Bodies of validations, all different (sender, recipient and amount), so that no cache of whole requests can answer them:
 * of ten, five ERC-20 transfers, four native transfers and one swap in a multicall of Uniswap's router.
 */
export function mixedBodies(count: number, seed = 11): string[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, index) => {
    const from = random.address()
    return JSON.stringify({
      transaction: { from, chainId: '1', ...contentOf(index % 10, from, random) },
      trackNonce: false,
    })
  })
}

function contentOf(kind: number, from: string, random: Random): { to: string; value: string; data: string } {
  const amount = random.next() + 1
  if (kind === 9) return { to: ROUTER, value: '0', data: swap(from, amount) }
  if (kind % 2 === 1) return { to: random.address(), value: String(BigInt(amount) * 10n ** 9n), data: '0x' }
  const token = TOKENS[amount % 2] as string
  return { to: token, value: '0', data: call('0xa9059cbb', word(random.address()), word(amount)) }
}

/** multicall(uint256 deadline, bytes[] data) with exactInputSingle of the router. */
function swap(recipient: string, amount: number): string {
  const [tokenIn, tokenOut] = TOKENS
  const exactInput = call(
    '0x04e45aaf',
    ...[
      word(tokenIn),
      word(tokenOut),
      word(500),
      word(recipient),
      word(amount),
      word(Math.ceil(amount * 0.99)),
      word(0),
    ],
  )
  return call('0x5ae401dc', word(2_000_000_000), list(bytes(exactInput)))
}

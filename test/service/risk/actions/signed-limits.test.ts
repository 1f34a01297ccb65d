import { describe, expect, test } from 'vitest'
import { addressOf, call } from '../../../../bench/detection/adversarial/encode.ts'
import { BALANCER, USDC, WETH } from '../../../../bench/detection/adversarial/protocols.ts'
import { DEADLINE, NOBODY, SIGNER, usd } from '../../../../bench/detection/adversarial/row.ts'
import { verdictOfCase } from '../../../honest/verdict-of-case.ts'

const AUGUSTUS_6 = '0x6a000f20005980200259b80c5102003040001068'
/** Known, and makes the call of any router: the functions are read alike at each. */
const ROUTER = '0x1111111254eeb25477b68fb85ed929f73a960582'
const pool = `${addressOf('a pool that anyone made')}${'0'.repeat(24)}`

const verdictOf = (to: string, data: string, chainId = '1') => {
  return verdictOfCase({ id: 'swap', what: '', source: '', to, data, chainId })
}
const batch = (limits: readonly bigint[], into = WETH, owner = SIGNER) =>
  call(
    'batchSwap(uint8,(bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool),int256[],uint256)',
    ...[0, [[pool, 0n, 1n, usd(3000), '0x']], [USDC, into], [owner, false, owner, false], limits, DEADLINE],
  )

describe('a batch of swaps at the Balancer vault', () => {
  test.each([
    ['nothing has to come', [usd(3000), 0n]],
    ['more may be given of each', [usd(3000), 10n ** 18n]],
    ['a grain has to come', [usd(3000), -1n]],
  ])('is a WARNING where %s', (_, limits) => {
    expect(verdictOf(BALANCER, batch(limits)).score).toBe(35)
  })

  test('is NO DATA in an unknown pool, where no worth bounds what it takes', () => {
    const unknown = addressOf('a token without a price')
    expect(verdictOf(BALANCER, batch([usd(3000), -(10n ** 18n)], unknown)).verdict).not.toBe('SAFE')
    expect(verdictOf(BALANCER, batch([usd(3000), -(9n * 10n ** 17n)])).verdict).toBe('SAFE')
  })
})

describe('a swap of ParaSwap at the Balancer vault', () => {
  const swap = (data: string, least: bigint) =>
    call(
      'swapExactAmountInOnBalancerV2((uint256,uint256,uint256,bytes32,uint256),uint256,bytes,bytes)',
      ...[[usd(3000), least, least, pool, BigInt(SIGNER)], 0n, '0x', data],
    )

  test('has the limit of ParaSwap, whatever its data says', () => {
    const data = batch([usd(3000), 0n], WETH, AUGUSTUS_6)
    expect(verdictOf(AUGUSTUS_6, swap(data, 9n * 10n ** 17n)).verdict).toBe('SAFE')
    expect(verdictOf(AUGUSTUS_6, swap(data, 10n ** 16n)).score).toBe(35)
    expect(verdictOf(AUGUSTUS_6, swap(data, 0n)).score).toBe(35)
  })

  test('is NO DATA where its data cannot be read', () => {
    expect(verdictOf(AUGUSTUS_6, swap('0x12345678', 9n * 10n ** 17n)).verdict).toBe('NO DATA')
  })
})

describe('a swap of the router of Uniswap V4 without limits of its own', () => {
  const swap = (amount: bigint, limit: bigint) =>
    call(
      'swap(int256,uint256,bool,(address,address,uint24,int24,address),bytes,address,uint256)',
      ...[amount, limit, true, [USDC, WETH, 500, 10, NOBODY], '0x', SIGNER, DEADLINE],
    )

  test('has a limit by the sign of its amount', () => {
    expect(verdictOf(ROUTER, swap(-usd(3000), 0n)).score).toBe(35)
    expect(verdictOf(ROUTER, swap(-usd(3000), 10n ** 16n)).score).toBe(35)
    expect(verdictOf(ROUTER, swap(10n ** 16n, usd(3000))).score).toBe(35)
    expect(verdictOf(ROUTER, swap(-usd(3000), 9n * 10n ** 17n)).score).toBe(0)
    expect(verdictOf(ROUTER, swap(9n * 10n ** 17n, usd(3000))).score).toBe(0)
  })
})

test.each(['swapNoSplitFromAVAX', 'swapNoSplitToAVAX'])('%s accepts nothing only with a WARNING', (name) => {
  const avax = ['0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7', '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e']
  const isFrom = name.includes('From')
  const path = isFrom ? avax : avax.toReversed()
  const amounts = [10n ** 18n, 10n ** 7n]
  const [given = 0n, got = 0n] = isFrom ? amounts : amounts.toReversed()
  const swap = (least: bigint) =>
    call(`${name}((uint256,uint256,address[],address[]),address,uint256)`, [given, least, path, []], SIGNER, 0n)
  expect(verdictOf(ROUTER, swap(0n), '43114').score).toBe(35)
  expect(verdictOf(ROUTER, swap(got), '43114').score).toBe(0)
})

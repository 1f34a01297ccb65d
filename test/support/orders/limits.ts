import { addressOf, call, packed } from '../../../bench/detection/adversarial/encode.ts'
import {
  BALANCER,
  ONE_INCH_6,
  UNISWAP_2,
  UNISWAP_3,
  UNISWAP_02,
  UNIVERSAL_ROUTER,
} from '../../../bench/detection/adversarial/protocols.ts'
import { DEADLINE, NOBODY, SIGNER } from '../../../bench/detection/adversarial/row.ts'
import { multicall } from '../../../bench/detection/adversarial/wrap.ts'
import { formsOf, given, got, type Trade, weth } from './trade.ts'

/** Routers mean their caller and themselves. */
const CALLER = '0x0000000000000000000000000000000000000001'
const ROUTER = '0x0000000000000000000000000000000000000002'
const BALANCE = 2n ** 255n

const single = (trade: Trade, amount: bigint, least: bigint, to: string) =>
  call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
    trade.give.token,
    trade.get.token,
    100,
    to,
    amount,
    least,
    0n,
  ])

const command = (types: string, ...values: readonly unknown[]) => `0x${call(`input(${types})`, ...values).slice(10)}`
const plan = (commands: string, inputs: readonly string[]) =>
  call('execute(bytes,bytes[],uint256)', commands, inputs, DEADLINE)
const swapIn = (trade: Trade, amount: bigint, least: bigint, to: string, fee = 100) =>
  command(
    'address,uint256,uint256,bytes,bool',
    ...[to, amount, least, packed(trade.give.token, [24, fee], trade.get.token), true],
  )
const atUniversal = (data: string, value?: bigint) => {
  return { source: 'Uniswap: Universal Router', to: UNIVERSAL_ROUTER, data, ...(value !== undefined && { value }) }
}

const FUNDS = '(address,bool,address,bool)'
const BATCH = `batchSwap(uint8,(bytes32,uint256,uint256,uint256,bytes)[],address[],${FUNDS},int256[],uint256)`
/** A pool that no source knows. */
const POOL = `${addressOf('a pool of Balancer')}${'0'.repeat(23)}1`
const inVault = (owner: string) => [owner, false, owner, false]
const atVault = (data: string) => ({ source: 'Balancer V2: Vault', to: BALANCER, data })

/** By way of wrapped ether. */
const batch = (trade: Trade, owner = SIGNER) =>
  call(
    BATCH,
    ...[0, [0, 1].map((step) => [POOL, BigInt(step), BigInt(step + 1), step === 0 ? given(trade) : 0n, '0x'])],
    ...[[trade.give.token, weth.token, trade.get.token], inVault(owner), [given(trade), 0n, -got(trade)], DEADLINE],
  )

const singleSwap = (trade: Trade, kind: 0 | 1) => {
  const [amount, limit] = kind === 0 ? [given(trade), got(trade)] : [got(trade), given(trade)]
  return call(
    `swap((bytes32,uint8,address,address,uint256,bytes),${FUNDS},uint256,uint256)`,
    ...[[POOL, kind, trade.give.token, trade.get.token, amount, '0x'], inVault(SIGNER), limit, DEADLINE],
  )
}

const AUGUSTUS_5 = '0xdef171fe48cf0115b1d80b88dc8eab59176fee57'
const AUGUSTUS_6 = '0x6a000f20005980200259b80c5102003040001068'
const PATH = '(address,uint256,(address,uint256,uint256,(uint256,address,uint256,bytes,uint256)[])[])[]'
const augustus5 = (trade: Trade, name: string, type: string, within: (path: unknown) => unknown) => ({
  source: `ParaSwap V5: ${name}`,
  to: AUGUSTUS_5,
  data: call(`${name}((address,uint256,uint256,uint256,address,${type},address,uint256,bytes,uint256,bytes16))`, [
    trade.give.token,
    given(trade),
    got(trade),
    got(trade),
    SIGNER,
    within([[trade.get.token, 0n, [[AUGUSTUS_5, 10_000n, 0n, [[1n, UNISWAP_2, 10_000n, '0x', 0n]]]]]]),
    NOBODY,
    0n,
    '0x',
    DEADLINE,
    `0x${'0'.repeat(32)}`,
  ]),
})
const augustus6 = (trade: Trade, side: 'In' | 'Out', data: string) => ({
  source: 'ParaSwap V6: BalancerV2Utils',
  to: AUGUSTUS_6,
  data: call(
    `swapExactAmount${side}OnBalancerV2((uint256,uint256,uint256,bytes32,uint256),uint256,bytes,bytes)`,
    ...[[given(trade), got(trade), got(trade), `0x${'0'.repeat(64)}`, BigInt(SIGNER)], 0n, '0x', data],
  ),
})

/** Swaps with a limit on what the pool gives. */
export const limitForms = formsOf('WARNING', [
  {
    name: 'Uniswap 2',
    make: (trade) => ({
      source: 'Uniswap v2: swapExactTokensForTokens',
      to: UNISWAP_2,
      data: call(
        'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
        ...[given(trade), got(trade), [trade.give.token, trade.get.token], SIGNER, DEADLINE],
      ),
    }),
  },
  {
    name: 'Uniswap 2, exact output',
    make: (trade) => ({
      source: 'Uniswap v2: swapTokensForExactTokens',
      to: UNISWAP_2,
      data: call(
        'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
        ...[got(trade), given(trade), [trade.give.token, trade.get.token], SIGNER, DEADLINE],
      ),
    }),
  },
  {
    name: 'Uniswap 3',
    make: (trade) => ({
      source: 'Uniswap v3: exactInputSingle',
      to: UNISWAP_3,
      data: call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
        trade.give.token,
        trade.get.token,
        100,
        SIGNER,
        DEADLINE,
        given(trade),
        got(trade),
        0n,
      ]),
    }),
  },
  {
    name: 'Uniswap, split in two with one total in the sweep',
    make: (trade) => ({
      source: 'Uniswap: SwapRouter02, multicall',
      to: UNISWAP_02,
      data: multicall(
        single(trade, given(trade) / 2n, 0n, ROUTER),
        single(trade, given(trade) / 2n, 0n, ROUTER),
        call('sweepToken(address,uint256,address)', trade.get.token, got(trade), SIGNER),
      ),
    }),
  },
  {
    name: 'Universal Router',
    make: (trade) => atUniversal(plan('0x00', [swapIn(trade, given(trade), got(trade), CALLER)])),
  },
  {
    name: 'Universal Router, split in three with one total in the sweep',
    make: (trade) =>
      atUniversal(
        plan('0x00000004', [
          ...[100, 500, 3000].map((fee) => swapIn(trade, given(trade) / 3n, 0n, ROUTER, fee)),
          command('address,address,uint256', trade.get.token, CALLER, got(trade)),
        ]),
      ),
  },
  {
    name: 'Universal Router over a second token',
    make: (trade) =>
      atUniversal(
        plan('0x0000', [
          swapIn({ ...trade, get: weth }, given(trade), 0n, ROUTER),
          command(
            'address,uint256,uint256,bytes,bool',
            ...[CALLER, BALANCE, got(trade), packed(weth.token, [24, 500], trade.get.token), false],
          ),
        ]),
      ),
  },
  {
    name: '1inch swap',
    make: (trade) => ({
      source: '1inch v6: swap',
      to: ONE_INCH_6,
      data: call(
        'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
        '0xe37e799d5077682fa0a244d46e5649f71457bd09',
        [
          trade.give.token,
          trade.get.token,
          '0xe37e799d5077682fa0a244d46e5649f71457bd09',
          SIGNER,
          given(trade),
          got(trade),
          0n,
        ],
        '0x1234',
      ),
    }),
  },
  { name: 'Balancer swap', make: (trade) => atVault(singleSwap(trade, 0)) },
  { name: 'Balancer swap, exact output', make: (trade) => atVault(singleSwap(trade, 1)) },
  { name: 'Balancer batchSwap', make: (trade) => atVault(batch(trade)) },
  {
    name: 'Balancer batchSwap, exact output',
    make: (trade) =>
      atVault(
        call(
          BATCH,
          ...[1, [[POOL, 0n, 1n, got(trade), '0x']], [trade.give.token, trade.get.token], inVault(SIGNER)],
          ...[[given(trade), 0n], DEADLINE],
        ),
      ),
  },
  { name: 'ParaSwap at Balancer', make: (trade) => augustus6(trade, 'In', batch(trade, AUGUSTUS_6)) },
  { name: 'ParaSwap at Balancer, exact output', make: (trade) => augustus6(trade, 'Out', singleSwap(trade, 1)) },
  { name: 'ParaSwap multiSwap', make: (trade) => augustus5(trade, 'multiSwap', PATH, (path) => path) },
  {
    name: 'ParaSwap megaSwap',
    make: (trade) => augustus5(trade, 'megaSwap', `(uint256,${PATH})[]`, (path) => [[10_000n, path]]),
  },
  {
    name: 'SushiSwap processRoute',
    make: (trade) => ({
      source: 'SushiSwap: RouteProcessor4, processRoute',
      to: '0xf2614a233c7c3e7f08b1f887ba133a13f1eb2c55',
      data: call(
        'processRoute(address,uint256,address,uint256,address,bytes)',
        ...[trade.give.token, given(trade), trade.get.token, got(trade), SIGNER, '0x1234'],
      ),
    }),
  },
  {
    name: '1inch fill with an extension and a threshold',
    make: (trade) => {
      // Offsets of its fields: what is made and what is taken have contracts that say how much.
      const extension = packed([256, (64n << 96n) | (64n << 128n)], `0x${'11'.repeat(64)}`)
      return {
        source: '1inch limit order protocol 4: TakerTraits, threshold',
        to: ONE_INCH_6,
        data: call(
          'fillOrderArgs((uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256),bytes32,bytes32,uint256,uint256,bytes)',
          ...[
            [
              1n,
              BigInt(trade.give.token),
              0n,
              BigInt(trade.get.token),
              BigInt(trade.give.token),
              got({ ...trade, rate: 1000 }),
              given(trade),
              0n,
            ],
            `0x${'22'.repeat(32)}`,
            `0x${'33'.repeat(32)}`,
            given(trade),
            (96n << 224n) | got(trade),
            extension,
          ],
        ),
      }
    },
  },
])

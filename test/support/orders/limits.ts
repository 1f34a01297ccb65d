import { call, packed } from '../../../bench/detection/adversarial/encode.ts'
import {
  ONE_INCH_6,
  UNISWAP_2,
  UNISWAP_3,
  UNISWAP_02,
  UNIVERSAL_ROUTER,
} from '../../../bench/detection/adversarial/protocols.ts'
import { DEADLINE, SIGNER } from '../../../bench/detection/adversarial/row.ts'
import { multicall } from '../../../bench/detection/adversarial/wrap.ts'
import { formsOf, given, got, type Trade, weth } from './trade.ts'

/** Routers mean their caller and themselves. */
const CALLER = '0x0000000000000000000000000000000000000001'
const ROUTER = '0x0000000000000000000000000000000000000002'
const BALANCE = 2n ** 255n

const single = (trade: Trade, amount: bigint, least: bigint, to: string) =>
  call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
    ...[trade.give.token, trade.get.token, 100, to, amount, least, 0n],
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
        ...[trade.give.token, trade.get.token, 100, SIGNER, DEADLINE, given(trade), got(trade), 0n],
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
          ...[trade.give.token, trade.get.token, '0xe37e799d5077682fa0a244d46e5649f71457bd09', SIGNER],
          ...[given(trade), got(trade), 0n],
        ],
        '0x1234',
      ),
    }),
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
              ...[1n, BigInt(trade.give.token), 0n, BigInt(trade.get.token), BigInt(trade.give.token)],
              ...[got({ ...trade, rate: 1000 }), given(trade), 0n],
            ],
            ...[`0x${'22'.repeat(32)}`, `0x${'33'.repeat(32)}`, given(trade), (96n << 224n) | got(trade), extension],
          ],
        ),
      }
    },
  },
])

import { call, packed } from '../../../bench/detection/adversarial/encode.ts'
import {
  SDAI,
  SEAPORT,
  SUSDE,
  UNI,
  UNISWAP_2,
  UNISWAP_3,
  WBTC,
  WSTETH,
} from '../../../bench/detection/adversarial/protocols.ts'
import { DEADLINE, ONE, SIGNER, usd } from '../../../bench/detection/adversarial/row.ts'
import { fillForms, nativeForms } from '../../support/orders/fills.ts'
import { limitForms } from '../../support/orders/limits.ts'
import { messageForms } from '../../support/orders/messages.ts'
import {
  dai,
  dollars,
  ether,
  type Money,
  type Trade,
  type TradeForm,
  usdc,
  usdt,
  weth,
} from '../../support/orders/trade.ts'
import type { HonestCase, HonestGroup } from '../honest-case.ts'

/** A sale of bonds of the issuer, or of a large position to one buyer. */
const DISCOUNT = 900
/** Interfaces set limits of 1 to 5 %. */
const SLIPPAGE = 950

const named = (what: string, forms: readonly TradeForm[], trade: Trade): HonestCase[] =>
  forms.map((form) => ({ id: `${form.name}, ${what}`, what, ...form.make(trade) }))

const sells = (give: Money, get: Money, units: number, rate: number): Trade => ({ give, get, units, rate })

const formNamed = (all: readonly TradeForm[], name: string): TradeForm => {
  const found = all.find((form) => form.name === name)
  if (!found) throw new Error(`no form ${name}`)
  return found
}
const seaport = formNamed(messageForms, 'Seaport order')
const cow = formNamed(messageForms, 'CoW sell order')
const uniswap = formNamed(limitForms, 'Uniswap 3')

const of = (symbol: string, token: string, decimals = 18): Money => ({ symbol, token, decimals })
const sdai = of('sDAI', SDAI)
const susde = of('sUSDe', SUSDE)
const wsteth = of('wstETH', WSTETH)
const uni = of('UNI', UNI)
const wbtc = of('WBTC', WBTC, 8)

/** Two orders of a time-weighted sale, each for a part (CoW Protocol: TWAP). */
const twap = [1, 2].map((part) => ({ ...dollars(985), units: 2500 * part }))

/** Exchanges and orders near their worth. */
export const orderWorth: HonestGroup = {
  name: 'order-worth',
  cases: [
    ...named('at 0.1 % below par', messageForms, dollars(999)),
    ...named('sold at a discount of 10 %', messageForms, dollars(DISCOUNT)),
    ...named('at par', fillForms, dollars(1000)),
    ...named('bought at a discount of 10 %', fillForms, dollars(DISCOUNT)),
    ...named('above par', fillForms.slice(0, 3), dollars(2100)),
    ...named('with a limit of 5 %', limitForms, dollars(SLIPPAGE)),
    ...named('with a limit of 1 %', limitForms, sells(usdt, usdc, 2000, 990)),
    ...named('ether for its wrapped form', nativeForms, sells(ether, weth, 3, 999)),
    ...twap.flatMap((trade, part) => named(`part ${part + 1} of a time-weighted sale`, [cow], trade)),
    ...named('wrapped ether for ether', [seaport, cow], sells(weth, ether, 2, 998)),
    ...named('a savings token for less of them', [seaport, cow], sells(usdc, sdai, 1000, 860)),
    ...named('a staked dollar that has grown', [seaport, cow], sells(usdc, susde, 1000, 840)),
    ...named('a savings token', [seaport, uniswap], sells(sdai, usdc, 1000, 1150)),
    ...named('wrapped staked ether, which is worth more', [seaport, uniswap], sells(weth, wsteth, 5, 820)),
    ...named('ether for dollars', [cow, uniswap], sells(weth, usdc, 1, 2_950_000)),
    ...named('dollars for ether', [cow, uniswap], sells(dai, weth, 3000, 0.33)),
    ...named('a token whose price is not known', [seaport, uniswap], sells(usdc, uni, 1000, 110)),
    ...named('a governance token for dollars', [cow, uniswap], sells(uni, usdc, 100, 9000)),
    ...named('dollars for bitcoin', [cow, uniswap], sells(usdc, wbtc, 90_000, 0.011)),
    {
      id: 'exact output, most 5 % above',
      what: 'The largest input is 5 % above the output.',
      source: 'Uniswap v3: exactOutput',
      to: UNISWAP_3,
      data: call('exactOutput((bytes,address,uint256,uint256,uint256))', [
        packed(dai.token, [24, 100], usdc.token),
        SIGNER,
        DEADLINE,
        1000n * ONE,
        usd(1050),
      ]),
    },
    {
      id: 'a swap with a fee on transfer',
      what: 'A limit of 5 % for a token that keeps a fee.',
      source: 'Uniswap v2: swapExactTokensForTokensSupportingFeeOnTransferTokens',
      to: UNISWAP_2,
      data: call(
        'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
        ...[usd(500), 475n * ONE, [usdc.token, weth.token, dai.token], SIGNER, DEADLINE],
      ),
    },
    {
      id: 'an NFT bought with dollars',
      what: 'The worth of an item is not known.',
      source: 'Seaport 1.6: fulfillOrder',
      to: SEAPORT,
      data: nftFor(usdc.token, usd(9000)),
    },
  ],
}

function nftFor(token: string, price: bigint): string {
  const offer = '(uint8,address,uint256,uint256,uint256)'
  const asked = '(uint8,address,uint256,uint256,uint256,address)'
  const none = `0x${'0'.repeat(64)}`
  const nobody = `0x${'0'.repeat(40)}`
  const seller = '0x5e11e7b3c2d4f5061728394a5b6c7d8e9fa0b1c2'
  const ape = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
  return call(
    `fulfillOrder(((address,address,${offer}[],${asked}[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),bytes),bytes32)`,
    ...[
      [
        [
          seller,
          nobody,
          [[2, ape, 4321n, 1n, 1n]],
          [[1, token, 0n, price, price, seller]],
          0,
          1_700_000_000n,
          DEADLINE,
          none,
          9n,
          none,
          1n,
        ],
        '0x1234',
      ],
      none,
    ],
  )
}

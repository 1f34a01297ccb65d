import { addressOf, call, left } from '../../../bench/detection/adversarial/encode.ts'
import {
  BALANCER,
  CCTP_1,
  CCTP_2,
  MORPHO,
  PENDLE,
  USDC,
  USDC_BASE,
  WBTC,
  WETH,
  WSTETH,
} from '../../../bench/detection/adversarial/protocols.ts'
import {
  ACCOUNT,
  allow,
  calls,
  type Known,
  NOBODY,
  ONE,
  rows,
  SAFE,
  SIGNER,
  usd,
} from '../../../bench/detection/adversarial/row.ts'
import { execute, inMultiSend, inOperation, inSafe } from '../../../bench/detection/adversarial/wrap.ts'
import type { HonestGroup } from '../honest-case.ts'
import { liquidityCases } from './liquidity-cases.ts'

const tag = (label: string, address: string): Known => ({ kind: 'tag', label, address })

/** Published parts of markets of Morpho, and pools of Balancer. */
const RATES = '0x870ac11d48b15db9a138cf899d20f13f79ba00bc'
const RATES_BASE = '0x46415998764c29ab2a25cbea6254146d50d22687'
const WSTETH_USDC = '0x48f7e36eb6b826b2df4b2e630b62cd25e89e40e2'
const WBTC_USDC = '0xdddd770badd886df3864029e4b377b5f6a2b6b83'
const WSTETH_WETH = '0x2a01eb9496094da03c4e364def50f5ad1280ad72'
const CBBTC = '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf'
const CBBTC_USDC_BASE = '0x663becd10dae6c4a3dcd89f1d76c1174199639b9'
const WSTETH_POOL = '0x32296969ef14eb0c6d29669c550d4a0449130230000200000000000000000080'
const BAL_POOL = '0x5c6ee304399dbdb9c8ef030ab642b10820db8f56000200000000000000000014'
const BAL = '0xba100000625a3754423978a60c9317c58a424e3d'

const ORACLE = addressOf('oracle of a new market')
const MARKET = addressOf('market of Pendle')
const YIELD = addressOf('standardized yield')
const POOL = addressOf('new pool of Balancer')
const RELAYER = addressOf('own relayer of messages')
const LTV = 86n * 10n ** 16n

const supply = (market: readonly unknown[], amount: bigint, owner = SIGNER) =>
  call(
    'supply((address,address,address,address,uint256),uint256,uint256,address,bytes)',
    ...[market, amount, 0n, owner, '0x'],
  )
const collateral = (market: readonly unknown[], amount: bigint, owner = SIGNER) =>
  call(
    'supplyCollateral((address,address,address,address,uint256),uint256,address,bytes)',
    ...[market, amount, owner, '0x'],
  )
const wstethUsdc = [USDC, WSTETH, WSTETH_USDC, RATES, LTV]
const newMarket = [USDC, WSTETH, ORACLE, RATES, LTV]

const morpho = calls([
  ['morpho-wsteth-usdc', 'USDC for loans against wstETH.', 'Morpho Blue', MORPHO, supply(wstethUsdc, usd(9000))],
  [
    'morpho-wbtc',
    'USDC for loans against WBTC.',
    'Morpho Blue',
    MORPHO,
    supply([USDC, WBTC, WBTC_USDC, RATES, LTV], usd(9000)),
  ],
  [
    'morpho-wsteth',
    'WETH for loans against wstETH.',
    'Morpho Blue',
    MORPHO,
    supply([WETH, WSTETH, WSTETH_WETH, RATES, 945n * 10n ** 15n], 9n * ONE),
  ],
  ['morpho-collateral', 'wstETH for a loan of USDC.', 'Morpho Blue', MORPHO, collateral(wstethUsdc, 9n * ONE)],
  [
    'morpho-collateral-wbtc',
    'WBTC for a loan of USDC.',
    'Morpho Blue',
    MORPHO,
    collateral([USDC, WBTC, WBTC_USDC, RATES, LTV], 10n ** 8n),
  ],
  [
    'morpho-base',
    'USDC for loans against cbBTC on Base.',
    'Morpho Blue',
    MORPHO,
    supply([USDC_BASE, CBBTC, CBBTC_USDC_BASE, RATES_BASE, LTV], usd(9000)),
    { chainId: '8453' },
  ],
  [
    'morpho-idle',
    'A market without collateral only stores.',
    'Morpho Blue',
    MORPHO,
    supply([USDC, NOBODY, NOBODY, NOBODY, 0n], usd(9000)),
  ],
  [
    'morpho-allowed',
    'The oracle is on the allow list.',
    'Morpho Blue',
    MORPHO,
    supply(newMarket, usd(9000)),
    { lists: [allow(ORACLE)] },
  ],
  [
    'morpho-tagged',
    'A source names the oracle.',
    'Morpho Blue',
    MORPHO,
    supply(newMarket, usd(9000)),
    { intel: [tag('Oracle of wstETH in dollars', ORACLE)] },
  ],
  ['morpho-new', 'Nothing is known about the oracle.', 'Morpho Blue', MORPHO, supply(newMarket, usd(9000))],
  [
    'morpho-withdraw',
    'Out of a market whose oracle is not known.',
    'Morpho Blue',
    MORPHO,
    call(
      'withdraw((address,address,address,address,uint256),uint256,uint256,address,address)',
      newMarket,
      usd(9000),
      0n,
      SIGNER,
      SIGNER,
    ),
  ],
  [
    'morpho-repay',
    'A debt in a market whose oracle is not known.',
    'Morpho Blue',
    MORPHO,
    call(
      'repay((address,address,address,address,uint256),uint256,uint256,address,bytes)',
      newMarket,
      usd(9000),
      0n,
      SIGNER,
      '0x',
    ),
  ],
])

const tokenIn = [USDC, usd(9000), USDC, NOBODY, [0, NOBODY, '0x', false]]
const buy = call(
  'swapExactTokenForPtSimple(address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))',
  ...[SIGNER, MARKET, 9100n * ONE, tokenIn],
)
const mintSy = call(
  'mintSyFromToken(address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))',
  ...[SIGNER, YIELD, 8900n * ONE, tokenIn],
)

const pendle = calls([
  [
    'pendle-allowed',
    'The market is on the allow list.',
    'Pendle V2: Router V4',
    PENDLE,
    buy,
    { lists: [allow(MARKET)] },
  ],
  [
    'pendle-tagged',
    'A source names the market.',
    'Pendle V2: Router V4',
    PENDLE,
    buy,
    { intel: [tag('Pendle: Market', MARKET)] },
  ],
  ['pendle-sy', 'The wrapper is on the allow list.', 'Pendle V2: Router V4', PENDLE, mintSy, { lists: [allow(YIELD)] }],
  ['pendle-new', 'Nothing is known about the market.', 'Pendle V2: Router V4', PENDLE, buy],
])

const join = (pool: string, assets: readonly string[], amounts: readonly bigint[]) =>
  call('joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))', pool, SIGNER, SIGNER, [
    assets,
    amounts,
    '0x',
    false,
  ])
const exit = (least: readonly bigint[]) =>
  call('exitPool(bytes32,address,address,(address[],uint256[],bytes,bool))', WSTETH_POOL, SIGNER, SIGNER, [
    [WSTETH, WETH],
    least,
    '0x',
    false,
  ])
const newPool = `${POOL}0002000000000000000009a1`

const balancer = calls([
  [
    'balancer-wsteth',
    'Into the pool of wstETH and WETH.',
    'Balancer V2: Vault',
    BALANCER,
    join(WSTETH_POOL, [WSTETH, WETH], [ONE, ONE]),
  ],
  [
    'balancer-bal',
    'Into the pool of BAL and WETH.',
    'Balancer V2: Vault',
    BALANCER,
    join(BAL_POOL, [BAL, WETH], [80n * ONE, ONE]),
  ],
  [
    'balancer-allowed',
    'The pool is on the allow list.',
    'Balancer V2: Vault',
    BALANCER,
    join(newPool, [USDC, WETH], [usd(90), ONE]),
    { lists: [allow(POOL)] },
  ],
  [
    'balancer-new',
    'Nothing is known about the pool.',
    'Balancer V2: Vault',
    BALANCER,
    join(newPool, [USDC, WETH], [usd(90), ONE]),
  ],
  ['balancer-exit', 'Out of the pool, with limits.', 'Balancer V2: Vault', BALANCER, exit([ONE, ONE])],
  [
    'balancer-exit-one',
    'Out of the pool into one token, with a limit.',
    'Balancer V2: Vault',
    BALANCER,
    exit([0n, ONE]),
  ],
])

const ZERO = `0x${'0'.repeat(64)}`
const burn = (caller: string) =>
  call('depositForBurnWithCaller(uint256,uint32,bytes32,address,bytes32)', usd(900), 6, left(SIGNER), USDC, caller)
const burn2 = (caller: string) =>
  call(
    'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
    ...[usd(900), 6, left(SIGNER), USDC, caller, usd(1), 1000],
  )

const circle = calls([
  ['cctp-anyone', 'Anyone may deliver it.', 'Circle CCTP v2', CCTP_2, burn2(ZERO)],
  ['cctp-own', 'The sender alone may deliver it.', 'Circle CCTP v1', CCTP_1, burn(left(SIGNER))],
  ['cctp-own-2', 'The sender alone may deliver it.', 'Circle CCTP v2', CCTP_2, burn2(left(SIGNER))],
  [
    'cctp-allowed',
    'The relayer is on the allow list.',
    'Circle CCTP v1',
    CCTP_1,
    burn(left(RELAYER)),
    { lists: [allow(RELAYER)] },
  ],
  ['cctp-new', 'Nothing is known about the relayer.', 'Circle CCTP v2', CCTP_2, burn2(left(RELAYER))],
])

const wrapped = rows([
  [
    'safe',
    'A Safe supplies to a well-known market.',
    'Morpho Blue',
    inSafe({ to: MORPHO, data: supply(wstethUsdc, usd(9000), SAFE) }),
  ],
  [
    'multisend',
    'The same in a batch of a Safe.',
    'Morpho Blue',
    inMultiSend({ to: MORPHO, data: supply(wstethUsdc, usd(9000), SAFE) }),
  ],
  [
    'operation',
    'The same of a smart account.',
    'Morpho Blue',
    inOperation(execute({ to: MORPHO, data: supply(wstethUsdc, usd(9000), ACCOUNT) })),
  ],
])

/** Deposits into markets, pools and hooks, liquidity with limits, and transfers that one address delivers. */
export const markets: HonestGroup = {
  name: 'markets',
  cases: [...morpho, ...pendle, ...balancer, ...liquidityCases, ...circle, ...wrapped],
}

import { addressOf, call, packed } from '../adversarial/encode.ts'
import {
  DAI,
  ONE_INCH_6,
  PENDLE,
  STETH,
  USDC,
  USDC_ARBITRUM,
  USDC_BASE,
  USDT,
  WETH,
  ZEROX,
} from '../adversarial/protocols.ts'
import { DEADLINE, NOBODY, ONE, SIGNER, usd } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const ODOS = '0xcf5540fffcdc3d510b18bfca6d2b9987b0772559'
const KYBER = '0x6131b5fae19ea4f9d964eac0408e4408b66337b5'
const OPEN_OCEAN = '0x6352a56caadc4f1e25cd6c75970fa768a3304e64'
const VELORA = '0x6a000f20005980200259b80c5102003040001068'
const ALLOWANCE_HOLDER = '0x0000000000001ff3684f28c67538d4d072c22734'
const AERODROME = '0xcf77a3ba9a5ca399b7c97c74d54e5b1beb874e43'
const JOE = '0xb4315e873dbcf96ffd0acd8ea43f689d8c20fb30'
const CURVE_ROUTER = '0x16c6521dff6bab339122a0fe25a9116693265353'
const WOO = '0x4c4af8dbc524681930a27b2f1af5bcc8062e6fb7'
const LIFI = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
const PANCAKE_SMART = '0x13f4ea83d0bd40e75c8222255bc855a974568dd4'
const SUSHI = '0x46b3fdf7b5cde91ac049936bf0bdb12c5d22202e'
const BEBOP = '0xbbbbbbb520d69a9775e85b458c58c648259fad5f'
const QUICKSWAP = '0xf5b509bb0909a69b1c207e495f687a596c168e12'
const USDT_BASE = '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2'
const USDC_AVALANCHE = '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'
const USDT_AVALANCHE = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7'
const USDC_POLYGON = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'
const USDT_POLYGON = '0xc2132d05d31c914a87c6611c10748aeb04b58e8f'
const USDT_ARBITRUM = '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'
const ODOS_EXECUTOR = '0x76edf8c155a1e0d9b2ad11b04d9671cbc25fee99'
const ETHER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const odos = 'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)'
const kyber =
  'swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes))'
const openOcean =
  'swap(address,(address,address,address,address,uint256,uint256,uint256,uint256,address,bytes),(uint256,uint256,uint256,bytes)[])'
const velora =
  'swapExactAmountIn(address,(address,address,uint256,uint256,uint256,bytes32,address),uint256,bytes,bytes)'
const lifi =
  'swapTokensGeneric(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool)[])'
const settler = 'execute((address,address,uint256),bytes[],bytes32)'
const id32 = `0x${'1b'.repeat(32)}`
const pad = (list: readonly string[], length: number) => [...list, ...Array(length).fill(NOBODY)].slice(0, length)
const POOL3 = '0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7'
const curveRow = [1n, 2n, 1n, 1n, 3n]
const zeros = [0n, 0n, 0n, 0n, 0n]
const SETTLER = addressOf('the settler of the week')

export const routers = family('routers of today', [
  pair(
    'odos',
    'Odos router V2, docs.odos.xyz',
    ODOS,
    (to) => call(odos, [USDC, usd(50_000), ODOS_EXECUTOR, USDT, usd(49_990), usd(49_900), to], '0x', ODOS_EXECUTOR, 0),
    'the output of a swap',
  ),
  pair(
    'kyber',
    'KyberSwap MetaAggregationRouterV2, docs.kyberswap.com',
    KYBER,
    (to) =>
      call(kyber, [
        addressOf('executor of kyber'),
        addressOf('executor of kyber'),
        '0x',
        [USDC, USDT, [], [], [], [], to, usd(20_000), usd(19_950), 0n, '0x'],
        '0x',
      ]),
    'the output of a swap',
  ),
  pair(
    'openocean',
    'OpenOcean exchange V2, docs.openocean.finance',
    OPEN_OCEAN,
    (to) =>
      call(
        openOcean,
        addressOf('caller of openocean'),
        [USDC, DAI, addressOf('caller of openocean'), to, usd(9000), 8990n * ONE, 8999n * ONE, 2n, NOBODY, '0x'],
        [],
      ),
    'the output of a swap',
  ),
  pair(
    'velora',
    'Velora (ParaSwap) Augustus V6.2, developers.velora.xyz',
    VELORA,
    (to) =>
      call(
        velora,
        addressOf('executor of velora'),
        [USDC, USDT, usd(70_000), usd(69_900), usd(69_990), id32, to],
        0n,
        '0x',
        '0x',
      ),
    'the output of a swap',
  ),
  pair(
    'settler',
    '0x Settler, 0xProject/0x-settler',
    SETTLER,
    (to) => call(settler, [to, USDT, usd(30_000)], [], id32),
    'the output of a swap of 0x',
    { own: SIGNER },
  ),
  attack(
    'allowance-holder',
    '0x AllowanceHolder, 0xProject/0x-settler',
    ALLOWANCE_HOLDER,
    call(
      'exec(address,address,uint256,address,bytes)',
      addressOf('operator without a name'),
      USDC,
      usd(400_000),
      addressOf('operator without a name'),
      '0xdeadbeef',
    ),
    'A third party may spend 400,000 USDC during the call.',
  ),
  pair(
    'aerodrome',
    'Aerodrome router, aerodrome-finance/contracts',
    AERODROME,
    (to) =>
      call(
        'swapExactTokensForTokens(uint256,uint256,(address,address,bool,address)[],address,uint256)',
        usd(12_000),
        usd(11_990),
        [[USDC_BASE, USDT_BASE, true, '0x420dd381b31aef6683db6b902084cb0ffece40da']],
        to,
        DEADLINE,
      ),
    'the output of a swap',
    { chainId: '8453' },
  ),
  pair(
    'joe',
    'Trader Joe (LFJ) LBRouter 2.1, traderjoe-xyz/joe-v2',
    JOE,
    (to) =>
      call(
        'swapExactTokensForTokens(uint256,uint256,(uint256[],uint8[],address[]),address,uint256)',
        usd(7000),
        usd(6990),
        [[1n], [2], [USDC_AVALANCHE, USDT_AVALANCHE]],
        to,
        DEADLINE,
      ),
    'the output of a swap',
    { chainId: '43114' },
  ),
  pair(
    'algebra',
    'QuickSwap V3 (Algebra) SwapRouter, docs.algebra.finance',
    QUICKSWAP,
    (to) =>
      call('exactInputSingle((address,address,address,uint256,uint256,uint256,uint160))', [
        USDC_POLYGON,
        USDT_POLYGON,
        to,
        DEADLINE,
        usd(3000),
        usd(2990),
        0n,
      ]),
    'the output of a swap',
    { chainId: '137' },
  ),
  pair(
    'curve-router',
    'Curve Router NG, docs.curve.finance',
    CURVE_ROUTER,
    (to) =>
      call(
        'exchange(address[11],uint256[5][5],uint256,uint256,address[5],address)',
        pad([USDC, POOL3, USDT], 11),
        [curveRow, zeros, zeros, zeros, zeros],
        usd(90_000),
        usd(89_900),
        pad([], 5),
        to,
      ),
    'the output of a swap',
  ),
  pair(
    'woo',
    'WOOFi WooRouterV2, woonetwork/WooPoolV2',
    WOO,
    (to) =>
      call(
        'swap(address,address,uint256,uint256,address,address)',
        USDC_ARBITRUM,
        USDT_ARBITRUM,
        usd(4000),
        usd(3990),
        to,
        NOBODY,
      ),
    'the output of a swap',
    { chainId: '42161' },
  ),
  pair(
    'lifi',
    'LI.FI GenericSwapFacet, lifinance/contracts',
    LIFI,
    (to) => call(lifi, id32, 'wallet', '', to, usd(8000), [[ODOS, ODOS, USDC, USDT, usd(8010), '0x', true]]),
    'the output of a swap',
  ),
  pair(
    'pancake-stable',
    'PancakeSwap SmartRouter, docs.pancakeswap.finance',
    PANCAKE_SMART,
    (to) =>
      call(
        'exactInputStableSwap(address[],uint256[],uint256,uint256,address)',
        [USDC, USDT],
        [2n],
        usd(2500),
        usd(2490),
        to,
      ),
    'the output of a swap',
  ),
  pair(
    'sushi',
    'Sushi RouteProcessor4, sushiswap/sushiswap',
    SUSHI,
    (to) =>
      call(
        'processRoute(address,uint256,address,uint256,address,bytes)',
        USDC,
        usd(6000),
        USDT,
        usd(5990),
        to,
        packed([8, 2], USDC, [8, 1], [16, 65_535]),
      ),
    'the output of a swap',
  ),
  pair(
    'bebop',
    'Bebop BlendSettlement, docs.bebop.xyz',
    BEBOP,
    (to) =>
      call(
        'swapSingle((uint256,address,address,uint256,address,address,uint256,uint256,address,uint256,uint256),(bytes,uint256),uint256)',
        [DEADLINE, SIGNER, addressOf('maker'), 5n, USDC, USDT, usd(10_000), usd(9995), to, 0n, 0n],
        ['0x', 0n],
        0n,
      ),
    'the output of a swap',
  ),
  pair(
    'pendle-sy',
    'Pendle router V4, pendle-finance/pendle-core-v2-public',
    PENDLE,
    (to) =>
      call(
        'mintSyFromToken(address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))',
        to,
        addressOf('SY of stETH'),
        9n * ONE,
        [STETH, 10n * ONE, STETH, NOBODY, [0, NOBODY, '0x', false]],
      ),
    'the minted yield token',
  ),
  pair(
    'oneinch-unoswap-to',
    '1inch AggregationRouterV6, 1inch/1inch-contract',
    ONE_INCH_6,
    (to) =>
      call(
        'unoswapTo(uint256,uint256,uint256,uint256,uint256)',
        BigInt(to),
        BigInt(USDC),
        usd(5000),
        usd(4990),
        1n << 253n,
      ),
    'the output of a swap',
  ),
  attack(
    'okx',
    'OKX DEX router, okx/WEB3-DEX-EVM',
    addressOf('router of okx'),
    call(
      'unxswapTo(uint256,uint256,uint256,address,bytes32[])',
      BigInt(USDC),
      usd(33_000),
      usd(1),
      addressOf('receiver at okx'),
      [id32],
    ),
    'A third party gets the output of a swap.',
  ),
  fair(
    'zerox-uniswap',
    '0x exchange proxy, docs.0x.org',
    ZEROX,
    call('sellToUniswap(address[],uint256,uint256,bool)', [USDC, USDT], usd(900), usd(897), false),
    'The output goes to the caller.',
  ),
  fair(
    'balancer-3',
    'Balancer V3 BatchRouter, balancer/balancer-v3-monorepo',
    '0x136f1efcc3f8f88516b9e94110d56fdbfb1778d1',
    call(
      'swapExactIn((address,(address,address,bool)[],uint256,uint256)[],uint256,bool,bytes)',
      [[USDC, [[addressOf('pool'), USDT, false]], usd(700), usd(699)]],
      DEADLINE,
      false,
      '0x',
    ),
    'The output goes to the caller.',
  ),
  fair('weth-out', 'WETH9', WETH, call('withdraw(uint256)', 3n * ONE), 'It unwraps ether for the caller.'),
  fair(
    'curve-steth',
    'Curve stETH pool, docs.curve.finance',
    '0xdc24316b9ae028f1497c275eb9192a3ea0f67022',
    call('exchange(int128,int128,uint256,uint256)', 1n, 0n, 5n * ONE, (5n * ONE * 99n) / 100n),
    'It sells stETH for ether near its price.',
  ),
  fair(
    'uniswap-eth',
    'Uniswap V2 router, docs.uniswap.org',
    '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
    call(
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      usd(1000),
      usd(995),
      [USDC, USDT],
      SIGNER,
      DEADLINE,
    ),
    'It swaps dollars for dollars for oneself.',
  ),
  fair(
    'kyber-ether',
    'KyberSwap MetaAggregationRouterV2',
    KYBER,
    call(kyber, [
      addressOf('executor of kyber'),
      addressOf('executor of kyber'),
      '0x',
      [ETHER, STETH, [], [], [], [], SIGNER, ONE, (ONE * 995n) / 1000n, 0n, '0x'],
      '0x',
    ]),
    'It swaps ether for stETH for oneself.',
    { value: ONE },
  ),
])

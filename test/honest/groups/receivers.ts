import { addressOf, call, hashOf, left } from '../../../bench/detection/adversarial/encode.ts'
import {
  ACROSS,
  CCTP_1,
  CCTP_2,
  USDC,
  USDC_BASE,
  USDT,
  WETH,
  WORMHOLE,
} from '../../../bench/detection/adversarial/protocols.ts'
import { NOBODY, ONE, type Row, rows, SIGNER, usd } from '../../../bench/detection/adversarial/row.ts'
import type { HonestGroup } from '../honest-case.ts'

const WORD = `0x${'0'.repeat(64)}`
const OWN = left(SIGNER)
/** A Solana account, as 32 bytes. */
const SOLANA = hashOf('own account on Solana')
const SUI = hashOf('own account on Sui')
const APTOS = hashOf('own account on Aptos')
/** Felts are below 2^252. */
const STARKNET = `0x05${hashOf('own account on Starknet').slice(4)}`
/** Accounts of Cosmos chains and of Tron have 20 bytes, which bridges pad on the left. */
const COSMOS = left(addressOf('own account on Noble'))
const TRON = left(addressOf('own account on Tron'))
const OFT = '0x6c96de32cea08842dcc4058c14d3aaad7fa41dee'
const WARP_ROUTE = addressOf('warp route')
const CCIP_ROUTER = '0x80226fc0ee2b096224eeac085bb9a8cba1146f7d'
const AXELAR = '0x4f4495243837681061c4743b74b3eedf548d56a5'
const ALLBRIDGE = '0x609c690e8f7d68a59885c9132e812eebdaaf0c9e'

const burn = (domain: number, to: string) =>
  call('depositForBurn(uint256,uint32,bytes32,address)', usd(750), domain, to, USDC)
const burn2 = (domain: number, to: string) =>
  call(
    'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
    ...[usd(750), domain, to, USDC, WORD, usd(1), 1000],
  )
const oft = (endpoint: number, to: string) =>
  call(
    'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
    [endpoint, to, usd(90), usd(89), '0x', '0x', '0x'],
    [ONE / 100n, 0n],
    SIGNER,
  )
const wormhole = (chain: number, to: string) =>
  call('transferTokens(address,uint256,uint16,bytes32,uint256,uint32)', USDC, usd(90), chain, to, 0n, 7)
const warp = (domain: number, to: string) => call('transferRemote(uint32,bytes32,uint256)', domain, to, ONE)
const across = (chain: bigint, to: string) =>
  call(
    'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
    ...[OWN, to, left(USDC), left(USDC_BASE), usd(300), usd(299), chain, WORD],
    ...[1_800_000_000, 1_800_009_000, 0, '0x'],
  )
const ccip = (selector: bigint, to: string) =>
  call('ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes))', selector, [
    to,
    '0x',
    [[USDC, usd(90)]],
    NOBODY,
    '0x',
  ])
const axelar = (chain: string, to: string) =>
  call('sendToken(string,string,string,uint256)', chain, to, 'axlUSDC', usd(90))
const allbridge = (chain: bigint, to: string) =>
  call(
    'swapAndBridge(bytes32,uint256,bytes32,uint256,bytes32,uint256,uint8,uint256)',
    ...[left(USDT), usd(90), to, chain, left(USDC), 7n, 1, 0n],
  )

const paid = { value: ONE / 100n }
type Case = readonly [id: string, what: string, to: string, data: string, rest?: Partial<Row>]
const of = (source: string, cases: readonly Case[]) =>
  rows(cases.map(([id, what, to, data, rest]) => [id, what, source, { to, data, ...rest }] as const))

const circle = of('Circle CCTP: depositForBurn', [
  ['cctp-avalanche', 'To the sender on Avalanche.', CCTP_1, burn(1, OWN)],
  ['cctp-optimism', 'To the sender on Optimism.', CCTP_1, burn(2, OWN)],
  ['cctp-arbitrum', 'To the sender on Arbitrum.', CCTP_1, burn(3, OWN)],
  ['cctp-base', 'To the sender on Base.', CCTP_2, burn2(6, OWN)],
  ['cctp-polygon', 'To the sender on Polygon.', CCTP_2, burn2(7, OWN)],
  ['cctp-unichain', 'To the sender on Unichain.', CCTP_2, burn2(10, OWN)],
  ['cctp-linea', 'To the sender on Linea.', CCTP_2, burn2(11, OWN)],
  ['cctp-sonic', 'To the sender on Sonic.', CCTP_2, burn2(13, OWN)],
  ['cctp-world', 'To the sender on World Chain.', CCTP_2, burn2(14, OWN)],
  ['cctp-hyperevm', 'To the sender on HyperEVM.', CCTP_2, burn2(19, OWN)],
  ['cctp-solana', 'To a token account on Solana.', CCTP_1, burn(5, SOLANA)],
  ['cctp-sui', 'To an account on Sui.', CCTP_1, burn(8, SUI)],
  ['cctp-aptos', 'To an account on Aptos.', CCTP_1, burn(9, APTOS)],
  ['cctp-noble', 'To an account on Noble: 20 bytes, padded.', CCTP_1, burn(4, COSMOS)],
])

const layerZero = of('LayerZero V2: OFT, send', [
  ['oft-bnb', 'To the sender on BNB Smart Chain.', OFT, oft(30_102, OWN), paid],
  ['oft-avalanche', 'To the sender on Avalanche.', OFT, oft(30_106, OWN), paid],
  ['oft-polygon', 'To the sender on Polygon.', OFT, oft(30_109, OWN), paid],
  ['oft-arbitrum', 'To the sender on Arbitrum.', OFT, oft(30_110, OWN), paid],
  ['oft-optimism', 'To the sender on Optimism.', OFT, oft(30_111, OWN), paid],
  ['oft-base', 'To the sender on Base.', OFT, oft(30_184, OWN), paid],
  ['oft-solana', 'To an account on Solana.', OFT, oft(30_168, SOLANA), paid],
  ['oft-aptos', 'To an account on Aptos.', OFT, oft(30_108, APTOS), paid],
  ['oft-tron', 'To an account on Tron: 20 bytes, padded.', OFT, oft(30_420, TRON), paid],
])

const wormholes = of('Wormhole: TokenBridge, transferTokens', [
  ['wormhole-bnb', 'To the sender on BNB Smart Chain.', WORMHOLE, wormhole(4, OWN)],
  ['wormhole-polygon', 'To the sender on Polygon.', WORMHOLE, wormhole(5, OWN)],
  ['wormhole-arbitrum', 'To the sender on Arbitrum.', WORMHOLE, wormhole(23, OWN)],
  ['wormhole-base', 'To the sender on Base.', WORMHOLE, wormhole(30, OWN)],
  ['wormhole-solana', 'To an account on Solana.', WORMHOLE, wormhole(1, SOLANA)],
  ['wormhole-sui', 'To an account on Sui.', WORMHOLE, wormhole(21, SUI)],
  ['wormhole-osmosis', 'To an account on Osmosis: 20 bytes, padded.', WORMHOLE, wormhole(20, COSMOS)],
])

const others = [
  ...of('Hyperlane: TokenRouter, transferRemote', [
    ['warp-base', 'To the sender on Base.', WARP_ROUTE, warp(8453, OWN), paid],
    ['warp-arbitrum', 'To the sender on Arbitrum.', WARP_ROUTE, warp(42_161, OWN), paid],
    ['warp-solana', 'To an account on Solana.', WARP_ROUTE, warp(1_399_811_149, SOLANA), paid],
    ['warp-starknet', 'To an account on Starknet.', WARP_ROUTE, warp(358_974_494, STARKNET), paid],
    ['warp-celestia', 'To an account on Celestia: 20 bytes, padded.', WARP_ROUTE, warp(1_128_614_981, COSMOS), paid],
  ]),
  ...of('Across: SpokePool, deposit', [
    ['across-base', 'To the sender on Base.', ACROSS, across(8453n, OWN)],
    ['across-solana', 'To an account on Solana.', ACROSS, across(34_268_394_551_451n, SOLANA)],
  ]),
  ...of('Chainlink CCIP: Router, ccipSend', [
    ['ccip-base', 'To the sender on Base.', CCIP_ROUTER, ccip(15_971_525_489_660_198_786n, OWN), paid],
    ['ccip-arbitrum', 'To the sender on Arbitrum.', CCIP_ROUTER, ccip(4_949_039_107_694_359_620n, OWN), paid],
    ['ccip-solana', 'To an account on Solana.', CCIP_ROUTER, ccip(124_615_329_519_749_607n, SOLANA), paid],
  ]),
  ...of('Axelar: AxelarGateway, sendToken', [
    ['axelar-polygon', 'To the sender on Polygon.', AXELAR, axelar('Polygon', SIGNER)],
    [
      'axelar-osmosis',
      'To an account on Osmosis.',
      AXELAR,
      axelar('osmosis', 'osmo1x46rqay4d3cssq8gxxvqz8xt6nwlz4td3nt8gw'),
    ],
  ]),
  ...of('Allbridge Core: Bridge, swapAndBridge', [
    ['allbridge-bnb', 'To the sender on BNB Smart Chain.', ALLBRIDGE, allbridge(2n, OWN), paid],
    ['allbridge-solana', 'To an account on Solana.', ALLBRIDGE, allbridge(4n, SOLANA), paid],
    ['allbridge-tron', 'To an account on Tron: 20 bytes, padded.', ALLBRIDGE, allbridge(3n, TRON), paid],
  ]),
  ...of('Wormhole: TokenBridge, wrapAndTransferETH', [
    [
      'wormhole-ether',
      'Ether to the sender on Arbitrum.',
      WORMHOLE,
      call('wrapAndTransferETH(uint16,bytes32,uint256,uint32)', 23, OWN, 0n, 7),
      { value: ONE },
    ],
    [
      'wormhole-weth-solana',
      'WETH to an account on Solana.',
      WORMHOLE,
      call('transferTokens(address,uint256,uint16,bytes32,uint256,uint32)', WETH, ONE, 1, SOLANA, 0n, 8),
    ],
  ]),
]

/** Receivers on other kinds of chain. */
export const receivers: HonestGroup = {
  name: 'receivers',
  cases: [...circle, ...layerZero, ...wormholes, ...others],
}

import { addressOf, call, left } from '../adversarial/encode.ts'
import { ACROSS, BASE_BRIDGE, CCTP_2, DAI, USDC, USDT, WETH } from '../adversarial/protocols.ts'
import { NOBODY, ONE, SIGNER, usd } from '../adversarial/row.ts'
import { fair, family, pair } from './pair.ts'

const STARGATE_2_USDC = '0xc026395860db2d07ee33e05fe50ed7bd583189c7'
const DLN = '0xef4fb24ad0916217251f553c0596f8edc630eb66'
const CCIP = '0x80226fc0ee2b096224eeac085bb9a8cba1146f7d'
const CELER = '0x5427fefa711eff984124bfbb1ab6fbf5e3da1820'
const CONNEXT = '0x8898b472c54c31894e3b9bb83cea802a5d0e63c6'
const POLYGON_AGG = '0x2a3dd3eb832af982ec71669e178424b10dca2ede'
const RELAY = '0x4cd00e387622c35bddb9b4c962c136462338bc31'
const AXELAR = '0x4f4495243837681061c4743b74b3eedf548d56a5'
const ITS = '0xb5fb4be02232b1bba4dc8f81dc24c26980de9e3c'
const HYPERLANE = addressOf('warp route')
const NTT = addressOf('ntt manager')
const LINEA = '0x051f1d88f0af5763fb888ec4378b4d8b29ea3319'
const SCROLL = '0xf8b1378579659d8f7ee5f3c929c2f3e332e41fd6'
const send = 'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)'
const dln =
  'createOrder((address,uint256,bytes,uint256,uint256,bytes,address,bytes,bytes,bytes,bytes),bytes,uint32,bytes)'
const solana = `0x${'3c'.repeat(32)}`

export const bridges = family('bridges of today', [
  pair(
    'stargate-2',
    'Stargate V2, stargate-protocol/stargate-v2',
    STARGATE_2_USDC,
    (to) => call(send, [30_184, left(to), usd(40_000), usd(39_900), '0x', '0x', '0x'], [ONE / 1000n, 0n], SIGNER),
    'what is bridged',
    { value: ONE / 1000n },
  ),
  pair(
    'debridge',
    'deBridge DlnSource, debridge-finance',
    DLN,
    (to) =>
      call(dln, [USDC, usd(25_000), USDC, usd(24_900), 8453n, to, SIGNER, SIGNER, '0x', '0x', '0x'], '0x', 0, '0x'),
    'what is bridged',
    { value: ONE / 1000n },
  ),
  pair(
    'ccip',
    'Chainlink CCIP router, smartcontractkit/chainlink-ccip',
    CCIP,
    (to) =>
      call('ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes))', 15_971_525_489_660_198_786n, [
        left(to),
        '0x',
        [[USDC, usd(60_000)]],
        NOBODY,
        '0x',
      ]),
    'what is bridged',
    { value: ONE / 100n },
  ),
  pair(
    'axelar',
    'Axelar gateway, axelarnetwork/axelar-cgp-solidity',
    AXELAR,
    (to) => call('sendToken(string,string,string,uint256)', 'base', to, 'axlUSDC', usd(15_000)),
    'what is bridged',
  ),
  pair(
    'axelar-its',
    'Axelar ITS, axelarnetwork/interchain-token-service',
    ITS,
    (to) =>
      call(
        'interchainTransfer(bytes32,string,bytes,uint256,bytes,uint256)',
        `0x${'9e'.repeat(32)}`,
        'base',
        to,
        500n * ONE,
        '0x',
        0n,
      ),
    'what is bridged',
    { value: ONE / 1000n },
  ),
  pair(
    'hyperlane',
    'Hyperlane warp route, hyperlane-xyz/hyperlane-monorepo',
    HYPERLANE,
    (to) => call('transferRemote(uint32,bytes32,uint256)', 8453, left(to), usd(20_000)),
    'what is bridged',
    { value: ONE / 1000n },
  ),
  pair(
    'celer',
    'Celer cBridge, celer-network/sgn-v2-contracts',
    CELER,
    (to) => call('send(address,address,uint256,uint64,uint64,uint32)', to, USDC, usd(18_000), 42_161n, 3n, 5000),
    'what is bridged',
  ),
  pair(
    'connext',
    'Everclear (Connext), everclearorg/monorepo',
    CONNEXT,
    (to) =>
      call(
        'xcall(uint32,address,address,address,uint256,uint256,bytes)',
        1_869_640_809,
        to,
        USDC,
        SIGNER,
        usd(11_000),
        30n,
        '0x',
      ),
    'what is bridged',
    { value: ONE / 1000n },
  ),
  pair(
    'polygon-agg',
    'Polygon unified bridge, 0xPolygonHermez',
    POLYGON_AGG,
    (to) => call('bridgeAsset(uint32,address,uint256,address,bool,bytes)', 1, to, 900n * ONE, DAI, true, '0x'),
    'what is bridged',
  ),
  pair(
    'relay',
    'Relay depository, relayprotocol/relay-depository',
    RELAY,
    (to) => call('depositErc20(address,address,uint256,bytes32)', to, USDT, usd(12_000), `0x${'44'.repeat(32)}`),
    'the credit of a deposit',
  ),
  pair(
    'ntt',
    'Wormhole NTT manager, wormhole-foundation/native-token-transfers',
    NTT,
    (to) =>
      call('transfer(uint256,uint16,bytes32,bytes32,bool,bytes)', 700n * ONE, 30, left(to), left(to), false, '0x'),
    'what is bridged',
    { value: ONE / 1000n },
  ),
  pair(
    'linea',
    'Linea TokenBridge, Consensys/linea-monorepo',
    LINEA,
    (to) => call('bridgeToken(address,uint256,address)', USDT, usd(9000), to),
    'what is bridged',
  ),
  pair(
    'scroll',
    'Scroll L1GatewayRouter, scroll-tech/scroll-contracts',
    SCROLL,
    (to) => call('depositERC20(address,address,uint256,uint256)', USDT, to, usd(9000), 200_000n),
    'what is bridged',
    { value: ONE / 1000n },
  ),
  pair(
    'across-3',
    'Across SpokePool, across-protocol/contracts',
    ACROSS,
    (to) =>
      call(
        'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
        left(SIGNER),
        left(to),
        left(USDC),
        left('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
        usd(50_000),
        usd(49_950),
        8453n,
        left(NOBODY),
        1_893_450_000,
        1_893_456_000,
        0,
        '0x',
      ),
    'what is bridged',
  ),
  pair(
    'cctp-hook',
    'Circle CCTP V2, circlefin/evm-cctp-contracts',
    CCTP_2,
    (to) =>
      call(
        'depositForBurnWithHook(uint256,uint32,bytes32,address,bytes32,uint256,uint32,bytes)',
        usd(30_000),
        6,
        left(to),
        USDC,
        left(NOBODY),
        usd(30),
        1000,
        '0x01',
      ),
    'what is bridged',
  ),
  fair(
    'cctp-solana',
    'Circle CCTP V2',
    CCTP_2,
    call(
      'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
      usd(300),
      5,
      solana,
      USDC,
      left(NOBODY),
      0n,
      2000,
    ),
    'It bridges to an own account of another kind of chain.',
  ),
  fair(
    'base-eth',
    'Base L1StandardBridge, docs.base.org',
    BASE_BRIDGE,
    call('depositETH(uint32,bytes)', 200_000, '0x'),
    'It bridges ether for oneself.',
    { value: ONE },
  ),
  fair(
    'op-token',
    'Base L1StandardBridge',
    BASE_BRIDGE,
    call(
      'bridgeERC20(address,address,uint256,uint32,bytes)',
      DAI,
      '0x50c5725949a6f0c72e6c4a641f24049a917db0cb',
      100n * ONE,
      200_000,
      '0x',
    ),
    'It bridges for oneself.',
  ),
  fair(
    'weth-approve',
    'Across approval',
    WETH,
    call('approve(address,uint256)', ACROSS, ONE),
    'It approves a known bridge.',
  ),
])

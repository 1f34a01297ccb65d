import {
  at,
  type CallCase,
  call,
  calls,
  coin,
  coins,
  FRIEND,
  HASH,
  ME,
  NONE,
  PAYEE,
  padded,
  SOON,
  someone,
  USDC,
  USDT,
  usd,
  WETH,
  ZERO,
} from './sentence-case.ts'

const BASE_USDC = coin('USDC', '8453')
const BAYC = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const FEE = [coins(0.001), 0n]

const bridges: readonly CallCase[] = [
  ...calls('Across', at('Across SpokePool'), [
    [
      'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
      [ME, ME, USDC, BASE_USDC, usd(1000), usd(998), 8453n, ZERO, Number(SOON), Number(SOON), 0, NONE],
    ],
    [
      'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
      [ME, FRIEND, WETH, ZERO, coins(1), coins(0.999), 42161n, ZERO, Number(SOON), Number(SOON), 0, NONE],
      { value: coins(1), when: 'of ether, to another' },
    ],
    [
      'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
      [
        padded(ME),
        padded(ME),
        padded(USDC),
        padded(BASE_USDC),
        usd(1000),
        usd(998),
        8453n,
        padded(ZERO),
        Number(SOON),
        Number(SOON),
        0,
        NONE,
      ],
    ],
  ]),
  ...calls('Stargate', at('Stargate 2 USDC pool'), [
    [
      'sendToken((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
      [[30184, padded(ME), usd(1000), usd(998), NONE, NONE, NONE], FEE, ME],
      { value: coins(0.001) },
    ],
    [
      'swap(uint16,uint256,uint256,address,uint256,uint256,(uint256,uint256,bytes),bytes,bytes)',
      [110, 1n, 1n, ME, usd(1000), usd(998), [0n, 0n, NONE], ME, NONE],
      { to: at('Stargate Router'), value: coins(0.001) },
    ],
  ]),
  ...calls('LayerZero OFT', someone('oft'), [
    [
      'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
      [[30110, padded(ME), coins(100), coins(100), NONE, NONE, NONE], FEE, ME],
      { value: coins(0.001) },
    ],
    [
      'sendFrom(address,uint16,bytes,uint256,address,address,bytes)',
      [ME, 110, ME, coins(100), ME, ZERO, NONE],
      { value: coins(0.001) },
    ],
  ]),
  ...calls('CCTP', at('Circle TokenMessenger'), [
    ['depositForBurn(uint256,uint32,bytes32,address)', [usd(1000), 6, padded(ME), USDC]],
    ['depositForBurn(uint256,uint32,bytes32,address)', [usd(1000), 5, HASH, USDC], { when: 'to Solana' }],
    [
      'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
      [usd(1000), 3, padded(ME), USDC, padded(ZERO), usd(0.5), 1000],
      { to: at('Circle TokenMessenger 2'), when: 'second version' },
    ],
    ['receiveMessage(bytes,bytes)', [NONE, NONE], { to: at('Circle MessageTransmitter 2') }],
  ]),
  ...calls('Hop', at('Hop USDC Bridge'), [
    [
      'sendToL2(uint256,address,uint256,uint256,uint256,address,uint256)',
      [10n, ME, usd(1000), usd(990), SOON, ZERO, 0n],
    ],
    [
      'swapAndSend(uint256,address,uint256,uint256,uint256,uint256,uint256,uint256)',
      [1n, ME, coins(1), coins(0.001), coins(0.99), SOON, coins(0.98), SOON],
      { to: at('Hop ETH AMM wrapper', '10'), chainId: '10', value: coins(1) },
    ],
  ]),
  ...calls('Rollup bridges', at('Base L1 Standard Bridge'), [
    ['depositETH(uint32,bytes)', [200_000, NONE], { value: coins(1) }],
    ['bridgeETHTo(address,uint32,bytes)', [FRIEND, 200_000, NONE], { value: coins(1) }],
    ['depositERC20(address,address,uint256,uint32,bytes)', [USDC, BASE_USDC, usd(1000), 200_000, NONE]],
    [
      'depositERC20To(address,address,address,uint256,uint32,bytes)',
      [USDC, BASE_USDC, ME, usd(1000), 200_000, NONE],
      { to: at('Optimism L1 Standard Bridge') },
    ],
    ['bridgeERC20(address,address,uint256,uint32,bytes)', [USDC, BASE_USDC, usd(1000), 200_000, NONE]],
    [
      'depositTransaction(address,uint256,uint64,bool,bytes)',
      [ME, coins(1), 100_000n, false, NONE],
      { to: at('Optimism portal'), value: coins(1) },
    ],
    ['depositEth()', [], { to: at('Arbitrum Delayed Inbox'), value: coins(1) }],
    [
      'outboundTransfer(address,address,uint256,uint256,uint256,bytes)',
      [USDC, ME, usd(1000), 100_000n, 100_000_000n, NONE],
      { to: at('Arbitrum L1 Gateway Router'), value: coins(0.001) },
    ],
    [
      'outboundTransferCustomRefund(address,address,address,uint256,uint256,uint256,bytes)',
      [USDC, ME, ME, usd(1000), 100_000n, 100_000_000n, NONE],
      { to: at('Arbitrum L1 Gateway Router'), value: coins(0.001) },
    ],
    [
      'withdraw(address,uint256,uint32,bytes)',
      [BASE_USDC, usd(1000), 0, NONE],
      { to: someone('L2 standard bridge'), chainId: '8453' },
    ],
    ['withdrawEth(address)', [ME], { to: someone('ArbSys'), chainId: '42161', value: coins(1) }],
    ['depositEtherFor(address)', [ME], { to: at('Polygon RootChainManager'), value: coins(1) }],
  ]),
  ...calls('Wormhole', at('Wormhole Token Bridge'), [
    ['transferTokens(address,uint256,uint16,bytes32,uint256,uint32)', [USDC, usd(1000), 30, padded(ME), 0n, 1]],
    ['wrapAndTransferETH(uint16,bytes32,uint256,uint32)', [23, padded(ME), 0n, 1], { value: coins(1) }],
    ['completeTransfer(bytes)', [NONE]],
  ]),
  ...calls('LI.FI', at('LI.FI Diamond'), [
    [
      'startBridgeTokensViaAcross((bytes32,string,string,address,address,address,uint256,uint256,bool,bool),(int64,uint32,bytes,uint256))',
      [
        [HASH, 'across', 'app', ZERO, USDC, ME, usd(1000), 10n, false, false],
        [0n, 0, NONE, 0n],
      ],
    ],
    [
      'swapTokensSingleV3ERC20ToERC20(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool))',
      [HASH, 'app', '', ME, coins(0.95), [someone('dex'), someone('dex'), USDC, WETH, usd(4000), NONE, true]],
    ],
  ]),
  ...calls('deBridge', at('deBridge DlnSource'), [
    [
      'createOrder((address,uint256,bytes,uint256,uint256,bytes,address,bytes,bytes,bytes,bytes),bytes,uint32,bytes)',
      [[USDC, usd(1000), BASE_USDC, usd(995), 8453n, ME, ME, ME, NONE, NONE, NONE], NONE, 0, NONE],
      { value: coins(0.001) },
    ],
  ]),
  ...calls('CCIP', at('Chainlink CCIP Router'), [
    [
      'ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes))',
      [15971525489660198786n, [padded(ME), NONE, [[USDC, usd(1000)]], ZERO, NONE]],
      { value: coins(0.001) },
    ],
  ]),
]

const order = {
  basic:
    'fulfillBasicOrder((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))',
}

const markets: readonly CallCase[] = [
  ...calls('Seaport', at('Seaport 1.6'), [
    [
      order.basic,
      [[ZERO, 0n, coins(1), FRIEND, ZERO, BAYC, 7n, 1n, 0, 0n, SOON, HASH, 1n, HASH, HASH, 0n, [], NONE]],
      { value: coins(1) },
    ],
    ['incrementCounter()', []],
  ]),
  ...calls('Blur', at('Blur Pool'), [
    ['deposit()', [], { value: coins(1) }],
    ['withdraw(uint256)', [coins(1)]],
  ]),
  ...calls('CryptoPunks', someone('punks'), [
    ['buyPunk(uint256)', [7n], { value: coins(50) }],
    ['offerPunkForSale(uint256,uint256)', [7n, coins(50)]],
    ['transferPunk(address,uint256)', [PAYEE, 7n]],
  ]),
  ...calls('ENS', at('ENS .eth Registrar Controller'), [
    ['commit(bytes32)', [HASH]],
    [
      'register((string,address,uint256,bytes32,address,bytes[],uint8,bytes32))',
      [['example', ME, 31_536_000n, HASH, at('ENS Public Resolver'), [], 0, HASH]],
      { value: coins(0.01) },
    ],
    [
      'register(string,address,uint256,bytes32,address,bytes[],bool,uint16)',
      ['example', ME, 31_536_000n, HASH, at('ENS Public Resolver'), [], true, 0],
      { value: coins(0.01), when: 'older controller' },
    ],
    ['renew(string,uint256)', ['example', 31_536_000n], { value: coins(0.01) }],
    ['setAddr(bytes32,address)', [HASH, ME], { to: at('ENS Public Resolver') }],
    ['setText(bytes32,string,string)', [HASH, 'url', 'https://example.org'], { to: at('ENS Public Resolver') }],
    ['setName(string)', ['example.eth'], { to: at('ENS Reverse Registrar') }],
    ['setOwner(bytes32,address)', [HASH, FRIEND], { to: at('ENS Registry') }],
    ['reclaim(uint256,address)', [5n, FRIEND], { to: at('ENS BaseRegistrar') }],
  ]),
  ...calls(
    'Farcaster',
    at('Farcaster StorageRegistry', '10'),
    [['rent(uint256,uint256)', [5n, 1n], { value: coins(0.002) }]],
    '10',
  ),
]

const perps: readonly CallCase[] = [
  ...calls(
    'GMX',
    at('GMX ExchangeRouter', '42161'),
    [
      ['sendWnt(address,uint256)', [someone('order vault'), coins(0.5)], { value: coins(0.5) }],
      ['sendTokens(address,address,uint256)', [coin('USDC', '42161'), someone('order vault'), usd(1000)]],
      ['claimFundingFees(address[],address[],address)', [[someone('market')], [coin('USDC', '42161')], ME]],
      ['cancelOrder(bytes32)', [HASH]],
      [
        'swap(address[],uint256,uint256,address)',
        [[coin('USDC', '42161'), coin('WETH', '42161')], usd(4000), coins(0.95), ME],
        { to: at('GMX Router', '42161') },
      ],
    ],
    '42161',
  ),
  ...calls(
    'Hyperliquid',
    coin('USDC', '42161'),
    [['transfer(address,uint256)', [at('Hyperliquid Bridge 2', '42161'), usd(1000)], { when: 'a deposit' }]],
    '42161',
  ),
  ...calls(
    'Polymarket',
    at('Polymarket Conditional Tokens', '137'),
    [
      [
        'splitPosition(address,bytes32,bytes32,uint256[],uint256)',
        [coin('USDC.e', '137'), HASH, HASH, [1n, 2n], usd(100)],
      ],
      ['redeemPositions(address,bytes32,bytes32,uint256[])', [coin('USDC.e', '137'), HASH, HASH, [1n, 2n]]],
      [
        'mergePositions(address,bytes32,bytes32,uint256[],uint256)',
        [coin('USDC.e', '137'), HASH, HASH, [1n, 2n], usd(100)],
      ],
    ],
    '137',
  ),
]

export const bridgesAndMarkets: readonly CallCase[] = [...bridges, ...markets, ...perps]
void call
void USDT

import { addressOf, call } from '../../../bench/detection/adversarial/encode.ts'
import {
  BASE_BRIDGE,
  BAYC,
  CETH,
  DAI,
  ENS_REGISTRAR,
  ENS_WRAPPER,
  ENTRY_POINT_7,
  OPTIMISM_BRIDGE,
  OPTIMISM_PORTAL,
  POLYGON_BRIDGE,
  STETH,
  UNI,
  UNISWAP_POSITIONS,
  UNIVERSAL_ROUTER,
  USDC,
  USDC_ARBITRUM,
  USDT,
  WBNB,
  WETH,
  WSTETH,
} from '../../../bench/detection/adversarial/protocols.ts'
import {
  allow,
  type Known,
  ONE,
  paid,
  paidBy,
  type Row,
  rows,
  SAFE,
  SIGNER,
  usd,
} from '../../../bench/detection/adversarial/row.ts'
import { inMultiSend, inSafe } from '../../../bench/detection/adversarial/wrap.ts'
import type { HonestGroup } from '../honest-case.ts'
import { ALL, CALLER, plan, v3In } from '../router-plans.ts'

const tag = (label: string, address: string): Known => ({ kind: 'tag', label, address })
const DEAD = '0x000000000000000000000000000000000000dead'
const LINK = '0x514910771af9ca656af840dff83e8264ecf986ca'
const HYPERLIQUID = '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7'
const V3_STAKER = '0xe34139463ba50bd61336e0c446bd8c0867c6fe65'
const MASTERCHEF_3 = '0x556b9306565093c855aea9ae92a594704c2cd59e'
const PANCAKE_POSITIONS = '0x46a15b0b27311cedf172ab29e4f4766fbe7f4364'
const WRAPPED_PUNKS = '0xb7f7f6c52f2e2fdb1963eab30438024864c313f6'
const PROTOCOL_GUILD = '0x25941dc771bb64514fc8abbce970307fb9d477e9'
const ENS_DAO = '0xfe89cc7abb2c4183683ab71653c4cdc9b02d44b7'
const UNISWAP_TIMELOCK = '0x1a9c8182c09f50c8318d769245bea52c32be35bc'
const BLUR_POOL = '0x0000000000a39bb272e79075ade125fd351887ac'
const ENTRY_POINT_6 = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'
const WETH_BASE = '0x4200000000000000000000000000000000000006'
const WAVAX = '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7'
const WETH_SEPOLIA = '0xfff9976782d46cc05630d1f6ebab18b2324d6b14'
const EXCHANGE = addressOf('deposit address at an exchange')
const PERPS = addressOf('deposit contract of a perpetual exchange')

const send = (to: string, amount: bigint) => call('transfer(address,uint256)', to, amount)
const item = (to: string, id: bigint) => call('safeTransferFrom(address,address,uint256)', SIGNER, to, id)
const itemWith = (to: string, id: bigint, data: string) =>
  call('safeTransferFrom(address,address,uint256,bytes)', SIGNER, to, id, data)
const items = (to: string, id: bigint, amount: bigint) =>
  call('safeTransferFrom(address,address,uint256,uint256,bytes)', SIGNER, to, id, amount, '0x')
const andCall = (to: string, amount: bigint, data: string) =>
  call('transferAndCall(address,uint256,bytes)', to, amount, data)

const ether = (to: string, rest: Partial<Row> = {}) => ({ to, value: ONE, ...rest })

const native = rows([
  ['weth', 'WETH wraps what it is paid.', 'WETH9: fallback', ether(WETH)],
  ['weth-base', 'The same on Base.', 'WETH9: fallback', ether(WETH_BASE, { chainId: '8453' })],
  ['weth-optimism', 'The same on Optimism.', 'WETH9: fallback', ether(WETH_BASE, { chainId: '10' })],
  ['wbnb', 'The same on BNB Smart Chain.', 'WBNB: fallback', ether(WBNB, { chainId: '56' })],
  ['wavax', 'The same on Avalanche.', 'WAVAX: fallback', ether(WAVAX, { chainId: '43114' })],
  ['weth-sepolia', 'The same on Sepolia.', 'WETH9: fallback', ether(WETH_SEPOLIA, { chainId: '11155111' })],
  ['steth', 'Lido stakes what it is paid.', 'Lido: receive', ether(STETH)],
  ['wsteth', 'wstETH stakes and wraps what it is paid.', 'Lido: WstETH, receive', ether(WSTETH)],
  [
    'optimism',
    'The bridge sends what it is paid to Optimism.',
    'Optimism: L1StandardBridge, receive',
    ether(OPTIMISM_BRIDGE),
  ],
  ['base', 'The same to Base.', 'Optimism: L1StandardBridge, receive', ether(BASE_BRIDGE)],
  ['polygon', 'The same to Polygon.', 'Polygon: RootChainManager, receive', ether(POLYGON_BRIDGE)],
  [
    'optimism-portal',
    'The portal deposits what it is paid.',
    'Optimism: OptimismPortal, receive',
    ether(OPTIMISM_PORTAL, { intel: [tag('Optimism: Portal', OPTIMISM_PORTAL)] }),
  ],
  ['blur-pool', 'The pool credits what it is paid.', 'Blur: BlurPool, receive', ether(BLUR_POOL)],
  ['entry-point-6', 'The entry point credits the sender.', 'ERC-4337: StakeManager, receive', ether(ENTRY_POINT_6)],
  ['entry-point-7', 'The same with version 0.7.', 'ERC-4337: StakeManager, receive', ether(ENTRY_POINT_7)],
  [
    'ceth',
    'cETH mints for what it is paid.',
    'Compound v2: CEther, fallback',
    ether(CETH, { intel: [tag('Compound: cETH Token', CETH)] }),
  ],
  [
    'exchange-ether',
    'A deposit address of an exchange.',
    'labels of explorers',
    ether(EXCHANGE, { intel: [tag('Exchange: deposit', EXCHANGE)] }),
  ],
  ['own-safe', 'The own Safe, paid before.', 'Safe: receive', ether(SAFE, { history: [paid(SAFE)] })],
  [
    'donation-ether',
    'A donation to a treasury with a label.',
    'docs.protocol-guild.org',
    ether(PROTOCOL_GUILD, { intel: [tag('Protocol Guild', PROTOCOL_GUILD)] }),
  ],
  ['burn-ether', 'Ether is burned.', 'EIP-1559 discussions: dead address', ether(DEAD)],
  ['safe-weth', 'A Safe wraps ether.', 'WETH9: fallback', inSafe({ to: WETH, value: ONE, data: '0x' })],
  ['safe-steth', 'A Safe stakes ether.', 'Lido: receive', inSafe({ to: STETH, value: ONE, data: '0x' })],
  [
    'safe-batch',
    'A Safe wraps and stakes ether.',
    'WETH9: fallback; Lido: receive',
    inMultiSend({ to: WETH, value: ONE, data: '0x' }, { to: WSTETH, value: ONE, data: '0x' }),
  ],
])

const tokens = rows([
  [
    'exchange-usdc',
    'A deposit address of an exchange.',
    'labels of explorers',
    { to: USDC, data: send(EXCHANGE, usd(900)), intel: [tag('Exchange: deposit', EXCHANGE)] },
  ],
  [
    'exchange-usdt',
    'The same with USDT, paid before.',
    'history of the sender',
    { to: USDT, data: send(EXCHANGE, usd(900)), history: [paid(EXCHANGE, USDT)] },
  ],
  [
    'hyperliquid',
    'The bridge of Hyperliquid credits who sends USDC.',
    'hyperliquid-dex/contracts: Bridge2',
    {
      chainId: '42161',
      to: USDC_ARBITRUM,
      data: send(HYPERLIQUID, usd(900)),
      intel: [tag('Hyperliquid: Deposit Bridge 2', HYPERLIQUID)],
    },
  ],
  [
    'perps',
    'A deposit contract of another perpetual exchange that the operator allows.',
    'documentation of the exchange',
    { to: USDC, data: send(PERPS, usd(900)), lists: [allow(PERPS)] },
  ],
  [
    'treasury-ens',
    'A gift to the treasury of a name service.',
    'docs.ens.domains: DAO wallet',
    { to: USDC, data: send(ENS_DAO, usd(90)), intel: [tag('ENS: DAO Wallet', ENS_DAO)] },
  ],
  [
    'treasury-uniswap',
    'UNI returns to the timelock of its governance.',
    'docs.uniswap.org: governance',
    { to: UNI, data: send(UNISWAP_TIMELOCK, ONE), intel: [tag('Uniswap: Timelock', UNISWAP_TIMELOCK)] },
  ],
  ['burn-dai', 'Tokens are sent to the dead address.', 'burns of projects', { to: DAI, data: send(DEAD, ONE) }],
  ['burn-uni', 'The same with UNI.', 'burns of projects', { to: UNI, data: send(DEAD, 100n * ONE) }],
  [
    'safe-payroll',
    'A Safe pays a supplier.',
    'history of the Safe',
    {
      ...inSafe({ to: USDC, data: send(addressOf('supplier'), usd(90)) }),
      history: [paidBy(SAFE, addressOf('supplier'), USDC)],
    },
  ],
  [
    'router-then-swap',
    'A Safe sends USDC to the router, and the router swaps it in the same transaction.',
    'Uniswap: universal-router, payerIsUser is false',
    inMultiSend(
      { to: USDC, data: send(UNIVERSAL_ROUTER, usd(500)) },
      {
        to: UNIVERSAL_ROUTER,
        data: plan(v3In(CALLER, ALL, ONE / 7n, `${USDC}0001f4${WETH.slice(2)}`, false)),
      },
    ),
  ],
  [
    'vrf-subscription',
    'LINK tops up a subscription.',
    'Chainlink: VRFCoordinator, onTokenTransfer',
    {
      to: LINK,
      data: andCall('0x271682deb8c4e0901d1a1550ad2e64d568e69909', 9n * ONE, `0x${'0'.repeat(62)}2a`),
      intel: [tag('Chainlink: VRF Coordinator', '0x271682deb8c4e0901d1a1550ad2e64d568e69909')],
    },
  ],
  [
    'link-staking',
    'LINK is staked.',
    'Chainlink: CommunityStakingPool, onTokenTransfer',
    {
      to: LINK,
      data: andCall('0xbc10f2e862ed4502144c7d632a3459f49dfcdb5e', 900n * ONE, '0x'),
      intel: [tag('Chainlink: Community Staking Pool', '0xbc10f2e862ed4502144c7d632a3459f49dfcdb5e')],
    },
  ],
  [
    'transfer-and-call-exchange',
    'A token with ERC-1363 pays a deposit address.',
    'ERC-1363: transferAndCall',
    { to: LINK, data: andCall(EXCHANGE, ONE, '0x'), intel: [tag('Exchange: deposit', EXCHANGE)] },
  ],
])

const nfts = rows([
  [
    'name-wrapper',
    'A name is wrapped by sending it.',
    'ENS: NameWrapper, onERC721Received',
    { to: ENS_REGISTRAR, data: itemWith(ENS_WRAPPER, 42n, `0x${'00'.repeat(128)}`) },
  ],
  [
    'v3-staker',
    'A position is staked by sending it.',
    'Uniswap: v3-staker, onERC721Received',
    { to: UNISWAP_POSITIONS, data: item(V3_STAKER, 42n), intel: [tag('Uniswap V3: Staker', V3_STAKER)] },
  ],
  [
    'masterchef-3',
    'The same on PancakeSwap.',
    'PancakeSwap: MasterChefV3, onERC721Received',
    {
      chainId: '56',
      to: PANCAKE_POSITIONS,
      data: item(MASTERCHEF_3, 42n),
      intel: [tag('PancakeSwap: MasterChef V3', MASTERCHEF_3)],
    },
  ],
  [
    'wrapped-punks',
    'An item goes to a wrapper.',
    'labels of explorers',
    { to: BAYC, data: item(WRAPPED_PUNKS, 42n), intel: [tag('Wrapped CryptoPunks', WRAPPED_PUNKS)] },
  ],
  ['burn-item', 'An item is burned.', 'burns of projects', { to: BAYC, data: item(DEAD, 42n) }],
  [
    'burn-items',
    'Items of ERC-1155 are burned.',
    'burns of projects',
    { to: addressOf('editions'), data: items(DEAD, 1n, 5n) },
  ],
  [
    'item-to-exchange',
    'An item goes to the vault of a market.',
    'labels of explorers',
    { to: BAYC, data: item(EXCHANGE, 42n), intel: [tag('Exchange: NFT vault', EXCHANGE)] },
  ],
  [
    'item-to-treasury',
    'An item is a gift to a treasury.',
    'labels of explorers',
    { to: BAYC, data: item(ENS_DAO, 42n), intel: [tag('ENS: DAO Wallet', ENS_DAO)] },
  ],
])

/** Payments that known contracts accept. */
export const paymentsToContracts: HonestGroup = {
  name: 'payments-to-contracts',
  cases: [...native, ...tokens, ...nfts],
}

import { addressOf, call } from '../../../bench/detection/adversarial/encode.ts'
import { BAYC, PERMIT2, SEAPORT } from '../../../bench/detection/adversarial/protocols.ts'
import { DEADLINE, NOBODY, ONE, type Row, SIGNER, usd } from '../../../bench/detection/adversarial/row.ts'
import { typed } from '../../service/risk/typed-data/typed.ts'
import type { HonestCase, HonestGroup, HonestMessage } from '../honest-case.ts'

const SOON = String(DEADLINE)
const bytes32 = `0x${'00'.repeat(32)}`

/** USDC and wrapped ether of a chain, as their issuers and the rollups publish them. */
const chains = {
  '1': { usdc: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', weth: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' },
  '10': { usdc: '0x0b2c639c533813f4aa9d7837caf62653d097ff85', weth: '0x4200000000000000000000000000000000000006' },
  '137': { usdc: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', weth: '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619' },
  '8453': { usdc: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', weth: '0x4200000000000000000000000000000000000006' },
  '42161': { usdc: '0xaf88d065e77c8cc2239327c5edb3a432268e5831', weth: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1' },
} as const
type ChainId = keyof typeof chains

/** Fee collectors of the interface of Uniswap (Uniswap/contracts, deployments). */
const feeCollectors: Readonly<Record<ChainId, string>> = {
  '1': '0x000000fee13a103a10d593b9ae06b3e05f2e7e1c',
  '10': '0x3d83ec320541ae96c4c91e9202643870458fb290',
  '137': '0x23b5aa437cfdaf03235d78961e032dba549dfc06',
  '8453': '0x5d64d14d2cf4fe5fe4e65b1c7e3d11e18d493091',
  '42161': '0x89f30783108e2f9191db4a44ae2a516327c99575',
}

const ATTACKER = addressOf('who gains by a hostile twin')

/** An honest case, and the same case with another address in the place of the one that is known. */
export interface Twins {
  readonly honest: HonestCase
  readonly hostile: HonestCase
}

interface Order {
  /** Witness type of a UniswapX order, and the types that it refers to. */
  readonly types: string
  readonly witness: (about: Sale) => Readonly<Record<string, unknown>>
}

/** 4,000 USDC for an ether, less a fee. */
interface Sale {
  readonly chainId: ChainId
  readonly reactor: string
  readonly fee: string
  readonly to: string
}

const info = ({ reactor }: Sale) => ({
  reactor,
  swapper: SIGNER,
  nonce: '1',
  deadline: SOON,
  additionalValidationContract: NOBODY,
  additionalValidationData: '0x',
})
const orderInfo =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const SOLD = ONE
const shares = ({ to, fee }: Sale) => [
  { recipient: to, amount: String(usd(3990)) },
  { recipient: fee, amount: String(usd(10)) },
]

const exclusive: Order = {
  types: `ExclusiveDutchOrder witness)DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${orderInfo}${permissions}`,
  witness: (sale) => ({
    info: info(sale),
    decayStartTime: '0',
    decayEndTime: SOON,
    exclusiveFiller: NOBODY,
    exclusivityOverrideBps: '0',
    inputToken: chains[sale.chainId].weth,
    inputStartAmount: String(SOLD),
    inputEndAmount: String(SOLD),
    outputs: shares(sale).map(({ recipient, amount }) => ({
      token: chains[sale.chainId].usdc,
      startAmount: amount,
      endAmount: amount,
      recipient,
    })),
  }),
}

const second: Order = {
  types: `V2DutchOrder witness)DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)${orderInfo}${permissions}V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)`,
  witness: (sale) => ({
    info: info(sale),
    cosigner: addressOf('cosigner of UniswapX'),
    baseInputToken: chains[sale.chainId].weth,
    baseInputStartAmount: String(SOLD),
    baseInputEndAmount: String(SOLD),
    baseOutputs: shares(sale).map(({ recipient, amount }) => ({
      token: chains[sale.chainId].usdc,
      startAmount: amount,
      endAmount: amount,
      recipient,
    })),
  }),
}

const decay = { relativeBlocks: '0', relativeAmounts: [] }
const third: Order = {
  types: `V3DutchOrder witness)NonlinearDutchDecay(uint256 relativeBlocks,int256[] relativeAmounts)${orderInfo}${permissions}V3DutchInput(address token,uint256 startAmount,NonlinearDutchDecay curve,uint256 maxAmount,uint256 adjustmentPerGweiBaseFee)V3DutchOrder(OrderInfo info,address cosigner,uint256 startingBaseFee,V3DutchInput baseInput,V3DutchOutput[] baseOutputs)V3DutchOutput(address token,uint256 startAmount,NonlinearDutchDecay curve,address recipient,uint256 minAmount,uint256 adjustmentPerGweiBaseFee)`,
  witness: (sale) => ({
    info: info(sale),
    cosigner: addressOf('cosigner of UniswapX'),
    startingBaseFee: '0',
    baseInput: {
      token: chains[sale.chainId].weth,
      startAmount: String(SOLD),
      curve: decay,
      maxAmount: String(SOLD),
      adjustmentPerGweiBaseFee: '0',
    },
    baseOutputs: shares(sale).map(({ recipient, amount }) => ({
      token: chains[sale.chainId].usdc,
      startAmount: amount,
      curve: decay,
      recipient,
      minAmount: amount,
      adjustmentPerGweiBaseFee: '0',
    })),
  }),
}

const priority: Order = {
  types: `PriorityOrder witness)${orderInfo}PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)${permissions}`,
  witness: (sale) => ({
    info: info(sale),
    cosigner: addressOf('cosigner of UniswapX'),
    auctionStartBlock: '1',
    baselinePriorityFeeWei: '0',
    input: { token: chains[sale.chainId].weth, amount: String(SOLD), mpsPerPriorityFeeWei: '0' },
    outputs: shares(sale).map(({ recipient, amount }) => ({
      token: chains[sale.chainId].usdc,
      amount,
      mpsPerPriorityFeeWei: '1',
      recipient,
    })),
  }),
}

function sale(id: string, { types, witness }: Order, about: Sale, source: string): HonestMessage {
  return {
    id,
    what: 'An ether for 4,000 USDC, of which the interface takes a quarter of a percent.',
    source,
    typedData: typed(
      `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${types}`,
      PERMIT2,
      {
        permitted: { token: chains[about.chainId].weth, amount: String(SOLD) },
        spender: about.reactor,
        nonce: '1',
        deadline: SOON,
        witness: witness(about),
      },
      { name: 'Permit2', version: undefined, chainId: Number(about.chainId) },
    ),
  }
}

const uniswapX: readonly (readonly [string, Order, ChainId, string])[] = [
  ['exclusive-ethereum', exclusive, '1', '0x6000da47483062a0d734ba3dc7576ce6a0b645c4'],
  ['exclusive-polygon', exclusive, '137', '0x6000da47483062a0d734ba3dc7576ce6a0b645c4'],
  ['v2-ethereum', second, '1', '0x00000011f84b9aa48e5f8aa8b9897600006289be'],
  ['v2-arbitrum', second, '42161', '0x1bd1aadc9e230626c44a139d7e70d842749351eb'],
  ['v3-ethereum', third, '1', '0x0000000015757c461808ea25eb309638b62681cf'],
  ['v3-optimism', third, '10', '0x000000000923439a92dae8930613568824108631'],
  ['v3-polygon', third, '137', '0x00000000bab6e234db8ad638b6a6395b7c499bc4'],
  ['v3-base', third, '8453', '0x000000008a8330b5d1f43a62bf4c673a49f27ba0'],
  ['v3-arbitrum', third, '42161', '0xb274d5f4b833b61b340b654d600a864fb604a87c'],
  ['priority-base', priority, '8453', '0x000000001ec5656dcdb24d90dfa42742738de729'],
]

const SDK = 'Uniswap/sdks: uniswapx-sdk, constants and orders'
const sales: readonly Twins[] = uniswapX.flatMap(([id, order, chainId, reactor]) => {
  const about = { chainId, reactor, fee: feeCollectors[chainId], to: SIGNER }
  const of = (name: string, other: Partial<Sale>) => sale(`uniswapx-${id}${name}`, order, { ...about, ...other }, SDK)
  return [
    { honest: of('', {}), hostile: of('', { to: ATTACKER }) },
    // The signer takes all.
    { honest: of('-no-fee', { fee: SIGNER }), hostile: of('-no-fee', { fee: SIGNER, reactor: ATTACKER }) },
  ]
})

const offered =
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const asked =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)'
const components = `OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)${asked}${offered}`

const OPENSEA_FEES = '0x0000a26b00c1f0df003000390027140000faa719'
const OPENSEA_KEY = '0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000'

const ape = { itemType: 2, token: BAYC, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' }
const ether = (amount: bigint, token: string = NOBODY) => ({
  itemType: token === NOBODY ? 0 : 1,
  token,
  identifierOrCriteria: '0',
  startAmount: String(amount),
  endAmount: String(amount),
})

function seaport(id: string, what: string, offer: readonly object[], consideration: readonly object[]): HonestMessage {
  return {
    id,
    what,
    source: 'ProjectOpenSea/opensea-js: fees, conduit and zone',
    typedData: typed(
      components,
      SEAPORT,
      {
        offerer: SIGNER,
        zone: '0x000056f7000000ece9003ca63978907a00ffd100',
        offer,
        consideration,
        orderType: 0,
        startTime: '0',
        endTime: SOON,
        zoneHash: bytes32,
        salt: '1',
        conduitKey: OPENSEA_KEY,
        counter: '0',
      },
      { name: 'Seaport', version: '1.6' },
    ),
  }
}

const listing = (id: string, fee: number, to: string, fees: string = OPENSEA_FEES) =>
  seaport(
    id,
    `A listing for twenty ether, less ${fee / 10} %.`,
    [ape],
    [
      { ...ether((20n * ONE * BigInt(1000 - fee)) / 1000n), recipient: to },
      { ...ether((20n * ONE * BigInt(fee)) / 1000n), recipient: fees },
    ],
  )
const offer = (id: string, fee: number, to: string) =>
  seaport(
    id,
    `An offer of twenty wrapped ether, of which the market gets ${fee / 10} %.`,
    [ether(20n * ONE, chains['1'].weth)],
    [
      { ...ape, recipient: to },
      { ...ether((20n * ONE * BigInt(fee)) / 1000n, chains['1'].weth), recipient: OPENSEA_FEES },
    ],
  )

const trades: readonly Twins[] = [5, 10, 25].flatMap((fee) => [
  { honest: listing(`opensea-listing-${fee}`, fee, SIGNER), hostile: listing(`opensea-listing-${fee}`, fee, ATTACKER) },
  { honest: offer(`opensea-offer-${fee}`, fee, SIGNER), hostile: offer(`opensea-offer-${fee}`, fee, ATTACKER) },
])

type Spender = readonly [id: string, chainId: ChainId, spender: string, source: string]

/** Who gets allowances for swaps, deposits and payments in today's interfaces. */
const spenders: readonly Spender[] = [
  ['universal-router-2.1', '1', '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca', 'Uniswap/sdks'],
  ['universal-router-2.1-base', '8453', '0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7', 'Uniswap/sdks'],
  ['v4-positions-base', '8453', '0x7c5f5a4bbd8fd63184577525326123b519429bdc', 'Uniswap/contracts'],
  ['aave-swap-adapter', '1', '0xadc0a53095a0af87f3aa29fe0715b5c28016364e', 'bgd-labs/aave-address-book'],
  ['aave-repay-adapter-base', '8453', '0x63dfa7c09dc2ff4030d6b8dc2ce6262bf898c8a4', 'bgd-labs/aave-address-book'],
  [
    'aave-withdraw-adapter-arbitrum',
    '42161',
    '0x5598bbfa2f4fe8151f45bba0a3ede1b54b51a0a9',
    'bgd-labs/aave-address-book',
  ],
  ['across-periphery', '1', '0x10d8b8daa26d307489803e10477de69c0492b610', 'across-protocol/contracts'],
  ['morpho-adapter', '1', '0x4a6c312ec70e8747a587ee860a0353cd42be0ae0', 'morpho-org/sdks'],
  ['morpho-adapter-base', '8453', '0xb98c948cfa24072e58935bc004a8a7b376ae746a', 'morpho-org/sdks'],
  ['stargate-pool', '1', '0xc026395860db2d07ee33e05fe50ed7bd583189c7', 'stargate-protocol/stargate-v2'],
  ['wormhole-base', '8453', '0x8d2de8d2f73f1f4cab472ac9a881c9b123c79627', 'wormhole-foundation/wormhole-sdk-ts'],
  ['sky-psm', '1', '0xa188eec8f81263234da3622a406892f3d630f98c', 'sky-ecosystem/chainlog-ui'],
  ['spark-psm-base', '8453', '0x1601843c5e9bc251a3272907010afa41fa18347e', 'sparkdotfi/spark-address-registry'],
  ['debridge', '1', '0xef4fb24ad0916217251f553c0596f8edc630eb66', 'lifinance/contracts'],
  ['metamask-bridge', '1', '0x0439e60f02a8900a951603950d8d4527f400c3f1', 'MetaMask/core'],
  ['paraswap-delta', '1', '0x0000000000bbf5c5fd284e657f01bd000933c96d', 'clear-signing registry'],
  ['polymarket', '137', '0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e', 'Polymarket/clob-client'],
  ['moonwell-usdc', '8453', '0xedc817a28e8b93b03976fbd4a3ddbc9f7d176c22', 'moonwell-fi/moonwell-contracts-v2'],
  ['compound-2', '1', '0x39aa39c021dfbae8fac545936693ac917d5e7563', 'compound-finance/compound-config'],
  ['gmx-synthetics', '42161', '0x7452c558d45f8afc8c83dae62c3f8a5be19c71f6', 'gmx-io/gmx-interface'],
  ['circle-gateway', '8453', '0x77777777dcc4d5a8b6e418fd04d8997ef11000ee', 'circlefin/evm-gateway-contracts'],
  ['optimism-l2-hop', '10', '0x86ca30bef97fb651b8d866d45503684b90cb3312', 'hop-protocol/hop'],
]

const grant = ([id, chainId, , source]: Spender, spender: string): Row => ({
  id: `grant-${id}`,
  what: 'An allowance for the protocol that the user is about to use.',
  source,
  chainId,
  to: chains[chainId].usdc,
  data: call('approve(address,uint256)', spender, 2n ** 256n - 1n),
})

const grants: readonly Twins[] = spenders.map((row) => ({ honest: grant(row, row[2]), hostile: grant(row, ATTACKER) }))

/** Honest cases with the address that makes them honest, and the same with another. */
export const twins: readonly Twins[] = [...sales, ...trades, ...grants]

/** Known contracts that anyone may use: each has a protocol, and an allowance for it is an allowance for everyone. */
export const calledOnly: readonly Row[] = (
  [
    ['morpho-bundler', '1', '0x6566194141eefa99af43bb5aa71460ca2dc90245', 'morpho-org/sdks'],
    ['euler-connector', '1', '0x0c9a3dd6b8f28529d72d7f9ce918d493519ee383', 'euler-xyz/euler-interfaces'],
    ['across-handler', '1', '0x0f7ae28de1c8532170ad4ee566b5801485c13a0e', 'across-protocol/contracts'],
    ['opensea-fees', '1', OPENSEA_FEES, 'ProjectOpenSea/opensea-js'],
  ] as const
).map((row) => grant(row, row[2]))

/** Reactors, fee recipients, routers and adapters of protocols of today. */
export const todaysProtocols: HonestGroup = { name: 'todays-protocols', cases: twins.map(({ honest }) => honest) }

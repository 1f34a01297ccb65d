import { addressOf, call, hashOf, left } from '../adversarial/encode.ts'
import {
  BAYC,
  COMET_USDC,
  COW,
  DAI,
  MORPHO,
  ONE_INCH_6,
  OPENSEA_CONDUIT,
  PERMIT2,
  SEAPORT,
  UNISWAP_4_POSITIONS,
  UNISWAP_POSITIONS,
  USDC,
  USDT,
  WETH,
} from '../adversarial/protocols.ts'
import { ACCOUNT, MAX, MAX_160, NOBODY, ONE, SAFE, SIGNER, usd } from '../adversarial/row.ts'

/** A message (EIP-712) of a family of the set. */
export interface UnseenMessage {
  readonly id: string
  readonly family: string
  readonly what: string
  readonly source: string
  readonly typedData: unknown
  readonly from?: string
  /** Of the wallet, where the domain of the message has none. */
  readonly chainId?: string
}

interface Messages {
  readonly attacks: readonly UnseenMessage[]
  readonly honest: readonly UnseenMessage[]
}

type Domain = Readonly<Record<string, unknown>>
type Text = Readonly<Record<string, unknown>>

const SOON = 1_800_001_800
const MONTH = 1_802_000_000
const FOREVER = 2n ** 256n - 1n

/** Typed data from the published `encodeType` of the message: `Permit(address owner,…)Other(…)`. */
function typed(encodeType: string, domain: Domain, message: Text): unknown {
  const structs = Array.from(encodeType.matchAll(/([^(),]+)\(([^)]*)\)/g), ([, name = '', members = '']) => ({
    name,
    members: members.split(',').map((member) => {
      const [type = '', field = ''] = member.split(' ')
      return { name: field, type }
    }),
  }))
  const kinds: Record<string, string> = {
    name: 'string',
    version: 'string',
    chainId: 'uint256',
    verifyingContract: 'address',
    salt: 'bytes32',
  }
  const EIP712Domain = Object.keys(kinds)
    .filter((key) => key in domain)
    .map((name) => ({ name, type: kinds[name] }))
  const types = { EIP712Domain, ...Object.fromEntries(structs.map(({ name, members }) => [name, members])) }
  return JSON.parse(
    JSON.stringify({ types, primaryType: structs[0]?.name, domain, message }, (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    ),
  )
}

function domainOf(name: string, verifyingContract: string, version?: string, chainId = 1): Domain {
  return { name, ...(version && { version }), chainId, verifyingContract }
}

interface Side extends UnseenMessage {
  readonly isAttack: boolean
}

/** Both sides of one type of message. */
function pair(
  family: string,
  id: string,
  source: string,
  typedData: (gainer: string) => unknown,
  what: string,
  rest: { own?: string; twin?: unknown; from?: string } = {},
): Side[] {
  const from = rest.from ? { from: rest.from } : {}
  return [
    {
      family,
      id,
      source,
      what: `A third party gets ${what}.`,
      typedData: typedData(addressOf(`unseen message, ${id}`)),
      isAttack: true,
      ...from,
    },
    {
      family,
      id,
      source,
      what: 'The honest twin.',
      typedData: rest.twin ?? typedData(rest.own ?? rest.from ?? SIGNER),
      isAttack: false,
      ...from,
    },
  ]
}

function attack(family: string, id: string, source: string, typedData: unknown, what: string, from?: string): Side[] {
  return [{ family, id, source, what, typedData, isAttack: true, ...(from && { from }) }]
}

function fair(family: string, id: string, source: string, typedData: unknown, what: string, from?: string): Side[] {
  return [{ family, id, source, what, typedData, isAttack: false, ...(from && { from }) }]
}

const ROUTER = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
const usdc = domainOf('USD Coin', USDC, '2')
const permit2 = domainOf('Permit2', PERMIT2)
const permit = (spender: string, value: bigint, deadline: bigint | number) =>
  typed(PERMIT, usdc, { owner: SIGNER, spender, value, nonce: 0, deadline })

const single =
  'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const batch =
  'PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const transferFrom =
  'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)'
const witness =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)'
const X402_PROXY = addressOf('proxy of x402')
const permits: Side[][] = [
  pair(
    'permits',
    'erc2612',
    'ERC-2612, circlefin/stablecoin-evm',
    (who) => permit(who, MAX, FOREVER),
    'an unlimited allowance',
    { twin: permit(ROUTER, usd(500), SOON) },
  ),
  attack(
    'permits',
    'erc2612-limited',
    'ERC-2612',
    permit(addressOf('spender of a permit'), usd(80_000), MONTH),
    'A third party may spend 80,000 USDC.',
  ),
  pair(
    'permits',
    'dai',
    'DAI permit, makerdao/dss',
    (who) =>
      typed(
        'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
        domainOf('Dai Stablecoin', DAI, '1'),
        { holder: SIGNER, spender: who, nonce: 4, expiry: 0, allowed: true },
      ),
    'all DAI',
    {
      twin: typed(
        'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
        domainOf('Dai Stablecoin', DAI, '1'),
        { holder: SIGNER, spender: addressOf('old spender'), nonce: 4, expiry: SOON, allowed: false },
      ),
    },
  ),
  pair(
    'permits',
    'erc3009',
    'ERC-3009, circlefin/stablecoin-evm',
    (who) =>
      typed(
        'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
        usdc,
        { from: SIGNER, to: who, value: usd(60_000), validAfter: 0, validBefore: SOON, nonce: hashOf('n') },
      ),
    '60,000 USDC',
    {
      twin: typed('CancelAuthorization(address authorizer,bytes32 nonce)', usdc, {
        authorizer: SIGNER,
        nonce: hashOf('n'),
      }),
    },
  ),
  pair(
    'permits',
    'permit2-single',
    'Permit2, Uniswap/permit2',
    (who) =>
      typed(single, permit2, {
        details: { token: WETH, amount: MAX_160, expiration: 2 ** 48 - 1, nonce: 0 },
        spender: who,
        sigDeadline: MONTH,
      }),
    'all WETH',
    {
      twin: typed(single, permit2, {
        details: { token: WETH, amount: ONE, expiration: MONTH, nonce: 0 },
        spender: ROUTER,
        sigDeadline: SOON,
      }),
    },
  ),
  pair(
    'permits',
    'permit2-batch',
    'Permit2, Uniswap/permit2',
    (who) =>
      typed(batch, permit2, {
        details: [USDC, USDT, WETH].map((token) => ({ token, amount: usd(90_000), expiration: MONTH, nonce: 0 })),
        spender: who,
        sigDeadline: MONTH,
      }),
    'three tokens',
    {
      twin: typed(batch, permit2, {
        details: [USDC].map((token) => ({ token, amount: usd(90), expiration: MONTH, nonce: 0 })),
        spender: UNISWAP_4_POSITIONS,
        sigDeadline: SOON,
      }),
    },
  ),
  pair(
    'permits',
    'permit2-transfer',
    'Permit2, Uniswap/permit2',
    (who) =>
      typed(transferFrom, permit2, {
        permitted: { token: USDC, amount: usd(70_000) },
        spender: who,
        nonce: 9,
        deadline: MONTH,
      }),
    '70,000 USDC',
    {
      twin: typed(transferFrom, permit2, {
        permitted: { token: USDC, amount: usd(70) },
        spender: ROUTER,
        nonce: 9,
        deadline: SOON,
      }),
    },
  ),
  attack(
    'permits',
    'permit2-witness-to',
    'x402 exact scheme for Permit2, coinbase/x402',
    typed(witness, permit2, {
      permitted: { token: USDC, amount: usd(70_000) },
      spender: X402_PROXY,
      nonce: 9,
      deadline: SOON,
      witness: { to: addressOf('payee of a witness'), validAfter: 0 },
    }),
    'A third party gets 70,000 USDC.',
  ),
  pair(
    'permits',
    'v3-position',
    'Uniswap V3 positions, Uniswap/v3-periphery',
    (who) =>
      typed(
        'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
        domainOf('Uniswap V3 Positions NFT-V1', UNISWAP_POSITIONS, '1'),
        { spender: who, tokenId: 777, nonce: 0, deadline: MONTH },
      ),
    'a position',
    {
      twin: typed(
        'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
        domainOf('Uniswap V3 Positions NFT-V1', UNISWAP_POSITIONS, '1'),
        { spender: '0xc36442b4a4522e871399cd717abdd847ab11fe88', tokenId: 777, nonce: 0, deadline: SOON },
      ),
    },
  ),
  pair(
    'permits',
    'v4-positions',
    'Uniswap V4 PositionManager, Uniswap/v4-periphery',
    (who) =>
      typed(
        'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
        domainOf('Uniswap v4 Positions NFT', UNISWAP_4_POSITIONS),
        { operator: who, approved: true, nonce: 1, deadline: MONTH },
      ),
    'all positions',
    {
      twin: typed(
        'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
        domainOf('Uniswap v4 Positions NFT', UNISWAP_4_POSITIONS),
        { operator: addressOf('old operator'), approved: false, nonce: 1, deadline: SOON },
      ),
    },
  ),
]

const DUTCH = '0x00000011f84b9aa48e5f8aa8b9897600006289be'
const PRIORITY = '0x000000001ec5656dcdb24d90dfa42742738de729'
const order2 =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,V2DutchOrder witness)DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)TokenPermissions(address token,uint256 amount)V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)'
const orderP =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,PriorityOrder witness)OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)TokenPermissions(address token,uint256 amount)'
const info = (reactor: string) => ({
  reactor,
  swapper: SIGNER,
  nonce: 5,
  deadline: SOON,
  additionalValidationContract: NOBODY,
  additionalValidationData: '0x',
})
const COSIGNER = '0x4449cd34d1eb1fedcf02a1be3834ffde8e6a6180'
const dutch = (to: string, end = usd(29_900)) =>
  typed(order2, permit2, {
    permitted: { token: USDT, amount: usd(30_000) },
    spender: DUTCH,
    nonce: 5,
    deadline: SOON,
    witness: {
      info: info(DUTCH),
      cosigner: COSIGNER,
      baseInputToken: USDT,
      baseInputStartAmount: usd(30_000),
      baseInputEndAmount: usd(30_000),
      baseOutputs: [{ token: USDC, startAmount: usd(29_990), endAmount: end, recipient: to }],
    },
  })
const priority = (to: string) =>
  typed(orderP, domainOf('Permit2', PERMIT2, undefined, 8453), {
    permitted: { token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', amount: usd(3000) },
    spender: PRIORITY,
    nonce: 5,
    deadline: SOON,
    witness: {
      info: info(PRIORITY),
      cosigner: COSIGNER,
      auctionStartBlock: 21_000_000,
      baselinePriorityFeeWei: 0,
      input: { token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', amount: usd(3000), mpsPerPriorityFeeWei: 0 },
      outputs: [
        {
          token: '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2',
          amount: usd(2990),
          mpsPerPriorityFeeWei: 1,
          recipient: to,
        },
      ],
    },
  })
const cowType =
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)'
const cow = (receiver: string, buyAmount = usd(49_900)) =>
  typed(cowType, domainOf('Gnosis Protocol', COW, 'v2'), {
    sellToken: USDC,
    buyToken: USDT,
    receiver,
    sellAmount: usd(50_000),
    buyAmount,
    validTo: SOON,
    appData: hashOf('app'),
    feeAmount: 0,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  })
const inchType =
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)'
const inch = (receiver: string, takingAmount = usd(9990)) =>
  typed(inchType, domainOf('1inch Aggregation Router', ONE_INCH_6, '6'), {
    salt: 1,
    maker: SIGNER,
    receiver,
    makerAsset: USDC,
    takerAsset: USDT,
    makingAmount: usd(10_000),
    takingAmount,
    makerTraits: 0,
  })
const seaportType =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)'
const CONDUIT_KEY = '0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000'
const OPENSEA_FEES = '0x0000a26b00c1f0df003000390027140000faa719'
const ask = (recipient: string, price: bigint) =>
  typed(seaportType, domainOf('Seaport', SEAPORT, '1.6'), {
    offerer: SIGNER,
    zone: NOBODY,
    offer: [{ itemType: 2, token: BAYC, identifierOrCriteria: 55, startAmount: 1, endAmount: 1 }],
    consideration: [
      { itemType: 0, token: NOBODY, identifierOrCriteria: 0, startAmount: price, endAmount: price, recipient },
      {
        itemType: 0,
        token: NOBODY,
        identifierOrCriteria: 0,
        startAmount: price / 100n,
        endAmount: price / 100n,
        recipient: OPENSEA_FEES,
      },
    ],
    orderType: 0,
    startTime: 1_799_999_000,
    endTime: MONTH,
    zoneHash: `0x${'0'.repeat(64)}`,
    salt: 1,
    conduitKey: CONDUIT_KEY,
    counter: 0,
  })
const erc7683 =
  'GaslessCrossChainOrder(address originSettler,address user,uint256 nonce,uint256 originChainId,uint32 openDeadline,uint32 fillDeadline,bytes32 orderDataType,bytes orderData)'
const gasless = (to: string) =>
  typed(
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,GaslessCrossChainOrder witness)${erc7683}TokenPermissions(address token,uint256 amount)`,
    permit2,
    {
      permitted: { token: USDC, amount: usd(20_000) },
      spender: addressOf('settler of a network'),
      nonce: 3,
      deadline: SOON,
      witness: {
        originSettler: addressOf('settler of a network'),
        user: SIGNER,
        nonce: 3,
        originChainId: 1,
        openDeadline: SOON,
        fillDeadline: SOON,
        orderDataType: hashOf('order data'),
        orderData: call(
          'f(bytes32,uint256,bytes32,uint256,uint256)',
          left(USDC),
          usd(20_000),
          left(to),
          8453n,
          1n,
        ).replace(/^0x.{8}/, '0x'),
      },
    },
  )
const compact =
  'Compact(address arbiter,address sponsor,uint256 nonce,uint256 expires,bytes12 lockTag,address token,uint256 amount)'
const BLUR = '0xb2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5'
const blurType =
  'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)'
const blur = (recipient: string, rate: number) =>
  typed(blurType, domainOf('Blur Exchange', BLUR, '1.0'), {
    trader: SIGNER,
    collection: BAYC,
    listingsRoot: hashOf('root'),
    numberOfListings: 1,
    expirationTime: MONTH,
    assetType: 0,
    makerFee: { recipient, rate },
    salt: 5,
    orderType: 0,
    nonce: 0,
  })
const orders: Side[][] = [
  pair('orders', 'uniswapx-dutch', 'UniswapX V2DutchOrder, Uniswap/UniswapX', dutch, 'the output of an order'),
  attack(
    'orders',
    'uniswapx-end',
    'UniswapX V2DutchOrder, Uniswap/UniswapX',
    dutch(SIGNER, 1n),
    'The order decays to one unit.',
  ),
  pair('orders', 'uniswapx-priority', 'UniswapX PriorityOrder, Uniswap/UniswapX', priority, 'the output of an order'),
  pair('orders', 'cow', 'CoW Protocol, cowprotocol/contracts', cow, 'the output of an order'),
  attack(
    'orders',
    'cow-price',
    'CoW Protocol, cowprotocol/contracts',
    cow(SIGNER, usd(500)),
    '50,000 USDC are sold for 500 USDT.',
  ),
  pair(
    'orders',
    'oneinch',
    '1inch limit order protocol V4, 1inch/limit-order-protocol',
    inch,
    'the output of an order',
    { own: NOBODY },
  ),
  attack(
    'orders',
    'oneinch-price',
    '1inch limit order protocol V4',
    inch(NOBODY, 1n),
    '10,000 USDC are sold for one unit.',
  ),
  pair(
    'orders',
    'seaport-recipient',
    'Seaport 1.6, ProjectOpenSea/seaport',
    (to) => ask(to, 12n * ONE),
    'the price of an item',
  ),
  attack(
    'orders',
    'seaport-price',
    'Seaport 1.6, ProjectOpenSea/seaport',
    ask(SIGNER, 1n),
    'An item is offered for one wei.',
  ),
  pair('orders', 'erc7683', 'ERC-7683 with Permit2', gasless, 'what is bridged'),
  attack(
    'orders',
    'compact',
    'The Compact V1, Uniswap/the-compact',
    typed(compact, domainOf('The Compact', '0x00000000000000171ede64904551eedf3c6c9788', '1'), {
      arbiter: addressOf('arbiter without a name'),
      sponsor: SIGNER,
      nonce: 1,
      expires: MONTH,
      lockTag: `0x${'00'.repeat(12)}`,
      token: USDC,
      amount: usd(90_000),
    }),
    'A third party decides about 90,000 USDC.',
  ),
  attack('orders', 'blur-fee', 'Blur V2, blur-io', blur(addressOf('maker fee of blur'), 9900), 'A fee of 99 %.'),
  fair('orders', 'blur-listing', 'Blur V2, blur-io', blur(NOBODY, 0), 'A listing without fee.'),
  fair('orders', 'cow-presign-receiver-zero', 'CoW Protocol', cow(NOBODY), 'Receiver zero is the owner.'),
]

const op8 =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)'
const ENTRY_8 = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'
const userOp = (callData: string) =>
  typed(op8, domainOf('ERC4337', ENTRY_8, '1'), {
    sender: ACCOUNT,
    nonce: 7,
    initCode: '0x',
    callData,
    accountGasLimits: `0x${'00'.repeat(32)}`,
    preVerificationGas: 50_000,
    gasFees: `0x${'00'.repeat(32)}`,
    paymasterAndData: '0x',
  })
const safeType =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)'
const safeTx = (to: string, data: string, operation = 0, extra: Text = {}) =>
  typed(
    safeType,
    { chainId: 1, verifyingContract: SAFE },
    {
      to,
      value: 0,
      data,
      operation,
      safeTxGas: 0,
      baseGas: 0,
      gasPrice: 0,
      gasToken: NOBODY,
      refundReceiver: NOBODY,
      nonce: 12,
      ...extra,
    },
  )
const DELEGATIONS = '0xdb9b1e94b5b69df7e401ddbede43491141047db3'
const delegationType =
  'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)'
const delegation = (delegate: string) =>
  typed(delegationType, domainOf('DelegationManager', DELEGATIONS, '1'), {
    delegate,
    delegator: SIGNER,
    authority: `0x${'ff'.repeat(32)}`,
    caveats: [],
    salt: 1,
  })
const spendType =
  'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)'
const spend = (spender: string) =>
  typed(spendType, domainOf('Spend Permission Manager', '0xf85210b21cc50302f477ba56686d2019dc9b67ad', '1', 8453), {
    account: ACCOUNT,
    spender,
    token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    allowance: usd(100_000),
    period: 86_400,
    start: 1_799_990_000,
    end: 2 ** 48 - 1,
    salt: 0,
    extraData: '0x',
  })
const kernelType =
  'Enable(bytes21 validationId,uint32 nonce,address hook,bytes validatorData,bytes hookData,bytes selectorData)'
const kernel = (validator: string) =>
  typed(kernelType, domainOf('Kernel', ACCOUNT, '0.3.1'), {
    validationId: `0x01${validator.slice(2)}`,
    nonce: 1,
    hook: NOBODY,
    validatorData: '0x',
    hookData: '0x',
    selectorData: '0xe9ae5c53',
  })
const calibur =
  'SignedBatchedCall(BatchedCall batchedCall,uint256 nonce,bytes32 keyHash,address executor,uint256 deadline)BatchedCall(Call[] calls,bool revertOnFailure)Call(address to,uint256 value,bytes data)'
const batched = (to: string) =>
  typed(calibur, domainOf('Calibur', SIGNER, '1.0.0'), {
    batchedCall: {
      calls: [{ to: USDC, value: 0, data: call('transfer(address,uint256)', to, usd(7000)) }],
      revertOnFailure: true,
    },
    nonce: 1,
    keyHash: `0x${'0'.repeat(64)}`,
    executor: NOBODY,
    deadline: SOON,
  })
const ithaca = 'Execute(bool multichain,Call[] calls,uint256 nonce)Call(address to,uint256 value,bytes data)'
const accounts: Side[][] = [
  pair(
    'accounts',
    'userop',
    'ERC-4337 EntryPoint 0.8, eth-infinitism/account-abstraction',
    (who) =>
      userOp(call('execute(address,uint256,bytes)', USDC, 0n, call('transfer(address,uint256)', who, usd(40_000)))),
    '40,000 USDC',
    {
      from: ACCOUNT,
      twin: userOp(
        call('execute(address,uint256,bytes)', USDC, 0n, call('approve(address,uint256)', MORPHO, usd(400))),
      ),
    },
  ),
  attack(
    'accounts',
    'userop-owner',
    'ERC-4337 EntryPoint 0.8',
    userOp(call('transferOwnership(address)', addressOf('owner by an operation'))),
    'A third party owns the account.',
    ACCOUNT,
  ),
  pair(
    'accounts',
    'safe-owner',
    'Safe, safe-global/safe-smart-account',
    (who) => safeTx(SAFE, call('addOwnerWithThreshold(address,uint256)', who, 1n)),
    'an owner key of the Safe',
    { twin: safeTx(SAFE, call('changeThreshold(uint256)', 3n)) },
  ),
  attack(
    'accounts',
    'safe-delegatecall',
    'Safe, safe-global/safe-smart-account',
    safeTx(addressOf('code without a name'), call('transfer(address,uint256)', addressOf('slot'), 0n), 1),
    'Code of a third party runs as the Safe.',
  ),
  attack(
    'accounts',
    'safe-refund',
    'Safe, safe-global/safe-smart-account',
    safeTx(USDC, call('approve(address,uint256)', MORPHO, usd(1)), 0, {
      safeTxGas: 100_000,
      baseGas: 10n ** 9n,
      gasPrice: 10n ** 12n,
      gasToken: USDC,
      refundReceiver: addressOf('refund receiver'),
    }),
    'A third party gets the refund.',
  ),
  pair(
    'accounts',
    'safe-transfer',
    'Safe, safe-global/safe-smart-account',
    (who) => safeTx(WETH, call('transfer(address,uint256)', who, 300n * ONE)),
    '300 WETH',
    { twin: safeTx(WETH, call('withdraw(uint256)', ONE)) },
  ),
  pair(
    'accounts',
    'delegation',
    'MetaMask DelegationManager, MetaMask/delegation-framework',
    delegation,
    'the whole account',
    { own: SIGNER },
  ),
  pair(
    'accounts',
    'spend-permission',
    'Coinbase SpendPermissionManager, coinbase/spend-permissions',
    spend,
    'an allowance of each day',
    { from: ACCOUNT, own: ACCOUNT },
  ),
  attack(
    'accounts',
    'kernel-enable',
    'Kernel V3, zerodevapp/kernel',
    kernel(addressOf('validator without a name')),
    'A third party validates for the account.',
    ACCOUNT,
  ),
  pair('accounts', 'calibur', 'Uniswap Calibur, Uniswap/calibur', batched, '7,000 USDC', { own: SIGNER }),
  attack(
    'accounts',
    'ithaca',
    'Ithaca account, ithacaxyz/account',
    typed(ithaca, domainOf('IthacaAccount', ACCOUNT, '0.5.0'), {
      multichain: false,
      calls: [
        {
          to: ACCOUNT,
          value: 0,
          data: call(
            'setCanExecute(bytes32,address,bytes4,bool)',
            hashOf('key'),
            addressOf('target of a key'),
            '0x32323232',
            true,
          ),
        },
      ],
      nonce: 3,
    }),
    'A session key may call a third party.',
    ACCOUNT,
  ),
  attack(
    'accounts',
    'biconomy',
    'ERC-7702 style forwarder, ERC-2771',
    typed(
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
      domainOf('Forwarder', addressOf('forwarder'), '1'),
      {
        from: SIGNER,
        to: USDC,
        value: 0,
        gas: 100_000,
        nonce: 1,
        deadline: SOON,
        data: call('transfer(address,uint256)', addressOf('payee by a forwarder'), usd(4000)),
      },
    ),
    'A third party gets 4,000 USDC.',
  ),
  fair(
    'accounts',
    'safe-message',
    'Safe, safe-global/safe-smart-account',
    typed('SafeMessage(bytes message)', { chainId: 1, verifyingContract: SAFE }, { message: '0x48656c6c6f' }),
    'It signs a text.',
  ),
  fair('accounts', 'safe-reject', 'Safe', safeTx(SAFE, '0x'), 'It rejects a transaction.'),
]

const agent =
  'HyperliquidTransaction:ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)'
const hyper: Domain = { name: 'HyperliquidSignTransaction', version: '1', chainId: 42_161, verifyingContract: NOBODY }
const withdrawal =
  'HyperliquidTransaction:Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)'
const hyperSend = 'HyperliquidTransaction:UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)'
const withdraw = (destination: string) =>
  typed(withdrawal, hyper, { hyperliquidChain: 'Mainnet', destination, amount: '25000', time: 1_800_000_000_000 })
const delegateBySig = 'Delegation(address delegatee,uint256 nonce,uint256 expiry)'
const lens =
  'ChangeDelegatedExecutorsConfig(uint256 delegatorProfileId,address[] delegatedExecutors,bool[] approvals,uint64 configNumber,bool switchToGivenConfig,uint256 nonce,uint256 deadline)'
const morphoAuth =
  'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)'
const fid: Domain = domainOf('Farcaster IdRegistry', '0x00000000fc6c5f01fc30151999387bb99a9f489b', '1', 10)
const keys: Domain = domainOf('Farcaster KeyGateway', '0x00000000fc56947c7e7183f8ca4b62398caadf0b', '1', 10)
const subaccount = 'LinkSigner(bytes32 sender,bytes32 signer,uint64 nonce)'
const vertex = domainOf('Nado', addressOf('endpoint of a venue'), '0.0.1', 57_073)
const rights: Side[][] = [
  pair(
    'rights and venues',
    'hyperliquid-agent',
    'Hyperliquid, hyperliquid-dex/hyperliquid-python-sdk',
    (who) =>
      typed(agent, hyper, { hyperliquidChain: 'Mainnet', agentAddress: who, agentName: '', nonce: 1_800_000_000_000 }),
    'the trading of an account',
    {
      twin: typed(
        'HyperliquidTransaction:UsdClassTransfer(string hyperliquidChain,string amount,bool toPerp,uint64 nonce)',
        hyper,
        { hyperliquidChain: 'Mainnet', amount: '100', toPerp: true, nonce: 1_800_000_000_000 },
      ),
    },
  ),
  pair(
    'rights and venues',
    'hyperliquid-withdraw',
    'Hyperliquid, hyperliquid-dex/hyperliquid-python-sdk',
    withdraw,
    '25,000 USDC',
  ),
  attack(
    'rights and venues',
    'hyperliquid-send',
    'Hyperliquid, hyperliquid-dex/hyperliquid-python-sdk',
    typed(hyperSend, hyper, {
      hyperliquidChain: 'Mainnet',
      destination: addressOf('payee at a venue'),
      amount: '25000',
      time: 1_800_000_000_000,
    }),
    'A third party gets 25,000 USDC.',
  ),
  pair(
    'rights and venues',
    'venue-signer',
    'Vertex and Nado LinkSigner, vertex-protocol/vertex-contracts',
    (who) =>
      typed(subaccount, vertex, {
        sender: `${SIGNER}64656661756c740000000000`,
        signer: `${who}000000000000000000000000`,
        nonce: 1,
      }),
    'the trading of a sub-account',
    {
      twin: typed('Cancellation(bytes32 sender,uint32[] productIds,bytes32[] digests,uint64 nonce)', vertex, {
        sender: `${SIGNER}64656661756c740000000000`,
        productIds: [1],
        digests: [hashOf('o')],
        nonce: 1,
      }),
    },
  ),
  pair(
    'rights and venues',
    'morpho',
    'Morpho Blue, morpho-org/morpho-blue',
    (who) =>
      typed(
        morphoAuth,
        { chainId: 1, verifyingContract: MORPHO },
        { authorizer: SIGNER, authorized: who, isAuthorized: true, nonce: 0, deadline: MONTH },
      ),
    'all positions',
    {
      twin: typed(
        morphoAuth,
        { chainId: 1, verifyingContract: MORPHO },
        { authorizer: SIGNER, authorized: addressOf('old manager'), isAuthorized: false, nonce: 0, deadline: SOON },
      ),
    },
  ),
  pair(
    'rights and venues',
    'comet',
    'Compound III, compound-finance/comet',
    (who) =>
      typed(
        'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
        domainOf('Compound USDC', COMET_USDC, '0'),
        { owner: SIGNER, manager: who, isAllowed: true, nonce: 0, expiry: MONTH },
      ),
    'all positions',
    {
      twin: typed(
        'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
        domainOf('Compound USDC', COMET_USDC, '0'),
        { owner: SIGNER, manager: addressOf('old manager'), isAllowed: false, nonce: 0, expiry: SOON },
      ),
    },
  ),
  pair(
    'rights and venues',
    'aave-credit',
    'Aave V3 debt token, aave-dao/aave-v3-origin',
    (who) =>
      typed(
        'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
        domainOf('Aave Ethereum Variable Debt USDC', '0x72e95b8931767c79ba4eee721354d6e99a61d004', '1'),
        { delegatee: who, value: MAX, nonce: 0, deadline: MONTH },
      ),
    'loans at the cost of the signer',
    {
      twin: typed(
        'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
        domainOf('Aave Ethereum Variable Debt USDC', '0x72e95b8931767c79ba4eee721354d6e99a61d004', '1'),
        { delegatee: addressOf('old delegatee'), value: 0, nonce: 0, deadline: SOON },
      ),
    },
  ),
  pair(
    'rights and venues',
    'lens',
    'Lens V2, lens-protocol/core',
    (who) =>
      typed(lens, domainOf('Lens Protocol Profiles', '0xdb46d1dc155634fbc732f92e853b10b288ad5a1d', '2', 137), {
        delegatorProfileId: 5,
        delegatedExecutors: [who],
        approvals: [true],
        configNumber: 1,
        switchToGivenConfig: true,
        nonce: 1,
        deadline: MONTH,
      }),
    'control of a profile',
    {
      twin: typed(lens, domainOf('Lens Protocol Profiles', '0xdb46d1dc155634fbc732f92e853b10b288ad5a1d', '2', 137), {
        delegatorProfileId: 5,
        delegatedExecutors: [addressOf('old executor')],
        approvals: [false],
        configNumber: 1,
        switchToGivenConfig: true,
        nonce: 1,
        deadline: SOON,
      }),
    },
  ),
  pair(
    'rights and venues',
    'farcaster-transfer',
    'Farcaster IdRegistry, farcasterxyz/contracts',
    (who) =>
      typed('Transfer(uint256 fid,address to,uint256 nonce,uint256 deadline)', fid, {
        fid: 21,
        to: who,
        nonce: 0,
        deadline: SOON,
      }),
    'an identity',
    {
      twin: typed(
        'SignedKeyRequest(uint256 requestFid,bytes key,uint256 deadline)',
        domainOf('Farcaster SignedKeyRequestValidator', '0x00000000fc700472606ed4fa22623acf62c60553', '1', 10),
        { requestFid: 9152, key: `0x${'ab'.repeat(32)}`, deadline: SOON },
      ),
    },
  ),
  attack(
    'rights and venues',
    'farcaster-recovery',
    'Farcaster IdRegistry, farcasterxyz/contracts',
    typed('ChangeRecoveryAddress(uint256 fid,address from,address to,uint256 nonce,uint256 deadline)', fid, {
      fid: 21,
      from: SIGNER,
      to: addressOf('recovery of an identity'),
      nonce: 0,
      deadline: SOON,
    }),
    'A third party may recover an identity.',
  ),
  fair(
    'rights and venues',
    'farcaster-key',
    'Farcaster KeyGateway, farcasterxyz/contracts',
    typed(
      'Add(address owner,uint32 keyType,bytes key,uint8 metadataType,bytes metadata,uint256 nonce,uint256 deadline)',
      keys,
      {
        owner: SIGNER,
        keyType: 1,
        key: `0x${'ab'.repeat(32)}`,
        metadataType: 1,
        metadata: '0x',
        nonce: 0,
        deadline: SOON,
      },
    ),
    'It adds a key of an app.',
  ),
  attack(
    'rights and venues',
    'votes',
    'ERC20Votes, OpenZeppelin/openzeppelin-contracts',
    typed(delegateBySig, domainOf('Uniswap', '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'), {
      delegatee: addressOf('delegatee without a name'),
      nonce: 0,
      expiry: MONTH,
    }),
    'A third party gets all votes.',
  ),
  fair(
    'rights and venues',
    'votes-self',
    'ERC20Votes',
    typed(delegateBySig, domainOf('Uniswap', '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'), {
      delegatee: SIGNER,
      nonce: 0,
      expiry: MONTH,
    }),
    'It delegates to oneself.',
  ),
]

const snapshot: Domain = { name: 'snapshot', version: '0.1.4' }
const logins: Side[][] = [
  fair(
    'votes and logins',
    'snapshot-vote',
    'Snapshot, snapshot-labs/snapshot.js',
    typed(
      'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata)',
      snapshot,
      {
        from: SIGNER,
        space: 'aave.eth',
        timestamp: 1_800_000_000,
        proposal: hashOf('proposal'),
        choice: 1,
        reason: '',
        app: 'snapshot',
        metadata: '{}',
      },
    ),
    'It votes.',
  ),
  fair(
    'votes and logins',
    'snapshot-follow',
    'Snapshot, snapshot-labs/snapshot.js',
    typed('Follow(address from,string space)', snapshot, { from: SIGNER, space: 'aave.eth' }),
    'It follows a space.',
  ),
  fair(
    'votes and logins',
    'snapshot-alias',
    'Snapshot, snapshot-labs/snapshot.js',
    typed('Alias(address from,address alias)', snapshot, { from: SIGNER, alias: SIGNER }),
    'It names an own alias.',
  ),
  fair(
    'votes and logins',
    'governor-ballot',
    'OpenZeppelin Governor',
    typed(
      'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)',
      domainOf('Governor', '0x408ed6354d4973f66138c91495f2f2fcbd8724c3', '1'),
      { proposalId: 9, support: 1, voter: SIGNER, nonce: 0 },
    ),
    'It votes.',
  ),
  fair(
    'votes and logins',
    'login',
    'a login of a shop',
    typed(
      'Login(address account,string statement,uint256 nonce,uint256 issuedAt)',
      { name: 'shop.example', version: '1' },
      { account: SIGNER, statement: 'Sign in', nonce: 5, issuedAt: 1_800_000_000 },
    ),
    'It signs in.',
  ),
  fair(
    'votes and logins',
    'clob-auth',
    'Polymarket CLOB, Polymarket/clob-client',
    typed(
      'ClobAuth(address address,string timestamp,uint256 nonce,string message)',
      { name: 'ClobAuthDomain', version: '1', chainId: 137 },
      {
        address: SIGNER,
        timestamp: '1800000000',
        nonce: 0,
        message: 'This message attests that I control the given wallet',
      },
    ),
    'It signs in.',
  ),
  fair(
    'votes and logins',
    'attestation',
    'EAS, ethereum-attestation-service/eas-contracts',
    typed(
      'Attest(uint16 version,bytes32 schema,address recipient,uint64 time,uint64 expirationTime,bool revocable,bytes32 refUID,bytes data,bytes32 salt)',
      domainOf('EAS Attestation', '0xa1207f3bba224e2c9c3c6d5af63d0eb1582ce587', '0.26'),
      {
        version: 2,
        schema: hashOf('schema'),
        recipient: addressOf('recipient of an attestation'),
        time: 1_800_000_000,
        expirationTime: 0,
        revocable: true,
        refUID: `0x${'0'.repeat(64)}`,
        data: '0x',
        salt: hashOf('salt'),
      },
    ),
    'It attests off chain.',
  ),
  fair(
    'votes and logins',
    'opensea-login',
    'a text of a market',
    typed(
      'Person(string name,address wallet)',
      { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: OPENSEA_CONDUIT },
      { name: 'me', wallet: SIGNER },
    ),
    'It names the own wallet.',
  ),
  fair(
    'votes and logins',
    'zerion-terms',
    'terms of a shop',
    typed(
      'Terms(string text,uint256 version)',
      { name: 'Shop', version: '1' },
      { text: 'I accept the terms.', version: 3 },
    ),
    'It accepts terms.',
  ),
]

const all = [...permits, ...orders, ...accounts, ...rights, ...logins].flat()
const hasChain = (typedData: unknown) => 'chainId' in (typedData as { domain: object }).domain
const sideOf = (wanted: boolean): UnseenMessage[] =>
  all
    .filter(({ isAttack }) => isAttack === wanted)
    .map(({ isAttack: _, ...rest }) => (hasChain(rest.typedData) ? rest : { ...rest, chainId: '1' }))

/** Messages that were written and frozen before the rules were read. */
export const messages: Messages = { attacks: sideOf(true), honest: sideOf(false) }

import { addressOf, call, hashOf, left, packed } from '../adversarial/encode.ts'
import {
  AAVE_POOL,
  AAVE_POOL_L2,
  AAVE_REWARDS,
  ACROSS,
  ARBITRUM_ROUTER,
  BASE_BRIDGE,
  CCTP_2,
  COMET_REWARDS,
  COMET_USDC,
  COW,
  COW_RELAYER,
  CURVE_3POOL,
  DAI,
  EIGEN_STRATEGIES,
  ENS_CONTROLLER,
  LIDO_QUEUE,
  MORPHO,
  ONE_INCH_6,
  OPENSEA_CONDUIT,
  PERMIT2,
  RETH,
  SDAI,
  SEAPORT,
  STETH,
  SUSDE,
  UNI,
  UNISWAP_2,
  UNISWAP_02,
  UNISWAP_GOVERNOR,
  UNISWAP_POSITIONS,
  UNIVERSAL_ROUTER,
  USDC,
  USDC_ARBITRUM,
  USDC_BASE,
  USDT,
  WETH,
  WSTETH,
  ZEROX,
} from '../adversarial/protocols.ts'
import { DEADLINE, type Earlier, NOBODY, ONE, paid, type Row, SAFE, SIGNER, usd } from '../adversarial/row.ts'

/** A transaction of the month; `history` is what was reported before it. */
export interface MonthRow extends Row {
  readonly kind: string
}

type Rest = Partial<Omit<Row, 'id' | 'what' | 'source'>>

const STETH_STRATEGY = '0x93c4b944d05dfe6df7645a86cd2206016c51564d'
const MERKL = '0x3ef3d8ba38ebe18db133cec108f4d14ce00dd9ae'
const WEETH = '0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee'
const EETH = '0x35fa164735182de50811e8e2e824cfb9b6118ac2'
const SUSDS = '0xa3931d71877c0e7a3148cb7eb4463524fec27fbd'
const LIFI = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
const ODOS = '0xcf5540fffcdc3d510b18bfca6d2b9987b0772559'
const USDT_ARBITRUM = '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'
const USDT_BASE = '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2'
const MULTI_SEND = '0x40a2accbd92bca938b02010e17a5b8929b49130d'
const payees = Array.from({ length: 14 }, (_, index) => addressOf(`payee ${index} of the month`))
const payee = (index: number) => payees[index % payees.length] as string
const earlier = (to: string, token: string | undefined, amount: bigint): Earlier[] => [paid(to, token, amount)]
const proof = [hashOf('proof')]
const transfer = (to: string, amount: bigint) => call('transfer(address,uint256)', to, amount)
const approve = (spender: string, amount: bigint) => call('approve(address,uint256)', spender, amount)
const ofSafe = (to: string, data: string, value = 0n, operation = 0) =>
  call(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    to,
    value,
    data,
    operation,
    0n,
    0n,
    0n,
    NOBODY,
    NOBODY,
    `0x${'00'.repeat(130)}`,
  )
const single = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))'
const odos = 'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)'
const market = [
  USDC,
  WSTETH,
  '0x48f7e36eb6b826b2df4b2e630b62cd25e89e40e2',
  '0x870ac11d48b15db9a138cf899d20f13f79ba00bc',
  860_000_000_000_000_000n,
]

const kinds: MonthRow[] = []
function add(kind: string, times: number, row: (index: number) => Rest): void {
  for (let index = 0; index < times; index++) {
    const rest = row(index)
    kinds.push({
      kind,
      id: `${kind}-${index}`,
      what: `Ordinary: ${kind}.`,
      source: 'an ordinary month',
      to: undefined,
      ...rest,
    })
  }
}

// Payments: salaries and vendors monthly in USDC, some in ether; a few payees are new.
add('payments in USDC', 28, (i) => {
  const amount = usd(2500 + 350 * i)
  return { to: USDC, data: transfer(payee(i), amount), history: earlier(payee(i), USDC, amount) }
})
add('payments in USDT', 6, (i) => {
  const amount = usd(900 + 50 * i)
  return { to: USDT, data: transfer(payee(i + 3), amount), history: earlier(payee(i + 3), USDT, amount) }
})
add('payments in ether', 8, (i) => {
  const value = ONE / 4n + BigInt(i) * 10n ** 16n
  return { to: payee(i + 5), value, history: earlier(payee(i + 5), undefined, value) }
})
add('payments to new payees', 7, (i) => ({
  to: USDC,
  data: transfer(addressOf(`new payee ${i}`), usd(1200)),
  history: earlier(payee(1), USDC, usd(900)),
}))
add('deposits to an exchange', 5, (i) => {
  const amount = usd(20_000)
  const deposit = addressOf('deposit address of an exchange')
  return { to: USDC, data: transfer(deposit, amount + usd(i)), history: earlier(deposit, USDC, amount) }
})
add('payments between own accounts', 4, (i) => ({
  to: USDC,
  data: transfer(SAFE, usd(5000 + i)),
  history: earlier(SAFE, USDC, usd(5000)),
}))

add('swaps of Uniswap', 10, (i) => ({
  to: UNISWAP_02,
  data: call(single, [USDC, USDT, 100, SIGNER, usd(1000 + i), usd(995 + i), 0n]),
}))
add('swaps of Uniswap V2', 3, (i) => ({
  to: UNISWAP_2,
  data: call(
    'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    usd(500 + i),
    usd(497 + i),
    [DAI, USDC].reverse(),
    SIGNER,
    DEADLINE,
  ),
}))
add('swaps of 1inch', 4, (i) => ({
  to: ONE_INCH_6,
  data: call('unoswap(uint256,uint256,uint256,uint256)', BigInt(USDC), usd(700 + i), usd(697), 1n << 253n),
}))
add('swaps of Odos', 3, (i) => ({
  to: ODOS,
  data: call(odos, [USDC, usd(800 + i), ODOS, USDT, usd(799), usd(796), SIGNER], '0x', ODOS, 0),
}))
add('swaps of 0x', 2, (i) => ({
  to: ZEROX,
  data: call('sellToUniswap(address[],uint256,uint256,bool)', [USDC, USDT], usd(300 + i), usd(298), false),
}))
add('swaps of Curve', 3, (i) => ({
  to: CURVE_3POOL,
  data: call('exchange(int128,int128,uint256,uint256)', 1n, 2n, usd(4000 + i), usd(3990)),
}))
add('swaps on Arbitrum', 3, (i) => ({
  chainId: '42161',
  to: UNISWAP_02,
  data: call(single, [USDC_ARBITRUM, USDT_ARBITRUM, 100, SIGNER, usd(1000 + i), usd(995), 0n]),
}))
add('orders of CoW', 2, (i) => ({
  to: COW,
  data: call('setPreSignature(bytes,bool)', `${hashOf(`order ${i}`)}${SIGNER.slice(2)}ffffffff`, true),
}))
add('wrapping', 6, (i) => ({
  to: WETH,
  ...(i % 2
    ? { data: call('withdraw(uint256)', ONE + BigInt(i)) }
    : { data: call('deposit()'), value: ONE + BigInt(i) }),
}))

add('approvals', 14, (i) => {
  const spenders = [
    PERMIT2,
    UNISWAP_02,
    AAVE_POOL,
    ONE_INCH_6,
    COW_RELAYER,
    MORPHO,
    COMET_USDC,
    ZEROX,
    CCTP_2,
    ACROSS,
    OPENSEA_CONDUIT,
    UNISWAP_POSITIONS,
    EIGEN_STRATEGIES,
    LIFI,
  ]
  return { to: i === 12 ? STETH : USDC, data: approve(spenders[i] as string, usd(10_000)) }
})
add('approvals of Permit2', 3, (i) => ({
  to: PERMIT2,
  data: call(
    'approve(address,address,uint160,uint48)',
    i === 1 ? WETH : USDC,
    UNIVERSAL_ROUTER,
    usd(900 + i),
    1_900_000_000,
  ),
}))
add('revocations', 3, (i) => ({ to: USDT, data: approve(addressOf(`old spender ${i}`), 0n) }))

add('supplies to Aave', 4, (i) => ({
  to: AAVE_POOL,
  data: call('supply(address,uint256,address,uint16)', i % 2 ? USDC : USDT, usd(5000 + i), SIGNER, 0),
}))
add('withdrawals from Aave', 3, (i) => ({
  to: AAVE_POOL,
  data: call('withdraw(address,uint256,address)', USDC, usd(2000 + i), SIGNER),
}))
add('loans of Aave', 3, (i) => ({
  chainId: '42161',
  to: AAVE_POOL_L2,
  data: call('borrow(address,uint256,uint256,uint16,address)', USDC_ARBITRUM, usd(1000 + i), 2n, 0, SIGNER),
}))
add('repayments to Aave', 2, (i) => ({
  to: AAVE_POOL,
  data: call('repay(address,uint256,uint256,address)', USDC, usd(500 + i), 2n, SIGNER),
}))
add('supplies to Compound', 3, (i) => ({
  to: COMET_USDC,
  data: call(i === 2 ? 'withdraw(address,uint256)' : 'supply(address,uint256)', USDC, usd(3000 + i)),
}))
add('collateral at Morpho', 3, (i) => ({
  to: MORPHO,
  data: call(
    'supplyCollateral((address,address,address,address,uint256),uint256,address,bytes)',
    market,
    ONE + BigInt(i),
    SIGNER,
    '0x',
  ),
}))
add('savings', 6, (i) => {
  const vault = [SDAI, SUSDE, SUSDS][i % 3] as string
  return i < 3
    ? { to: vault, data: call('deposit(uint256,address)', 900n * ONE, SIGNER) }
    : {
        to: vault,
        data:
          i === 4
            ? call('cooldownAssets(uint256)', 90n * ONE)
            : call('redeem(uint256,address,address)', 90n * ONE, SIGNER, SIGNER),
      }
})

add('staking at Lido', 3, (i) => ({ to: STETH, data: call('submit(address)', NOBODY), value: ONE + BigInt(i) }))
add('wrapped stETH', 3, (i) => ({ to: WSTETH, data: call(i ? 'unwrap(uint256)' : 'wrap(uint256)', ONE + BigInt(i)) }))
add('withdrawals of Lido', 3, (i) => ({
  to: LIDO_QUEUE,
  data: i
    ? call('claimWithdrawals(uint256[],uint256[])', [71_000n + BigInt(i)], [500n])
    : call('requestWithdrawals(uint256[],address)', [ONE], SIGNER),
}))
add(
  'restaking',
  5,
  (i) =>
    [
      { to: EIGEN_STRATEGIES, data: call('depositIntoStrategy(address,address,uint256)', STETH_STRATEGY, STETH, ONE) },
      { to: RETH, data: call('burn(uint256)', ONE) },
      { to: WEETH, data: call('wrap(uint256)', ONE) },
      { to: EETH, data: approve(WEETH, ONE) },
      { to: '0x308861a430be4cce5502d0a12724771fc6daf216', data: call('deposit()'), value: ONE },
    ][i] as Rest,
)

add(
  'bridges',
  13,
  (i) =>
    [
      { to: BASE_BRIDGE, data: call('depositETH(uint32,bytes)', 200_000, '0x'), value: ONE },
      {
        to: CCTP_2,
        data: call(
          'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
          usd(900),
          6,
          left(SIGNER),
          USDC,
          left(NOBODY),
          0n,
          2000,
        ),
      },
      {
        to: CCTP_2,
        data: call(
          'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
          usd(901),
          3,
          left(SIGNER),
          USDC,
          left(NOBODY),
          0n,
          2000,
        ),
      },
      {
        to: ACROSS,
        data: call(
          'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
          SIGNER,
          SIGNER,
          USDC,
          USDC_BASE,
          usd(1000),
          usd(999),
          8453n,
          NOBODY,
          1_893_450_000,
          1_893_456_000,
          0,
          '0x',
        ),
      },
      {
        to: ACROSS,
        data: call(
          'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
          SIGNER,
          SIGNER,
          USDC,
          USDC_ARBITRUM,
          usd(1000),
          usd(999),
          42_161n,
          NOBODY,
          1_893_450_000,
          1_893_456_000,
          0,
          '0x',
        ),
      },
      {
        to: ARBITRUM_ROUTER,
        data: call(
          'outboundTransfer(address,address,uint256,uint256,uint256,bytes)',
          USDT,
          SIGNER,
          usd(800),
          200_000n,
          10n ** 8n,
          '0x',
        ),
        value: ONE / 1000n,
      },
      { to: '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f', data: call('depositEth()'), value: ONE },
      {
        to: '0xc026395860db2d07ee33e05fe50ed7bd583189c7',
        data: call(
          'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
          [30_184, left(SIGNER), usd(700), usd(699), '0x', '0x', '0x'],
          [ONE / 1000n, 0n],
          SIGNER,
        ),
        value: ONE / 1000n,
      },
      {
        to: '0x2a3dd3eb832af982ec71669e178424b10dca2ede',
        data: call('bridgeAsset(uint32,address,uint256,address,bool,bytes)', 1, SIGNER, ONE, NOBODY, true, '0x'),
        value: ONE,
      },
      {
        to: '0x49048044d57e1c92a77f79988d21fa8faf74e97e',
        data: call('depositTransaction(address,uint256,uint64,bool,bytes)', SIGNER, ONE, 100_000n, false, '0x'),
        value: ONE,
      },
      {
        chainId: '8453',
        to: '0x28b5a0e9c621a5badaa536219b3a228c8168cf5d',
        data: call(
          'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
          usd(900),
          0,
          left(SIGNER),
          USDC_BASE,
          left(NOBODY),
          0n,
          2000,
        ),
      },
      {
        to: BASE_BRIDGE,
        data: call(
          'bridgeERC20(address,address,uint256,uint32,bytes)',
          DAI,
          '0x50c5725949a6f0c72e6c4a641f24049a917db0cb',
          100n * ONE,
          200_000,
          '0x',
        ),
      },
      {
        to: LIFI,
        data: call(
          'swapTokensGeneric(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool)[])',
          hashOf('x'),
          'wallet',
          '',
          SIGNER,
          usd(800),
          [[ODOS, ODOS, USDC, USDT, usd(801), '0x', true]],
        ),
      },
    ][i] as Rest,
)

add(
  'claims',
  12,
  (i) =>
    [
      {
        to: AAVE_REWARDS,
        data: call('claimAllRewardsToSelf(address[])', ['0x98c23e9d8f34fefb1b7bd6a91b7ff122f4e16f5c']),
      },
      {
        to: AAVE_REWARDS,
        data: call('claimAllRewards(address[],address)', ['0x98c23e9d8f34fefb1b7bd6a91b7ff122f4e16f5c'], SIGNER),
      },
      { to: COMET_REWARDS, data: call('claim(address,address,bool)', COMET_USDC, SIGNER, true) },
      { to: MERKL, data: call('claim(address[],address[],uint256[],bytes32[][])', [SIGNER], [UNI], [ONE], [proof]) },
      {
        to: MERKL,
        data: call('claim(address[],address[],uint256[],bytes32[][])', [SIGNER], [USDC], [usd(9)], [proof]),
      },
      {
        to: UNISWAP_POSITIONS,
        data: call('collect((uint256,address,uint128,uint128))', [5n, SIGNER, 2n ** 128n - 1n, 2n ** 128n - 1n]),
      },
      {
        to: UNISWAP_POSITIONS,
        data: call('collect((uint256,address,uint128,uint128))', [6n, SIGNER, 2n ** 128n - 1n, 2n ** 128n - 1n]),
      },
      {
        to: '0x090d4613473dee047c3f2706764f49e0821d256e',
        data: call('claim(uint256,address,uint256,bytes32[])', 4n, SIGNER, 400n * ONE, proof),
      },
      { to: '0x7750d328b314effa365a0402ccfd489b80b0adda', data: call('setClaimerFor(address)', SIGNER) },
      {
        to: '0xd061d61a4d941c39e5453435b6345dc261c2fce0',
        data: call('mint(address)', addressOf('gauge of the signer')),
      },
      { to: SUSDE, data: call('unstake(address)', SIGNER) },
      { to: '0x4da27a545c0c5b758a6ba100e3a049001de870f5', data: call('claimRewards(address,uint256)', SIGNER, ONE) },
    ][i] as Rest,
)

add('executions of the Safe', 14, (i) => {
  const amount = usd(2000 + 100 * i)
  const both = packed(
    [8, 0],
    USDC,
    [256, 0n],
    [256, 68n],
    approve(AAVE_POOL, usd(900)),
    [8, 0],
    AAVE_POOL,
    [256, 0n],
    [256, 132n],
    call('supply(address,uint256,address,uint16)', USDC, usd(900), SAFE, 0),
  )
  if (i < 8)
    return {
      to: SAFE,
      data: ofSafe(USDC, transfer(payee(i), amount)),
      history: [{ ...paid(payee(i), USDC, amount), by: SAFE }],
    }
  return [
    { to: SAFE, data: ofSafe(MULTI_SEND, call('multiSend(bytes)', both), 0n, 1) },
    { to: SAFE, data: ofSafe(USDC, approve(COW_RELAYER, usd(900))) },
    { to: SAFE, data: ofSafe(STETH, call('submit(address)', NOBODY), ONE) },
    { to: SAFE, data: ofSafe(WETH, call('withdraw(uint256)', ONE)) },
    { to: SAFE, data: ofSafe(SAFE, call('changeThreshold(uint256)', 3n)) },
    { to: SAFE, data: call('approveHash(bytes32)', hashOf('safe tx')) },
  ][i - 8] as Rest
})

add(
  'others',
  9,
  (i) =>
    [
      { to: UNISWAP_GOVERNOR, data: call('castVote(uint256,uint8)', 60n, 1) },
      { to: UNI, data: call('delegate(address)', SIGNER) },
      { to: ENS_CONTROLLER, data: call('renew(string,uint256)', 'treasury', 31_536_000n), value: ONE / 100n },
      { to: SEAPORT, data: call('incrementCounter()') },
      { to: SIGNER, value: 0n },
      { to: UNISWAP_POSITIONS, data: call('burn(uint256)', 5n) },
      {
        to: UNISWAP_POSITIONS,
        data: call('increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))', [
          6n,
          usd(100),
          usd(100),
          usd(99),
          usd(99),
          DEADLINE,
        ]),
      },
      { chainId: '8453', to: USDT_BASE, data: approve(PERMIT2, usd(800)) },
      {
        to: '0xca11bde05977b3631167028862be2a173976ca11',
        data: call('aggregate3((address,bool,bytes)[])', [[USDC, false, call('balanceOf(address)', SIGNER)]]),
      },
    ][i] as Rest,
)

/** The 200 transactions of a treasury in an ordinary month, frozen with the other sets. */
export const month: readonly MonthRow[] = kinds

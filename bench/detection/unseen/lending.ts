import { addressOf, call } from '../adversarial/encode.ts'
import { AAVE_POOL, COMET_USDC, MORPHO, USDC, USDC_BASE, USDT, WETH, WSTETH } from '../adversarial/protocols.ts'
import { MAX, NOBODY, ONE, PROTOCOL, SIGNER, usd } from '../adversarial/row.ts'
import { fair, family, pair } from './pair.ts'

const EVC = '0x0c9a3dd6b8f28529d72d7f9ce918d493519ee383'
const EVAULT_USDC = '0x797dd80692c3b2dadabce8e30c07fde5307d48a9'
const LOCKSTAKE = '0xce01c90de7fd1bcfa39e237fe6d8d9f569e8a6a3'
const SPARK_PSM = '0x1601843c5e9bc251a3272907010afa41fa18347e'
const LITE_PSM = '0xf6e72db5454dd049d0788e411b06cfaf16853042'
const FLUID_VAULT = addressOf('vault of fluid')
const LIQUITY = addressOf('borrower operations of liquity')
const GEARBOX = addressOf('credit facade of gearbox')
const SUSDS_BASE = '0x5875eee11cf8398102fdad704c9e96607675467a'
const morphoMarket = [
  USDC,
  WSTETH,
  '0x2a01eb9496094da03c4e364def50f5ad1280ad72',
  '0x870ac11d48b15db9a138cf899d20f13f79ba00bc',
  860_000_000_000_000_000n,
]

export const lending = family('lending of today', [
  pair(
    'evc-operator',
    'Euler EVC, euler-xyz/ethereum-vault-connector',
    EVC,
    (who) => call('setAccountOperator(address,address,bool)', SIGNER, who, true),
    'control of a lending account',
    { twin: call('setAccountOperator(address,address,bool)', SIGNER, addressOf('old operator'), false) },
  ),
  pair(
    'evc-operators',
    'Euler EVC, euler-xyz/ethereum-vault-connector',
    EVC,
    (who) => call('setOperator(bytes19,address,uint256)', `0x${SIGNER.slice(2, 40)}`, who, MAX),
    'control of all sub-accounts',
    { twin: call('setOperator(bytes19,address,uint256)', `0x${SIGNER.slice(2, 40)}`, addressOf('old operator'), 0n) },
  ),
  pair(
    'euler-borrow',
    'Euler vault kit, euler-xyz/euler-vault-kit',
    EVAULT_USDC,
    (to) => call('borrow(uint256,address)', usd(150_000), to),
    'a loan of the signer',
  ),
  pair(
    'evc-batch',
    'Euler EVC, euler-xyz/ethereum-vault-connector',
    EVC,
    (to) =>
      call('batch((address,address,uint256,bytes)[])', [
        [EVAULT_USDC, SIGNER, 0n, call('withdraw(uint256,address,address)', usd(80_000), to, SIGNER)],
      ]),
    'what is withdrawn in a batch',
  ),
  pair(
    'fluid',
    'Fluid vault T1, Instadapp/fluid-contracts-public',
    FLUID_VAULT,
    (to) => call('operate(uint256,int256,int256,address)', 12n, 0n, usd(60_000), to),
    'a loan of a position',
  ),
  pair(
    'silo',
    'Silo V2, silo-finance/silo-contracts-v2',
    addressOf('silo'),
    (to) => call('borrow(uint256,address,address)', usd(40_000), to, SIGNER),
    'a loan of the signer',
  ),
  pair(
    'liquity-manager',
    'Liquity V2 AddRemoveManagers, liquity/bold',
    LIQUITY,
    (who) => call('setRemoveManagerWithReceiver(uint256,address,address)', 77n, who, who),
    'the right to withdraw collateral',
    { twin: call('setRemoveManagerWithReceiver(uint256,address,address)', 77n, NOBODY, NOBODY) },
  ),
  pair(
    'gearbox-bot',
    'Gearbox CreditFacadeV3, Gearbox-protocol/core-v3',
    GEARBOX,
    (who) =>
      call('multicall(address,(address,bytes)[])', addressOf('credit account'), [
        [GEARBOX, call('setBotPermissions(address,uint192)', who, 63n)],
      ]),
    'permissions of a credit account',
    {
      twin: call('multicall(address,(address,bytes)[])', addressOf('credit account'), [
        [GEARBOX, call('setBotPermissions(address,uint192)', addressOf('old bot'), 0n)],
      ]),
    },
  ),
  pair(
    'gearbox-withdraw',
    'Gearbox CreditFacadeV3, Gearbox-protocol/core-v3',
    GEARBOX,
    (to) =>
      call('multicall(address,(address,bytes)[])', addressOf('credit account'), [
        [GEARBOX, call('withdrawCollateral(address,uint256,address)', USDC, usd(90_000), to)],
      ]),
    'collateral of a credit account',
  ),
  pair(
    'sky-hope',
    'Sky LockstakeEngine, makerdao/lockstake',
    LOCKSTAKE,
    (who) => call('hope(address,uint256,address)', SIGNER, 0n, who),
    'control of a staking position',
    { twin: call('nope(address,uint256,address)', SIGNER, 0n, addressOf('old usr')) },
  ),
  pair(
    'sky-draw',
    'Sky LockstakeEngine, makerdao/lockstake',
    LOCKSTAKE,
    (to) => call('draw(address,uint256,address,uint256)', SIGNER, 0n, to, 30_000n * ONE),
    'a loan of a staking position',
  ),
  pair(
    'spark-psm',
    'Spark PSM3, marsfoundation/spark-psm',
    SPARK_PSM,
    (to) =>
      call(
        'swapExactIn(address,address,uint256,uint256,address,uint256)',
        USDC_BASE,
        SUSDS_BASE,
        usd(25_000),
        23_000n * ONE,
        to,
        0n,
      ),
    'what a stablecoin swap pays',
    { chainId: '8453' },
  ),
  pair(
    'lite-psm',
    'Sky LitePSM, makerdao/dss-lite-psm',
    LITE_PSM,
    (to) => call('buyGem(address,uint256)', to, usd(45_000)),
    'USDC bought with DAI',
  ),
  pair(
    'aave-manager',
    'Aave V3.4 Pool, aave-dao/aave-v3-origin',
    AAVE_POOL,
    (who) => call('approvePositionManager(address,bool)', who, true),
    'the management of a position',
    { twin: call('approvePositionManager(address,bool)', addressOf('old manager'), false) },
  ),
  pair(
    'aave-repay-atokens-supply',
    'Aave V3 Pool, aave-dao/aave-v3-origin',
    AAVE_POOL,
    (to) =>
      call(
        'supplyWithPermit(address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)',
        USDC,
        usd(75_000),
        to,
        0,
        1_893_456_000n,
        27,
        `0x${'11'.repeat(32)}`,
        `0x${'22'.repeat(32)}`,
      ),
    'what is supplied',
  ),
  pair(
    'morpho-collateral',
    'Morpho Blue, morpho-org/morpho-blue',
    MORPHO,
    (to) =>
      call(
        'withdrawCollateral((address,address,address,address,uint256),uint256,address,address)',
        morphoMarket,
        20n * ONE,
        SIGNER,
        to,
      ),
    'collateral of the signer',
  ),
  pair(
    'compound-manager',
    'Compound III, compound-finance/comet',
    COMET_USDC,
    (to) => call('withdrawFrom(address,address,address,uint256)', SIGNER, to, WETH, 30n * ONE),
    'collateral of the signer',
  ),
  pair(
    'metamorpho-curator',
    'MetaMorpho V1.1, morpho-org/metamorpho',
    PROTOCOL,
    (who) => call('setCurator(address)', who),
    'the choice of markets of a vault',
    { twin: call('setCurator(address)', NOBODY) },
  ),
  pair(
    'metamorpho-allocator',
    'MetaMorpho V1.1, morpho-org/metamorpho',
    PROTOCOL,
    (who) => call('setIsAllocator(address,bool)', who, true),
    'the allocation of a vault',
    { twin: call('setIsAllocator(address,bool)', addressOf('old allocator'), false) },
  ),
  fair(
    'aave-emode',
    'Aave V3 Pool',
    AAVE_POOL,
    call('setUserEMode(uint8)', 1),
    'It changes a mode of an own position.',
  ),
  fair(
    'aave-repay',
    'Aave V3 Pool',
    AAVE_POOL,
    call('repay(address,uint256,uint256,address)', USDT, usd(5000), 2n, SIGNER),
    'It repays an own loan.',
  ),
  fair(
    'aave-rate',
    'Aave V3 Pool',
    AAVE_POOL,
    call('setUserUseReserveAsCollateral(address,bool)', WETH, true),
    'It uses an own supply as collateral.',
  ),
  fair(
    'comet-supply',
    'Compound III',
    COMET_USDC,
    call('supply(address,uint256)', USDC, usd(10_000)),
    'It supplies for oneself.',
  ),
  fair(
    'morpho-repay',
    'Morpho Blue',
    MORPHO,
    call(
      'repay((address,address,address,address,uint256),uint256,uint256,address,bytes)',
      morphoMarket,
      usd(2000),
      0n,
      SIGNER,
      '0x',
    ),
    'It repays an own loan.',
  ),
  fair(
    'evc-collateral',
    'Euler EVC',
    EVC,
    call('enableCollateral(address,address)', SIGNER, EVAULT_USDC),
    'It uses an own vault as collateral.',
  ),
  fair(
    'sdai-redeem',
    'Savings DAI',
    '0x83f20f44975d03b1b09e64809b757c47f942beea',
    call('redeem(uint256,address,address)', 1000n * ONE, SIGNER, SIGNER),
    'It redeems shares for oneself.',
  ),
  fair(
    'susds',
    'Savings USDS, sky-ecosystem/sdai',
    '0xa3931d71877c0e7a3148cb7eb4463524fec27fbd',
    call('deposit(uint256,address,uint16)', 1000n * ONE, SIGNER, 0),
    'It saves for oneself.',
  ),
  fair(
    'dai-usds',
    'Sky DaiUsds converter',
    '0x3225737a9bbb6473cb4a45b7244aca2befdb276a',
    call('daiToUsds(address,uint256)', SIGNER, 4000n * ONE),
    'It converts DAI for oneself.',
  ),
])

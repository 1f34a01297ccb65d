import { addressOf, call } from '../adversarial/encode.ts'
import {
  EIGEN_DELEGATION,
  EIGEN_REWARDS,
  LIDO_QUEUE,
  RETH,
  ROCKET_STORAGE,
  STETH,
  WETH,
  WSTETH,
} from '../adversarial/protocols.ts'
import { NOBODY, ONE, SIGNER } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const PERMISSIONS = '0x25e5f8b1e7adf44518d35d5b2271f114e081f0e5'
const ETHERFI_POOL = '0x308861a430be4cce5502d0a12724771fc6daf216'
const _EETH = '0x35fa164735182de50811e8e2e824cfb9b6118ac2'
const WEETH = '0xcd5fe23c85820f7b72d0926fc9b05b43e359b7ee'
const PUFFER_QUEUE = '0xdda0483184e75a5579ef9635ed14baccf9d50283'
const PUFETH = '0xd9a442856c234a39a81a089c06451ebaa4306a72'
const CSM = '0xda7de2ecddfccc6c3af10108db212acbbf9ea83f'
const SYMBIOTIC = addressOf('vault of symbiotic')
const STAKEWISE = addressOf('vault of stakewise')
const DASHBOARD = addressOf('dashboard of a staking vault')
const MELLOW = addressOf('vault of mellow')
const rocketNode = addressOf('node of the signer')

export const restaking = family('staking and restaking of today', [
  pair(
    'eigen-claimer',
    'EigenLayer RewardsCoordinator, Layr-Labs/eigenlayer-contracts',
    EIGEN_REWARDS,
    (who) => call('setClaimerFor(address)', who),
    'the rewards of a staker',
  ),
  pair(
    'eigen-admin',
    'EigenLayer PermissionController, Layr-Labs/eigenlayer-contracts',
    PERMISSIONS,
    (who) => call('addPendingAdmin(address,address)', SIGNER, who),
    'the administration of an operator',
    { twin: call('removePendingAdmin(address,address)', SIGNER, addressOf('old admin')) },
  ),
  pair(
    'eigen-appointee',
    'EigenLayer PermissionController, Layr-Labs/eigenlayer-contracts',
    PERMISSIONS,
    (who) => call('setAppointee(address,address,address,bytes4)', SIGNER, who, EIGEN_REWARDS, '0xa0169ddd'),
    'a function of an operator',
    {
      twin: call(
        'removeAppointee(address,address,address,bytes4)',
        SIGNER,
        addressOf('old appointee'),
        EIGEN_REWARDS,
        '0xa0169ddd',
      ),
    },
  ),
  pair(
    'symbiotic-deposit',
    'Symbiotic vault, symbioticfi/core',
    SYMBIOTIC,
    (who) => call('deposit(address,uint256)', who, 90n * ONE),
    'shares of a deposit',
  ),
  pair(
    'symbiotic-withdraw',
    'Symbiotic vault, symbioticfi/core',
    SYMBIOTIC,
    (who) => call('withdraw(address,uint256)', who, 90n * ONE),
    'the claim on a withdrawal',
  ),
  pair(
    'symbiotic-claim',
    'Symbiotic vault, symbioticfi/core',
    SYMBIOTIC,
    (who) => call('claim(address,uint256)', who, 14n),
    'a withdrawal',
  ),
  pair(
    'etherfi',
    'ether.fi LiquidityPool, etherfi-protocol/smart-contracts',
    ETHERFI_POOL,
    (who) => call('requestWithdraw(address,uint256)', who, 64n * ONE),
    'the withdrawal of staked ether',
  ),
  pair(
    'puffer',
    'Puffer WithdrawalManager, PufferFinance/puffer-contracts',
    PUFFER_QUEUE,
    (who) => call('requestWithdrawal(uint128,address)', 40n * ONE, who),
    'the withdrawal of staked ether',
  ),
  pair(
    'puffer-deposit',
    'PufferVault, PufferFinance/puffer-contracts',
    PUFETH,
    (who) => call('depositETH(address)', who),
    'shares of a deposit',
    { value: 10n * ONE },
  ),
  pair(
    'csm-rewards',
    'Lido CSModule, lidofinance/community-staking-module',
    CSM,
    (who) => call('proposeNodeOperatorRewardAddressChange(uint256,address)', 5n, who),
    'the rewards of a node operator',
    { twin: call('proposeNodeOperatorRewardAddressChange(uint256,address)', 5n, NOBODY) },
  ),
  pair(
    'csm-manager',
    'Lido CSModule, lidofinance/community-staking-module',
    CSM,
    (who) => call('proposeNodeOperatorManagerAddressChange(uint256,address)', 5n, who),
    'the management of a node operator',
    { twin: call('proposeNodeOperatorManagerAddressChange(uint256,address)', 5n, NOBODY) },
  ),
  pair(
    'staking-vault',
    'Lido stVaults Dashboard, lidofinance/core',
    DASHBOARD,
    (who) => call('withdraw(address,uint256)', who, 320n * ONE),
    'ether of a staking vault',
  ),
  pair(
    'staking-vault-mint',
    'Lido stVaults Dashboard, lidofinance/core',
    DASHBOARD,
    (who) => call('mintStETH(address,uint256)', who, 100n * ONE),
    'stETH minted against a staking vault',
  ),
  pair(
    'stakewise',
    'StakeWise V3 vault, stakewise/v3-core',
    STAKEWISE,
    (who) => call('enterExitQueue(uint256,address)', 50n * ONE, who),
    'the withdrawal of staked ether',
  ),
  pair(
    'stakewise-mint',
    'StakeWise V3 vault, stakewise/v3-core',
    STAKEWISE,
    (who) => call('mintOsToken(address,uint256,address)', who, 30n * ONE, NOBODY),
    'minted tokens of a stake',
  ),
  pair(
    'rocket-rpl',
    'Rocket Pool RocketNodeManager, rocket-pool/rocketpool',
    '0xcf2d76a7499d3acb5a22ce83c027651e8d76e250',
    (who) => call('setRPLWithdrawalAddress(address,address,bool)', rocketNode, who, true),
    'the rewards of a node',
  ),
  attack(
    'rocket-node',
    'Rocket Pool RocketStorage, rocket-pool/rocketpool',
    ROCKET_STORAGE,
    call(
      'setWithdrawalAddress(address,address,bool)',
      rocketNode,
      addressOf('withdrawal address without a name'),
      false,
    ),
    'A third party may confirm the withdrawal address of a node.',
  ),
  pair(
    'mellow',
    'Mellow SimpleLRT vault, mellow-finance/simple-lrt',
    MELLOW,
    (who) => call('claim(address,address,uint256)', SIGNER, who, 20n * ONE),
    'a withdrawal',
  ),
  fair('lido', 'Lido, docs.lido.fi', STETH, call('submit(address)', NOBODY), 'It stakes ether.', { value: 3n * ONE }),
  fair('wsteth', 'wstETH, docs.lido.fi', WSTETH, call('wrap(uint256)', 2n * ONE), 'It wraps for oneself.'),
  fair(
    'lido-claim',
    'Lido WithdrawalQueue',
    LIDO_QUEUE,
    call('claimWithdrawals(uint256[],uint256[])', [71_000n], [500n]),
    'It claims for oneself.',
  ),
  fair('etherfi-deposit', 'ether.fi LiquidityPool', ETHERFI_POOL, call('deposit()'), 'It stakes for oneself.', {
    value: ONE,
  }),
  fair(
    'weeth',
    'weETH, etherfi-protocol/smart-contracts',
    WEETH,
    call('wrap(uint256)', ONE),
    'It wraps eETH for oneself.',
  ),
  fair(
    'eigen-undelegate',
    'EigenLayer DelegationManager',
    EIGEN_DELEGATION,
    call('undelegate(address)', SIGNER),
    'It leaves an operator.',
  ),
  fair('reth-burn', 'rETH', RETH, call('burn(uint256)', ONE), 'It redeems for oneself.'),
  fair(
    'eigen-deposit',
    'EigenLayer StrategyManager',
    '0x858646372cc42e1a627fce94aa7a7033e7cf075a',
    call('depositIntoStrategy(address,address,uint256)', '0x93c4b944d05dfe6df7645a86cd2206016c51564d', STETH, ONE),
    'It restakes for oneself.',
  ),
  fair(
    'ssv-token',
    'SSV token approval',
    '0x9d65ff81a3c488d585bbfb0bfe3c7707c7917f54',
    call('approve(address,uint256)', '0xdd9bc35ae942ef0cfa76930954a156b3ff30a4e1', ONE),
    'It approves a known protocol.',
  ),
  fair('weth-wrap', 'WETH9', WETH, call('deposit()'), 'It wraps ether for oneself.', { value: ONE }),
])

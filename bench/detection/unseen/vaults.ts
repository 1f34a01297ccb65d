import { addressOf, call } from '../adversarial/encode.ts'
import { SUSDE, USDC, WETH } from '../adversarial/protocols.ts'
import { ONE, SIGNER, usd } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const ATOMIC = '0xd45884b592e316eb816199615a95c182f75dea07'
const ASYNC = addressOf('asynchronous vault')
const BORING_QUEUE = addressOf('withdrawal queue of a boring vault')
const TELLER = addressOf('teller')
const WEETHS = addressOf('share of a boring vault')
const SYRUP = '0x80ac24aa929eaf5013f6436cda2a7ba190f5cc0b'

export const vaults = family('vaults of today', [
  pair('ethena', 'Ethena sUSDe, ethena-labs', SUSDE, (to) => call('unstake(address)', to), 'what was in cooldown'),
  pair(
    'erc7540-operator',
    'ERC-7540',
    ASYNC,
    (who) => call('setOperator(address,bool)', who, true),
    'control of requests',
    { twin: call('setOperator(address,bool)', addressOf('old operator'), false) },
  ),
  pair(
    'erc7540-redeem',
    'ERC-7540',
    ASYNC,
    (who) => call('requestRedeem(uint256,address,address)', 900n * ONE, who, SIGNER),
    'the claim on a redemption',
  ),
  pair(
    'erc7540-deposit',
    'ERC-7540',
    ASYNC,
    (who) => call('requestDeposit(uint256,address,address)', usd(80_000), who, SIGNER),
    'the claim on a deposit',
  ),
  attack(
    'atomic-price',
    'Veda AtomicQueue, Se7en-Seas/boring-vault',
    ATOMIC,
    call('updateAtomicRequest(address,address,(uint64,uint88,uint96,bool))', WEETHS, WETH, [
      1_893_456_000n,
      1n,
      100n * ONE,
      false,
    ]),
    'Shares are sold for one wei each.',
  ),
  attack(
    'boring-discount',
    'Veda BoringOnChainQueue, Se7en-Seas/boring-vault',
    BORING_QUEUE,
    call('requestOnChainWithdraw(address,uint128,uint16,uint24)', WETH, 100n * ONE, 9900, 259_200),
    'Shares are sold at a discount of 99 %.',
  ),
  pair(
    'maple',
    'Maple pool, maple-labs',
    SYRUP,
    (to) => call('redeem(uint256,address,address)', usd(70_000), to, SIGNER),
    'what is redeemed',
  ),
  pair(
    'yearn-withdraw',
    'Yearn V3 vault, yearn/yearn-vaults-v3',
    addressOf('vault of yearn'),
    (to) => call('withdraw(uint256,address,address,uint256,address[])', usd(30_000), to, SIGNER, 50n, []),
    'what is withdrawn',
  ),
  pair(
    'teller',
    'Veda teller, Se7en-Seas/boring-vault',
    TELLER,
    (to) => call('bulkWithdraw(address,uint256,uint256,address)', WETH, 20n * ONE, 19n * ONE, to),
    'what is withdrawn',
  ),
  pair(
    'gmx',
    'GMX V2 ExchangeRouter, gmx-io/gmx-synthetics',
    '0x1c3fa76e6e1088bce750f23a5bfcffa1efef6a41',
    (to) => call('claimFundingFees(address[],address[],address)', [addressOf('market')], [USDC], to),
    'funding fees',
    { chainId: '42161' },
  ),
  pair(
    'angle',
    'Angle Transmuter, AngleProtocol/angle-transmuter',
    addressOf('transmuter'),
    (to) =>
      call(
        'swapExactInput(uint256,uint256,address,address,address,uint256)',
        usd(10_000),
        9900n * ONE,
        USDC,
        addressOf('USDA'),
        to,
        1_893_456_000n,
      ),
    'what is minted',
  ),
  fair(
    'boring-withdraw',
    'Veda BoringOnChainQueue',
    BORING_QUEUE,
    call('requestOnChainWithdraw(address,uint128,uint16,uint24)', WETH, ONE, 1, 259_200),
    'It withdraws for oneself near the price.',
  ),
  fair(
    'ethena-cooldown',
    'Ethena sUSDe',
    SUSDE,
    call('cooldownShares(uint256)', 100n * ONE),
    'It starts an own cooldown.',
  ),
  fair(
    'teller-deposit',
    'Veda teller',
    TELLER,
    call('deposit(address,uint256,uint256)', WETH, ONE, (ONE * 95n) / 100n),
    'It deposits for oneself.',
  ),
  fair(
    'maple-deposit',
    'Maple pool',
    SYRUP,
    call('deposit(uint256,address)', usd(5000), SIGNER),
    'It deposits for oneself.',
  ),
])

import { addressOf, call, hashOf } from '../adversarial/encode.ts'
import {
  COMET_USDC,
  MORPHO,
  PERMIT2,
  UNISWAP_4_POSITIONS,
  UNISWAP_POSITIONS,
  USDC,
  USDT,
} from '../adversarial/protocols.ts'
import { DEADLINE, MAX_160, ONE, SIGNER, usd } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const [r, s] = [hashOf('r'), hashOf('s')]
const signature = `0x${'7a'.repeat(65)}`
const EVC = '0x0c9a3dd6b8f28529d72d7f9ce918d493519ee383'
const POSITIONS = addressOf('multi token of positions')
const VE = addressOf('voting escrow with items')
const old = addressOf('old operator')

export const permits = family('rights over positions', [
  pair(
    'v3-permit',
    'Uniswap V3 positions, Uniswap/v3-periphery',
    UNISWAP_POSITIONS,
    (who) => call('permit(address,uint256,uint256,uint8,bytes32,bytes32)', who, 123_456n, DEADLINE, 27, r, s),
    'a position',
    { twin: call('approve(address,uint256)', '0x0000000000000000000000000000000000000000', 123_456n) },
  ),
  pair(
    'v4-permit',
    'Uniswap V4 PositionManager, Uniswap/v4-periphery',
    UNISWAP_4_POSITIONS,
    (who) => call('permit(address,uint256,uint256,uint256,bytes)', who, 4567n, DEADLINE, 1n, signature),
    'a position',
    { twin: call('revokeNonce(uint256)', 1n) },
  ),
  pair(
    'v4-permit-all',
    'Uniswap V4 PositionManager, Uniswap/v4-periphery',
    UNISWAP_4_POSITIONS,
    (who) =>
      call('permitForAll(address,address,bool,uint256,uint256,bytes)', SIGNER, who, true, DEADLINE, 1n, signature),
    'all positions',
    {
      twin: call(
        'permitForAll(address,address,bool,uint256,uint256,bytes)',
        SIGNER,
        old,
        false,
        DEADLINE,
        1n,
        signature,
      ),
    },
  ),
  pair(
    'v3-collect',
    'Uniswap V3 positions, Uniswap/v3-periphery',
    UNISWAP_POSITIONS,
    (who) => call('collect((uint256,address,uint128,uint128))', [123_456n, who, 2n ** 128n - 1n, 2n ** 128n - 1n]),
    'the fees of a position',
  ),
  pair(
    'morpho-sig',
    'Morpho Blue, morpho-org/morpho-blue',
    MORPHO,
    (who) =>
      call(
        'setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))',
        [SIGNER, who, true, 0n, DEADLINE],
        [27, r, s],
      ),
    'control of the positions',
    { twin: call('setAuthorization(address,bool)', old, false) },
  ),
  pair(
    'comet-sig',
    'Compound III, compound-finance/comet',
    COMET_USDC,
    (who) =>
      call(
        'allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)',
        SIGNER,
        who,
        true,
        0n,
        DEADLINE,
        27,
        r,
        s,
      ),
    'control of the positions',
    { twin: call('allow(address,bool)', old, false) },
  ),
  pair(
    'evc-permit',
    'Euler EVC, euler-xyz/ethereum-vault-connector',
    EVC,
    (who) =>
      call(
        'permit(address,address,uint256,uint256,uint256,uint256,bytes,bytes)',
        SIGNER,
        who,
        0n,
        0n,
        DEADLINE,
        0n,
        call('setAccountOperator(address,address,bool)', SIGNER, who, true),
        signature,
      ),
    'control of a lending account',
    { twin: call('setNonce(bytes19,uint256,uint256)', `0x${SIGNER.slice(2, 40)}`, 0n, 5n) },
  ),
  pair('erc6909-operator', 'ERC-6909', POSITIONS, (who) => call('setOperator(address,bool)', who, true), 'all items', {
    twin: call('setOperator(address,bool)', old, false),
  }),
  attack(
    'erc6909-approve',
    'ERC-6909',
    POSITIONS,
    call('approve(address,uint256,uint256)', addressOf('spender of items'), 7n, MAX_160),
    'A third party may spend items.',
  ),
  attack(
    'erc6909-transfer',
    'ERC-6909',
    POSITIONS,
    call('transfer(address,uint256,uint256)', addressOf('holder of items'), 7n, 500n * ONE),
    'A third party gets items.',
  ),
  pair(
    'joe-approve',
    'LFJ LBToken, traderjoe-xyz/joe-v2',
    POSITIONS,
    (who) => call('approveForAll(address,bool)', who, true),
    'all bins',
    { twin: call('approveForAll(address,bool)', old, false), chainId: '43114' },
  ),
  attack(
    'joe-transfer',
    'LFJ LBToken, traderjoe-xyz/joe-v2',
    POSITIONS,
    call(
      'batchTransferFrom(address,address,uint256[],uint256[])',
      SIGNER,
      addressOf('holder of bins'),
      [8_388_608n],
      [10n ** 20n],
    ),
    'A third party gets bins.',
    { chainId: '43114' },
  ),
  pair(
    'algebra-farming',
    'Algebra positions, cryptoalgebra/Algebra',
    addressOf('positions of algebra'),
    (who) => call('approveForFarming(uint256,bool,address)', 99n, true, who),
    'the farming of a position',
    { twin: call('approveForFarming(uint256,bool,address)', 99n, false, old), chainId: '137' },
  ),
  attack(
    've-merge',
    'Velodrome VotingEscrow, velodrome-finance/contracts',
    VE,
    call('safeTransferFrom(address,address,uint256)', SIGNER, addressOf('holder of a lock'), 31n),
    'A third party gets a lock.',
    { chainId: '10' },
  ),
  attack(
    'permit2-permit',
    'Permit2, Uniswap/permit2',
    PERMIT2,
    call(
      'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
      SIGNER,
      [
        [
          [USDC, MAX_160, 2 ** 48 - 1, 0],
          [USDT, MAX_160, 2 ** 48 - 1, 0],
        ],
        addressOf('spender at permit2'),
        DEADLINE,
      ],
      signature,
    ),
    'A third party may spend two tokens.',
  ),
  fair(
    'permit2-lockdown',
    'Permit2, Uniswap/permit2',
    PERMIT2,
    call('lockdown((address,address)[])', [[USDC, old]]),
    'It revokes an allowance.',
  ),
  fair(
    'permit2-approve-router',
    'Permit2, Uniswap/permit2',
    PERMIT2,
    call(
      'approve(address,address,uint160,uint48)',
      USDC,
      '0x66a9893cc07d91d95644aedd05d03f95e1dba8af',
      usd(1000),
      1_900_000_000,
    ),
    'It approves the router of Uniswap.',
  ),
  fair(
    'v3-increase',
    'Uniswap V3 positions',
    UNISWAP_POSITIONS,
    call('increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))', [
      123_456n,
      usd(500),
      usd(500),
      usd(495),
      usd(495),
      DEADLINE,
    ]),
    'It adds to an own position.',
  ),
  fair(
    'v3-burn',
    'Uniswap V3 positions',
    UNISWAP_POSITIONS,
    call('burn(uint256)', 123_456n),
    'It burns an empty position.',
  ),
])

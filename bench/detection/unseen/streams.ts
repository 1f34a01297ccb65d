import { addressOf, call, hashOf } from '../adversarial/encode.ts'
import { SUPERFLUID_FORWARDER, USDC, WETH } from '../adversarial/protocols.ts'
import { ONE, SIGNER, usd } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const LOCKUP = '0xcf8ce57fa442ba50acbc57147a62ad03873ffa73'
const FLOW = addressOf('flow of sablier')
const MERKL = '0x3ef3d8ba38ebe18db133cec108f4d14ce00dd9ae'
const DISPERSE = '0xd152f549545093347a162dce210e7293f1452150'
const GASLITE = '0x09350f89e2d7b6e96ba730783c2d76137b045fef'
const SPLITS = '0x8fb66f38cf86a3d5e8768f8f1754a24a6c661fb8'
const USDCX = addressOf('wrapped USDC')
const MERKLE = addressOf('airdrop of sablier')
const HEDGEY = addressOf('claim campaigns of hedgey')
const proof = [hashOf('proof')]
const lockup =
  'createWithDurationsLL((address,address,uint128,address,bool,bool,string),(uint128,uint128),(uint40,uint40))'

export const streams = family('streams, payouts and airdrops of today', [
  attack(
    'sablier-create',
    'Sablier Lockup, sablier-labs/lockup',
    LOCKUP,
    call(
      lockup,
      [SIGNER, addressOf('recipient of a stream'), usd(500_000), USDC, false, true, 'linear'],
      [0n, 0n],
      [0, 60],
    ),
    'A third party gets 500,000 USDC in a minute.',
  ),
  pair(
    'sablier-withdraw',
    'Sablier Lockup, sablier-labs/lockup',
    LOCKUP,
    (to) => call('withdrawMax(uint256,address)', 412n, to),
    'what has streamed',
  ),
  attack(
    'sablier-transfer',
    'Sablier Lockup, sablier-labs/lockup',
    LOCKUP,
    call('withdrawMaxAndTransfer(uint256,address)', 412n, addressOf('holder of a stream')),
    'A third party gets a stream.',
  ),
  attack(
    'flow-create',
    'Sablier Flow, sablier-labs/flow',
    FLOW,
    call(
      'createAndDeposit(address,address,uint128,address,bool,uint128)',
      SIGNER,
      addressOf('recipient of a flow'),
      ONE,
      USDC,
      true,
      usd(100_000),
    ),
    'A third party gets a flow.',
  ),
  pair(
    'flow-withdraw',
    'Sablier Flow, sablier-labs/flow',
    FLOW,
    (to) => call('withdraw(uint256,address,uint128)', 5n, to, usd(2000)),
    'what has streamed',
  ),
  attack(
    'superfluid',
    'Superfluid CFAv1Forwarder, superfluid-finance/protocol-monorepo',
    SUPERFLUID_FORWARDER,
    call('setFlowrate(address,address,int96)', USDCX, addressOf('receiver of a flow'), 10n ** 16n),
    'A third party gets a flow.',
  ),
  pair(
    'superfluid-operator',
    'Superfluid CFAv1Forwarder, superfluid-finance/protocol-monorepo',
    SUPERFLUID_FORWARDER,
    (who) => call('grantPermissions(address,address)', USDCX, who),
    'control of flows',
    { twin: call('revokePermissions(address,address)', USDCX, addressOf('old operator')) },
  ),
  pair(
    'merkl-operator',
    'Merkl Distributor, AngleProtocol/merkl-contracts',
    MERKL,
    (who) => call('setClaimRecipient(address,address)', who, USDC),
    'all claims of a token',
  ),
  attack(
    'merkl-toggle',
    'Merkl Distributor, AngleProtocol/merkl-contracts',
    MERKL,
    call('toggleOperator(address,address)', SIGNER, addressOf('operator of claims')),
    'A third party may claim.',
  ),
  attack(
    'disperse',
    'Disperse, disperse.app',
    DISPERSE,
    call(
      'disperseToken(address,address[],uint256[])',
      USDC,
      [addressOf('disperse one'), addressOf('disperse two')],
      [usd(90_000), usd(90_000)],
    ),
    'Third parties get 180,000 USDC.',
  ),
  attack(
    'gaslite',
    'GasliteDrop, PopPunkLLC/GasliteDrop',
    GASLITE,
    call('airdropERC20(address,address[],uint256[],uint256)', WETH, [addressOf('gaslite one')], [40n * ONE], 40n * ONE),
    'A third party gets 40 WETH.',
  ),
  pair(
    'sablier-claim',
    'Sablier MerkleInstant, sablier-labs/airdrops',
    MERKLE,
    (to) => call('claimTo(uint256,address,uint128,bytes32[])', 9n, to, 700n * ONE, proof),
    'an airdrop',
  ),
  pair(
    'splits',
    '0xSplits SplitsWarehouse, 0xSplits/splits-contracts-monorepo',
    SPLITS,
    (to) => call('transfer(address,uint256,uint256)', to, BigInt(USDC), usd(3000)),
    'a balance of splits',
    { twin: call('withdraw(address,address)', SIGNER, USDC) },
  ),
  pair(
    'split-update',
    '0xSplits SplitV2, 0xSplits/splits-contracts-monorepo',
    addressOf('split'),
    (who) => call('updateSplit((address[],uint256[],uint256,uint16))', [[who], [100n], 100n, 0]),
    'all income of a split',
  ),
  fair('sablier-cancel', 'Sablier Lockup', LOCKUP, call('cancel(uint256)', 33n), 'It cancels an own stream.'),
  fair(
    'superfluid-stop',
    'Superfluid',
    SUPERFLUID_FORWARDER,
    call('deleteFlow(address,address,address,bytes)', USDCX, SIGNER, addressOf('old receiver'), '0x'),
    'It stops a flow.',
  ),
  fair(
    'merkl-claim',
    'Merkl Distributor',
    MERKL,
    call('claim(address[],address[],uint256[],bytes32[][])', [SIGNER], [USDC], [usd(40)], [proof]),
    'It claims for oneself.',
  ),
  fair(
    'hedgey-claim',
    'Hedgey ClaimCampaigns',
    HEDGEY,
    call('claimTokens(bytes16,bytes32[],uint256)', `0x${'12'.repeat(16)}`, proof, 80n * ONE),
    'It claims for oneself.',
  ),
  fair(
    'uniswap-claim',
    'Merkle distributor, Uniswap/merkle-distributor',
    addressOf('merkle distributor'),
    call('claim(uint256,address,uint256,bytes32[])', 4n, SIGNER, 400n * ONE, proof),
    'It claims for oneself.',
  ),
])

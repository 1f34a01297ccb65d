import { addressOf, call, hashOf } from '../adversarial/encode.ts'
import { AAVE, GAUGE_CONTROLLER, UNI, UNISWAP_GOVERNOR, USDC, VECRV, WETH } from '../adversarial/protocols.ts'
import { NOBODY, ONE, PROTOCOL, SIGNER, usd } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const BOOST = '0xd37a6aa3d8460bd2b6536d608103d880695a23cd'
const VOTIUM = '0x92e6e43f99809df84ed2d533e1fd8017eb966ee2'
const CONVEX_DELEGATES = '0x469788fe6e9e9681c6ebf3bf78e7fd26fc015446'

export const governance = family('governance of today', [
  pair(
    'boost',
    'Curve veBoost proxy, curvefi/curve-veBoost',
    BOOST,
    (to) => call('boost(address,uint256,uint256)', to, 10_000n * ONE, 1_890_000_000n),
    'the boost of a lock',
    { twin: call('approve(address,uint256)', addressOf('old'), 0n) },
  ),
  attack(
    'gauge-reward',
    'Curve gauge V6, curvefi/curve-dao-contracts',
    addressOf('gauge of curve'),
    call('set_rewards_receiver(address)', addressOf('receiver of rewards')),
    'A third party gets all rewards of a gauge.',
  ),
  pair(
    'governor-relay',
    'OpenZeppelin Governor, OpenZeppelin/openzeppelin-contracts',
    PROTOCOL,
    (to) => call('relay(address,uint256,bytes)', USDC, 0n, call('transfer(address,uint256)', to, usd(900_000))),
    'money of the governor',
    { twin: call('relay(address,uint256,bytes)', PROTOCOL, 0n, call('setVotingDelay(uint48)', 7200)) },
  ),
  pair(
    'timelock',
    'OpenZeppelin TimelockController',
    addressOf('timelock of the DAO'),
    (to) =>
      call(
        'execute(address,uint256,bytes,bytes32,bytes32)',
        WETH,
        0n,
        call('transfer(address,uint256)', to, 400n * ONE),
        hashOf(''),
        hashOf('salt'),
      ),
    'money of the treasury',
    {
      twin: call(
        'execute(address,uint256,bytes,bytes32,bytes32)',
        PROTOCOL,
        0n,
        call('unpause()'),
        hashOf(''),
        hashOf('salt'),
      ),
    },
  ),
  pair(
    'timelock-batch',
    'OpenZeppelin TimelockController',
    addressOf('timelock of the DAO'),
    (to) =>
      call(
        'scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)',
        [PROTOCOL],
        [0n],
        [call('upgradeToAndCall(address,bytes)', to, '0x')],
        hashOf(''),
        hashOf('salt'),
        172_800n,
      ),
    'the code of a proxy',
    {
      twin: call(
        'scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)',
        [PROTOCOL],
        [0n],
        [call('pause()')],
        hashOf(''),
        hashOf('salt'),
        172_800n,
      ),
    },
  ),
  attack(
    'propose',
    'OpenZeppelin Governor',
    addressOf('governor of the DAO'),
    call(
      'propose(address[],uint256[],bytes[],string)',
      [USDC],
      [0n],
      [call('transfer(address,uint256)', addressOf('grantee without a name'), usd(5_000_000))],
      'A grant',
    ),
    'A proposal pays a third party.',
  ),
  pair(
    'snapshot-delegate',
    'Snapshot delegate registry, gnosis/delegate-registry',
    CONVEX_DELEGATES,
    (who) => call('setDelegate(bytes32,address)', `0x${'0'.repeat(64)}`, who),
    'all votes of the signer',
    { twin: call('clearDelegate(bytes32)', `0x${'0'.repeat(64)}`) },
  ),
  fair(
    'votium',
    'Votium MultiMerkleStash, oo-00/Votium',
    VOTIUM,
    call('claim(address,uint256,address,uint256,bytes32[])', USDC, 12n, SIGNER, usd(900), [hashOf('proof')]),
    'It claims for oneself.',
  ),
  fair(
    'vote',
    'OpenZeppelin Governor',
    UNISWAP_GOVERNOR,
    call('castVoteWithReason(uint256,uint8,string)', 91n, 1, 'good'),
    'It votes.',
  ),
  fair(
    'gauge',
    'Curve GaugeController',
    GAUGE_CONTROLLER,
    call('vote_for_gauge_weights(address,uint256)', addressOf('gauge'), 10_000n),
    'It votes for a gauge.',
  ),
  fair('delegate-self', 'UNI', UNI, call('delegate(address)', SIGNER), 'It delegates to oneself.'),
  fair('lock', 'veCRV', VECRV, call('increase_amount(uint256)', 500n * ONE), 'It locks more.'),
  fair('undelegate', 'AAVE token', AAVE, call('delegate(address)', NOBODY), 'It takes a delegation back.'),
])

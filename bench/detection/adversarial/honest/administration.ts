import { addressOf, call, hashOf } from '../encode.ts'
import { AAVE, ENS, GAUGE_CONTROLLER, SNAPSHOT_DELEGATES, UNI, UNISWAP_GOVERNOR } from '../protocols.ts'
import { allow, type Group, PROTOCOL, rows, SIGNER } from '../row.ts'

const colleague = addressOf('colleague')

const code = addressOf('audited code')

const NONE = `0x${'0'.repeat(64)}`

const vouched = { lists: [allow(colleague)] }

export const administration: Group = {
  name: 'own administration',
  rows: rows([
    [
      'ownership',
      'The new owner is on the allow list.',
      'OpenZeppelin: Ownable',
      { to: PROTOCOL, data: call('transferOwnership(address)', colleague), ...vouched },
    ],
    [
      'accept',
      'The signer accepts the ownership.',
      'OpenZeppelin: Ownable2Step',
      { to: PROTOCOL, data: call('acceptOwnership()') },
    ],
    [
      'renounce-role',
      'The signer gives up a role.',
      'OpenZeppelin: AccessControl, renounceRole',
      { to: PROTOCOL, data: call('renounceRole(bytes32,address)', hashOf('PAUSER_ROLE'), SIGNER) },
    ],
    [
      'revoke-role',
      'A former colleague loses a role.',
      'OpenZeppelin: AccessControl, revokeRole',
      { to: PROTOCOL, data: call('revokeRole(bytes32,address)', hashOf('PAUSER_ROLE'), addressOf('former colleague')) },
    ],
    [
      'grant-role',
      'A colleague on the allow list gets a role.',
      'OpenZeppelin: AccessControl, grantRole',
      { to: PROTOCOL, data: call('grantRole(bytes32,address)', hashOf('PAUSER_ROLE'), colleague), ...vouched },
    ],
    [
      'upgrade',
      'The new code is on the allow list.',
      'OpenZeppelin: UUPSUpgradeable',
      { to: PROTOCOL, data: call('upgradeToAndCall(address,bytes)', code, '0x'), lists: [allow(code)] },
    ],
    ['pause', 'The protocol stops.', 'OpenZeppelin: Pausable', { to: PROTOCOL, data: call('pause()') }],
    ['unpause', 'The protocol goes on.', 'OpenZeppelin: Pausable', { to: PROTOCOL, data: call('unpause()') }],
    [
      'fee',
      'The fee changes to 0.3 %.',
      'Common administration: setFee',
      { to: PROTOCOL, data: call('setFee(uint256)', 30n) },
    ],
    [
      'fee-recipient',
      'The treasury on the allow list gets the fees.',
      'MetaMorpho: setFeeRecipient',
      { to: PROTOCOL, data: call('setFeeRecipient(address)', colleague), ...vouched },
    ],
    [
      'fee-to-self',
      'The signer gets the fees.',
      'MetaMorpho: setFeeRecipient',
      { to: PROTOCOL, data: call('setFeeRecipient(address)', SIGNER) },
    ],
    [
      'withdraw',
      'The signer takes its income.',
      'Common administration: withdraw',
      { to: PROTOCOL, data: call('withdraw()') },
    ],
    [
      'royalty',
      'The signer gets the royalties.',
      'OpenZeppelin: ERC2981, setDefaultRoyalty',
      { to: PROTOCOL, data: call('setDefaultRoyalty(address,uint96)', SIGNER, 500n) },
    ],
    [
      'base-uri',
      'The collection gets new metadata.',
      'Common administration: setBaseURI',
      { to: PROTOCOL, data: call('setBaseURI(string)', 'ipfs://bafybeigdyrzt5/') },
    ],
    [
      'timelock-cancel',
      'A planned operation is cancelled.',
      'OpenZeppelin: TimelockController, cancel',
      { to: PROTOCOL, data: call('cancel(bytes32)', hashOf('operation')) },
    ],
  ]),
}

export const voting: Group = {
  name: 'votes and delegation of votes',
  rows: rows([
    [
      'self-delegate',
      'The signer votes itself.',
      'Uniswap: UNI token, delegate',
      { to: UNI, data: call('delegate(address)', SIGNER) },
    ],
    [
      'self-delegate-ens',
      'The signer votes itself.',
      'ENS: token, delegate',
      { to: ENS, data: call('delegate(address)', SIGNER) },
    ],
    [
      'delegate-allowed',
      'A delegate on the allow list votes.',
      'Aave: governance token, delegate',
      { to: AAVE, data: call('delegate(address)', colleague), ...vouched },
    ],
    [
      'cast',
      'The signer votes for a proposal.',
      'OpenZeppelin: Governor, castVote',
      { to: UNISWAP_GOVERNOR, data: call('castVote(uint256,uint8)', 66n, 1) },
    ],
    [
      'cast-reason',
      'A vote with a reason.',
      'OpenZeppelin: Governor, castVoteWithReason',
      { to: UNISWAP_GOVERNOR, data: call('castVoteWithReason(uint256,uint8,string)', 66n, 0, 'too expensive') },
    ],
    [
      'gauge-vote',
      'A vote for a gauge.',
      'Curve: GaugeController, vote_for_gauge_weights',
      { to: GAUGE_CONTROLLER, data: call('vote_for_gauge_weights(address,uint256)', addressOf('gauge'), 5000n) },
    ],
    [
      'clear-delegate',
      'A delegation in Snapshot ends.',
      'Snapshot: clearDelegate',
      { to: SNAPSHOT_DELEGATES, data: call('clearDelegate(bytes32)', NONE) },
    ],
    [
      'propose-parameter',
      'A proposal changes a fee.',
      'OpenZeppelin: Governor, propose',
      {
        to: UNISWAP_GOVERNOR,
        data: call(
          'propose(address[],uint256[],bytes[],string)',
          [PROTOCOL],
          [0n],
          [call('setFee(uint256)', 25n)],
          'Lower the fee',
        ),
      },
    ],
    [
      'queue',
      'An accepted proposal is queued.',
      'Compound: GovernorBravo, queue',
      { to: UNISWAP_GOVERNOR, data: call('queue(uint256)', 66n) },
    ],
    [
      'velodrome-vote',
      'A lock votes for pools.',
      'Velodrome: Voter, vote',
      {
        chainId: '10',
        to: addressOf('voter'),
        data: call('vote(uint256,address[],uint256[])', 123n, [addressOf('pool a'), addressOf('pool b')], [60n, 40n]),
      },
    ],
  ]),
}

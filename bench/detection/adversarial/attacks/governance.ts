import { addressOf, call, hashOf } from '../encode.ts'
import { AAVE, ENS, SNAPSHOT_DELEGATES, UNI, UNISWAP_GOVERNOR, USDC } from '../protocols.ts'
import { DEADLINE, type Group, PROTOCOL, usd } from '../row.ts'

const thief = addressOf('thief of control')

const code = addressOf('code of the thief')

const drain = call('transfer(address,uint256)', thief, usd(5_000_000))

const NO_ROLE = `0x${'0'.repeat(64)}`

export const governance: Group = {
  name: 'governance: votes, proposals, timelocks',
  rows: [
    {
      id: 'delegate',
      what: 'The thief votes with all UNI of the signer.',
      source: 'Uniswap: UNI token, delegate',
      to: UNI,
      data: call('delegate(address)', thief),
    },
    {
      id: 'delegate-by-sig',
      what: 'The votes of the signer go to the thief by a signature.',
      source: 'OpenZeppelin: Votes, delegateBySig',
      to: ENS,
      data: call(
        'delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)',
        ...[thief, 0n, DEADLINE, 27, hashOf('r'), hashOf('s')],
      ),
    },
    {
      id: 'aave-delegate-by-type',
      what: 'The thief gets the proposition power of the signer.',
      source: 'Aave: governance token, delegateByType',
      to: AAVE,
      data: call('delegateByType(address,uint8)', thief, 1),
    },
    {
      id: 'snapshot-delegate',
      what: 'The thief votes in every space for the signer.',
      source: 'Snapshot: DelegateRegistry, setDelegate',
      to: SNAPSHOT_DELEGATES,
      data: call('setDelegate(bytes32,address)', NO_ROLE, thief),
    },
    {
      id: 'vlcvx-delegate',
      what: 'The thief votes with the locked CVX.',
      source: 'Convex: delegation of vlCVX votes, delegate',
      to: addressOf('vlCVX delegation'),
      data: call('delegate(address)', thief),
    },
    {
      id: 'propose-drain',
      what: 'A proposal sends the treasury’s USDC to the thief.',
      source: 'OpenZeppelin: Governor, propose',
      to: PROTOCOL,
      data: call('propose(address[],uint256[],bytes[],string)', [USDC], [0n], [drain], 'Update documentation'),
    },
    {
      id: 'propose-bravo',
      what: 'A proposal gives the thief the administration of the timelock; the text says otherwise.',
      source: 'Compound: GovernorBravo, propose',
      to: UNISWAP_GOVERNOR,
      data: call(
        'propose(address[],uint256[],string[],bytes[],string)',
        ...[
          ['0x1a9c8182c09f50c8318d769245bea52c32be35bc'],
          [0n],
          ['setPendingAdmin(address)'],
          [`0x${thief.slice(2).padStart(64, '0')}`],
          'Renew a grant',
        ],
      ),
    },
    {
      id: 'timelock-schedule',
      what: 'The timelock will pay the thief.',
      source: 'OpenZeppelin: TimelockController, schedule',
      to: PROTOCOL,
      data: call(
        'schedule(address,uint256,bytes,bytes32,bytes32,uint256)',
        ...[USDC, 0n, drain, NO_ROLE, hashOf('salt'), 172_800n],
      ),
    },
    {
      id: 'timelock-proposer',
      what: 'The thief can schedule operations of the timelock.',
      source: 'OpenZeppelin: TimelockController, PROPOSER_ROLE',
      to: PROTOCOL,
      data: call('grantRole(bytes32,address)', hashOf('PROPOSER_ROLE'), thief),
    },
    {
      id: 'timelock-execute',
      what: 'A queued transfer of 5 million USDC to the thief is executed.',
      source: 'Compound: Timelock, executeTransaction',
      to: PROTOCOL,
      data: call(
        'executeTransaction(address,uint256,string,bytes,uint256)',
        ...[USDC, 0n, 'transfer(address,uint256)', `0x${drain.slice(10)}`, DEADLINE],
      ),
    },
    {
      id: 'aragon-permission',
      what: 'The thief may move the funds of the organization.',
      source: 'Aragon: ACL, grantPermission',
      to: PROTOCOL,
      data: call('grantPermission(address,address,bytes32)', thief, addressOf('vault app'), hashOf('TRANSFER_ROLE')),
    },
    {
      id: 'vote-for-drain',
      what: 'A vote helps a proposal that pays the thief.',
      source: 'OpenZeppelin: Governor, castVote',
      to: UNISWAP_GOVERNOR,
      data: call('castVote(uint256,uint8)', 66n, 1),
      excluded: 'the call names the number of the proposal only',
    },
  ],
}

export const upgrades: Group = {
  name: 'upgrades: proxies, beacons, diamonds, modules of protocols',
  rows: [
    {
      id: 'uups',
      what: 'The code of the protocol becomes the thief’s.',
      source: 'OpenZeppelin: UUPSUpgradeable, upgradeToAndCall',
      to: PROTOCOL,
      data: call('upgradeToAndCall(address,bytes)', code, call('initialize(address)', thief)),
    },
    {
      id: 'proxy-admin-upgrade',
      what: 'The proxy runs the code of the thief.',
      source: 'OpenZeppelin: ProxyAdmin, upgradeAndCall',
      to: addressOf('proxy admin of the signer'),
      data: call('upgradeAndCall(address,address,bytes)', PROTOCOL, code, '0x'),
    },
    {
      id: 'beacon',
      what: 'All proxies of the beacon run the code of the thief.',
      source: 'OpenZeppelin: UpgradeableBeacon, upgradeTo',
      to: PROTOCOL,
      data: call('upgradeTo(address)', code),
    },
    {
      id: 'diamond-init',
      what: 'The diamond delegatecalls the thief’s contract; no facet changes.',
      source: 'ERC-2535: diamondCut with _init',
      to: PROTOCOL,
      data: call('diamondCut((address,uint8,bytes4[])[],address,bytes)', [], code, '0x8129fc1c'),
    },
    {
      id: 'compound-implementation',
      what: 'The market delegates to the code of the thief.',
      source: 'Compound: CErc20Delegator, _setImplementation',
      to: PROTOCOL,
      data: call('_setImplementation(address,bool,bytes)', code, false, '0x'),
    },
    {
      id: 'unitroller',
      what: 'The comptroller will run the code of the thief.',
      source: 'Compound: Unitroller, _setPendingImplementation',
      to: PROTOCOL,
      data: call('_setPendingImplementation(address)', code),
    },
    {
      id: 'aave-pool-impl',
      what: 'The lending pool runs the code of the thief.',
      source: 'Aave v3: PoolAddressesProvider, setPoolImpl',
      to: PROTOCOL,
      data: call('setPoolImpl(address)', code),
    },
    {
      id: 'aave-address-as-proxy',
      what: 'A module of the lending protocol runs the code of the thief.',
      source: 'Aave v3: PoolAddressesProvider, setAddressAsProxy',
      to: PROTOCOL,
      data: call('setAddressAsProxy(bytes32,address)', hashOf('POOL_CONFIGURATOR'), code),
    },
    {
      id: 'synthetix-target',
      what: 'The token’s proxy forwards to the contract of the thief.',
      source: 'Synthetix: Proxy, setTarget',
      to: PROTOCOL,
      data: call('setTarget(address)', code),
    },
    {
      id: 'maker-plot',
      what: 'A spell of the thief is planned; it runs with all rights.',
      source: 'Maker: DSPause, plot',
      to: PROTOCOL,
      data: call('plot(address,bytes32,bytes,uint256)', code, hashOf('code'), '0x61461954', DEADLINE),
    },
    {
      id: 'set-beacon',
      what: 'The proxy follows a beacon of the thief.',
      source: 'ERC-1967: beacon proxies with setBeacon',
      to: PROTOCOL,
      data: call('setBeacon(address,bytes)', code, '0x'),
    },
  ],
}

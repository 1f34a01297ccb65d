import { addressOf, call, hashOf, left, packed } from '../encode.ts'
import { DETERMINISTIC_DEPLOYER, USDC, WETH } from '../protocols.ts'
import { ACCOUNT, block, type Group, MAX, ONE, PROTOCOL } from '../row.ts'
import { execute, execute7579, inMultiSend, inOperation, inSafe, multicall, ofSafe } from '../wrap.ts'

const thief = addressOf('listed thief')

const fresh = addressOf('thief in a wrapper')

const approve = { to: USDC, data: call('approve(address,uint256)', fresh, MAX) }

const harmless = { to: WETH, value: ONE, data: call('deposit()') }

const blocked = { lists: [block(thief)] }

export const wrapped: Group = {
  name: 'wrapped: multicall, Safe, MultiSend, ERC-4337, ERC-7579',
  rows: [
    {
      id: 'safe-approve',
      what: 'The thief can take all USDC of the Safe.',
      source: 'Safe: execTransaction',
      ...inSafe(approve),
    },
    {
      id: 'multisend-second',
      what: 'The second of two packed calls gives the thief all USDC.',
      source: 'Safe: MultiSendCallOnly',
      ...inMultiSend(harmless, approve),
    },
    {
      id: 'operation-approve',
      what: 'The thief can take all USDC of the account.',
      source: 'ERC-4337: handleOps',
      ...inOperation(execute(approve)),
    },
    {
      id: 'erc7579-single',
      what: 'A packed single call gives the thief all USDC.',
      source: 'ERC-7579: execute, single',
      ...inOperation(execute7579(approve)),
    },
    {
      id: 'erc7579-batch',
      what: 'The last call of a batch gives the thief all USDC.',
      source: 'ERC-7579: execute, batch',
      ...inOperation(execute7579(harmless, harmless, approve)),
    },
    {
      id: 'account-batch',
      what: 'The batch of the account gives the thief the protocol.',
      source: 'Coinbase Smart Wallet: executeBatch',
      from: ACCOUNT,
      to: ACCOUNT,
      data: call('executeBatch((address,uint256,bytes)[])', [
        [WETH, ONE, call('deposit()')],
        [PROTOCOL, 0n, call('transferOwnership(address)', fresh)],
      ]),
    },
    {
      id: 'multicall-of-multicall',
      what: 'A nested multicall makes the thief the default administrator.',
      source: 'OpenZeppelin: Multicall',
      to: PROTOCOL,
      data: multicall(multicall(call('grantRole(bytes32,address)', `0x${'0'.repeat(64)}`, fresh))),
    },
    {
      id: 'safe-in-operation',
      what: 'An account runs a Safe transaction that enables a module of the thief.',
      source: 'ERC-4337 and Safe',
      ...inOperation(execute(ofSafe(call('enableModule(address)', fresh)))),
    },
    {
      id: 'module-path',
      what: 'A module of the Safe sends an approval for the thief.',
      source: 'Safe: execTransactionFromModule',
      to: addressOf('safe of the signer'),
      data: call('execTransactionFromModule(address,uint256,bytes,uint8)', approve.to, 0n, approve.data, 0),
    },
    {
      id: 'timelock-batch',
      what: 'The second operation of a timelock batch gives the thief the protocol.',
      source: 'OpenZeppelin: TimelockController, executeBatch',
      to: addressOf('timelock of the signer'),
      data: call(
        'executeBatch(address[],uint256[],bytes[],bytes32,bytes32)',
        ...[
          [WETH, PROTOCOL],
          [ONE, 0n],
          [call('deposit()'), call('transferOwnership(address)', fresh)],
          ...[`0x${'0'.repeat(64)}`, hashOf('salt')],
        ],
      ),
    },
    {
      id: 'token-bound-account',
      what: 'The account of an NFT gives the thief all USDC.',
      source: 'ERC-6551: execute',
      to: addressOf('token-bound account'),
      data: call('execute(address,uint256,bytes,uint8)', approve.to, 0n, approve.data, 0),
    },
    {
      id: 'ds-proxy',
      what: 'The proxy account delegatecalls the thief’s contract.',
      source: 'Maker: DSProxy, execute',
      to: ACCOUNT,
      data: call('execute(address,bytes)', fresh, call('run(uint256)', 1n)),
    },
    {
      id: 'aragon-agent',
      what: 'The agent of the organization gives the thief all USDC.',
      source: 'Aragon: Agent, execute',
      to: addressOf('Aragon agent'),
      data: call('execute(address,uint256,bytes)', approve.to, 0n, approve.data),
    },
  ],
}

export const factories: Group = {
  name: 'factories and deployers',
  rows: [
    {
      id: 'account-factory',
      what: 'The signer funds a new account that belongs to the thief.',
      source: 'ERC-4337: SimpleAccountFactory, createAccount',
      to: addressOf('account factory'),
      value: 3n * ONE,
      data: call('createAccount(address,uint256)', fresh, 0n),
    },
    {
      id: 'token-factory',
      what: 'The new token belongs to the thief.',
      source: 'Token factories with an owner: createToken(name, symbol, supply, owner)',
      to: addressOf('token factory'),
      data: call('createToken(string,string,uint256,address)', 'Signer', 'SGN', 10n ** 27n, fresh),
    },
    {
      id: 'deterministic-deployer',
      what: 'The new contract has a blocked owner in its init code.',
      source: 'Deterministic deployment proxy: salt and init code',
      to: DETERMINISTIC_DEPLOYER,
      data: packed(hashOf('salt'), `0x6080604052${'5b'.repeat(64)}`, left(thief)),
      ...blocked,
    },
    {
      id: 'createx',
      what: 'The new contract is initialized with the thief as owner.',
      source: 'CreateX: deployCreate2AndInit',
      to: '0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed',
      data: call(
        'deployCreate2AndInit(bytes32,bytes,bytes,(uint256,uint256),address)',
        ...[hashOf('salt'), '0x60806040', call('initialize(address)', fresh), [0n, 0n], fresh],
      ),
    },
    {
      id: 'proxy-creation',
      what: 'The new proxy has a blocked administrator.',
      source: 'OpenZeppelin: TransparentUpgradeableProxy, constructor',
      to: undefined,
      data: packed(`0x60a06040${'5b'.repeat(60)}`, left(addressOf('logic')), left(thief), [256, 96], [256, 0]),
      ...blocked,
    },
    {
      id: 'proxy-factory',
      what: 'The proxy of the signer has the thief as administrator.',
      source: 'Solady: ERC1967Factory, deployAndCall',
      to: addressOf('ERC-1967 factory'),
      data: call('deployAndCall(address,address,bytes)', addressOf('logic'), fresh, '0x'),
    },
    {
      id: 'vault-factory',
      what: 'The new vault is governed by the thief.',
      source: 'Yearn v3: VaultFactory, deploy_new_vault',
      to: addressOf('vault factory'),
      data: call('deploy_new_vault(address,string,string,address,uint256)', USDC, 'Vault', 'V', fresh, 604_800n),
    },
    {
      id: 'unknown-owner-in-creation',
      what: 'The new contract belongs to an unlisted thief.',
      source: 'Solidity: constructor arguments follow the init code',
      to: undefined,
      data: packed(`0x60806040${'5b'.repeat(90)}`, left(fresh)),
      excluded: 'nothing tells an unlisted owner in a constructor from any other address',
    },
  ],
}

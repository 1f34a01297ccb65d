import {
  at,
  type CallCase,
  call,
  calls,
  coin,
  coins,
  FRIEND,
  HASH,
  MAX,
  ME,
  NATIVE,
  NONE,
  PAYEE,
  SOON,
  someone,
  USDC,
  usd,
  ZERO,
} from './sentence-case.ts'

const SAFE = someone('safe')
const ACCOUNT = someone('smart account')
const sends = call('transfer(address,uint256)', PAYEE, usd(1000))
const allows = call('approve(address,uint256)', at('Uniswap V2 Router'), usd(1000))
const trades = call(
  'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  usd(1000),
  coins(0.2),
  [USDC, coin('WETH')],
  SAFE,
  SOON,
)
const EXEC = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
const safeCall = (to: string, value: bigint, data: string, operation = 0) => [
  to,
  value,
  data,
  operation,
  0n,
  0n,
  0n,
  ZERO,
  ZERO,
  HASH,
]
const packedCall = (to: string, data: string) =>
  `00${to.slice(2)}${'0'.repeat(64)}${((data.length - 2) / 2).toString(16).padStart(64, '0')}${data.slice(2)}`
const MULTI_SEND = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'
const USER_OPERATION = 'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)'
const month = 30n * 86_400n
const permission = (allowance: bigint, period: bigint, end: bigint) => [
  ME,
  FRIEND,
  coin('USDC', '8453'),
  allowance,
  period,
  SOON,
  end,
  0n,
  NONE,
]
const PERMISSION = 'approve((address,address,address,uint160,uint48,uint48,uint48,uint256,bytes))'

const accounts: readonly CallCase[] = [
  ...calls('Safe', SAFE, [
    [EXEC, safeCall(USDC, 0n, sends), { when: 'a payment' }],
    [EXEC, safeCall(PAYEE, coins(3), NONE), { when: 'a payment of ether' }],
    [EXEC, safeCall(USDC, 0n, allows), { when: 'an approval' }],
    [
      EXEC,
      safeCall(
        MULTI_SEND,
        0n,
        call('multiSend(bytes)', `0x${packedCall(USDC, allows)}${packedCall(at('Uniswap V2 Router'), trades)}`),
        1,
      ),
      { when: 'an approval and a swap' },
    ],
    [EXEC, safeCall(SAFE, 0n, call('addOwnerWithThreshold(address,uint256)', FRIEND, 2n)), { when: 'a new owner' }],
    [EXEC, safeCall(SAFE, 0n, call('changeThreshold(uint256)', 3n)), { when: 'another threshold' }],
    [EXEC, safeCall(SAFE, 0n, call('removeOwner(address,address,uint256)', ME, FRIEND, 1n)), { when: 'an owner less' }],
    [EXEC, safeCall(SAFE, 0n, call('enableModule(address)', FRIEND)), { when: 'a module' }],
    [EXEC, safeCall(SAFE, 0n, NONE), { when: 'nothing, a rejection' }],
    ['approveHash(bytes32)', [HASH]],
  ]),
  ...calls('ERC-4337', at('ERC-4337 EntryPoint 0.7'), [
    [
      USER_OPERATION,
      [[[ACCOUNT, 0n, NONE, call('execute(address,uint256,bytes)', USDC, 0n, sends), HASH, 0n, HASH, NONE, NONE]], ME],
    ],
    ['depositTo(address)', [ACCOUNT], { value: coins(0.1) }],
    ['execute(address,uint256,bytes)', [USDC, 0n, sends], { to: ME, when: 'of the own account' }],
    [
      'executeBatch((address,uint256,bytes)[])',
      [
        [
          [USDC, 0n, allows],
          [at('Uniswap V2 Router'), 0n, trades],
        ],
      ],
      { to: ME, when: 'of the own account' },
    ],
  ]),
  ...calls('Multicall3', at('Multicall3'), [
    ['aggregate3((address,bool,bytes)[])', [[[USDC, true, call('balanceOf(address)', ME)]]]],
  ]),
  {
    protocol: 'EIP-7702',
    title: 'delegation to a known account',
    chainId: '1',
    to: ME,
    value: 0n,
    data: NONE,
    authorizations: [{ chainId: '1', address: at('MetaMask account delegate'), nonce: '1' }],
  },
  {
    protocol: 'EIP-7702',
    title: 'end of the delegation',
    chainId: '1',
    to: ME,
    value: 0n,
    data: NONE,
    authorizations: [{ chainId: '1', address: ZERO, nonce: '2' }],
  },
  ...calls(
    'Spend permissions',
    at('Coinbase SpendPermissionManager', '8453'),
    [
      [PERMISSION, [permission(usd(5000), 86_400n, SOON + 12n * month)], { when: 'a day' }],
      [PERMISSION, [permission(usd(100), month, 2n ** 48n - 1n)], { when: 'a month, without end' }],
      [PERMISSION, [permission(2n ** 160n - 1n, month, 2n ** 48n - 1n)], { when: 'unlimited' }],
      [
        'revoke((address,address,address,uint160,uint48,uint48,uint48,uint256,bytes))',
        [permission(usd(100), month, 2n ** 48n - 1n)],
      ],
      [
        'spend((address,address,address,uint160,uint48,uint48,uint48,uint256,bytes),uint160)',
        [permission(usd(100), month, 2n ** 48n - 1n), usd(20)],
      ],
    ],
    '8453',
  ),
]

const others: readonly CallCase[] = [
  ...calls('Governance', someone('governor'), [
    ['castVote(uint256,uint8)', [12n, 1]],
    ['castVoteWithReason(uint256,uint8,string)', [12n, 0, 'no']],
    ['delegate(address)', [FRIEND], { to: coin('COMP') }],
    ['delegate(address)', [ME], { to: coin('COMP'), when: 'to the sender' }],
    ['queue(uint256)', [12n]],
    ['execute(uint256)', [12n]],
  ]),
  ...calls('Streams', someone('stream protocol'), [
    ['createFlow(address,address,int96,bytes)', [coin('USDC'), PAYEE, 1929n, NONE]],
    ['deleteFlow(address,address,address,bytes)', [coin('USDC'), ME, PAYEE, NONE]],
    ['createStream(address,uint256,address,uint256,uint256)', [PAYEE, usd(1200), USDC, SOON, SOON + 12n * month]],
    ['withdrawFromStream(uint256,uint256)', [7n, usd(100)]],
    ['cancelStream(uint256)', [7n]],
    ['renounce(uint256)', [7n]],
    ['withdrawMax(uint256,address)', [7n, ME]],
    [
      'createWithDurationsLL((address,address,uint128,address,bool,bool,string),(uint128,uint128),(uint40,uint40))',
      [
        [ME, PAYEE, usd(1200), USDC, true, true, ''],
        [0n, 0n],
        [0, Number(12n * month)],
      ],
    ],
    ['createStream(address,uint216)', [PAYEE, 3_858_024_691_358_024n], { when: 'a rate' }],
  ]),
  ...calls('Vesting', someone('vesting'), [
    [
      'createPlan(address,address,uint256,uint256,uint256,uint256,uint256)',
      [PAYEE, USDC, usd(1200), SOON, SOON, 38n, 1n],
    ],
    ['release(address)', [USDC]],
    ['redeemPlans(uint256[])', [[7n]]],
    ['deploy_vesting_contract(address,address,uint256,uint256)', [USDC, PAYEE, usd(1200), 12n * month]],
  ]),
  ...calls('Claims', someone('distributor'), [
    ['claim(uint256,address,uint256,bytes32[])', [7n, ME, coins(400), [HASH]]],
    ['claim(uint256,address,uint256,bytes32[])', [7n, FRIEND, coins(400), [HASH]], { when: 'for another' }],
    ['claim(address[],address[],uint256[],bytes32[][])', [[ME], [USDC], [usd(40)], [[HASH]]], { when: 'of Merkl' }],
    ['claim()', [], { when: 'without arguments' }],
    ['getReward()', []],
  ]),
  ...calls(
    'Payments',
    at('Coinbase Commerce transfers', '8453'),
    [
      [
        'transferNative((uint256,uint256,address,address,address,uint256,bytes16,address,bytes,bytes))',
        [[coins(0.1), SOON, PAYEE, ZERO, ME, coins(0.001), `0x${'44'.repeat(16)}`, FRIEND, NONE, NONE]],
        { value: coins(0.101) },
      ],
      [
        'transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)',
        [coin('USDC', '8453'), PAYEE, usd(90), '0x1234', usd(1), FRIEND],
        { to: someone('request network') },
      ],
      [
        'transferWithReferenceAndFee(address,bytes,uint256,address)',
        [PAYEE, '0x1234', coins(0.01), FRIEND],
        { to: someone('request network'), value: coins(1.01) },
      ],
    ],
    '8453',
  ),
  ...calls('Owners of contracts', someone('contract'), [
    ['transferOwnership(address)', [FRIEND]],
    ['renounceOwnership()', []],
    ['upgradeTo(address)', [FRIEND]],
    ['grantRole(bytes32,address)', [HASH, FRIEND]],
    ['pause()', []],
    ['mint(address,uint256)', [PAYEE, coins(5)]],
  ]),
]

export const accountsAndPayments: readonly CallCase[] = [...accounts, ...others]
void MAX
void NATIVE

import { describe, expect, test } from 'vitest'
import { addressOf, call, packed } from '../../../bench/detection/adversarial/encode.ts'
import { attacksOf } from '../../../bench/detection/adversarial/index.ts'
import {
  AAVE_POOL,
  ENTRY_POINT_7,
  MULTI_SEND,
  PERMIT2,
  SAFE_HANDLER,
  SAFE_SINGLETON,
  UNISWAP_2,
} from '../../../bench/detection/adversarial/protocols.ts'
import { ACCOUNT, NOBODY, ONE, PROTOCOL, type Row, SAFE, SIGNER } from '../../../bench/detection/adversarial/row.ts'
import {
  execute,
  execute7579,
  type Inner,
  inMultiSend,
  inOperation,
  inSafe,
  multicall,
  ofSafe,
  safeCall,
} from '../../../bench/detection/adversarial/wrap.ts'
import { verdictOfCase } from '../../honest/verdict-of-case.ts'

const code = addressOf('code of the attacker')
const key = addressOf('key of the attacker')
const OWNABLE_VALIDATOR = '0x2483da3a338895199e5e538530213157e931bf06'
const KERNEL_ECDSA = '0x845adb2c711129d4f3966735ed98a9f09fc4ce57'
const COINBASE_11 = '0x00000110dcdedc9581cb5ecb8467282f2926534d'
const LIGHT_ACCOUNT = '0x8e8e658e22b12ada97b402ff0b044d6a325013c7'
const MODULE_SETUP = '0x2dd68b007b46fbe91b9a7c3eda5a7a1063cb5b47'
const MULTI_SEND_13 = '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761'
const FACTORY_141 = '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67'

type Sent = Pick<Row, 'to' | 'data' | 'from' | 'authorizations' | 'value'>

const scored = (sent: Sent) => verdictOfCase({ id: 'probe', what: '', source: '', ...sent })
const scoreOf = (sent: Sent) => scored(sent).score

const slot = `0x${'6969'.padStart(40, '0')}`
const word = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`
const abi = (types: string, ...values: readonly unknown[]) => `0x${call(`f(${types})`, ...values).slice(10)}`

/** Functions of accounts that make other code theirs, with an unknown address. */
const changes: readonly (readonly [title: string, data: string])[] = [
  ['upgradeTo', call('upgradeTo(address)', code)],
  ['upgradeToAndCall', call('upgradeToAndCall(address,bytes)', code, '0x')],
  ['upgradeToAndCall, with data', call('upgradeToAndCall(address,bytes)', code, '0x8129fc1c')],
  ['upgradeToAndCall, forced', call('upgradeToAndCall(address,bytes,bool)', code, '0x', true)],
  ['setImplementation', call('setImplementation(address)', code)],
  ['updateImplementation', call('updateImplementation(address)', code)],
  ['updateImplementationAndCall', call('updateImplementationAndCall(address,bytes)', code, '0x')],
  ['changeMasterCopy', call('changeMasterCopy(address)', code)],
  ['setSingleton', call('setSingleton(address)', code)],
  ['upgradeTo of Avocado', call('upgradeTo(address,bytes)', code, '0x')],
  [
    'diamondCut',
    call('diamondCut((address,uint8,bytes4[])[],address,bytes)', [[code, 0, ['0x12345678']]], NOBODY, '0x'),
  ],
  ['enableModule', call('enableModule(address)', code)],
  ['addModule', call('addModule(address)', code)],
  ['authoriseModule', call('authoriseModule(address,bool)', code, true)],
  ['setFallbackHandler', call('setFallbackHandler(address)', code)],
  ['setAddrPrivilege of the handler', call('setAddrPrivilege(address,bytes32)', slot, word(code))],
  ['setDomainVerifier', call('setDomainVerifier(bytes32,address)', `0x${'c0'.repeat(32)}`, code)],
  ...[1n, 2n, 3n, 4n].map(
    (type) => [`installModule ${type}`, call('installModule(uint256,address,bytes)', type, code, '0x')] as const,
  ),
  ['installModule, with data', call('installModule(uint256,address,bytes)', 1n, code, word(SIGNER))],
  ['installValidator', call('installValidator(bytes)', packed(code, key))],
  ['installModule of Soul Wallet', call('installModule(bytes,bytes4[])', packed(code, '0x1234'), ['0x12345678'])],
  ['setDefaultValidator', call('setDefaultValidator(address,bytes)', code, key)],
  [
    'setExecution',
    call(
      'setExecution(bytes4,address,address,uint48,uint48,bytes)',
      ...['0x12345678', code, KERNEL_ECDSA, 0n, 0n, '0x'],
    ),
  ],
  [
    'changeRootValidator',
    call('changeRootValidator(bytes21,address,bytes,bytes)', packed([8, 1], code), NOBODY, key, '0x'),
  ],
  [
    'installValidations',
    call(
      'installValidations(bytes21[],(uint32,address)[],bytes[],bytes[])',
      ...[
        [packed([8, 1], KERNEL_ECDSA), packed([8, 1], code)],
        [
          [1, NOBODY],
          [1, NOBODY],
        ],
        [SIGNER, '0x'],
        ['0x', '0x'],
      ],
    ),
  ],
  ['setupAndEnableModule', call('setupAndEnableModule(address,bytes)', code, '0x')],
  ['installPlugin', call('installPlugin(address,bytes32,bytes,bytes21[])', code, `0x${'ab'.repeat(32)}`, '0x', [])],
  [
    'installValidation',
    call('installValidation(bytes25,bytes4[],bytes,bytes[])', packed(code, [32, 1], [8, 7]), [], '0x', []),
  ],
  ['setOverrides', call('setOverrides(bytes4[],address[])', ['0x12345678'], [code])],
  ['addHook', call('addHook(bytes4,address)', '0x12345678', code)],
]

const safeTx = (to: string, data: string, operation = 0) => ({
  id: 'message',
  what: '',
  source: '',
  typedData: {
    types: {
      EIP712Domain: [
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      SafeTx: [
        ['to', 'address'] as const,
        ['value', 'uint256'] as const,
        ['data', 'bytes'] as const,
        ['operation', 'uint8'] as const,
        ['safeTxGas', 'uint256'] as const,
        ['baseGas', 'uint256'] as const,
        ['gasPrice', 'uint256'] as const,
        ['gasToken', 'address'] as const,
        ['refundReceiver', 'address'] as const,
        ['nonce', 'uint256'] as const,
      ].map(([name, type]) => ({ name, type })),
    },
    primaryType: 'SafeTx',
    domain: { chainId: 1, verifyingContract: SAFE },
    message: {
      to,
      data,
      operation,
      nonce: '3',
      value: '0',
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: NOBODY,
      refundReceiver: NOBODY,
    },
  },
})

const packedCall = (to: string, data: string) => packed([8, 0], to, [256, 0n], [256, (data.length - 2) / 2], data)
const delegation = addressOf('delegation manager')
const redeemed = (data: string, to = ACCOUNT, account = ACCOUNT) =>
  call(
    'redeemDelegations(bytes[],bytes32[],bytes[])',
    [
      abi('(address,address,bytes32,(address,bytes,bytes)[],uint256,bytes)[]', [
        [SIGNER, account, `0x${'ff'.repeat(32)}`, [], 0n, '0x'],
      ]),
    ],
    [`0x${'00'.repeat(32)}`],
    [packed(to, [256, 0n], data)],
  )
const userOperation = (data: string) =>
  call(
    'executeUserOp((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes),bytes32)',
    ...[
      [ACCOUNT, 7n, '0x', data, `0x${'00'.repeat(32)}`, 0n, `0x${'00'.repeat(32)}`, '0x', '0x'],
      `0x${'00'.repeat(32)}`,
    ],
  )

/** Every kind of account that acts for the sender, and every way to it. */
const ways: readonly (readonly [title: string, sent: (data: string) => Sent])[] = [
  ['by the sender on itself', (data) => ({ from: ACCOUNT, to: ACCOUNT, data })],
  ['in a multicall of the sender on itself', (data) => ({ from: ACCOUNT, to: ACCOUNT, data: multicall(data) })],
  ['by a Safe on itself', (data) => ofSafe(data)],
  ['by a Safe in a MultiSend', (data) => inMultiSend({ to: SAFE, data }, { to: PROTOCOL, data: '0x' })],
  [
    'by a module of a Safe',
    (data) => ({
      to: SAFE,
      data: call('execTransactionFromModule(address,uint256,bytes,uint8)', SAFE, 0n, data, 0),
    }),
  ],
  ['by a smart account on itself', (data) => ({ to: ACCOUNT, data: execute({ to: ACCOUNT, data }) })],
  ['by the entry point', (data) => inOperation(data)],
  ['in a user operation', (data) => inOperation(execute({ to: ACCOUNT, data }))],
  [
    'in a user operation, as a batch',
    (data) => inOperation(execute7579({ to: PROTOCOL, data: '0x' }, { to: ACCOUNT, data })),
  ],
  ['in executeUserOp', (data) => inOperation(`0x8dd7712f${data.slice(2)}`)],
  [
    'in executeWithRuntimeValidation',
    (data) => ({ to: ACCOUNT, data: call('executeWithRuntimeValidation(bytes,bytes)', data, '0x') }),
  ],
  [
    'in tryCatch of Ambire',
    (data) => ({ from: ACCOUNT, to: ACCOUNT, data: call('tryCatch(address,uint256,bytes)', ACCOUNT, 0n, data) }),
  ],
  ['in executeUserOp of the ABI', (data) => ({ ...inOperation('0x'), to: ACCOUNT, data: userOperation(data) })],
  ['by a delegation that the account gave', (data) => ({ to: delegation, data: redeemed(data) })],
]

/** Rows of the attack set: each is UNSAFE, whichever account makes the call. */
describe('code that an own account runs by delegatecall is UNSAFE', () => {
  const delegatecalls = attacksOf('delegatecalls of own accounts, of code of the thief')
  test.each(delegatecalls.map((row) => [row.id, row] as const))('%s', (_, row) => {
    expect(scoreOf(row)).toBeGreaterThanOrEqual(70)
  })
})

/** The ways that show the account only as the sender of what is in another call. */
const notRead = ['in executeUserOp of the ABI']

describe('code of an own account that nothing vouches for is UNSAFE', () => {
  describe.each(ways.filter(([title]) => !notRead.includes(title)))('%s', (_, sent) => {
    test.each(changes)('%s', (_, data) => {
      expect(scoreOf(sent(data))).toBeGreaterThanOrEqual(70)
    })
  })

  test.each(changes)('in a SafeTx message: %s', (_, data) => {
    expect(verdictOfCase(safeTx(SAFE, data)).score).toBeGreaterThanOrEqual(70)
    const batch = call('multiSend(bytes)', packed(packedCall(PROTOCOL, '0x'), packedCall(SAFE, data)))
    expect(verdictOfCase(safeTx(MULTI_SEND, batch, 1)).score).toBeGreaterThanOrEqual(70)
  })

  test('in a new Safe that enables it by the library for that', () => {
    const setUp = (module: string) =>
      call(
        'setup(address[],uint256,address,bytes,address,address,uint256,address)',
        ...[[SIGNER], 1n, MODULE_SETUP, call('enableModules(address[])', [module])],
        ...[SAFE_HANDLER, NOBODY, 0n, NOBODY],
      )
    const created = (module: string) => ({
      to: FACTORY_141,
      data: call('createProxyWithNonce(address,bytes,uint256)', SAFE_SINGLETON, setUp(module), 1n),
    })
    expect(scoreOf(created(code))).toBeGreaterThanOrEqual(70)
    expect(scoreOf(created('0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226'))).toBe(0)
  })

  test('by functions that only accounts have, also when an owner calls them', () => {
    const byOwner = changes.filter(([title]) => /^(install|setDefault|changeRoot|setOverrides|authorise)/.test(title))
    expect(byOwner.length).toBeGreaterThanOrEqual(12)
    for (const [title, data] of byOwner) expect(scoreOf({ to: ACCOUNT, data }), title).toBeGreaterThanOrEqual(70)
    expect(scoreOf({ to: PROTOCOL, data: call('addModule(address,address)', ACCOUNT, code) })).toBe(75)
  })

  test('of an unread function of an own account', () => {
    const unread = `0xdeadbeef${call('f(uint256,bytes)', 7n, call('enableModule(address)', code)).slice(10)}`
    expect(scoreOf({ to: ACCOUNT, data: unread })).toBe(75)
    const upgrade = `0xdeadbeef${call('f(uint256,bytes)', 7n, call('upgradeTo(address)', code)).slice(10)}`
    expect(scoreOf({ to: PROTOCOL, data: upgrade })).toBe(60)
    expect(scoreOf({ from: ACCOUNT, to: ACCOUNT, data: upgrade })).toBe(75)
  })
})

describe('code of an account that acts through other accounts is UNSAFE', () => {
  const second = addressOf('second account of the signer')
  const module = addressOf('module of the account')
  const acts: readonly (readonly [title: string, by: (account: string, inner: Inner) => Inner])[] = [
    ['Safe', (account, inner) => ({ to: account, data: safeCall(inner) })],
    ['smart account', (account, inner) => ({ to: account, data: execute(inner) })],
    ['ERC-7579 account', (account, inner) => ({ to: account, data: execute7579(inner) })],
    [
      'module of Argent',
      (account, { to, data }) => ({
        to: module,
        data: call('multiCall(address,(address,uint256,bytes)[])', account, [[to, 0n, data]]),
      }),
    ],
    [
      'owner of the account',
      (account, { to, data }) => ({
        to: module,
        data: call('executeOnOwnedAccount(address,bytes)', account, packed(to, [256, 0n], data)),
      }),
    ],
    ['delegation', (account, { to, data }) => ({ to: delegation, data: redeemed(data, to, account) })],
  ]
  const nested = (account: string, inner: Inner) => ({ to: account, data: execute(inner) })
  const some = changes.filter(([title]) => /^(upgradeTo|enableModule|setFallbackHandler|setDefault)/.test(title))

  describe.each(acts)('%s', (_, outer) => {
    test.each(acts)('then %s', (_, inner) => {
      for (const [title, data] of some) {
        const ofSecond = outer(ACCOUNT, inner(second, { to: second, data }))
        const ofFirst = outer(ACCOUNT, inner(second, { to: ACCOUNT, data }))
        const three = outer(ACCOUNT, inner(second, nested(SAFE, { to: ACCOUNT, data })))
        for (const sent of [ofSecond, ofFirst, three]) expect(scoreOf(sent), title).toBeGreaterThanOrEqual(70)
      }
    })

    test('then a proxy of the project: 60', () => {
      expect(scoreOf(outer(ACCOUNT, { to: PROTOCOL, data: call('upgradeTo(address)', code) }))).toBe(60)
      expect(scoreOf(outer(ACCOUNT, nested(second, { to: PROTOCOL, data: call('upgradeTo(address)', code) })))).toBe(60)
    })
  })

  test('a module of an account that is not named: what only the account itself may do', () => {
    const role = `0x${'0'.repeat(64)}`
    const byModule = (data: string) => [
      call('execTransactionFromModule(address,uint256,bytes,uint8)', SAFE, 0n, data, 0),
      call('execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)', SAFE, 0n, data, 0, role, true),
    ]
    const scores = (data: string) => byModule(data).map((sent) => scoreOf({ to: addressOf('modifier'), data: sent }))
    expect(scores(call('enableModule(address)', code))).toEqual([75, 75])
    expect(scores(call('setFallbackHandler(address)', code))).toEqual([75, 75])
    expect(scores(call('upgradeTo(address)', code))).toEqual([60, 60])
  })

  test('a contract that makes calls for anyone is no account', () => {
    const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
    const calls = [[multicall3, false, call('upgradeTo(address)', code)]]
    expect(scoreOf({ to: multicall3, data: call('aggregate3((address,bool,bytes)[])', calls) })).toBe(60)
  })
})

describe('code that is known, but not for this', () => {
  test.each([
    ['a handler through which anyone trades for the Safe', ofSafe(call('setFallbackHandler(address)', UNISWAP_2))],
    ['a handler through which anyone withdraws', ofSafe(call('setFallbackHandler(address)', AAVE_POOL))],
    ['a handler through which anyone approves', ofSafe(call('setFallbackHandler(address)', PERMIT2))],
    ['a router as a module', ofSafe(call('enableModule(address)', UNISWAP_2))],
    ['a library as the implementation, which runs any call', ofSafe(call('changeMasterCopy(address)', MULTI_SEND_13))],
    ['a handler as the implementation', ofSafe(call('changeMasterCopy(address)', SAFE_HANDLER))],
    ['an implementation by delegatecall', inSafe({ to: LIGHT_ACCOUNT, data: call('initialize(address)', key) }, 1)],
    [
      'an implementation with an open initializer as the delegate of a key',
      { to: SIGNER, authorizations: [{ chainId: '1', address: SAFE_SINGLETON, nonce: 1n }] },
    ],
    [
      'a library that makes any call as the delegate of a key',
      { to: SIGNER, authorizations: [{ chainId: '1', address: MULTI_SEND_13, nonce: 1n }] },
    ],
    [
      'the entry point as the delegate of a key',
      {
        to: SIGNER,
        authorizations: [{ chainId: '1', address: ENTRY_POINT_7, nonce: 1n }],
      },
    ],
  ] as const)('%s', (_, sent) => {
    expect(scoreOf(sent)).toBeGreaterThanOrEqual(70)
  })
})

describe('known code is as safe as its owners', () => {
  const install = (data: string) =>
    inOperation(call('installModule(uint256,address,bytes)', 1n, OWNABLE_VALIDATOR, data))
  const one = `0x${'0'.repeat(39)}1`

  test.each([
    ['words', install(abi('uint256,address[]', 1n, [SIGNER, key]))],
    ['an address alone', install(key)],
    ['addresses side by side', install(packed(SIGNER, key))],
    ['bytes behind a hook', install(packed(one, abi('bytes,bytes,bytes', key, '0x', '0x')))],
    [
      'a root validator',
      inOperation(
        call('changeRootValidator(bytes21,address,bytes,bytes)', packed([8, 1], KERNEL_ECDSA), one, key, '0x'),
      ),
    ],
    [
      'a call with an upgrade',
      inOperation(
        execute({
          to: ACCOUNT,
          data: call('upgradeToAndCall(address,bytes)', COINBASE_11, call('addOwnerAddress(address)', key)),
        }),
      ),
    ],
    ['a public key', install(`0x${'5b'.repeat(64)}`)],
  ])('an unknown owner in %s: WARNING', (_, sent) => {
    expect(scored(sent).verdict).toBe('WARNING')
  })

  test('an upgrade to known code that also pays: the payment is read', () => {
    const paying = execute({ to: key, value: ONE, data: '0x' })
    const sent = inOperation(
      execute({ to: ACCOUNT, data: call('upgradeToAndCall(address,bytes)', COINBASE_11, paying) }),
    )
    expect(scored(sent).verdict).not.toBe('SAFE')
  })
})

describe('is not own code', () => {
  test.each([
    ['a proxy of the project, by its key', { to: PROTOCOL, data: call('upgradeTo(address)', code) }, 60],
    ['a proxy of the project, by its Safe', inSafe({ to: PROTOCOL, data: call('upgradeTo(address)', code) }), 60],
    ['a proxy behind its administrator', { to: PROTOCOL, data: call('upgrade(address,address)', ACCOUNT, code) }, 60],
    ['a module of a modifier', inSafe({ to: PROTOCOL, data: call('enableModule(address)', code) }), 60],
    ['a guard, which may only refuse', ofSafe(call('setGuard(address)', code)), 50],
    ['an owner', ofSafe(call('addOwnerWithThreshold(address,uint256)', key, 2n)), 45],
    ['an owner by the owner of an account', { to: ACCOUNT, data: call('transferOwnership(address)', key) }, 55],
  ])('%s: %3$i', (_, sent, points) => {
    expect(scoreOf(sent)).toBe(points)
  })
})

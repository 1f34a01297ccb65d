import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCalls } from '../../../../src/service/risk/decode/calls.ts'
import { callData } from '../call-data.ts'
import { dataOf, found } from '../effects/found.ts'
import { judged, other, sender, stranger, token, transaction } from '../situation.ts'
import { safe } from '../wrapping.ts'
import { encoded, protocolCalls } from './protocol-calls.ts'

/** Attacks inside the batches of protocols, what honest users do with them, and data that does not decode. */

const contract = '0xc0de5b6c7d8e9fa0b1c2d3e4f5061728394a5bcd'
const zero = `0x${'0'.repeat(40)}`
const name = (text: string) => `0x${Buffer.from(text).toString('hex').padEnd(64, '0')}`
const approve = (spender: string) => callData.approve(spender, 2n ** 256n - 1n)

/** The same batch around a call for `receiver`. */
type Batch = (receiver: string) => string

const withdraw = (receiver: string) =>
  dataOf('withdraw(uint256 assets, address receiver, address owner)', 5n, receiver, sender)

const evc: Batch = (receiver) =>
  dataOf('batch((address, address, uint256, bytes)[] items)', [[token, sender, 0n, withdraw(receiver)]])

const bulker =
  (action: string): Batch =>
  (receiver) =>
    dataOf(
      'invoke(bytes32[] actions, bytes[] data)',
      [name(action)],
      [encoded('address, address, address, uint256', token, receiver, stranger, 7n)],
    )

const nativeBulker: Batch = (receiver) =>
  dataOf(
    'invoke(bytes32[] actions, bytes[] data)',
    [name('ACTION_WITHDRAW_NATIVE_TOKEN')],
    [encoded('address, address, uint256', token, receiver, 7n)],
  )

const flowOperator: Batch = (receiver) =>
  dataOf(
    'callAgreement(address agreement, bytes data, bytes userData)',
    token,
    dataOf(
      'updateFlowOperatorPermissions(address token, address operator, uint8 permissions, int96 allowance, bytes context)',
      token,
      receiver,
      receiver === sender ? 0 : 7,
      1n,
      '0x',
    ),
    '0x',
  )

const upgradeTo: Batch = (receiver) =>
  dataOf('batchCall((uint32, address, bytes)[] operations)', [[104, token, encoded('address, uint256', receiver, 7n)]])

const gearbox: Batch = (receiver) =>
  dataOf('multicall(address account, (address, bytes)[] calls)', safe, [
    [contract, dataOf('withdrawCollateral(address token, uint256 amount, address to)', token, 5n, receiver)],
  ])

const bundler: Batch = (receiver) =>
  dataOf('multicall((address, bytes, uint256, bool, bytes32)[] bundle)', [
    [
      stranger,
      dataOf(
        'morphoBorrow((address, address, address, address, uint256) market, uint256 assets, uint256 shares, uint256 minimum, address receiver)',
        [token, token, token, token, 1n],
        5n,
        0n,
        0n,
        receiver,
      ),
      0n,
      false,
      name(''),
    ],
  ])

const secondBridge: Batch = (receiver) =>
  dataOf(
    'requestL2TransactionTwoBridges((uint256, uint256, uint256, uint256, uint256, address, address, uint256, bytes) request)',
    [
      324n,
      1n,
      0n,
      1n,
      1n,
      sender,
      stranger,
      0n,
      `0x01${encoded('bytes32, bytes', name('asset'), encoded('uint256, address, address', 7n, receiver, zero)).slice(2)}`,
    ],
  )

const batches: readonly (readonly [string, string, Batch])[] = [
  ['Euler', 'foreign-receiver', evc],
  ['Compound III', 'foreign-receiver', bulker('ACTION_WITHDRAW_ASSET')],
  ['Compound III, native', 'foreign-receiver', nativeBulker],
  ['Superfluid, an agreement', 'unknown-right', flowOperator],
  ['Superfluid, an operation', 'foreign-receiver', upgradeTo],
  ['Gearbox', 'foreign-receiver', gearbox],
  ['Morpho', 'foreign-receiver', bundler],
  ['zkSync', 'foreign-receiver', secondBridge],
]

describe.each(batches)('a batch of %s', (_, rule, batch) => {
  test('that pays somebody unknown is found', () => {
    expect(found(other, batch(other), contract).join()).toContain(rule)
    expect(judged({ to: contract, data: batch(other) }).status).toBe('WARNING')
  })

  test('for the sender is read, without a finding', () => {
    const { calls } = decodeCalls(transaction({ to: contract, data: batch(sender) }))
    expect(calls.map(({ status }) => status)).toEqual(['decoded'])
    expect(judged({ to: contract, data: batch(sender) }).findings).toEqual([])
  })
})

describe('an account of Instadapp', () => {
  const cast = (...data: readonly string[]) =>
    dataOf(
      'cast(string[] connectors, bytes[] data, address origin)',
      data.map(() => 'AUTHORITY-A'),
      data,
      zero,
    )

  test('that gets an unknown owner is found', () => {
    expect(found(other, cast(dataOf('add(address authority)', other)), contract).join()).toContain('control-change')
  })

  test('that deposits is read; a step of another connector is not', () => {
    const deposit = dataOf('deposit(address token, uint256 amount, uint256 getId, uint256 setId)', token, 5n, 0n, 0n)
    const read = decodeCalls(transaction({ to: contract, data: cast(deposit, '0xdeadbeef') }))
    expect(read.calls.map(({ status }) => status)).toEqual(['decoded', 'unknown-selector'])
    expect(judged({ to: contract, data: cast(deposit) }).findings).toEqual([])
  })
})

test('a recipe of DeFi Saver shows an unknown owner, and is never safe', () => {
  const recipe = (id: string, data: string) =>
    dataOf('executeRecipe((string, bytes[], bytes32[], bytes4[], uint8[][]) recipe)', ['', [data], [], [id], []])
  expect(found(other, recipe('0x67314f12', encoded('address', other)), contract).join()).toContain('control-change')
  expect(
    judged({ to: contract, data: recipe('0x02abc227', encoded('address, address, uint256', token, sender, 1n)) })
      .coverage,
  ).toBe('none')
})

test('a task of Gelato for a function whose arguments come later is no data', () => {
  const task = dataOf(
    'createTask(address target, bytes data, (uint8[], bytes[]) moduleData, address feeToken)',
    token,
    '0x095ea7b3',
    [[], []],
    zero,
  )
  expect(judged({ to: contract, data: task })).toMatchObject({ status: 'SAFE', coverage: 'none' })
})

test('a permit for the caller of a Balancer router is found beside its multicall', () => {
  const data = dataOf(
    'permitBatchAndCall((address, address, uint256, uint256, uint256)[] permits, bytes[] signatures, ((address, uint160, uint48, uint48)[], address, uint256) permit2, bytes signature, bytes[] calls)',
    [],
    [],
    [[[token, 5n, 1, 0]], other, 1n],
    '0x',
    [callData.transfer(sender, 0n)],
  )
  expect(found(other, data, contract).join()).toContain('unknown-grant')
})

describe('a call of an order of Wyvern', () => {
  const match = (sell: string, buy: string, mask: string, kind: 0 | 1 = 0) => {
    const addresses = [
      sender,
      contract,
      stranger,
      zero,
      zero,
      zero,
      zero,
      contract,
      stranger,
      zero,
      zero,
      token,
      zero,
      zero,
    ]
    const kinds = [0, 0, 0, 0, 0, 0, 0, kind]
    const signed = Array(5).fill(name('r'))
    return dataOf(
      'atomicMatch_(address[14], uint256[18], uint8[8], bytes, bytes, bytes, bytes, bytes, bytes, uint8[2], bytes32[5])',
      addresses,
      Array(18).fill(0n),
      kinds,
      buy,
      sell,
      '0x',
      mask,
      '0x',
      '0x',
      [27, 27],
      signed,
    )
  }
  const item = (to: string) => callData.transferFrom(stranger, to, 7n)
  const mask = `0x${'00'.repeat(4 + 32)}${'ff'.repeat(32)}${'00'.repeat(32)}`

  test('gets the buyer from the other side', () => {
    const { calls } = decodeCalls(transaction({ to: contract, data: match(item(zero), item(sender), mask) }))
    expect(calls.map(({ actor, to, args }) => [actor, to, args])).toEqual([
      [stranger, token, { from: stranger, to: sender, amountOrId: 7n }],
    ])
  })

  test('with a mask of another length is undecodable, and a delegatecall is one', () => {
    const { root } = decodeCalls(transaction({ to: contract, data: match(item(sender), item(sender), '0xff') }))
    expect(root.status).toBe('undecodable')
    expect(found(token, match(item(sender), item(sender), '0x', 1), contract).join()).toContain('foreign-delegatecall')
  })
})

test('a creation by an account of a token (ERC-6551) and by Optimism is a creation', () => {
  const created = [
    dataOf('execute(address target, uint256 value, bytes data, uint8 operation)', token, 0n, '0x6080', 2),
    dataOf(
      'depositTransaction(address to, uint256 value, uint64 gas, bool isCreation, bytes data)',
      zero,
      0n,
      1n,
      true,
      '0x6080',
    ),
  ]
  for (const data of created)
    expect(decodeCalls(transaction({ to: contract, data })).calls.map(({ status }) => status)).toEqual(['creation'])
})

describe('data inside that does not decode', () => {
  const undecodable: readonly (readonly [string, string])[] = [
    ['lengths of a bulker', dataOf('invoke(bytes32[] a, bytes[] d)', [name('ACTION_CLAIM_REWARD')], [])],
    ['an action of a bulker', dataOf('invoke(bytes32[] a, bytes[] d)', [name('ACTION_SUPPLY_ASSET')], ['0x1234'])],
    ['an agreement call', dataOf('batchCall((uint32, address, bytes)[] o)', [[201, token, '0x1234']])],
    ['an operation', dataOf('batchCall((uint32, address, bytes)[] o)', [[999, token, '0x']])],
    ['a callback', dataOf('morphoFlashLoan(address t, uint256 a, bytes d)', token, 1n, '0x1234')],
    ['lengths of connectors', dataOf('cast(string[] n, bytes[] d, address o)', ['A', 'B'], ['0x'], zero)],
    ['lengths of targets', dataOf('cast(address[] n, bytes[] d, address o)', [], ['0x'], zero)],
    [
      'lengths of a recipe',
      dataOf('executeRecipe((string, bytes[], bytes32[], bytes4[], uint8[][]) r)', ['', ['0x'], [], [], []]),
    ],
    ['delegations', dataOf('redeemDelegations(bytes[] c, bytes32[] m, bytes[] e)', ['0x12'], [name('')], ['0x'])],
    ['lengths of delegations', dataOf('redeemDelegations(bytes[] c, bytes32[] m, bytes[] e)', [], [name('')], [])],
    [
      'an operation of a proposal',
      dataOf('executeProposal((address, uint8, uint256, bytes)[] t)', [[token, 5, 0n, '0x']]),
    ],
    ['a packed execution', dataOf('executeOnOwnedAccount(address a, bytes d)', safe, '0x12')],
    [
      'the data of a second bridge',
      dataOf(
        'requestL2TransactionTwoBridges((uint256, uint256, uint256, uint256, uint256, address, address, uint256, bytes) r)',
        [1n, 1n, 0n, 1n, 1n, sender, stranger, 0n, '0x0112'],
      ),
    ],
  ]

  test.each(undecodable)('%s is a warning', (_, data) => {
    expect(judged({ to: contract, data }).findings.map(({ rule }) => rule)).toContain('undecodable-call')
  })

  const unread: readonly (readonly [string, string])[] = [
    ['an action', dataOf('invoke(bytes32[] a, bytes[] d)', [name('ACTION_STEAL')], ['0x1234'])],
    ['an action of Object', dataOf('invoke(bytes32[] a, bytes[] d)', [name('constructor')], ['0x1234'])],
    ['a number', dataOf('invoke(uint256[] a, bytes[] d)', [77n], ['0x'])],
    ['a route', dataOf('executeRoute(uint32 r, bytes d)', 1, '0xdeadbeef')],
    [
      'another version of a second bridge',
      dataOf(
        'requestL2TransactionTwoBridges((uint256, uint256, uint256, uint256, uint256, address, address, uint256, bytes) r)',
        [1n, 1n, 0n, 1n, 1n, sender, stranger, 0n, '0x0212'],
      ),
    ],
  ]

  test.each(unread)('%s that is not known is no data', (_, data) => {
    expect(judged({ to: contract, data }).coverage).toBe('none')
  })
})

test('the value of a call of Euler that stands for all of it is the value of the batch', () => {
  const all = 2n ** 256n - 1n
  const data = dataOf('call(address t, address a, uint256 v, bytes d)', token, safe, all, approve(other))
  const self = dataOf('call(address t, address a, uint256 v, bytes d)', contract, zero, all, evc(sender))
  expect(decodeCalls(transaction({ to: contract, data, value: 3n })).calls[0]).toMatchObject({ actor: safe, value: 3n })
  expect(decodeCalls(transaction({ to: contract, data: self, value: 3n })).calls[0]).toMatchObject({ actor: sender })
})

test('the largest value of any other batch is that value', () => {
  const all = 2n ** 256n - 1n
  const wrapped = [
    dataOf('execute(address to, uint256 v, bytes d)', other, all, '0x'),
    dataOf(
      'execTransaction(address t, uint256 v, bytes d, uint8 o, uint256 s, uint256 b, uint256 p, address g, address r, bytes x)',
      ...[other, all, '0x', 0, 0n, 0n, 0n, zero, zero, '0x'],
    ),
  ]
  for (const data of wrapped)
    expect(decodeCalls(transaction({ to: contract, data })).calls[0]).toMatchObject({ to: other, value: all })
})

test('no batch fails on data that is changed anywhere', () => {
  fc.assert(
    fc.property(fc.constantFrom(...protocolCalls), fc.nat(), fc.nat(255), ({ data }, position, byte) => {
      const at = 10 + 2 * (position % Math.max(1, (data.length - 10) / 2))
      const changed = data.slice(0, at) + byte.toString(16).padStart(2, '0') + data.slice(at + 2)
      const { root } = decodeCalls(transaction({ to: contract, data: changed }))
      expect(['decoded', 'undecodable']).toContain(root.status)
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('a batch of many items is read up to the limit of calls', () => {
  const read = (count: number) => {
    const data = dataOf(
      'invoke(bytes32[] actions, bytes[] data)',
      Array(count).fill(name('ACTION_CLAIM_REWARD')),
      Array(count).fill(encoded('address, address, address, bool', token, stranger, sender, true)),
    )
    const { calls, status } = decodeCalls(transaction({ to: contract, data }))
    return [calls.length, status]
  }
  expect(read(1000)).toEqual([1000, 'complete'])
  expect(read(2500)[1]).toBe('bounded')
})

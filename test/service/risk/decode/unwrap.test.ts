import { describe, expect, test } from 'vitest'
import { type Call, decodeCalls } from '../../../../src/service/risk/decode/calls.ts'
import { unwraps } from '../../../../src/service/risk/decode/unwrap/index.ts'
import { callData } from '../call-data.ts'
import { array, bytes, call, type Encoded, leftBytes, tuple, value, withoutPrefix } from '../encoding.ts'
import { other, sender, stranger, token, transaction } from '../situation.ts'
import {
  account,
  entryPoint,
  safe,
  wrapInAggregate3,
  wrapInAll,
  wrapInBatchMode,
  wrapInExecute,
  wrapInMulticall,
  wrapInMultiSend,
  wrapInSafe,
  wrapInUserOperation,
} from '../wrapping.ts'
import { protocolCalls } from './protocol-calls.ts'
import { wrappedCalls } from './wrapped-calls.ts'

const wrapper = '0x3ea99e4b5c6d7e8f9fa0b1c2d3e4f506172839a4'
const data = callData.transfer(other, 7n)

/** The leaf calls when the sender calls `wrapper`. */
function ends(wrapped: string, value = 0n): readonly Call[] {
  const { calls, status } = decodeCalls(transaction({ to: wrapper, data: wrapped, value }))
  expect(status).toBe('complete')
  return calls
}

/** Actor, target, value and data of each. */
function summary(calls: readonly Call[]): string[] {
  return calls.map(({ actor, to, value, operation, name, status }) =>
    [nameOf(actor), operation === 'call' ? '→' : '⇒', nameOf(to ?? ''), value, name || status].join(' '),
  )
}

function nameOf(address: string): string {
  const names = { sender, wrapper, token, other, stranger, safe, account, entryPoint }
  return Object.entries(names).find(([, each]) => each === address)?.[0] ?? address
}

const words = (count: number) => Array.from({ length: count }, () => value(0))
const three = [value(token), value(5), bytes(data)]
const threes = [array(value(token)), array(value(5)), array(bytes(data))]
const pair = array(tuple(value(token), bytes(data)))
const operation = (kind: 0 | 1) => [value(token), value(5), bytes(data), value(kind)]

describe('every wrapper', () => {
  const cases: [string, string, Encoded[], string][] = [
    ['multicall(bytes[])', '0xac9650d8', [array(bytes(data))], 'sender → wrapper 3 transfer'],
    ['multicall(uint256,bytes[])', '0x5ae401dc', [value(9), array(bytes(data))], 'sender → wrapper 3 transfer'],
    ['multicall(bytes32,bytes[])', '0x1f0464d1', [value(9), array(bytes(data))], 'sender → wrapper 3 transfer'],
    ['batch', '0xd2423b51', [array(bytes(data)), value(true)], 'sender → wrapper 3 transfer'],
    ['executeWithoutChainIdValidation', '0x2c2abd1e', [array(bytes(data))], 'sender → wrapper 3 transfer'],
    ['aggregate', '0x252dba42', [pair], 'wrapper → token 0 transfer'],
    ['blockAndAggregate', '0xc3077fa9', [pair], 'wrapper → token 0 transfer'],
    ['tryAggregate', '0xbce38bd7', [value(true), pair], 'wrapper → token 0 transfer'],
    ['tryBlockAndAggregate', '0x399542e9', [value(true), pair], 'wrapper → token 0 transfer'],
    ['aggregate3', '0x82ad56cb', [array(tuple(value(token), value(true), bytes(data)))], 'wrapper → token 0 transfer'],
    [
      'aggregate3Value',
      '0x174dea71',
      [array(tuple(value(token), value(true), value(5), bytes(data)))],
      'wrapper → token 5 transfer',
    ],
    ['execute of many', '0x3f707e6b', [array(tuple(...three))], 'wrapper → token 5 transfer'],
    ['executeBatch of structs', '0x34fcd5be', [array(tuple(...three))], 'wrapper → token 5 transfer'],
    ['executeBatch of columns', '0x47e1da2a', threes, 'wrapper → token 5 transfer'],
    [
      'executeBatch without values',
      '0x18dfb3c7',
      [array(value(token)), array(bytes(data))],
      'wrapper → token 0 transfer',
    ],
    ['executeBatch_y6U', '0x00004680', threes, 'wrapper → token 5 transfer'],
    ['scheduleBatch', '0x8f2a0bb0', [...threes, ...words(3)], 'wrapper → token 5 transfer'],
    ['executeBatch of a timelock', '0xe38335e5', [...threes, ...words(2)], 'wrapper → token 5 transfer'],
    ['execute', '0xb61d27f6', three, 'wrapper → token 5 transfer'],
    ['execute_ncC', '0x0000189a', three, 'wrapper → token 5 transfer'],
    ['schedule', '0x01d5062a', [...three, ...words(3)], 'wrapper → token 5 transfer'],
    ['execute of a timelock', '0x134008d3', [...three, ...words(2)], 'wrapper → token 5 transfer'],
    ['execTransaction', '0x6a761202', [...operation(0), ...words(5), bytes('')], 'wrapper → token 5 transfer'],
    ['execTransactionFromModule', '0x468721a7', operation(0), 'wrapper → token 5 transfer'],
    ['execTransactionFromModuleReturnData', '0x5229073f', operation(1), 'wrapper ⇒ token 0 transfer'],
    ['executeUserOp', '0x7bb37428', operation(0), 'wrapper → token 5 transfer'],
    ['executeUserOpWithErrorString', '0x541d63c8', operation(0), 'wrapper → token 5 transfer'],
    ['execute with operation', '0x51945447', operation(1), 'wrapper ⇒ token 0 transfer'],
    ['proxy', '0x1b0f7ba9', [value(token), value(1), bytes(data)], 'wrapper ⇒ token 0 transfer'],
    ['proxyAssert', '0x3f801f91', [value(token), value(0), bytes(data)], 'wrapper → token 0 transfer'],
    ['execute of a DSProxy', '0x1cff79cd', [value(token), bytes(data)], 'wrapper ⇒ token 0 transfer'],
    ['execute of ERC-725', '0x44c028fe', [value(0), ...three], 'wrapper → token 5 transfer'],
    ['delegatecall of ERC-725', '0x44c028fe', [value(4), ...three], 'wrapper ⇒ token 0 transfer'],
    ['creation of ERC-725', '0x44c028fe', [value(1), ...three], 'wrapper →  5 creation'],
    [
      'execute of ERC-7579, single',
      '0xe9ae5c53',
      [value(0), bytes(packed(token, 5, data))],
      'wrapper → token 5 transfer',
    ],
    [
      'execute of ERC-7579, static',
      '0xe9ae5c53',
      [leftBytes('fe'), bytes(packed(token, 0, data))],
      'wrapper → token 0 transfer',
    ],
    [
      'execute of ERC-7579, delegatecall',
      '0xe9ae5c53',
      [leftBytes('ff'), bytes(withoutPrefix(token) + withoutPrefix(data))],
      'wrapper ⇒ token 0 transfer',
    ],
    [
      'executeFromExecutor',
      '0xd691c964',
      [leftBytes('01'), bytes(tuple(array(tuple(...three))).digits)],
      'wrapper → token 5 transfer',
    ],
    [
      'execute of ERC-7821, with signed data',
      '0xe9ae5c53',
      [leftBytes('01000000000078210001'), bytes(tuple(array(tuple(...three)), bytes('c0ffee')).digits)],
      'wrapper → token 5 transfer',
    ],
    [
      'execute of ERC-7821, of batches',
      '0xe9ae5c53',
      [leftBytes('01000000000078210002'), bytes(tuple(array(bytes(tuple(array(tuple(...three))).digits))).digits)],
      'wrapper → token 5 transfer',
    ],
    ['upgradeToAndCall', '0x4f1ef286', [value(other), bytes(data)], 'sender → wrapper 3 transfer'],
    ['upgradeToAndCall, forced', '0x06d2e426', [value(other), bytes(data), value(1)], 'sender → wrapper 3 transfer'],
    ['updateImplementationAndCall', '0xbe11210e', [value(other), bytes(data)], 'sender → wrapper 3 transfer'],
    [
      'setup of a Safe',
      '0xb63e800d',
      [array(value(other)), value(1), value(token), bytes(data), ...words(4)],
      'wrapper ⇒ token 0 transfer',
    ],
    [
      'registration of a name with ENS',
      '0x74694a2b',
      [bytes(''), ...words(3), value(token), array(bytes(data)), ...words(2)],
      'sender → token 0 transfer',
    ],
    [
      'registration with ENS, the later controller',
      '0xef9c8805',
      [tuple(bytes(''), ...words(3), value(token), array(bytes(data)), ...words(2))],
      'sender → token 0 transfer',
    ],
    [
      'registration with Basenames',
      '0xc7c79676',
      [tuple(bytes(''), ...words(2), value(token), array(bytes(data)), value(0))],
      'sender → token 0 transfer',
    ],
    [
      'registration with Basenames, with a discount',
      '0xe0093eda',
      [tuple(bytes(''), ...words(2), value(token), array(bytes(data)), value(0)), value(0), bytes('')],
      'sender → token 0 transfer',
    ],
    ['multiSend', '0x8d80ff0a', [bytes(`00${packed(token, 5, data, true)}`)], 'wrapper → token 5 transfer'],
  ]

  test.each(cases)('%s is decoded down to the call', (_, selector, parts, expected) => {
    expect(summary(ends(call(selector, ...parts), 3n))).toEqual([expected])
  })

  test.each([...wrappedCalls, ...protocolCalls])(
    '$signature is decoded down to the call',
    ({ data: wrapped, inner }) => {
      expect(summary(ends(wrapped, 3n)).join(', ')).toEqual(inner)
    },
  )

  test('of the table is tested here or in another file', () => {
    const accounts = ['0x1fad948c', '0x765e827f']
    const routers = [
      ...['0x3593564c', '0x24856bc3', '0xdd46508f', '0x4afe393c', 'EXECUTE_SUB_PLAN', 'V4_SWAP', 'SEAPORT'],
      ...['V3_POSITION_MANAGER_PERMIT', 'V3_POSITION_MANAGER_CALL', 'V4_POSITION_MANAGER_CALL', 'V4_POSITIONS'],
      'ACROSS_V4_DEPOSIT_V3',
    ]
    const own = [
      ...cases.map(([, selector]) => selector),
      ...[...wrappedCalls, ...protocolCalls].map(({ selector }) => selector),
    ]
    const tested = new Set([...own, ...accounts, ...routers])
    expect(Array.from(unwraps.keys()).filter((selector) => !tested.has(selector))).toEqual([])
  })
})

/** target, value, [length,] data, without padding. */
function packed(target: string, amount: number, inner: string, withLength = false): string {
  const digits = withoutPrefix(inner)
  return withoutPrefix(target) + value(amount).digits + (withLength ? value(digits.length / 2).digits : '') + digits
}

describe('the actor', () => {
  test('in a multicall is the caller', () => {
    expect(summary(ends(wrapInMulticall(data, data)))).toEqual([
      'sender → wrapper 0 transfer',
      'sender → wrapper 0 transfer',
    ])
  })

  test('through a Safe is the Safe, also when it runs MultiSend by delegatecall', () => {
    const inner = wrapInMultiSend({ to: token, data }, { to: stranger, value: 2n }, { to: other, operation: 1, data })
    expect(summary(ends(wrapInSafe(stranger, 0n, inner, 1)))).toEqual([
      'wrapper → token 0 transfer',
      'wrapper → stranger 2 plain',
      'wrapper ⇒ other 0 transfer',
    ])
  })

  test('through Multicall3 is Multicall3', () => {
    expect(summary(ends(wrapInAggregate3({ to: token, data })))).toEqual(['wrapper → token 0 transfer'])
  })

  test.each(['0.6', '0.7'] as const)('of a user operation (%s) is its account', (version) => {
    const inner = wrapInUserOperation(account, wrapInExecute(token, 1n, data), version)
    expect(summary(ends(inner))).toEqual(['account → token 1 transfer'])
  })

  test('the factory of a new account is called first', () => {
    const inner = handleOps({ initCode: `${other}c0ffee00`, callData: wrapInExecute(token, 0n, data) })
    expect(summary(ends(inner))).toEqual(['wrapper → other 0 unknown-selector', 'account → token 0 transfer'])
  })

  test('a delegated account (EIP-7702) has no factory', () => {
    const inner = handleOps({ initCode: `0x7702${'00'.repeat(18)}c0ffee00`, callData: wrapInExecute(token, 0n, data) })
    expect(summary(ends(inner))).toEqual(['account → token 0 transfer'])
  })

  test('the data after the executeUserOp selector is the call of the account', () => {
    const inner = handleOps({ callData: `0x8dd7712f${withoutPrefix(wrapInExecute(token, 0n, data))}` })
    expect(summary(ends(inner))).toEqual(['account → token 0 transfer'])
  })

  test('the zero address as target means the account itself, in ERC-7821 and MultiSend', () => {
    const zero = '0x0000000000000000000000000000000000000000'
    expect(summary(ends(wrapInBatchMode({ to: zero, data })))).toEqual(['wrapper → wrapper 0 transfer'])
    expect(summary(ends(wrapInMultiSend({ to: zero, data })))).toEqual(['wrapper → wrapper 0 transfer'])
  })

  test('through all wrappers is the innermost account', () => {
    const [leaf, ...more] = ends(wrapInAll(token, data))
    expect(more).toEqual([])
    expect(summary(leaf ? [leaf] : [])).toEqual(['safe → token 0 transfer'])
    expect([leaf?.depth, leaf?.path]).toEqual([4, [0, 0, 0, 0]])
  })
})

function handleOps({ initCode = '', callData: inner }: { initCode?: string; callData: string }): string {
  const operation = tuple(
    value(account),
    value(7),
    bytes(initCode),
    bytes(inner),
    value(0),
    value(0),
    value(0),
    bytes(''),
    bytes(''),
  )
  return call('0x765e827f', array(operation), value(stranger))
}

describe('malformed wrappers', () => {
  const fault = (wrapped: string) => {
    const { root, calls } = decodeCalls(transaction({ to: wrapper, data: wrapped }))
    return { status: root.status, fault: root.fault, calls: summary(calls) }
  }

  test('arrays of different lengths are undecodable, and read as far as possible', () => {
    const wrapped = call('0x47e1da2a', array(value(token), value(other)), array(value(5)), array(bytes(data)))
    expect(fault(wrapped)).toEqual({
      status: 'undecodable',
      fault: 'its arrays differ in length',
      calls: ['sender → wrapper 0 executeBatch', 'wrapper → token 5 transfer', 'wrapper → other 0 plain'],
    })
  })

  test('an incomplete packed transaction is undecodable, and those before it are read', () => {
    const whole = wrapInMultiSend({ to: token, data }, { to: other, data })
    const transactions = withoutPrefix(whole).slice(8 + 128, -64)
    expect(fault(call('0x8d80ff0a', bytes(transactions.slice(0, 400))))).toMatchObject({
      status: 'undecodable',
      fault: 'its last packed transaction is incomplete',
      calls: ['sender → wrapper 0 multiSend', 'wrapper → token 0 transfer'],
    })
  })

  test('an operation that is neither a call nor a delegatecall is undecodable', () => {
    const wrapped = call('0x468721a7', value(token), value(5), bytes(data), value(2))
    expect(fault(wrapped)).toEqual({
      status: 'undecodable',
      fault: 'its operation 2 is unknown',
      calls: ['sender → wrapper 0 execTransactionFromModule', 'wrapper → token 5 transfer'],
    })
  })

  test.each([
    ['an unknown mode', [leftBytes('77'), bytes(packed(token, 5, data))], /^its mode 0x77/],
    [
      'a single call without a value',
      [leftBytes('00'), bytes(token)],
      /^its execution data is shorter than target and value$/,
    ],
    [
      'a delegatecall without a target',
      [leftBytes('ff'), bytes('c0ffee')],
      /^its execution data is shorter than the target$/,
    ],
    ['a batch that is none', [leftBytes('01'), bytes('c0ffee')], /^its batch does not decode: it is shorter/],
    ['batches that are none', [leftBytes('01000000000078210002'), bytes('c0ffee')], /^its batches do not decode/],
  ])('ERC-7579 with %s is undecodable', (_, parts, expected) => {
    const { status, fault: found } = fault(call('0xe9ae5c53', ...parts))
    expect(status).toBe('undecodable')
    expect(found).toMatch(expected)
  })

  test('an address with dirty bytes does not hide the call, because older contracts mask them', () => {
    const dirty = { dynamic: false, digits: `${'00'.repeat(11)}01${withoutPrefix(token)}` }
    expect(fault(call('0xb61d27f6', dirty, value(5), bytes(data)))).toEqual({
      status: 'undecodable',
      fault: 'the address target has dirty leading bytes',
      calls: ['sender → wrapper 0 execute', 'wrapper → token 5 transfer'],
    })
  })

  test('an undecodable inner call does not make its wrapper undecodable', () => {
    const { calls, root } = decodeCalls(transaction({ to: wrapper, data: wrapInMulticall(data.slice(0, -2)) }))
    expect(root.status).toBe('decoded')
    expect(calls.map(({ status, fault: found }) => [status, found])).toEqual([
      ['undecodable', 'it is shorter than its arguments'],
    ])
  })

  test('an empty multicall is a leaf call', () => {
    expect(summary(ends(wrapInMulticall()))).toEqual(['sender → wrapper 0 multicall'])
  })
})

describe('a script of Aragon', () => {
  const forward = (script: string) => decodeCalls(transaction({ to: wrapper, data: call('0xd948d468', bytes(script)) }))
  const step = `${withoutPrefix(token)}00000044${withoutPrefix(data)}`

  test('may hold several calls, or none', () => {
    expect(summary(forward(`00000001${step}${step}`).calls)).toEqual([
      'wrapper → token 0 transfer',
      'wrapper → token 0 transfer',
    ])
    expect(forward('').root.status).toBe('decoded')
  })

  test.each([
    ['of another kind', `00000002${step}`],
    ['with a cut header', `00000001${step}ab`],
    ['with cut data', `00000001${step.slice(0, -2)}`],
  ])('%s is undecodable', (_, script) => {
    expect(forward(script).root.status).toBe('undecodable')
  })
})

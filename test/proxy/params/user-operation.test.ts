import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import { validationRequest } from '../../../src/api/schemas/transaction.ts'
import { call, post } from '../../support/proxy/post.ts'
import type { Hex } from '../../support/proxy/raw.ts'
import { faultOf, read } from '../../support/proxy/read.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, startProxyForTest } from '../../support/proxy/start.ts'

const account: Hex = `0x${'aa'.repeat(20)}`
const factory: Hex = `0x${'bb'.repeat(20)}`
const token: Hex = `0x${'cc'.repeat(20)}`
const entryPoints = {
  '0.6': '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0.7': '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
}
const encode = (signature: string, args: readonly unknown[]): Hex =>
  AbiFunction.encodeData(AbiFunction.from(`function ${signature}` as never) as never, args as never)
const execute = (to: string, value: bigint, data: Hex = '0x') =>
  encode('execute(address target, uint256 value, bytes data)', [to, value, data])

const gas = { callGasLimit: '0x1', verificationGasLimit: '0x2', preVerificationGas: '0x3' }
const fees = { maxFeePerGas: '0x4', maxPriorityFeePerGas: '0x5' }
const common = { sender: account, nonce: '0x7', ...gas, ...fees, signature: '0x1234' }
const forms = {
  '0.6': (callData: Hex, more: object = {}) => ({
    ...common,
    callData,
    initCode: '0x',
    paymasterAndData: '0x',
    ...more,
  }),
  '0.7': (callData: Hex, more: object = {}) => ({ ...common, callData, ...more }),
}
const versions = ['0.6', '0.7'] as const

describe.each(versions)('a user operation of entry point %s', (version) => {
  const operation = forms[version]
  const entryPoint = entryPoints[version]
  const params = (callData: Hex, more?: object) => [operation(callData, more), entryPoint]

  test('is read as handleOps by the account, without the signature', () => {
    const callData = execute(token, 1n)
    const { parts, senders } = read('eth_sendUserOperation', params(callData))
    expect(senders).toEqual([account])
    const [part] = parts
    if (part.kind !== 'transaction') throw new Error('it is a message')
    const { transaction } = part
    expect(transaction).toMatchObject({ chainId: '1', from: account, to: entryPoint.toLowerCase(), value: '0x0' })
    const signature =
      version === '0.6'
        ? 'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)'
        : 'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)'
    const [[decoded], beneficiary] = AbiFunction.decodeData(
      AbiFunction.from(`function ${signature}` as never) as never,
      transaction.data as Hex,
    ) as unknown as [[Record<string, unknown>], string]
    expect(beneficiary.toLowerCase()).toBe(account)
    expect(decoded).toMatchObject({ nonce: 7n, initCode: '0x', callData, preVerificationGas: 3n, signature: '0x' })
    expect(validationRequest().safeParse({ transaction, trackNonce: false }).success).toBe(true)
  })

  test('has a digest of what it does, not of fees and signature', () => {
    const digest = (callData: Hex, more?: object) => read('eth_sendUserOperation', params(callData, more)).digest
    const plain = digest('0x12')
    expect(digest('0x12', { maxFeePerGas: '0x99', callGasLimit: '0x99', signature: '0x' })).toBe(plain)
    for (const more of [{ nonce: '0x8' }, { sender: token }]) expect(digest('0x12', more)).not.toBe(plain)
    expect(digest('0x13')).not.toBe(plain)
  })

  test('may have the options of Biconomy, and no others', () => {
    const withOptions = (options: unknown) => [...params('0x12'), options]
    const plain = read('eth_sendUserOperation', params('0x12'))
    for (const options of [{ simulation_type: 'validation' }, { simulation_type: 'validation_and_execution' }])
      expect(read('eth_sendUserOperation', withOptions(options))).toEqual(plain)
    for (const options of [
      { simulation_type: 'none' },
      { simulation_type: 1 },
      { stateOverride: {} },
      {},
      [],
      'x',
      null,
    ])
      expect(faultOf('eth_sendUserOperation', withOptions(options)).code).toBe(-32_602)
    expect(faultOf('eth_sendUserOperation', [...withOptions({}), {}]).message).toContain('has 4 params, not 2 to 3')
  })

  test('with a delegation is judged with it', () => {
    const eip7702Auth = { chainId: '0x1', address: token, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x2' }
    const request = read('eth_sendUserOperation', params('0x12', { eip7702Auth }))
    expect(request.parts).toMatchObject([
      { transaction: { authorizations: [{ chainId: '0x1', address: token, nonce: '0x0' }] } },
    ])
    expect(request.digest).not.toBe(read('eth_sendUserOperation', params('0x12')).digest)
  })

  test.each<[string, unknown[]]>([
    ['without an entry point', [operation('0x12')]],
    ['with an entry point that is no address', [operation('0x12'), 'v0.7']],
    ['with a third param', [...params('0x12'), {}]],
    ['without a sender', params('0x12', { sender: null })],
    ['without a nonce', params('0x12', { nonce: null })],
    ['without call data', [{ ...operation('0x12'), callData: undefined }, entryPoint]],
    ['with call data twice', params('0x12', { CallData: '0x13' })],
    ['with an unknown member', params('0x12', { calls: [] })],
    ['with members of both versions', params('0x12', { initCode: '0x', factory })],
    ['with a decimal fee', params('0x12', { maxFeePerGas: 4 })],
    ['with a signature that is no hex', params('0x12', { signature: 'x' })],
    ['with an odd delegation', params('0x12', { eip7702Auth: { address: token } })],
  ])('%s is refused', (_what, given) => {
    expect(faultOf('eth_sendUserOperation', given).code).toBe(-32_602)
  })
})

describe('the account of a user operation is created', () => {
  const createAccount = encode('createAccount(address owner, uint256 salt)', [token, 1n])
  const dataOf = (operation: object, version: '0.6' | '0.7') => {
    const [part] = read('eth_sendUserOperation', [operation, entryPoints[version]]).parts
    return part.kind === 'transaction' ? part.transaction.data : undefined
  }
  const initCode = `${factory.slice(2)}${createAccount.slice(2)}`

  test('by its factory', () => {
    expect(dataOf(forms['0.7']('0x12', { factory, factoryData: createAccount }), '0.7')).toContain(initCode)
    expect(dataOf(forms['0.6']('0x12', { initCode: `0x${initCode}` }), '0.6')).toContain(initCode)
  })

  test('by none, where it is empty or a delegation', () => {
    const plain = dataOf(forms['0.7']('0x12'), '0.7')
    expect(dataOf(forms['0.7']('0x12', { factory: '0x', factoryData: '0x', paymaster: null }), '0.7')).toBe(plain)
    expect(dataOf(forms['0.7']('0x12', { factory: '0x7702' }), '0.7')).toContain(`7702${'00'.repeat(18)}`)
  })

  test('by data without a factory: it is refused', () => {
    for (const more of [
      { factoryData: '0x12' },
      { paymasterData: '0x12' },
      { paymaster: '0x', paymasterSignature: '0x12' },
    ])
      expect(faultOf('eth_sendUserOperation', [forms['0.7']('0x12', more), entryPoints['0.7']]).code).toBe(-32_602)
    const paymaster = { paymaster: factory, paymasterVerificationGasLimit: `0x1${'0'.repeat(32)}` }
    expect(faultOf('eth_sendUserOperation', [forms['0.7']('0x12', paymaster), entryPoints['0.7']]).message).toContain(
      '16 bytes',
    )
  })
})

const drains: Readonly<Record<string, Hex>> = {
  'pays a blocked address': execute(BLOCKED_ADDRESS, 1n),
  'approves a blocked spender': execute(
    token,
    0n,
    encode('approve(address spender, uint256 amount)', [BLOCKED_ADDRESS, 2n ** 256n - 1n]),
  ),
  'transfers tokens to a blocked address in a batch': encode(
    'executeBatch((address target, uint256 value, bytes data)[] calls)',
    [
      [
        { target: ALLOWED_ADDRESS, value: 1n, data: '0x' },
        { target: token, value: 0n, data: encode('transfer(address to, uint256 amount)', [BLOCKED_ADDRESS, 5n]) },
      ],
    ],
  ),
}

test('a user operation whose inner call drains the account is refused, an honest one is forwarded', async () => {
  const { url, upstream } = await startProxyForTest()
  const send = async (version: '0.6' | '0.7', callData: Hex) =>
    (await post(url, call('eth_sendUserOperation', [forms[version](callData), entryPoints[version]]))).answer
  for (const version of versions) {
    for (const [what, callData] of Object.entries(drains)) {
      const { error } = await send(version, callData)
      expect([what, error]).toMatchObject([what, { code: -32_003, data: { verdict: 'BLOCKED', state: 'blocked' } }])
      expect(error?.message.toLowerCase()).toContain(BLOCKED_ADDRESS)
    }
    expect((await send(version, execute(ALLOWED_ADDRESS, 1n))).error).toBeUndefined()
  }
  expect(upstream.calls('eth_sendUserOperation')).toHaveLength(versions.length)
})

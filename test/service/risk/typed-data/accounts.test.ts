import { describe, expect, test } from 'vitest'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { dataOf } from '../effects/found.ts'
import { allow, intel } from '../situation.ts'
import { enter, traceOf } from '../trace/trace-builder.ts'
import { wrapInExecute, wrapInMultiSend } from '../wrapping.ts'
import {
  analyzed,
  coin,
  judgedAuthorization,
  judgedMessage,
  MAX,
  owner,
  partner,
  permit,
  SOON,
  safe,
  thief,
  trusted,
  typed,
  verdict,
  ZERO,
} from './typed.ts'

const known = { intel: [trusted(coin), trusted(partner), trusted(safe)], hasHistory: true }
const approval = callData.approve(thief, MAX_UINT256)

describe('a Safe transaction', () => {
  const safeTx = (message: object = {}, gas = 'baseGas') =>
    typed(
      `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${gas},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)`,
      safe,
      {
        to: coin,
        value: '0',
        data: approval,
        operation: 0,
        safeTxGas: '0',
        [gas]: '0',
        gasPrice: '0',
        gasToken: ZERO,
        refundReceiver: ZERO,
        nonce: '3',
        ...message,
      },
      { name: undefined, version: undefined },
    )

  test('is read with the Safe as the caller', () => {
    expect(verdict(judgedMessage(safeTx(), known))).toBe('WARNING unknown-grant 50')
    expect(analyzed(safeTx())).toMatchObject({
      actions: [{ kind: 'interaction' }, { kind: 'grant', owner: safe, authority: thief }],
    })
    expect(verdict(judgedMessage(safeTx({}, 'dataGas'), known))).toBe('WARNING unknown-grant 50')
  })

  test('to a known recipient is SAFE', () => {
    expect(verdict(judgedMessage(safeTx({ data: callData.transfer(partner, 5n) }), known))).toBe('SAFE')
  })

  test('by delegatecall to an unknown contract is UNSAFE', () => {
    expect(verdict(judgedMessage(safeTx({ to: thief, operation: 1 }), known))).toBe('UNSAFE foreign-delegatecall 80')
  })

  test('through a known MultiSend is read call by call', () => {
    const data = wrapInMultiSend({ to: coin, data: approval }, { to: partner, value: 1n })
    expect(verdict(judgedMessage(safeTx({ to: partner, operation: 1, data }), known))).toBe('WARNING unknown-grant 50')
  })

  test('is validated by what a trace of it shows, like the transaction', () => {
    const helper = { entries: [allow(partner)], ...known }
    const message = safeTx({ to: partner, operation: 1, data: '0x12345678' })
    expect(judgedMessage(message, helper).combinedScore).toBeLessThan(70)
    const inner = enter(thief, { type: 'DELEGATECALL', input: '0x87654321' })
    const trace = traceOf(safe, enter(partner, { type: 'DELEGATECALL', input: '0x12345678' }, inner))
    expect(verdict(judgedMessage(message, { ...helper, trace }))).toBe('UNSAFE foreign-delegatecall 80')
  })

  test('with an operation that does not exist cannot be read', () => {
    expect(verdict(judgedMessage(safeTx({ operation: 2, data: '0x' }), known))).toBe('WARNING unreadable-message 31')
  })

  test('that refunds gas lets the receiver take from the Safe', () => {
    const data = callData.transfer(partner, 5n)
    const refunded = safeTx({ data, gasPrice: '1', baseGas: MAX.slice(0, 30), gasToken: coin, refundReceiver: thief })
    const limited = safeTx({ data, gasPrice: '1', baseGas: '5', safeTxGas: '5', refundReceiver: thief })
    const toAnyone = safeTx({ data, gasPrice: '1' })
    expect(verdict(judgedMessage(refunded, known))).toBe('WARNING unknown-grant 55')
    expect(analyzed(limited)).toMatchObject({
      actions: [{ kind: 'grant', asset: { standard: 'native', amount: 10n } }, {}],
    })
    expect(judgedMessage(toAnyone, known).explanation.reasons[0]?.text).toContain(
      'refunds gas to the account that executes',
    )
  })

  test('that refunds more to anyone than gas costs is an order for nothing', () => {
    const data = callData.transfer(partner, 5n)
    const refund = (baseGas: bigint, gasToken = ZERO) =>
      verdict(judgedMessage(safeTx({ data, gasPrice: '1000000000', baseGas: String(baseGas), gasToken }), known))
    expect(refund(60_000n)).toBe('SAFE')
    expect(refund(10n ** 12n)).toBe('UNSAFE one-sided-order 90')
    expect(refund(10n ** 12n, USDC)).toBe('UNSAFE one-sided-order 90')
    expect(refund(60_000n, coin)).toBe('WARNING unreadable-message 31')
    // 0.000001 dollars for a unit of gas.
    const inDollars = safeTx({ data, gasPrice: '1', baseGas: '60000', gasToken: USDC })
    expect(verdict(judgedMessage(inDollars, known))).toBe('SAFE')
  })

  test('that refunds more to a receiver than gas costs is one, too, with or without a limit of gas', () => {
    const refund = (gas: Record<string, string>, receiver = thief) =>
      verdict(judgedMessage(safeTx({ gasPrice: '1000000000', ...gas, refundReceiver: receiver }), known))
    const most = String(5n * 10n ** 10n)
    expect(refund({ baseGas: most })).toMatch(/^UNSAFE one-sided-order 90/)
    expect(refund({ safeTxGas: most })).toMatch(/^UNSAFE one-sided-order 90/)
    expect(refund({ baseGas: most }, partner)).toMatch(/^UNSAFE/)
    expect(refund({ baseGas: '60000' })).toMatch(/^WARNING unknown-grant/)
  })

  test('needs no sender: it is about the Safe', () => {
    expect(analyzed(safeTx(), { from: undefined })).toMatchObject({ transaction: { from: safe } })
  })
})

test('a Safe message is a hash, and an ALLOW entry for the Safe does not change that', () => {
  const data = typed('SafeMessage(bytes message)', safe, { message: `0x${'ab'.repeat(32)}` })
  const entries = [{ id: 'allow-1', type: 'ALLOW' as const, address: safe }]
  expect(verdict(judgedMessage(data, known))).toBe('WARNING unreadable-message 31')
  expect(verdict(judgedMessage(data, { ...known, entries }))).toBe('WARNING unreadable-message 31')
})

test('a Safe message that is a legible text is no hash', () => {
  const signs = (message: string) =>
    verdict(judgedMessage(typed('SafeMessage(bytes message)', safe, { message }), known))
  const text = (value: string) => `0x${Buffer.from(value).toString('hex')}`
  expect(signs(text('Log in to the treasury.'))).toBe('NO DATA')
  expect(signs(text('a text with the length of a hash'))).toBe('WARNING unreadable-message 31')
  expect(signs(`0x${'ab'.repeat(33)}`)).toBe('WARNING unreadable-message 31')
})

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const account = '0xacc0de5b6c7d8e9fa0b1c2d3e4f5061728394a51'
const ENTRY_POINT = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const factoryCall = `0x${thief.slice(2)}12345678`

describe('a user operation (ERC-4337)', () => {
  const operation = (callData_: string, initCode = '0x', entry = ENTRY_POINT) =>
    typed(
      'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
      entry,
      {
        sender: account,
        nonce: '0',
        initCode,
        callData: callData_,
        accountGasLimits: `0x${'00'.repeat(32)}`,
        preVerificationGas: '1',
        gasFees: `0x${'00'.repeat(32)}`,
        paymasterAndData: '0x',
      },
      { name: 'ERC4337' },
    )
  const all = { ...known, intel: [...known.intel, trusted(ENTRY_POINT), trusted(account)] }

  test('whose fees pay anyone more than gas costs is an order for nothing', () => {
    const paid = (paymasterAndData = '0x') => {
      const data = operation(wrapInExecute(coin, 0n, callData.transfer(partner, 1n)))
      const half = (value: bigint) => value.toString(16).padStart(32, '0')
      const gasFees = `0x${half(1n)}${half(10n ** 9n)}`
      return {
        ...data,
        message: { ...data.message, preVerificationGas: String(10n ** 12n), gasFees, paymasterAndData },
      }
    }
    expect(verdict(judgedMessage(paid(), all))).toBe('UNSAFE one-sided-order 90')
    expect(verdict(judgedMessage(paid(`${partner}${'00'.repeat(32)}`), all))).not.toContain('one-sided-order')
    // No paymaster: the account pays.
    for (const length of [20, 52])
      expect(verdict(judgedMessage(paid(`0x${'00'.repeat(length)}`), all))).toBe('UNSAFE one-sided-order 90')
  })

  test('is read through its account', () => {
    expect(verdict(judgedMessage(operation(wrapInExecute(coin, 0n, approval)), all))).toBe('WARNING unknown-grant 50')
    expect(verdict(judgedMessage(operation(wrapInExecute(coin, 0n, callData.transfer(partner, 1n))), all))).toBe('SAFE')
    expect(analyzed(operation('0x'), { from: undefined })).toMatchObject({ transaction: { from: account } })
  })

  test('names the factory of a new account', () => {
    const analysis = analyzed(operation(wrapInExecute(coin, 0n, approval), factoryCall))
    expect(analysis).toMatchObject({
      subjects: expect.arrayContaining([{ address: thief, role: 'spender', internal: true }]),
    })
  })

  test('of another entry point says so', () => {
    const data = operation(wrapInExecute(coin, 0n, callData.transfer(partner, 1n)), '0x', thief)
    expect(verdict(judgedMessage(data, all))).toBe('WARNING message-domain 45')
  })
})

test.each([
  [
    '0.3',
    'uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas',
  ],
  [
    '0.2',
    'uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas',
  ],
])('an operation of the Safe module %s is read through the Safe', (_, gas) => {
  // executeUserOp(address,uint256,bytes,uint8)
  const inner = wrapInExecute(coin, 0n, approval)
  const data = typed(
    `SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,${gas},bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)`,
    partner,
    {
      safe,
      nonce: '0',
      initCode: '0x',
      callData: inner,
      verificationGasLimit: '1',
      callGasLimit: '1',
      preVerificationGas: '1',
      maxPriorityFeePerGas: '1',
      maxFeePerGas: '1',
      paymasterAndData: '0x',
      validAfter: 0,
      validUntil: 0,
      entryPoint: partner,
    },
    { name: undefined, version: undefined },
  )
  expect(verdict(judgedMessage(data, known))).toBe('WARNING unknown-grant 50')
})

describe('a meta-transaction', () => {
  const request = 'address from,address to,uint256 value,uint256 gas,uint256 nonce'
  const message = { from: owner, to: coin, value: '0', gas: '1', nonce: '0', data: approval }

  test.each([
    [`ForwardRequest(${request},bytes data)`, message],
    [`ForwardRequest(${request},uint48 deadline,bytes data)`, { ...message, deadline: Number(SOON) }],
    [`ForwardRequest(${request},bytes data,uint256 validUntil)`, { ...message, validUntil: SOON }],
    [
      'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
      { nonce: '0', from: owner, functionSignature: approval },
    ],
  ])('%s is the call of its signer', (text, given) => {
    const data = (inner: string) =>
      typed(text, text.startsWith('Meta') ? coin : partner, {
        ...given,
        ...('data' in given ? { data: inner } : { functionSignature: inner }),
      })
    expect(verdict(judgedMessage(data(approval), known))).toBe('WARNING unknown-grant 50')
    expect(verdict(judgedMessage(data(callData.transfer(partner, 1n)), known))).toBe('SAFE')
    expect(analyzed(data(approval), { from: undefined })).toMatchObject({
      actions: expect.arrayContaining([expect.objectContaining({ kind: 'grant', owner, authority: thief })]),
    })
  })

  test('of 0x may pay a fee to its sender', () => {
    const zeroEx = '0xDef1C0ded9bec7F1a1670819833240f027b25EfF'
    const data = (sender: string, feeAmount: string, feeToken = coin, callData = '0x12345678') =>
      typed(
        'MetaTransactionData(address signer,address sender,uint256 minGasPrice,uint256 maxGasPrice,uint256 expirationTimeSeconds,uint256 salt,bytes callData,uint256 value,address feeToken,uint256 feeAmount)',
        zeroEx,
        {
          signer: owner,
          sender,
          minGasPrice: '0',
          maxGasPrice: '9',
          expirationTimeSeconds: SOON,
          salt: '0',
          callData,
          value: '0',
          feeToken,
          feeAmount,
        },
      )
    const all = { ...known, intel: [...known.intel, trusted(zeroEx), trusted(USDC)] }
    expect(verdict(judgedMessage(data(thief, '5'), all))).toBe('WARNING unknown-grant 55')
    // Its inner call is not read.
    expect(verdict(judgedMessage(data(thief, '0'), all))).toBe('NO DATA')

    const swap = dataOf(
      'sellToUniswap(address[] tokens, uint256 sell, uint256 least, bool isSushi)',
      [USDC, coin],
      9_000_000n,
      10n ** 18n,
      false,
    )
    const toAnyone = (feeAmount: string, feeToken?: string) =>
      verdict(judgedMessage(data(ZERO, feeAmount, feeToken, swap), all))
    expect(toAnyone('0')).toBe('SAFE')
    expect(toAnyone('5000000', USDC)).toBe('SAFE')
    expect(toAnyone('1000000000000', USDC)).toBe('UNSAFE one-sided-order 90')
    expect(toAnyone('5', coin)).toBe('WARNING unreadable-message 31')
  })
})

describe('a signature within a signature (ERC-7739)', () => {
  const wrap = (inner: ReturnType<typeof permit>) => ({
    ...inner,
    primaryType: 'TypedDataSign',
    types: {
      ...inner.types,
      TypedDataSign: [
        { name: 'contents', type: inner.primaryType },
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
        { name: 'salt', type: 'bytes32' },
      ],
    },
    message: {
      contents: inner.message,
      name: 'Wallet',
      version: '1',
      chainId: 1,
      verifyingContract: account,
      salt: `0x${'00'.repeat(32)}`,
    },
  })

  test('is judged as the inner one', () => {
    expect(verdict(judgedMessage(wrap(permit()), known))).toBe('WARNING unknown-grant 55')
    expect(verdict(judgedMessage(wrap(permit({ spender: partner })), known))).toBe('SAFE')
  })

  test('of an unknown message is NO DATA', () => {
    const inner = typed('Whatever(address who)', coin, { who: thief })
    expect(verdict(judgedMessage(wrap(inner as never), known))).toBe('NO DATA')
  })
})

describe('an authorization (EIP-7702)', () => {
  const delegate = { intel: [intel(partner, { kind: 'protocol', as: ['delegate'] })] }

  test('of an unknown delegate is UNSAFE, higher on every chain', () => {
    expect(verdict(judgedAuthorization({ chainId: '1', address: thief }))).toBe('UNSAFE account-delegation 75')
    expect(verdict(judgedAuthorization({ chainId: '0', address: thief }, { chainId: '1' }))).toBe(
      'UNSAFE account-delegation 85',
    )
  })

  test('of a known delegate, and of none, is SAFE', () => {
    expect(verdict(judgedAuthorization({ chainId: '1', address: partner }, delegate))).toBe('SAFE')
    expect(verdict(judgedAuthorization({ chainId: '1', address: ZERO }))).toBe('SAFE')
  })

  test('for another chain than that of the caller is a WARNING', () => {
    expect(verdict(judgedAuthorization({ chainId: '137', address: partner }, { ...delegate, chainId: '1' }))).toBe(
      'WARNING message-domain 50',
    )
  })

  test('needs its account', () => {
    expect(() => judgedAuthorization({ chainId: '1', address: thief }, { from: undefined })).toThrow('from is missing')
  })
})

test.each([
  ['bytes initData', '0x'],
  ['bytes32 initDataHash', `0x${'00'.repeat(32)}`],
])('Nexus enables a module with the next user operation: %s', (member, value) => {
  const text = `ModuleEnableMode(address module,uint256 moduleType,bytes32 userOpHash,${member})`
  const message = { module: thief, moduleType: '1', userOpHash: `0x${'00'.repeat(32)}` }
  const data = typed(text, account, { ...message, [member.split(' ')[1] ?? '']: value }, { name: 'Nexus' })
  expect(verdict(judgedMessage(data, known))).toContain('control-change 75')
})

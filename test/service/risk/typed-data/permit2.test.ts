import { describe, expect, test } from 'vitest'
import {
  analyzed,
  coin,
  judgedMessage,
  MAX,
  nft,
  owner,
  PERMIT2,
  partner,
  SOON,
  thief,
  trusted,
  typed,
  verdict,
  ZERO,
} from './typed.ts'

const domain = { name: 'Permit2', version: undefined }
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const known = {
  intel: [trusted(PERMIT2, 'Permit2'), trusted(coin), trusted(nft), trusted(partner), trusted(USDC), trusted(USDT)],
  hasHistory: true,
}
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const MAX160 = String(2n ** 160n - 1n)
const detail = (token: string, amount = MAX160) => ({ token, amount, expiration: Number(SOON), nonce: 0 })

/** A message of Permit2. */
const permit2 = (types: string, message: Readonly<Record<string, unknown>>) => typed(types, PERMIT2, message, domain)

const single = (spender: string, amount?: string, contract = PERMIT2) =>
  typed(
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
    contract,
    { details: detail(coin, amount), spender, sigDeadline: SOON },
    domain,
  )

describe('an allowance', () => {
  test('for an unknown spender is a WARNING, for a known one SAFE, of nothing SAFE', () => {
    expect(verdict(judgedMessage(single(thief), known))).toBe('WARNING unknown-grant 55')
    expect(verdict(judgedMessage(single(partner), known))).toBe('SAFE')
    expect(verdict(judgedMessage(single(thief, '0'), known))).toBe('SAFE')
  })

  test('at a contract that is not Permit2 says so; a contract that is known is a fork', () => {
    const fork = '0x31c2f6fcff4f8759b3bd5bf0e1084a055615c768'
    const data = typed(
      `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
      fork,
      { details: detail(coin), spender: partner, sigDeadline: SOON },
      { name: 'Other', version: undefined },
    )
    expect(verdict(judgedMessage(data, known))).toBe('WARNING message-domain 60')
    expect(verdict(judgedMessage(data, { ...known, intel: [...known.intel, trusted(fork)] }))).toBe('SAFE')
    expect(judgedMessage(single(partner, undefined, fork), known).findings).toMatchObject([
      { points: 45, text: expect.stringContaining('calls itself "Permit2"') },
    ])
  })

  test('for several tokens at once is stronger', () => {
    const batch = permit2(`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`, {
      details: [detail(coin), detail(nft)],
      spender: thief,
      sigDeadline: SOON,
    })
    expect(verdict(judgedMessage(batch, known))).toBe('WARNING unknown-grant 65')
  })
})

describe('a transfer by signature', () => {
  test('is for its spender, who names the recipient later', () => {
    const data = (spender: string) =>
      permit2(
        `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
        { permitted: { token: coin, amount: '9' }, spender, nonce: MAX, deadline: SOON },
      )
    expect(verdict(judgedMessage(data(thief), known))).toBe('WARNING unknown-grant 55')
    expect(verdict(judgedMessage(data(partner), known))).toBe('SAFE')
    expect(analyzed(data(thief))).toMatchObject({
      actions: [{ kind: 'grant', owner, authority: thief, asset: { token: coin, amount: 9n } }],
      subjects: expect.arrayContaining([{ address: thief, role: 'spender', internal: true }]),
    })
  })

  test('of several tokens', () => {
    const data = permit2(
      `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
      { permitted: [coin, nft].map((token) => ({ token, amount: '9' })), spender: thief, nonce: '1', deadline: SOON },
    )
    expect(verdict(judgedMessage(data, known))).toBe('WARNING unknown-grant 65')
  })
})

interface Output {
  readonly endAmount: string
  readonly recipient: string
}

const order = (recipient: string, endAmount = '900000', spender = partner) =>
  orderWith([{ endAmount, recipient }], spender)

/** A Dutch order of UniswapX 2. */
const orderWith = (outputs: readonly Output[], spender = partner) =>
  permit2(
    [
      'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,V2DutchOrder witness)',
      'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)',
      'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)',
      permissions,
      'V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)',
    ].join(''),
    {
      permitted: { token: USDC, amount: '1000000' },
      spender,
      nonce: '1',
      deadline: SOON,
      witness: {
        info: {
          reactor: spender,
          swapper: owner,
          nonce: '1',
          deadline: SOON,
          additionalValidationContract: ZERO,
          additionalValidationData: '0x',
        },
        cosigner: partner,
        baseInputToken: USDC,
        baseInputStartAmount: '1000000',
        baseInputEndAmount: '1000000',
        baseOutputs: outputs.map((output) => ({ token: USDT, startAmount: '950000', ...output })),
      },
    },
  )

describe('an order of UniswapX', () => {
  test('that pays the signer is SAFE with a known reactor', () => {
    expect(verdict(judgedMessage(order(owner), known))).toBe('SAFE')
  })

  test('that pays somebody else, or may end at nothing, is an order for nothing', () => {
    expect(verdict(judgedMessage(order(thief), known))).toBe('UNSAFE one-sided-order 90')
    // The reactor burns it.
    expect(verdict(judgedMessage(order(ZERO), known))).toBe('UNSAFE one-sided-order 90')
    expect(verdict(judgedMessage(order(owner, '1'), known))).toBe('UNSAFE one-sided-order 90')
  })

  test('with no outputs is an order for nothing', () => {
    expect(verdict(judgedMessage(orderWith([]), known))).toBe('UNSAFE one-sided-order 90')
  })

  test('what others get is worth nothing to the signer, and they are looked up', () => {
    const toOthers = (own: string, others: string) =>
      judgedMessage(
        orderWith([
          { endAmount: own, recipient: owner },
          { endAmount: others, recipient: thief },
        ]),
        known,
      )
    expect(verdict(toOthers('300000', '600000'))).toBe('UNSAFE below-worth 75')
    expect(verdict(toOthers('810000', '100000'))).toBe('NO DATA')
    // A fee of a tenth at most.
    expect(verdict(toOthers('900000', '90000'))).toBe('SAFE')
  })

  test('is also a right of an unknown reactor', () => {
    expect(verdict(judgedMessage(order(owner, '900000', thief), known))).toBe('WARNING unknown-grant 55')
  })

  test('has its witness addresses looked up', () => {
    expect(analyzed(order(thief))).toMatchObject({
      subjects: expect.arrayContaining([expect.objectContaining({ address: thief })]),
    })
  })
})

describe('a relay order of UniswapX', () => {
  const relay = (fee: string, recipient = owner, universalRouterCalldata = '0x', feeToken = USDC) =>
    permit2(
      [
        'PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,RelayOrder witness)',
        'FeeEscalator(address token,uint256 startAmount,uint256 endAmount,uint256 startTime,uint256 endTime)',
        'Input(address token,uint256 amount,address recipient)',
        'RelayOrder(RelayOrderInfo info,Input input,FeeEscalator fee,bytes universalRouterCalldata)',
        'RelayOrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline)',
        permissions,
      ].join(''),
      {
        permitted: [
          { token: USDC, amount: '100000000000' },
          { token: feeToken, amount: fee },
        ],
        spender: partner,
        nonce: '1',
        deadline: SOON,
        witness: {
          info: { reactor: partner, swapper: owner, nonce: '1', deadline: SOON },
          input: { token: USDC, amount: '100000000000', recipient },
          fee: { token: feeToken, startAmount: '0', endAmount: fee, startTime: '0', endTime: '1' },
          universalRouterCalldata,
        },
      },
    )
  const signs = (...about: Parameters<typeof relay>) => verdict(judgedMessage(relay(...about), known))

  test('gives its fee to anyone who relays it, and its input is nothing that comes back', () => {
    expect(signs('10000000')).toBe('SAFE')
    expect(signs('20000000000')).toBe('UNSAFE one-sided-order 90')
    expect(signs('20000000000', partner, '0x3593564c')).toBe('UNSAFE one-sided-order 90')
    expect(signs('5', owner, '0x', coin)).toBe('WARNING unreadable-message 31')
  })

  test('pays the recipient of its input; what a router does with it is not read', () => {
    expect(signs('10000000', thief)).toBe('NO DATA')
    expect(analyzed(relay('10000000', thief))).toMatchObject({
      actions: expect.arrayContaining([expect.objectContaining({ kind: 'transfer', authority: thief })]),
    })
    expect(signs('10000000', partner, '0x3593564c')).toBe('NO DATA')
  })
})

test('a witness of an unknown type with something like an output is NO DATA', () => {
  const data = permit2(
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Deal witness)Deal(Mystery[] outputs)Mystery(address token,uint256 amount,address recipient)${permissions}`,
    {
      permitted: { token: USDC, amount: '1000000' },
      spender: partner,
      nonce: '1',
      deadline: SOON,
      witness: { outputs: [{ token: USDT, amount: '1000000', recipient: owner }] },
    },
  )
  expect(verdict(judgedMessage(data, known))).toBe('NO DATA')
})

test('a witness of a type that is not read is NO DATA', () => {
  const data = permit2(
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Mystery witness)Mystery(address a,uint256 b,bytes c)${permissions}`,
    {
      permitted: { token: USDC, amount: '1000000' },
      spender: partner,
      nonce: '1',
      deadline: SOON,
      witness: { a: owner, b: '1', c: '0x' },
    },
  )
  expect(verdict(judgedMessage(data, known))).toBe('NO DATA')
})

test('a witness of a batch', () => {
  const data = permit2(
    `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,Note note)Note(string text)${permissions}`,
    { permitted: [{ token: coin, amount: '9' }], spender: thief, nonce: '1', deadline: SOON, note: { text: 'hello' } },
  )
  expect(verdict(judgedMessage(data, known))).toBe('WARNING unknown-grant 55')
})

test('permissions with other members are of another contract: NO DATA', () => {
  const data = permit2(
    'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(uint256 amount,address token)',
    { permitted: { token: coin, amount: '9' }, spender: thief, nonce: '1', deadline: SOON },
  )
  expect(verdict(judgedMessage(data, known))).toBe('NO DATA')
})

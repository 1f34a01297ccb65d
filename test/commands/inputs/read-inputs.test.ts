import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readInputs } from '../../../src/commands/inputs/read-inputs.ts'
import { WardenError } from '../../../src/shared/errors.ts'

const GIVEN = { name: 'file.json', chainId: '1', from: '0x7E57E185F01f2900F3b969962D790bD76275007A' }
const TO = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const read = (value: unknown) => readInputs(typeof value === 'string' ? value : JSON.stringify(value), GIVEN)

async function refusal(value: unknown) {
  const error = await read(value).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof WardenError)) throw new Error('it is not refused', { cause: error })
  return { kind: error.kind, message: error.message, details: error.details }
}

const members = [
  ...[
    'to',
    'from',
    'value',
    'data',
    'input',
    'nonce',
    'chainId',
    'gas',
    'operation',
    'safeTxGas',
    'safeTxHash',
    'safe',
  ],
  ...[
    'transaction',
    'transactions',
    'transactionType',
    'results',
    'deployments',
    'receipts',
    'meta',
    'method',
    'params',
  ],
  ...[
    'types',
    'primaryType',
    'domain',
    'message',
    'typedData',
    'address',
    'sender',
    'callData',
    'userOp',
    'signatures',
  ],
  ...[
    'accountGasLimits',
    'gasFees',
    'initCode',
    'paymasterAndData',
    'contractMethod',
    'contractInputsValues',
    'inputs',
  ],
  ...[
    'type',
    'futureId',
    'networkInteraction',
    'name',
    'confirmations',
    'entryPoint',
    'chain',
    '__proto__',
    'toString',
  ],
]
const leaf = fc.oneof(
  fc.constantFrom(null, true, 0, 1, -1, 1.5, '', '0x', '0x1', '1', TO, `eth:${TO}`, 'eth_sendTransaction', 'CREATE'),
  fc.constantFrom('wallet_sendCalls', 'eth_signTypedData_v4', 'DEPLOYMENT_INITIALIZE', 'NETWORK_INTERACTION_REQUEST'),
  fc.string({ maxLength: 8 }),
)
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 7 }),
}))

describe('any text', () => {
  test('is read, or refused with an exit code', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (value) => {
        const error = await read(JSON.stringify(value)).then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        if (error !== undefined) expect(error).toBeInstanceOf(WardenError)
      }),
      { numRuns: 1000 },
    )
  })

  test('that is no JSON is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        const error = await read(`~${text}`).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(WardenError)
      }),
    )
  })
})

describe('what fits', () => {
  test.each([
    [
      'a JSON-RPC request with a recipient',
      { method: 'eth_sendTransaction', params: [], to: TO },
      'a transaction, a JSON-RPC request',
    ],
    [
      'typed data with a recipient',
      { types: {}, primaryType: 'A', domain: {}, message: {}, to: TO },
      'a transaction, typed data',
    ],
    [
      'a transaction of a Safe with a sender',
      { from: TO, to: TO, value: '0', data: '0x', operation: 0 },
      'a transaction, a transaction of a Safe',
    ],
    [
      'calls and transactions of a script',
      {
        meta: {},
        transactions: [
          { to: TO, value: '0', data: '0x' },
          { transactionType: 'CALL', transaction: { to: TO } },
        ],
      },
      'a batch of the Safe Transaction Builder, a broadcast file of Foundry',
    ],
  ])('two forms is refused by their names: %s', async (_, value, names) => {
    expect(await refusal(value)).toMatchObject({ kind: 'refused', message: expect.stringContaining(names) })
  })

  test('none is refused with what was tried', async () => {
    const { kind, message, details } = await refusal({ name: 'tokens', tokens: [] })
    expect({ kind, message }).toEqual({
      kind: 'refused',
      message: 'file.json is none of the forms that are read: it has the members "name", "tokens"',
    })
    expect(details.join('\n')).toContain(
      'a batch of the Safe Transaction Builder: transactions with to, value, and data',
    )
    expect(details).toHaveLength(13)
  })

  test('another form than the item before is refused', async () => {
    const call = { to: TO, value: '0', data: '0x' }
    expect((await refusal([call, { sender: TO, callData: '0x' }])).message).toBe(
      'file.json: item 2 is a user operation (ERC-4337), and item 1 is a transaction: one file has one form',
    )
  })
})

describe('a file', () => {
  const call = { from: TO, to: USDC, value: '0x0', data: '0x', chainId: '0x1' }

  test.each([
    ['of a transaction', (fees: object) => fees],
    ['of a request', (fees: object) => ({ method: 'eth_sendTransaction', params: [fees] })],
  ])('%s with fees above all balances has the largest quantity for them', async (_, fileOf) => {
    const most = `0x${'f'.repeat(64)}`
    const { transactions } = await read(fileOf({ ...call, gas: most, gasPrice: most }))
    expect(transactions[0]).toMatchObject({ body: { transaction: { maxFee: String(BigInt(most)) } } })
  })

  test.each([
    ['a transaction', call, 'transaction', 1],
    ['a list of transactions', [call, call], 'transaction', 2],
    ['a transaction a line', `${JSON.stringify(call)}\n${JSON.stringify(call)}\n`, 'transaction', 2],
    ['a request body', { transaction: call, trackNonce: false }, 'request-body', 1],
    [
      'requests of a wallet',
      [
        { method: 'eth_sendTransaction', params: [call] },
        { method: 'eth_signTransaction', params: [{ ...call, from: undefined }] },
      ],
      'json-rpc',
      2,
    ],
    [
      'calls of a wallet',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'wallet_sendCalls',
        params: [
          {
            version: '2.0.0',
            chainId: '0x1',
            from: TO,
            atomicRequired: true,
            calls: [{ to: USDC }, { to: TO, value: '0x1' }],
          },
        ],
      },
      'json-rpc',
      2,
    ],
    [
      'a transaction of the Safe SDK',
      { data: { to: TO, value: '0', data: '0x', operation: 0, nonce: 1 }, signatures: {} },
      'safe-transaction',
      1,
    ],
    ['an entry of a broadcast', { transactionType: 'CALL', transaction: call }, 'forge-broadcast', 1],
    [
      'a broadcast over several chains',
      {
        deployments: [
          { transactions: [{ transactionType: 'CALL', transaction: call }], chain: 1 },
          { transactions: [{ transactionType: 'CALL', transaction: { ...call, chainId: '0xa' } }], chain: 10 },
        ],
        timestamp: 1,
      },
      'forge-broadcast',
      2,
    ],
    [
      'a user operation of 0.6',
      { sender: TO, nonce: 1, initCode: '0x', callData: '0x', paymasterAndData: '0x', callGasLimit: '21000' },
      'user-operation',
      1,
    ],
    [
      'an operation beside its entry point',
      {
        userOperation: { sender: TO, nonce: '0x1', callData: '0x' },
        entryPoint: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
      },
      'user-operation',
      1,
    ],
  ])('with %s', async (_, value, form, count) => {
    const { form: found, transactions } = await read(value)
    expect({ found, count: transactions.length }).toEqual({ found: form, count })
  })

  test('with typed data has the account in either order of the params', async () => {
    const typedData = { types: { A: [] }, primaryType: 'A', domain: { chainId: 1 }, message: {} }
    const orders = [
      [TO, typedData],
      [JSON.stringify(typedData), TO],
    ]
    for (const params of orders) {
      const { transactions } = await read({ method: 'eth_signTypedData_v4', params })
      expect(transactions).toEqual([{ kind: 'message', message: { from: TO, typedData }, position: 1 }])
    }
  })

  test('of a method that neither sends nor signs is refused', async () => {
    expect((await refusal({ method: 'eth_chainId', params: [] })).message).toContain('no request that sends or signs')
  })
})

import * as AbiFunction from 'ox/AbiFunction'
import type * as Hex from 'ox/Hex'
import { describe, expect, test } from 'vitest'
import {
  differencesFrom as compare,
  type Expected,
  multiSendData,
  readExpected,
} from '../../../src/shared/safe/expected.ts'
import { plainCall } from '../../../src/shared/safe/transaction.ts'

const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const PAYEE = '0x556b14cbda79a36dc33fcd461a04a5bcb5dc2a70'
const SAFE = '0x7e57e185f01f2900f3b969962d790bd76275007a'
const HASH = `0x${'ab'.repeat(32)}`
const MULTI_SEND = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const transfer = AbiFunction.encodeData(AbiFunction.from('function transfer(address to, uint256 amount)'), [
  PAYEE,
  100n,
])
const call = { to: TOKEN, value: '0', data: transfer }
const isMultiSend = (address: string) => address === MULTI_SEND

describe('readers', () => {
  test('one call', async () => {
    const { calls, chainIds } = await readExpected({
      to: TOKEN.toUpperCase().replace('0X', '0x'),
      value: 5,
      data: '0xAB',
    })
    expect(calls).toEqual([{ to: TOKEN, value: 5n, data: '0xab', operation: 0 }])
    expect(chainIds).toEqual([])
  })

  test('a file of the Transaction Builder: data, a method, or a plain payment', async () => {
    const method = {
      name: 'transfer',
      payable: false,
      inputs: [
        { internalType: 'address', name: 'to', type: 'address' },
        { internalType: 'uint256', name: 'value', type: 'uint256' },
      ],
    }
    const file = {
      version: '1.0',
      chainId: '10',
      createdAt: 1761326849944,
      meta: { name: 'Transactions Batch' },
      transactions: [
        { ...call, contractMethod: null, contractInputsValues: null },
        {
          to: TOKEN,
          value: '0',
          data: null,
          contractMethod: method,
          contractInputsValues: { to: PAYEE, value: '100' },
        },
        { to: PAYEE, value: '7', data: null, contractMethod: null, contractInputsValues: null },
      ],
    }
    const { calls, chainIds } = await readExpected(file)
    expect(chainIds).toEqual([10n])
    expect(calls).toEqual([
      { to: TOKEN, value: 0n, data: transfer, operation: 0 },
      { to: TOKEN, value: 0n, data: transfer, operation: 0 },
      { to: PAYEE, value: 7n, data: '0x', operation: 0 },
    ])
  })

  test('lists, structs and large numbers of a method', async () => {
    const big = 2n ** 255n
    const inputs = [
      { name: 'ids', type: 'uint256[]' },
      {
        name: 'orders',
        type: 'tuple[]',
        components: [
          { name: 'who', type: 'address' },
          { name: 'ok', type: 'bool' },
          { name: 'note', type: 'string' },
        ],
      },
      { name: '', type: 'bytes4' },
    ]
    const contractInputsValues = {
      ids: `[${big}, 2]`,
      orders: `[["${PAYEE}", true, "a 7 \\"b\\""], {"who": "${TOKEN}", "ok": "false", "note": ""}]`,
      2: '0x12345678',
    }
    const { calls } = await readExpected({
      transactions: [{ to: TOKEN, value: '0', contractMethod: { name: 'set', inputs }, contractInputsValues }],
    })
    const abi = AbiFunction.from('function set(uint256[] ids, (address who, bool ok, string note)[] orders, bytes4)')
    const orders = [
      { who: PAYEE, ok: true, note: 'a 7 "b"' },
      { who: TOKEN, ok: false, note: '' },
    ] as const
    expect(calls[0]?.data).toBe(AbiFunction.encodeData(abi, [[big, 2n], orders, '0x12345678']))
  })

  test('a broadcast file of Foundry', async () => {
    const transaction = {
      from: PAYEE,
      to: TOKEN,
      gas: '0x1',
      value: '0x0',
      input: transfer,
      nonce: '0x3',
      chainId: '0x1',
    }
    const { calls, chainIds } = await readExpected({
      transactions: [{ hash: null, transactionType: 'CALL', function: 'transfer(address,uint256)', transaction }],
      receipts: [],
      chain: 1,
    })
    expect(calls).toEqual([{ to: TOKEN, value: 0n, data: transfer, operation: 0 }])
    expect(chainIds).toEqual([1n, 1n])
  })

  /** Of each form, with all members that its program writes. */
  const written = {
    transactions: [{ ...call, contractMethod: null, contractInputsValues: null }],
    version: '1.0',
    chainId: '1',
    createdAt: 1761326849944,
    meta: {
      name: 'Transactions Batch',
      description: '',
      txBuilderVersion: '1.18.2',
      createdFromSafeAddress: SAFE,
      createdFromOwnerAddress: '',
      checksum: HASH,
    },
  }
  const sent = {
    type: '0x2',
    chainId: '0x1',
    nonce: '0x3',
    gas: '0x1',
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x1',
    to: TOKEN,
    value: '0x0',
    accessList: [],
    input: transfer,
    r: '0x1',
    s: '0x1',
    yParity: '0x0',
    v: '0x0',
    hash: HASH,
    from: SAFE,
  }
  const scripted = (transaction: object, more: object = {}) => ({
    transactions: [
      {
        hash: HASH,
        transactionType: 'CALL',
        contractName: null,
        contractAddress: TOKEN,
        function: 'transfer(address,uint256)',
        arguments: [PAYEE, '100'],
        transaction,
        additionalContracts: [],
        isFixedGasLimit: false,
        ...more,
      },
    ],
    receipts: [],
    libraries: [],
    pending: [],
    returns: {},
    timestamp: 1761326849,
    chain: 1,
    commit: 'abc1234',
  })

  test.each([
    ['Transaction Builder', written],
    ['Foundry', scripted(sent)],
    ['Foundry, as a call of a deployer', scripted(sent, { transactionType: 'CREATE2' })],
  ])('what the program writes: %s', async (_, file) => {
    expect(await readExpected(file)).toMatchObject({ calls: [{ to: TOKEN }], safes: [SAFE] })
  })

  test.each([
    ['another case', { ...written, ChainId: '10' }, 'unknown field "ChainId"'],
    ['another field', { ...written, safe_address: PAYEE }, 'unknown field "safe_address"'],
    ['a misspelt nonce', { ...written, nonces: '2' }, 'unknown field "nonces"'],
    [
      'in meta',
      { ...written, meta: { createdFromSafeaddress: PAYEE } },
      'meta: unknown field "createdFromSafeaddress"',
    ],
    ['meta itself', { ...written, meta: [] }, 'meta is not an object'],
    ['beside a broadcast transaction', scripted(sent, { value: '0x1' }), 'transactions[0]: unknown field "value"'],
    ['its sender', scripted({ ...sent, From: PAYEE }), 'transactions[0].transaction: unknown field "From"'],
    [
      'what else it carries',
      scripted({ ...sent, authorizationList: [] }),
      'transactions[0].transaction: unknown field "authorizationList"',
    ],
    [
      'its type',
      scripted(sent, { transactionType: 'CREATE' }),
      'transactions[0].transactionType: "CREATE" is not CALL or CREATE2',
    ],
  ])('refuses what it would not compare: %s', async (_, file, message) => {
    await expect(readExpected(file)).rejects.toMatchObject({
      code: 'invalid-safe-transaction',
      message: expect.stringContaining(message),
    })
  })

  test.each([
    [null, 'it is not an object with transactions, or with to, value and data'],
    [{ transactions: [] }, 'transactions is not a list of at least one transaction'],
    [{ to: TOKEN, value: '0' }, 'data is missing'],
    [
      { ...call, to: `0xA0${TOKEN.slice(4)}` },
      `to: "0xA0${TOKEN.slice(4)}" is not an address: it has a wrong EIP-55 checksum`,
    ],
    [{ ...call, value: 2 ** 60 }, `value: ${2 ** 60} is not a whole number from 0 to 2^256 - 1`],
    [{ ...call, value: String(2n ** 256n) }, `value: "${2n ** 256n}" is not a whole number from 0 to 2^256 - 1`],
    [{ ...call, data: '0xabc' }, 'data: "0xabc" is not 0x and an even number of hex digits'],
    [{ ...call, operation: 2 }, 'operation: 2 is not 0 (call) or 1 (delegatecall)'],
    [{ transactions: [{ ...call, to: 7 }] }, 'transactions[0].to: 7 is not an address: 0x and 40 hex digits'],
    [
      { transactions: [{ transactionType: 'CREATE', transaction: { input: '0x60' } }] },
      'transactions[0].transaction.to is missing: it creates a contract ("CREATE"), which no call of a Safe does',
    ],
    [
      {
        transactions: [
          { to: TOKEN, value: '0', contractMethod: { name: 'a', inputs: [{ name: 'b', type: 'uint256' }] } },
        ],
      },
      'transactions[0].contractInputsValues has no b',
    ],
    [
      {
        transactions: [
          {
            to: TOKEN,
            value: '0',
            contractMethod: { name: 'a', inputs: [{ name: 'b', type: 'uint8' }] },
            contractInputsValues: { b: '256' },
          },
        ],
      },
      /^transactions\[0\]\.contractMethod cannot be encoded: /,
    ],
  ])('refuses %j', async (given, message) => {
    await expect(readExpected(given)).rejects.toMatchObject({
      kind: 'refused',
      code: 'invalid-safe-transaction',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })
})

describe('comparison', () => {
  const one = { to: TOKEN, value: 0n, data: transfer, operation: 0 } as const
  const two = { to: PAYEE, value: 9n, data: '0x', operation: 0 } as const
  const single = plainCall(TOKEN, transfer, 4n)
  const batch = (data: Hex.Hex, to: Hex.Hex = MULTI_SEND) => ({ ...plainCall(to, data, 4n), operation: 1 })

  const at = { chainId: 1n, safe: SAFE, safeTxHash: HASH, isMultiSend }
  const differencesFrom = (
    tx: Parameters<typeof compare>[0],
    prepared: Pick<Expected, 'calls'> & Partial<Expected>,
    multiSend = isMultiSend,
  ) => compare(tx, { signed: {}, chainIds: [], safes: [], ...prepared }, { ...at, isMultiSend: multiSend })

  test('multiSend is encoded as wallets encode it', () => {
    const content = `00${TOKEN.slice(2)}${'0'.repeat(64)}${'44'.padStart(64, '0')}${transfer.slice(2)}` as const
    const abi = AbiFunction.from('function multiSend(bytes transactions)')
    expect(multiSendData([one])).toBe(AbiFunction.encodeData(abi, [`0x${content}`]))
  })

  test('what was prepared has no differences', () => {
    expect(differencesFrom(single, { calls: [one] }, isMultiSend)).toEqual([])
    expect(differencesFrom(batch(multiSendData([one, two])), { calls: [one, two] }, isMultiSend)).toEqual([])
    expect(differencesFrom(batch(multiSendData([one])), { calls: [one] }, isMultiSend)).toEqual([])
  })

  test('each field that differs is named', () => {
    const other = { ...single, operation: 1, value: 1n, to: PAYEE, data: '0x' } as const
    expect(differencesFrom(other, { calls: [one] }, isMultiSend)).toEqual([
      `to is ${PAYEE}, and ${TOKEN} is prepared`,
      'value is 1, and 0 is prepared',
      'data differs from the prepared data',
      'operation is 1, and 0 is prepared',
    ])
  })

  test('so is each other field that the owners sign, and the chain, where it was prepared', async () => {
    const refund = { gasPrice: '1', refundReceiver: PAYEE, safeTxGas: 0, nonce: 5 }
    const prepared = await readExpected({ to: TOKEN, value: '0', data: transfer, chainId: 10, ...refund })
    expect(compare(single, prepared, at)).toEqual([
      'the chain is 1, and 10 is prepared',
      'gasPrice is 0, and 1 is prepared',
      `refundReceiver is ${`0x${'0'.repeat(40)}`}, and ${PAYEE} is prepared`,
      'nonce is 4, and 5 is prepared',
    ])
    const same = await readExpected({ to: TOKEN, value: '0', data: transfer, chainId: '0x1', nonce: 4, gasPrice: 0 })
    expect(compare(single, same, at)).toEqual([])
  })

  const OTHER = '0x7e57d67a1d86ca31ffb741f8578d5b66b6ae0d2d'
  const broadcast = (transaction: object, more: object = {}) => ({
    transactions: [
      { transactionType: 'CALL', transaction: { to: TOKEN, value: '0x0', input: transfer, ...transaction } },
    ],
    ...more,
  })

  test.each<[object, string[]]>([
    [{ ...call, safe: OTHER }, [`the Safe is ${SAFE}, and ${OTHER} is prepared`]],
    [{ ...call, safe: SAFE, safeTxHash: HASH, chain: 1, chainId: '1' }, []],
    [
      { ...call, safeTxHash: `0x${'CD'.repeat(32)}`, trusted: true },
      [`safeTxHash is ${HASH}, and 0x${'cd'.repeat(32)} is prepared`],
    ],
    [{ ...call, dataGas: 7 }, ['baseGas is 0, and 7 is prepared']],
    [{ ...call, chainId: 1, chain: 10 }, ['the chain is 1, and 10 is prepared']],
    [{ transactions: [{ ...call, chainId: 10 }] }, ['the chain is 1, and 10 is prepared']],
    [
      { transactions: [call], meta: { createdFromSafeAddress: OTHER } },
      [`the Safe is ${SAFE}, and ${OTHER} is prepared`],
    ],
    [{ transactions: [call], meta: { createdFromSafeAddress: '' } }, []],
    [broadcast({ from: SAFE, chainId: '0x1' }, { chain: 1 }), []],
    [
      broadcast({ from: OTHER, chainId: '0xa' }, { chain: 1 }),
      ['the chain is 1, and 10 is prepared', `the Safe is ${SAFE}, and ${OTHER} is prepared`],
    ],
  ])('so is all else that the prepared file %j names', async (given, differences) => {
    expect(compare(single, await readExpected(given), at)).toEqual(differences)
  })

  test.each<[object, string]>([
    [{ ...call, opration: 1 }, 'unknown field "opration" (Did you mean operation?)'],
    [{ ...call, safeTxgas: 9 }, 'unknown field "safeTxgas"'],
    [{ transactions: [{ ...call, opration: 1 }] }, 'transactions[0]: unknown field "opration"'],
    [{ transactions: [call], operation: 1 }, 'operation is beside transactions: it belongs to one of them'],
    [{ ...call, baseGas: 1, dataGas: 1 }, 'baseGas and dataGas are one field: Safe 1.0 renamed dataGas'],
    [broadcast({ data: '0x' }), 'transactions[0].transaction.input and data are one field, and differ'],
  ])('what would not be compared is refused: %j', async (given, message) => {
    await expect(readExpected(given)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(message),
    })
  })

  test('the same batch in another contract is not what was prepared', () => {
    const evil = batch(multiSendData([one, two]), '0x000000000000000000000000000000000000dead')
    expect(differencesFrom(evil, { calls: [one, two] }, isMultiSend)).toEqual([
      'it is a delegatecall to 0x000000000000000000000000000000000000dead, which is no known MultiSend',
    ])
  })

  test('a batch with another order, an inner delegatecall, more or fewer calls', () => {
    const differences = (calls: Parameters<typeof multiSendData>[0]) =>
      differencesFrom(batch(multiSendData(calls)), { calls: [one, two] }, isMultiSend)
    expect(differences([two, one])).toEqual(['transaction 1 of the batch is not the prepared one'])
    expect(differences([one, { ...two, operation: 1 }])).toEqual(['transaction 2 of the batch is not the prepared one'])
    expect(differences([one])).toEqual(['transaction 2 of the batch is not the prepared one'])
    expect(differences([one, two, two])).toEqual([
      'it has more than the 2 prepared transactions, or its data is not encoded as usual',
    ])
    expect(differencesFrom(single, { calls: [one, two] }, isMultiSend)).toEqual([
      'it is one transaction, and 2 are prepared',
    ])
    const padded = { ...batch(`${multiSendData([one, two])}00`) }
    expect(differencesFrom(padded, { calls: [one, two] }, isMultiSend)).toHaveLength(1)
  })
})

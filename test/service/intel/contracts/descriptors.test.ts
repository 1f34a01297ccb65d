import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import type { DescriptorNames } from '../../../../src/service/intel/contracts/erc7730/display/format-value.ts'
import { showFields } from '../../../../src/service/intel/contracts/erc7730/display/show-fields.ts'
import { readDescriptor } from '../../../../src/service/intel/contracts/erc7730/read-descriptor.ts'
import { readDescriptors } from '../../../../src/service/intel/contracts/erc7730/read-descriptors.ts'
import { signature } from '../../../../src/service/risk/decode/signatures.ts'
import { processorTime } from '../../../support/processor-time.ts'

const CONTRACT = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const OTHER = '0x8f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
const deployments = [1, 8453].map((chainId) => ({ chainId, address: CONTRACT }))
const bound = { contract: { deployments } }

/** A descriptor of one function. */
const descriptor = (call: string, fields: readonly object[], more: object = {}) => ({
  context: bound,
  display: { formats: { [call]: { intent: 'Act', fields } } },
  ...more,
})

const read = (...files: readonly (readonly [name: string, content: object | string])[]) =>
  readDescriptors(
    files.map(([name, content]) => ({
      name,
      text: typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    })),
  )

const functionsOf = (content: object) => {
  const { contracts, refused } = read(['vault.json', content])
  expect(refused).toEqual([])
  return contracts.map(({ chainId, functions }) => ({ chainId, functions }))
}

const refusalOf = (content: object | string) => {
  const { contracts, refused } = read(['vault.json', content])
  expect(contracts).toEqual([])
  expect(refused).toHaveLength(1)
  return `${refused[0]?.line}: ${refused[0]?.message}`
}

describe('a descriptor', () => {
  test('takes constants, definitions and the map of each chain', () => {
    const maps = { asset: { values: { 1: TOKEN, 8453: OTHER } } }
    const amount = { label: 'Amount', format: 'tokenAmount', params: { token: '$.metadata.constants.token' } }
    const to = { path: 'to', label: 'Recipient', format: 'addressName' }
    const content = (field: object) => ({
      context: bound,
      metadata: { constants: { token: TOKEN }, maps },
      display: {
        definitions: { amount },
        formats: { 'pay(address to,uint256 amount)': { intent: 'Send', fields: [{ path: '#.amount', ...field }, to] } },
      },
    })
    const transfer = (token: string) => [{ kind: 'transfer', asset: { token, amount: 'amount' }, to: 'to' }]
    expect(functionsOf(content({ $ref: '$.display.definitions.amount' }))).toMatchObject([
      { chainId: '1', functions: [{ effects: transfer(TOKEN) }] },
      { chainId: '8453', functions: [{ effects: transfer(TOKEN) }] },
    ])
    const token = { map: '$.metadata.maps.asset', keyPath: '@.chainId' }
    expect(functionsOf(content({ ...amount, params: { token } }))).toMatchObject([
      { chainId: '1', functions: [{ effects: transfer(TOKEN) }] },
      { chainId: '8453', functions: [{ effects: transfer(OTHER) }] },
    ])
  })

  test('has the fields of what it includes in their order, each with its own changes', () => {
    const call = 'act(address a,address b,uint256 c)'
    const base = descriptor(call, [
      { path: 'a', label: 'A', format: 'raw' },
      { path: '#.b', label: 'B', format: 'tokenTicker' },
    ])
    const own = {
      includes: 'base.json',
      ...descriptor(call, [
        { path: 'c', label: 'C' },
        { path: 'b', label: 'Bee' },
      ]),
    }
    const texts = new Map([
      ['base.json', JSON.stringify(base)],
      ['own.json', JSON.stringify(own)],
    ])
    const found = readDescriptor('own.json', texts)
    expect('problem' in found ? found : found.formats.get(call)?.fields).toMatchObject([
      { path: 'a', label: 'A' },
      { path: 'b', label: 'Bee', format: 'tokenTicker' },
      { path: 'c', label: 'C', format: 'raw' },
    ])
  })

  test('says which arguments are calls, of which contract, and what arguments must be', () => {
    const call = 'run((address to,bytes data,uint256 value)[] calls,address payer,uint8 kind)'
    const params = { calleePath: 'calls.[].to', amountPath: 'calls.[].value', spenderPath: 'payer' }
    const [{ functions } = { functions: [] }] = functionsOf(
      descriptor(call, [
        { path: 'calls.[].data', label: 'Call', format: 'calldata', params },
        { path: 'kind', label: 'Kind', visible: { mustMatch: [1, '0x2'] } },
      ]),
    )
    expect(functions).toMatchObject([
      {
        calls: [{ data: 'calls.data', to: 'calls.to', value: 'calls.value', actor: 'payer' }],
        requires: [{ at: 'kind', oneOf: ['1', '0x2'] }],
      },
    ])
  })

  test('about messages is read by their type, with the members that the domain must have', () => {
    const type = 'Offer(Item[] items,address payee)Item(address token,uint256 amount)'
    const fields = [
      {
        path: 'items.[]',
        fields: [{ path: 'amount', label: 'Amount', format: 'tokenAmount', params: { tokenPath: 'token' } }],
      },
      { path: 'payee', label: 'Payee', format: 'addressName' },
    ]
    const { contracts, refused } = read([
      'offer.json',
      {
        context: { eip712: { deployments: deployments.slice(0, 1), domain: { name: 'Bazaar' } } },
        display: { formats: { [type]: { intent: 'Sell', fields } } },
      },
    ])
    expect(refused).toEqual([])
    expect(contracts).toMatchObject([
      {
        functions: [],
        messages: [
          {
            type,
            intent: 'Sell',
            domain: { name: 'Bazaar' },
            fields: [{ path: 'items.[].amount', params: { tokenPath: 'items.[].token' } }, { path: 'payee' }],
            effects: [{ kind: 'exchange', to: 'payee', gives: [{ token: 'items.token', amount: 'items.amount' }] }],
          },
        ],
      },
    ])
  })
})

const CALL = 'pay(address to,bytes data)'
const at = `/display/formats/${CALL}/fields/0`
const field = (more: object) => descriptor(CALL, [{ path: 'to', label: 'To', ...more }])

test.for([
  ['an unknown format', field({ format: 'sparkle' }), `18: ${at}/format is "sparkle", which is no format`],
  [
    'a format that is not read',
    field({ format: 'interoperableAddressName' }),
    `${at}/format is "interoperableAddressName", which is not read`,
  ],
  [
    'an encrypted value',
    field({ encryption: { scheme: 'fhevm' } }),
    `${at}/encryption says that the value is encrypted, which is not read`,
  ],
  ['a path to no argument', field({ path: 'recipient' }), `${at}/path is "recipient", which leads to no argument`],
  [
    'a path of the container that there is not',
    field({ path: '@.gas' }),
    `${at}/path is "@.gas", which no transaction has`,
  ],
  [
    'an index behind all call data',
    field({ path: 'data.[999999999]' }),
    `${at}/path is "data.[999999999]", which is behind the end of any call data`,
  ],
  [
    'an index with more digits',
    field({ path: 'data.[99999999999999999999]' }),
    `${at}/path is "data.[99999999999999999999]", which is no path`,
  ],
  [
    'a constant that is not there',
    field({ params: { token: '$.metadata.constants.no' } }),
    `${at}/params/token is "$.metadata.constants.no", which the descriptor does not have`,
  ],
  [
    'a definition that is not there',
    field({ $ref: '$.display.definitions.no' }),
    `${at}/$ref is "$.display.definitions.no", which the descriptor does not have`,
  ],
  ['a rule that there is not', field({ visible: { sometimes: [] } }), `${at}/visible/sometimes is no rule`],
  ['a field without a place', descriptor(CALL, [{ label: 'To' }]), `${at} has neither path nor value`],
  [
    'two functions of one selector',
    { context: bound, display: { formats: { 'f(address a)': {}, 'f(address b)': {} } } },
    '/display/formats/f(address b) has the selector of f(address a)',
  ],
  [
    'a fixed list longer than call data',
    descriptor('f(uint256[1000000000] a)', []),
    '/display/formats/f(uint256[1000000000] a) has a list that no call data can have',
  ],
  [
    'more than 500 fields',
    descriptor(
      CALL,
      Array.from({ length: 501 }, () => ({ path: 'to' })),
    ),
    `/display/formats/${CALL}/fields has more than 500 fields`,
  ],
  ['groups without end', descriptor(CALL, [nested(9)]), 'is more than 8 groups deep'],
  [
    'a definition that contains itself',
    { ...field({ $ref: '$.display.definitions.loop' }), ...loop(CALL) },
    'is more than 8 groups deep',
  ],
  [
    'a factory',
    { context: { contract: { factory: { deployEvent: 'E()' } } } },
    '/context/contract/factory says that a factory makes the contracts, which is not read',
  ],
  [
    'another version',
    { $schema: 'erc7730-v3.schema.json', ...field({}) },
    '/$schema is of version 3; version 2 is read',
  ],
  ['a file that includes itself', { includes: './vault.json', context: bound }, '/includes leads back to this file'],
  [
    'an included file that is not there',
    { includes: './no.json', context: bound },
    '/includes is "./no.json", which was not read',
  ],
  [
    'a message whose structs never end',
    { context: { eip712: { deployments } }, display: { formats: { 'A(A a)': {} } } },
    'has structs that are more than 16 deep, or contain themselves',
  ],
  ['a deep file', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'is nested more than 40 deep'],
] as const)('%s is refused by name', ([, content, message]) => {
  expect(processorTime(() => expect(refusalOf(content)).toContain(message))).toBeLessThan(2000)
})

function nested(depth: number): object {
  return depth === 0 ? { path: 'to' } : { fields: [nested(depth - 1)] }
}

function loop(call: string): object {
  const again = Array.from({ length: 200 }, () => ({ $ref: '$.display.definitions.loop' }))
  const fields = [{ $ref: '$.display.definitions.loop' }]
  return { display: { definitions: { loop: { fields: again } }, formats: { [call]: { fields } } } }
}

test('files that include one another in a circle or too deep are each refused', () => {
  const circle = read(['a.json', { includes: 'b.json' }], ['b.json', { includes: 'a.json' }])
  expect(circle.refused.map(({ message }) => message)).toEqual([
    expect.stringContaining('/includes names a file that cannot be read: /includes leads back to this file'),
    expect.stringContaining('/includes names a file that cannot be read: /includes leads back to this file'),
  ])
  const chain = Array.from({ length: 12 }, (_, index) => [`${index}.json`, { includes: `${index + 1}.json` }] as const)
  const { refused } = read(...chain, ['12.json', field({})])
  expect(refused.map(({ file }) => file)).toContain('0.json')
  expect(refused.find(({ file }) => file === '0.json')?.message).toContain('/includes is more than 8 deep')
})

describe('what a wallet shows that follows the descriptor', () => {
  const names: DescriptorNames = {
    token: (_, address) => (address === TOKEN ? { symbol: 'USDC', decimals: 6 } : undefined),
    address: (_, address) => (address === OTHER ? 'treasury' : undefined),
    collection: () => 'Cats',
  }

  const shown = (call: string, args: readonly unknown[], fields: readonly object[], more: object = {}) => {
    const content = descriptor(call, fields, more)
    const found = readDescriptor('vault.json', new Map([['vault.json', JSON.stringify(content)]]))
    if ('problem' in found) throw new Error(found.problem.message)
    const [format] = found.formats.values()
    const text = format?.call ?? ''
    const data = AbiFunction.encodeData(
      AbiFunction.from(`function ${text}` as never) as AbiFunction.AbiFunction,
      args as never,
    )
    const { layout } = signature(data.slice(0, 10), text)
    const container = { from: OTHER, to: CONTRACT, value: 3n * 10n ** 18n, chainId: '1' }
    const typed = { parameters: layout.parameters, args: layout.read(data.slice(10)).args, container }
    return showFields(format ?? { intent: '', fields: [] }, typed, names)
  }

  const shownAs = (type: string, arg: unknown, more: object, others: object = {}) =>
    shown(`f(${type} a)`, [arg], [{ path: 'a', label: 'A', ...more }], others).fields.map(({ value }) => value)

  test.for([
    ['uint256', 1_000_500n, { format: 'tokenAmount', params: { token: TOKEN } }, ['1.0005 USDC']],
    [
      'uint256',
      2n ** 256n - 1n,
      { format: 'tokenAmount', params: { token: TOKEN, threshold: '0xff', message: 'All' } },
      ['All USDC'],
    ],
    ['uint256', 7n, { format: 'tokenAmount', params: { token: OTHER } }, ['7']],
    [
      'uint256',
      10n ** 18n,
      { format: 'tokenAmount', params: { token: OTHER, nativeCurrencyAddress: [OTHER] } },
      ['1 ETH'],
    ],
    [
      'uint256',
      10n ** 9n,
      // Its currency has 9 decimals.
      { format: 'tokenAmount', params: { token: OTHER, nativeCurrencyAddress: [OTHER], chainId: 22222 } },
      ['1 ZBC'],
    ],
    ['uint256', 5n, { format: 'nftName', params: { collection: TOKEN } }, ['Cats #5']],
    ['uint256', 1_772_641_538n, { format: 'date', params: { encoding: 'timestamp' } }, ['2026-03-04 16:25:38Z']],
    ['uint256', 2n ** 255n, { format: 'date', params: { encoding: 'timestamp' } }, [String(2n ** 255n)]],
    ['uint256', 8250n, { format: 'duration' }, ['02:17:30']],
    ['uint256', 30n, { format: 'unit', params: { base: '%', decimals: 2 } }, ['0.3%']],
    ['uint256', 36_000n, { format: 'unit', params: { base: 's', prefix: true } }, ['36ks']],
    ['uint256', 1n, { format: 'chainId' }, ['ethereum']],
    ['address', OTHER, { format: 'addressName' }, ['treasury']],
    ['address', OTHER, { format: 'addressName', params: { senderAddress: OTHER } }, ['Sender']],
    ['address', TOKEN, { format: 'tokenTicker' }, ['USDC']],
    ['bool', true, {}, ['true']],
    [
      'address[]',
      [OTHER, TOKEN],
      { format: 'addressName' },
      ['treasury', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ],
    ['uint256[]', [1n, 2n, 3n], { path: 'a.[-2:]' }, ['2', '3']],
    ['uint256[]', [1n, 2n, 3n], { path: 'a.[1]' }, ['2']],
    ['bytes', '0xaabbccdd', { path: 'a.[1:3]' }, ['0xbbcc']],
    ['uint256', BigInt(OTHER), { path: 'a.[-20:]', format: 'addressName' }, ['treasury']],
    ['uint256', 4n, { visible: { ifNotIn: ['4'] } }, []],
    ['uint256', 4n, { visible: 'never' }, []],
  ] as const)('%s %s as %j is %j', ([type, arg, more, expected]) => {
    expect(shownAs(type, arg, more)).toEqual(expected)
  })

  test('enumerations, maps by an argument and interpolated sentences', () => {
    const metadata = {
      enums: { mode: { 1: 'stable', 2: 'variable' } },
      maps: { token: { values: { 9: TOKEN } } },
    }
    const content = (pool: bigint) =>
      shown(
        'f(uint256 pool,uint256 amount,uint8 mode)',
        [pool, 2_000_000n, 2],
        [
          {
            path: 'amount',
            label: 'Amount',
            format: 'tokenAmount',
            params: { token: { map: '$.metadata.maps.token', keyPath: 'pool' } },
          },
          { path: 'mode', label: 'Mode', format: 'enum', params: { $ref: '$.metadata.enums.mode' } },
        ],
        { metadata },
      )
    expect(content(9n)).toMatchObject({ fields: [{ value: '2 USDC' }, { value: 'variable' }], faults: [] })
    expect(content(8n).faults).toEqual(['amount cannot be shown as tokenAmount'])
  })

  test('items of a group are shown together, and a sentence only with all its values', () => {
    const call = 'f((address token,uint256 amount)[] items,uint256 hidden)'
    const group = {
      path: 'items.[]',
      fields: [
        { path: 'token', label: 'Token', format: 'tokenTicker' },
        { path: 'amount', label: 'Amount', format: 'tokenAmount', params: { tokenPath: 'token' } },
      ],
    }
    const interpolatedIntent = 'Pay {items.[].amount} {{now}}'
    const display = (sentence: string) => ({
      display: { formats: { [call]: { intent: 'Pay', interpolatedIntent: sentence, fields: [group] } } },
    })
    const items = [1n, 2n].map((amount) => [TOKEN, amount * 10n ** 6n])
    const args = [items.map(([token, amount]) => ({ token, amount })), 4n]
    const { fields, interpolatedIntent: sentence } = shown(call, args, [], display(interpolatedIntent))
    expect(fields.map(({ value }) => value)).toEqual(['USDC', '1 USDC', 'USDC', '2 USDC'])
    expect(sentence).toBe('Pay 1 USDC and 2 USDC {now}')
    expect(shown(call, args, [], display('Pay {hidden}')).interpolatedIntent).toBeUndefined()
  })

  test('another value than the descriptor demands is a fault', () => {
    const field = { path: 'a', label: 'A', visible: { mustMatch: ['0x01', '2'] } }
    expect(shown('f(uint256 a)', [1n], [field]).faults).toEqual([])
    expect(shown('f(uint256 a)', [3n], [field])).toMatchObject({ fields: [], faults: ['a is not 0x01 or 2'] })
  })
})

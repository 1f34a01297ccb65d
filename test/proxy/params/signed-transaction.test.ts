import fc from 'fast-check'
import * as Hash from 'ox/Hash'
import * as Rlp from 'ox/Rlp'
import { describe, expect, test } from 'vitest'
import { validationRequest } from '../../../src/api/schemas/transaction.ts'
import { RpcFault } from '../../../src/proxy/rpc/json-rpc.ts'
import {
  type ExampleType,
  examples,
  exampleTypes,
  type Hex,
  itemsOf,
  recipient,
  sender,
  signedRaw,
} from '../../support/proxy/raw.ts'
import { faultOf as faultOfMethod, read as readMethod } from '../../support/proxy/read.ts'

const read = (raw: unknown, chainId?: string) => readMethod('eth_sendRawTransaction', [raw], chainId)
const faultOf = (raw: unknown, chainId?: string) => faultOfMethod('eth_sendRawTransaction', [raw], chainId)

const numberOf: Readonly<Record<ExampleType, number>> = { legacy: 0, eip2930: 1, eip1559: 2, eip4844: 3, eip7702: 4 }

describe.each(exampleTypes)('a transaction of type %s', (type) => {
  test('is read with its sender and hash', () => {
    const raw = signedRaw(type)
    const request = read(raw)
    const authorizations = [
      { chainId: '0x0', address: recipient, nonce: '0x3' },
      { chainId: '0xa', address: sender, nonce: '0x4' },
    ]
    const transaction = {
      chainId: '1',
      from: sender,
      to: recipient,
      value: '0x5',
      data: '0x1234',
      nonce: '0x7',
      ...(type === 'eip7702' && { authorizations }),
    }
    const hash = Hash.keccak256(raw)
    const [part, ...others] = request.parts
    const feeTerms = { gas: 21_000n, gasPrice: 10n, blobFee: type === 'eip4844' ? 131_072n * 3n : 0n }
    expect(part).toEqual({ kind: 'transaction', transaction, feeTerms, isCancel: false, hash })
    // The verdict about the transaction is about every chain, which the one counts on.
    expect(others).toHaveLength(type === 'eip7702' ? 1 : 0)
    expect(request).toEqual({
      method: 'eth_sendRawTransaction',
      parts: request.parts,
      digest: hash,
      senders: [sender],
    })
    expect(validationRequest().safeParse({ transaction, trackNonce: false }).success).toBe(true)
  })

  test('is read in upper case, too', () => {
    const raw = signedRaw(type)
    expect(read(`0x${raw.slice(2).toUpperCase()}`)).toEqual(read(raw))
  })

  test('without a signature, or with one that is not valid, is refused', () => {
    const { items, withItems } = itemsOf(signedRaw(type))
    const unsigned = items.slice(0, -3)
    expect(faultOf(withItems(unsigned)).message).toContain('not signed')
    const zero = type === 'legacy' ? '0x25' : '0x'
    expect(faultOf(withItems([...unsigned, zero, '0x', '0x01'])).message).toContain('signature')
    expect(faultOf(withItems([...unsigned, zero, '0x01', `0x${'ff'.repeat(32)}`])).message).toContain('EIP-2')
  })

  test('with a field more or less, a cut or a longer text is refused', () => {
    const raw = signedRaw(type)
    const { items, withItems } = itemsOf(raw)
    expect(faultOf(withItems([...items, '0x'])).code).toBe(-32_602)
    expect(faultOf(withItems(items.slice(1))).code).toBe(-32_602)
    expect(faultOf(raw.slice(0, -2)).code).toBe(-32_602)
    expect(faultOf(`${raw}00`).code).toBe(-32_602)
    expect(faultOf(raw.slice(2)).code).toBe(-32_602)
    expect(faultOf(`0X${raw.slice(2)}`).code).toBe(-32_602)
  })

  test('with a number that has a leading zero, or another item for a field, is refused', () => {
    const { items, withItems } = itemsOf(signedRaw(type))
    for (const [index, item] of items.entries()) {
      const others = [typeof item === 'string' ? [item] : '0x01', `0x00${'01'.repeat(40)}`]
      // Data may be any bytes.
      const wrong = item === '0x1234' ? others.slice(0, 1) : others
      for (const other of wrong) expect(faultOf(withItems(items.with(index, other))).code).toBe(-32_602)
    }
  })

  test('for another chain is refused, and says so', () => {
    const fault = faultOf(signedRaw(type), '10')
    expect(fault).toMatchObject({ code: -32_003, data: { source: 'txwarden', verdict: null, state: 'blocked' } })
    expect(fault.message).toContain('for chain 1, and the upstream is chain 10')
  })

  test('to the sender, without value and data is a cancel, except type 4', () => {
    const cancel = read(signedRaw(type, { to: sender, value: 0n, data: '0x' }))
    expect(cancel.parts[0]).toMatchObject({ isCancel: numberOf[type] !== 4 })
    for (const change of [{ to: recipient }, { value: 1n }, { data: '0x00' }])
      expect(read(signedRaw(type, { to: sender, value: 0n, data: '0x', ...change })).parts[0]).toMatchObject({
        isCancel: false,
      })
  })

  test('changed in any byte is not read as the same', () => {
    const raw = signedRaw(type)
    const text = (bytes: string) =>
      JSON.stringify(read(bytes), (_, each) => (typeof each === 'bigint' ? String(each) : each))
    const original = text(raw)
    fc.assert(
      fc.property(fc.nat({ max: raw.length / 2 - 2 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Buffer.from(raw.slice(2), 'hex')
        bytes[at] = (bytes[at] ?? 0) ^ flip
        try {
          expect(text(`0x${bytes.toString('hex')}`)).not.toBe(original)
        } catch (error) {
          if (!(error instanceof RpcFault)) throw error
        }
      }),
      { numRuns: 15 },
    )
  })
})

test('the example of EIP-155 has the sender and hash that it says', () => {
  const raw =
    '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83'
  expect(read(raw)).toMatchObject({
    digest: '0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788',
    senders: ['0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f'],
    parts: [{ transaction: { nonce: '0x9', value: '0xde0b6b3a7640000', to: `0x${'35'.repeat(20)}` } }],
  })
})

test.each(['legacy', 'eip2930', 'eip1559'] as const)('type %s without a recipient creates a contract', (type) => {
  expect(read(signedRaw(type, { to: null })).parts).toMatchObject([{ transaction: { to: null } }])
})

test.each(['eip4844', 'eip7702'] as const)('type %s without a recipient is refused', (type) => {
  const { items, withItems } = itemsOf(signedRaw(type))
  expect(faultOf(withItems(items.with(5, '0x'))).message).toContain('is not 20 bytes')
})

test('a signature without a chain id is refused, as it could be repeated on every chain', () => {
  const fault = faultOf(signedRaw('legacy', { chainId: undefined }))
  expect(fault.code).toBe(-32_003)
  expect(fault.message).toContain('repeated on every chain')
})

test('the payload of EIP-155 is not signed', () => {
  const { items, withItems } = itemsOf(signedRaw('legacy'))
  expect(faultOf(withItems([...items.slice(0, 6), '0x01', '0x', '0x'])).message).toContain('not signed')
})

test.each(['0x', '0x00', '0x05c0', '0x7ec0', '0x71c0', '0x7fc0', '0x80', '0xbf', '0xc0', '0x02', '0x0280', '0xff'])(
  'bytes %s are no transaction',
  (raw) => {
    expect(faultOf(raw).code).toBe(-32_602)
  },
)

test('RLP that nests deeply or declares more than there is, is refused', () => {
  let nested: unknown = []
  for (let depth = 0; depth < 2000; depth += 1) nested = [nested]
  expect(faultOf(`0x02${Rlp.fromHex(nested as never).slice(2)}`).code).toBe(-32_602)
  expect(faultOf('0x02fbffffffff').code).toBe(-32_602)
  // A length in more bytes than it needs.
  const raw = signedRaw('eip1559')
  expect(raw.slice(4, 6)).toBe('f8')
  expect(faultOf(`0x02f900${raw.slice(6)}`).message).toContain('canonical')
})

describe('the network form of type 3', () => {
  const blob: Hex = `0x${'00'.repeat(131_072)}`
  const point: Hex = `0x${'01'.repeat(48)}`
  const inner = signedRaw('eip4844')
  const fields = itemsOf(inner).items
  const wrapped = (...parts: readonly unknown[]): Hex => `0x03${Rlp.fromHex([fields, ...parts] as never).slice(2)}`

  test.each([
    ['EIP-4844', wrapped([blob], [point], [point])],
    [
      'EIP-7594',
      wrapped(
        '0x01',
        [blob],
        [point],
        Array.from({ length: 128 }, () => point),
      ),
    ],
  ])('of %s is read as the transaction in it', (_name, raw) => {
    expect(read(raw)).toEqual(read(inner))
  })

  test.each([
    ['without proofs', wrapped([blob], [point])],
    ['with a proof too few', wrapped([blob], [point], [])],
    ['with a blob too many', wrapped([blob, blob], [point], [point])],
    ['with a short blob', wrapped(['0x00'], [point], [point])],
    [
      'of another version',
      wrapped(
        '0x02',
        [blob],
        [point],
        Array.from({ length: 128 }, () => point),
      ),
    ],
    ['with a part more', wrapped('0x01', [blob], [point], [point], [point])],
    ['with a transaction in it that has a wrapper', wrapped([fields], [point], [point])],
  ])('%s is refused', (_name, raw) => {
    expect(faultOf(raw).code).toBe(-32_602)
  })
})

test('more authorizations than are judged are refused', () => {
  const [authorization] = examples.eip7702.authorizationList
  const authorizationList = Array.from({ length: 257 }, () => authorization)
  expect(faultOf(signedRaw('eip7702', { authorizationList })).message).toContain('256')
})

test('a text of megabytes is refused', () => {
  expect(faultOf(`0x02${'00'.repeat(2_400_000)}`).code).toBe(-32_602)
  expect(faultOf(signedRaw('eip1559', { data: `0x${'00'.repeat(300_000)}` })).message).toContain('larger than')
})

describe('the second param', () => {
  const raw = signedRaw('eip1559')
  const methods = [
    'eth_sendRawTransactionSync',
    'eth_sendRawTransactionConditional',
    'eth_sendPrivateRawTransaction',
  ] as const
  const good = {
    eth_sendRawTransactionSync: [undefined, null, 2000, '0x7d0'],
    eth_sendRawTransactionConditional: [
      undefined,
      { knownAccounts: { [recipient]: `0x${'00'.repeat(32)}` }, blockNumberMax: '0x10', timestampMin: 1 },
    ],
    eth_sendPrivateRawTransaction: [undefined, { fast: true, privacy: { hints: ['hash'] } }],
  }
  const bad = {
    eth_sendRawTransactionSync: ['2000', -1, {}, '0x'],
    eth_sendRawTransactionConditional: ['latest', { knownaccounts: {} }, { txs: [raw] }],
    eth_sendPrivateRawTransaction: [{ tx: raw }, { Fast: true }, []],
  }

  test.each(methods)('of %s says nothing about the transaction', (method) => {
    for (const option of good[method])
      expect(readMethod(method, option === undefined ? [raw] : [raw, option]).digest).toBe(read(raw).digest)
    for (const option of bad[method]) expect(() => readMethod(method, [raw, option])).toThrow(/^invalid params: /)
    expect(() => readMethod(method, [raw, undefined, 1])).toThrow('has 3 params, not 1 to 2')
  })
})

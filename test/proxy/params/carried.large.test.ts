import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import * as AbiParameters from 'ox/AbiParameters'
import * as Rlp from 'ox/Rlp'
import { describe, expect, test } from 'vitest'
import { carriedIn, carriesAnything } from '../../../src/proxy/params/carried.ts'
import { exampleTypes, type Hex, itemsOf, recipient, sender, signedRaw } from '../../support/proxy/raw.ts'
import { runs } from '../../support/share.ts'

const raws = Object.fromEntries(exampleTypes.map((type) => [type, signedRaw(type)]))
const legacy = signedRaw('legacy')
const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex')
const chunks = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
const escapedBy = (prefix: string) => (text: string) =>
  [...Buffer.from(text)].map((byte) => `${prefix}${byte.toString(16).padStart(2, '0')}`).join('')

/** Texts that servers take bytes in. */
const encodings: Readonly<Record<string, (bytes: Buffer) => string>> = {
  'hex without 0x': (bytes) => bytes.toString('hex'),
  '0X and upper case': (bytes) => `0X${bytes.toString('hex').toUpperCase()}`,
  'hex with lines': (bytes) => chunks(bytes.toString('hex'), 60).join('\r\n'),
  'hex with colons': (bytes) => chunks(bytes.toString('hex'), 2).join(':'),
  'hex with a 0x at each byte': (bytes) =>
    chunks(bytes.toString('hex'), 2)
      .map((byte) => `0x${byte}`)
      .join(', '),
  'escapes of C': (bytes) =>
    chunks(bytes.toString('hex'), 2)
      .map((byte) => `\\x${byte}`)
      .join(''),
  'an odd number of digits': (bytes) => `0x0${bytes.toString('hex')}`,
  'percent-encoded bytes': (bytes) =>
    chunks(bytes.toString('hex'), 2)
      .map((byte) => `%${byte}`)
      .join(''),
  base64: (bytes) => bytes.toString('base64'),
  'base64 for URLs': (bytes) => bytes.toString('base64url'),
  'base64 with lines': (bytes) => chunks(bytes.toString('base64'), 76).join('\n'),
  'base64 behind a prefix': (bytes) => `tx/${bytes.toString('base64')}`,
  'a data URL': (bytes) => `data:application/octet-stream;base64,${bytes.toString('base64')}`,
  'decimal bytes': (bytes) => bytes.join(','),
  'signed bytes': (bytes) => `[${new Int8Array(bytes).join(', ')}]`,
  base58: (bytes) => base58(bytes),
  base36: (bytes) => BigInt(`0x${bytes.toString('hex')}`).toString(36),
}

/** Encodings of texts in which any of them can be, also several in each other. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
  itself: (text) => text,
  'a text of JSON': (text) => JSON.stringify({ tx: text }),
  'a text in JSON': (text) => JSON.stringify(text),
  'a form': (text) => `slot=5&tx=${encodeURIComponent(text)}`,
  'percent-encoded': escapedBy('%'),
  'escapes of JSON': escapedBy('\\u00'),
  hex: (text) => `0x${Buffer.from(text).toString('hex')}`,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 of gzip': (text) => gzipSync(text).toString('base64'),
  'hex of zlib': (text) => `0x${deflateSync(text).toString('hex')}`,
  'base64 of brotli': (text) => brotliCompressSync(text).toString('base64'),
  'hex of zstd': (text) => zstdCompressSync(text).toString('hex'),
  'between other text': (text) => `please include ${text} soon, thank you`,
}

/** Places in params. */
const places: Readonly<Record<string, (text: string) => unknown>> = {
  'a param': (text) => [text],
  'behind others': (text) => ['latest', 5, true, null, text],
  'deep in members': (text) => [{ a: [{ b: { c: [[text]] } }] }],
  'the name of a member': (text) => [{ [text]: true }],
  'parts in a list': (text) => [chunks(text, 50)],
  'parts in lists': (text) => [chunks(text, 70).map((part) => [part])],
  'parts in members': (text) => [Object.fromEntries(chunks(text, 40).map((part, at) => [`part${at}`, part]))],
  'parts with numbers': (text) => [chunks(text, 64).map((data, index) => ({ index, data }))],
  // Of equal names, an object keeps one, and names that are indexes it moves to the front.
  'parts in names': (text) => {
    const parts = chunks(text, 40)
    const isKept = new Set(parts).size === parts.length && !parts.some((part) => /^[0-9]{1,10}$/.test(part))
    return isKept ? [Object.fromEntries(parts.map((part, at) => [part, at]))] : [text]
  },
}

/** Values of JSON that are bytes. */
const numbers: Readonly<Record<string, (bytes: Buffer) => unknown>> = {
  'an array': (bytes) => [[...bytes]],
  'a Buffer': (bytes) => [bytes.toJSON()],
  'a Buffer in a text': (bytes) => [JSON.stringify(bytes)],
  'a Uint8Array': (bytes) => [{ ...bytes }],
  'signed bytes': (bytes) => [[...new Int8Array(bytes)]],
  'an array in parts': (bytes) => [chunks(bytes.toString('hex'), 64).map((part) => [...Buffer.from(part, 'hex')])],
  'texts of numbers': (bytes) => [[...bytes].map(String)],
  'texts of hex': (bytes) =>
    [[...bytes].map((byte) => `0x${byte.toString(16)}`.padEnd(4, ' '))].map((list) =>
      list.map((text) => (text.endsWith(' ') ? `0x0${text.slice(2, 3)}` : text)),
    ),
  'beside other numbers': (bytes) => [[17_000_000, ...bytes, 1e9]],
}

function base58(bytes: Buffer): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n)
    text = alphabet[Number(rest % 58n)] + text
  return text
}

const fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', preVerificationGas: '0x1' }
const signature: Hex = `0x${'17'.repeat(65)}`
const common = { sender, nonce: '0x1', callData: '0x12345678', ...fees, signature }
const operations = {
  '0.6': { ...common, initCode: '0x', paymasterAndData: '0x' },
  '0.7': { ...common, factory: recipient, factoryData: '0x12' },
  '0.8': { ...common, factory: '0x7702', eip7702Auth: { address: recipient } },
}
const zero: Hex = `0x${'00'.repeat(32)}`
const packedOperations = {
  '0.6': AbiParameters.encode(
    AbiParameters.from([
      'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 a; uint256 b; uint256 c; uint256 d; uint256 e; bytes paymasterAndData; bytes signature; }',
      'Operation[] operations, address beneficiary',
    ]),
    [
      [
        {
          sender,
          nonce: 1n,
          initCode: '0x',
          callData: '0x1234',
          a: 1n,
          b: 1n,
          c: 1n,
          d: 1n,
          e: 1n,
          paymasterAndData: '0x',
          signature,
        },
      ],
      recipient,
    ],
  ),
  '0.7 and 0.8': AbiParameters.encode(
    AbiParameters.from([
      'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 limits; uint256 gas; bytes32 fees; bytes paymasterAndData; bytes signature; }',
      'Operation operation',
    ]),
    [
      {
        sender,
        nonce: 1n,
        initCode: '0x',
        callData: '0x1234',
        limits: zero,
        gas: 1n,
        fees: zero,
        paymasterAndData: '0x',
        signature,
      },
    ],
  ),
}

const isFound = (params: unknown) => carriesAnything(carriedIn(params))
const anyOf = <T>(table: Readonly<Record<string, T>>) => fc.constantFrom(...Object.entries(table))

describe('a signed transaction', () => {
  test.each(Object.entries(raws))(
    'of the type %s is found in every encoding, in each wrapping and place',
    (_type, raw) => {
      const missed: string[] = []
      for (const [encoding, encode] of Object.entries(encodings)) {
        for (const [wrapping, wrap] of Object.entries(wrappings))
          if (!isFound([wrap(encode(bytesOf(raw)))])) missed.push(`${encoding}, ${wrapping}`)
        for (const [place, put] of Object.entries(places))
          if (!isFound(put(encode(bytesOf(raw))))) missed.push(`${encoding}, ${place}`)
      }
      expect(missed).toEqual([])
    },
  )

  test.each(Object.entries(raws))('of the type %s is found as numbers', (_type, raw) => {
    for (const [name, put] of Object.entries(numbers)) expect([name, isFound(put(bytesOf(raw)))]).toEqual([name, true])
  })

  test('is found in encodings of encodings, whatever its type', () => {
    const bytes = fc.constantFrom(...Object.values(raws)).map(bytesOf)
    const property = fc.property(
      bytes,
      anyOf(encodings),
      fc.array(anyOf(wrappings), { maxLength: 5 }),
      anyOf(places),
      (raw, [, encode], wraps, [, put]) => {
        const text = wraps.reduce((inner, [, wrap]) => wrap(inner), encode(raw))
        expect(isFound(put(text))).toBe(true)
      },
    )
    fc.assert(property, { numRuns: runs(500) })
  })

  test('is found inside of other bytes, and in lists of RLP', () => {
    const inBytes = fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom(...Object.values(raws)),
      fc.uint8Array({ maxLength: 300 }),
      (before, raw, after) => isFound([`0x${Buffer.concat([before, bytesOf(raw), after]).toString('hex')}`]),
    )
    fc.assert(inBytes, { numRuns: runs(300) })
    for (const raw of Object.values(raws)) {
      expect(isFound([Rlp.fromHex([raw, '0x01'])])).toBe(true)
      expect(isFound([Rlp.fromHex([['0x', [raw as Hex]]])])).toBe(true)
    }
  })

  test('is read where it is whole, and otherwise in a form that is not read', () => {
    for (const raw of Object.values(raws)) {
      expect(carriedIn([{ deep: [raw] }, 'latest', raw])).toMatchObject({ raws: [raw, raw], isHidden: false })
      expect(carriedIn([raw.slice(2)])).toMatchObject({ raws: [], isHidden: true })
    }
  })

  test('with blobs in their wrapper is found', () => {
    const { items } = itemsOf(signedRaw('eip4844'))
    const blob: Hex = `0x${'00'.repeat(1000)}`
    for (const wrapper of [
      [items, [blob], ['0x'], ['0x']],
      [items, '0x01', [blob], ['0x'], ['0x']],
    ])
      expect(carriedIn([`0x03${Rlp.fromHex(wrapper as never).slice(2)}`]).raws).toHaveLength(1)
  })

  const word: Hex = `0x${'9a'.repeat(32)}`
  const [first = []] = [itemsOf(legacy).items.slice(0, 6)]
  test.each<[string, Hex, unknown[]]>([
    ['Conflux', '0x', [[...first, '0x', '0x', '0x'], '0x01', word, word]],
    ['Kaia', '0x08', [...first, [['0x25', word, word]]]],
    ['Harmony', '0x', [...first.slice(0, 3), '0x', '0x01', ...first.slice(3), '0x25', word, word]],
    ['Celo', '0x7b', ['0x01', ...first, [], recipient, '0x', word, `0x${'9a'.repeat(31)}`]],
    ['ZKsync', '0x71', [...first, '0x01', '0x', '0x', '0x01', sender, '0x', [], signature, []]],
    ['a later fork', '0x05', ['0x01', ...first, [], [], [], [], [], '0x01', word, word]],
    ['the other half of a signature first', '0x', [...first, word, word, '0x25', word, word]],
  ])('of %s is found, although its type is not read', (_of, type, list) => {
    const raw = `${type}${Rlp.fromHex(list as never).slice(2)}`
    expect(carriedIn([raw])).toMatchObject({ raws: [], isHidden: true })
  })

  test('is found as JSON', () => {
    for (const names of ['r s v', 'R S V', 'R_ S_ yParity'])
      expect(isFound([{ to: recipient, ...Object.fromEntries(names.split(' ').map((name) => [name, '0x1'])) }])).toBe(
        true,
      )
    expect(isFound([{ to: recipient, r: '0x1' }])).toBe(false)
  })
})

describe('a user operation', () => {
  test.each(Object.entries(operations))('of entry point %s is found in every form of JSON', (_version, operation) => {
    const snake = Object.fromEntries(
      Object.entries(operation).map(([name, value]) => [
        name.replace(/[A-Z]/g, (each) => `_${each.toLowerCase()}`),
        value,
      ]),
    )
    for (const each of [operation, snake, { 'Call-Data': '0x', SENDER: sender }])
      for (const [wrapping, wrap] of Object.entries(wrappings))
        expect([wrapping, isFound([{ deep: [each] }]), isFound([wrap(JSON.stringify(each))])]).toEqual([
          wrapping,
          true,
          true,
        ])
  })

  test.each([9, 11])('of %i members is found as a list of them', (amount) => {
    const list = [sender, ...Array.from({ length: amount - 2 }, () => '0x12'), signature]
    expect(isFound([list])).toBe(true)
    expect(isFound([list.slice(0, -1)])).toBe(false)
    expect(isFound([list.slice(1)])).toBe(false)
  })

  test.each(Object.entries(packedOperations))('of entry point %s is found in bytes', (_version, encoded) => {
    for (const [encoding, encode] of Object.entries(encodings))
      for (const prefix of ['', '1fad948c', '765e827f'])
        expect([encoding, isFound([encode(bytesOf(`0x${prefix}${encoded.slice(2)}`))])]).toEqual([encoding, true])
  })
})

test('bytes of no transaction carry nothing', () => {
  const harmless = fc.uint8Array({ minLength: 64, maxLength: 3000 })
  let found = 0
  fc.assert(
    fc.property(harmless, (bytes) => {
      if (isFound([sender, `0x${Buffer.from(bytes).toString('hex')}`])) found += 1
    }),
    { numRuns: runs(500) },
  )
  expect(found).toBe(0)
})

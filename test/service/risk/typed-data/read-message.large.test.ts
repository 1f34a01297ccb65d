import * as fc from 'fast-check'
import * as TypedData from 'ox/TypedData'
import { describe, expect, test } from 'vitest'
import { knownMessages } from '../../../../src/service/risk/typed-data/messages/look-up.ts'
import { readTypedData } from '../../../../src/service/risk/typed-data/read-message.ts'
import { WardenError } from '../../../../src/shared/errors.ts'
import { leastProcessorTime } from '../../../support/processor-time.ts'
import { runs } from '../../../support/share.ts'
import { coin, DOMAIN, judgedMessage, owner, permit, thief, typed, typesOf } from './typed.ts'

const simple = (type: string, value: unknown) => typed(`Thing(${type} value)`, coin, { value })
const readValue = (type: string, value: unknown) => readTypedData(simple(type, value)).message.value

function faultOf(given: unknown): string {
  try {
    readTypedData(given)
  } catch (error) {
    expect(error).toBeInstanceOf(WardenError)
    expect((error as WardenError).code).toBe('invalid-typed-data')
    expect((error as Error).message).not.toMatch(/\p{Cc}/u)
    expect((error as Error).message.length).toBeLessThan(600)
    return (error as Error).message.replace('the typed data is invalid: ', '')
  }
  return 'read'
}

describe('values', () => {
  test.each([
    ['uint256', '115792089237316195423570985008687907853269984665640564039457584007913129639935', 2n ** 256n - 1n],
    ['uint256', '0xff', 255n],
    ['uint256', 7, 7n],
    ['uint', 7, 7n],
    ['uint8', '255', 255],
    ['uint48', 2 ** 48 - 1, 2 ** 48 - 1],
    ['int8', -128, -128],
    ['int256', '-5', -5n],
    ['bool', false, false],
    ['string', 'é', 'é'],
    ['bytes', '0xAB', '0xab'],
    ['bytes4', '0x01020304', '0x01020304'],
    ['address', '0x57A4D4F5061728394A5B6C7D8E9FA0B1C2D3E4F5', thief],
    ['uint8[2][]', [[1, 2]], [[1, 2]]],
    ['uint8[]', [], []],
  ])('%s %s', (type, given, expected) => {
    expect(readValue(type, given)).toEqual(expected)
  })

  test.each([
    ['uint8', 256],
    ['uint8', -1],
    ['int8', 128],
    ['int8', '-129'],
    ['uint256', 2 ** 53],
    ['uint256', 1.5],
    ['uint256', `${thief.slice(0, 10)}g`],
    ['uint256', '1e18'],
    ['uint256', ''],
    ['uint256', ' 1'],
    ['uint256', true],
    ['uint256', null],
    ['uint256', `0x${'ff'.repeat(33)}`],
    ['bool', 'false'],
    ['bool', 1],
    ['string', 5],
    ['bytes', '0xabc'],
    ['bytes', 'hello'],
    ['bytes4', '0x010203'],
    ['bytes4', '0x0102030405'],
    ['address', '0x57a4'],
    ['address', 5],
    ['address', 'vitalik.eth'],
  ])('%s is not %s', (type, given) => {
    expect(faultOf(simple(type, given))).toMatch(/^message\.value is .* and not /)
  })

  test('arrays have their length', () => {
    expect(faultOf(simple('uint8[2]', [1]))).toBe('message.value has 1 items, its type is uint8[2]')
    expect(faultOf(simple('uint8[]', 5))).toBe('message.value is 5 and not uint8[]')
    expect(faultOf(simple('uint8[]', { 0: 1 }))).toBe('message.value is an object and not uint8[]')
  })

  test('a member named like an inherited one is a value', () => {
    const data = JSON.parse(
      JSON.stringify(typed('Thing(string __proto__,string constructor)', coin, {})).replace(
        '"message":{}',
        '"message":{"__proto__":"a","constructor":"b"}',
      ),
    )
    const { message } = readTypedData(data)
    expect(Object.entries(message)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
    expect(faultOf(typed('Thing(string toString)', coin, {}))).toBe('message.toString is missing')
  })
})

describe('one clear line for', () => {
  const good = permit()
  test.each([
    ['null', null, 'it is not an object with types, primaryType, domain and message'],
    ['a list', [], 'it is not an object with types, primaryType, domain and message'],
    ['no types', { ...good, types: undefined }, 'it has no types'],
    ['types as a list', { ...good, types: [] }, 'types is not an object'],
    ['no primary type', { ...good, primaryType: undefined }, 'it has no primaryType'],
    ['another primary type', { ...good, primaryType: 'Permits' }, 'primaryType "Permits" is not one of its types'],
    [
      'an inherited primary type',
      { ...good, primaryType: 'toString' },
      'primaryType "toString" is not one of its types',
    ],
    [
      'the domain as primary type',
      { ...good, types: typesOf(DOMAIN), primaryType: 'EIP712Domain' },
      'primaryType EIP712Domain has no message',
    ],
    ['no message', { ...good, message: undefined }, 'it has no message'],
    ['a text as message', { ...good, message: 'hi' }, 'message is "hi" and not a struct Permit'],
    ['a missing member', permit({ value: undefined }), 'message.value is undefined and not uint256'],
    ['a name of a primitive', { ...good, types: { uint256: [] } }, '"uint256" is not a name of a struct type'],
    ['a type that is no list', { ...good, types: { Permit: 5 } }, 'types.Permit is not an array of members'],
    ['a member that is no object', { ...good, types: { Permit: [5] } }, 'types.Permit[0] is not an object'],
    [
      'a member without a name',
      { ...good, types: { Permit: [{ type: 'bool' }] } },
      'types.Permit[0] has no valid name',
    ],
    [
      'a member without a type',
      { ...good, types: { Permit: [{ name: 'a' }] } },
      'types.Permit[0] (a) has no valid type',
    ],
    ['a member twice', { ...good, types: typesOf('Permit(bool a,bool a)') }, 'types.Permit has a twice'],
    ['an unknown type', { ...good, types: typesOf('Permit(uint257 a)') }, 'type "uint257" of Permit.a is not defined'],
    ['a bytes33', { ...good, types: typesOf('Permit(bytes33 a)') }, 'type "bytes33" of Permit.a is not defined'],
    ['a type in itself', { ...good, types: typesOf('Permit(Permit a)') }, 'type Permit contains itself'],
    [
      'types in a circle, in arrays',
      { ...good, types: typesOf('Permit(A[] a)A(B[] b)B(A[] a)') },
      'type A contains itself',
    ],
    ['no domain', { ...good, types: { ...good.types, ...typesOf(DOMAIN) }, domain: undefined }, 'it has no domain'],
    ['a text as domain', { ...good, domain: 'USDC' }, 'domain is not an object'],
    ['an unknown member of the domain', permit({}, { network: 1 }), 'domain.network is not a member of a domain'],
    [
      'a member of the domain that is not signed',
      { ...good, types: { ...good.types, ...typesOf('EIP712Domain(string name,string version,uint256 chainId)') } },
      'domain.verifyingContract is not in EIP712Domain, so it would be shown but not signed',
    ],
    [
      'a member that the domain lacks',
      { ...good, types: { ...good.types, ...typesOf(`${DOMAIN.slice(0, -1)},bytes32 salt)`) } },
      'domain.salt is missing',
    ],
    [
      'a verifying contract that is none',
      permit({}, { verifyingContract: '0x12' }),
      'domain.verifyingContract is "0x12" and not address',
    ],
    ['a chain that is none', permit({}, { chainId: 'mainnet' }), 'domain.chainId is "mainnet" and not uint256'],
  ])('%s', (_, given, fault) => {
    expect(faultOf(given)).toBe(fault)
  })

  test('a missing member', () => {
    const { value: _, ...message } = permit().message
    expect(faultOf({ ...permit(), message })).toBe('message.value is missing')
  })

  test('a text that a terminal would act on', () => {
    expect(faultOf(simple('uint8', '\u001b[2Jhello'))).toBe('message.value is "\\u001b[2Jhello" and not uint8')
  })
})

describe('the domain', () => {
  test('may be empty, and a type of its own is what is signed', () => {
    const { domain: _, ...bare } = typed('Thing(bool value)', undefined, { value: true })
    expect(readTypedData(bare).domain).toEqual({})
    const text = 'EIP712Domain(string name,string verifyingContract,uint64 chainId)'
    const odd = { ...simple('bool', true), domain: { name: 'Cosmos', verifyingContract: 'cosmos', chainId: 1 } }
    expect(readTypedData({ ...odd, types: { ...odd.types, ...typesOf(text) } }).domain).toEqual({ name: 'Cosmos' })
  })

  test('has a chain in any writing', () => {
    for (const chainId of [1, '1', '0x1'])
      expect(readTypedData({ ...simple('bool', true), domain: { chainId } }).domain.chainId).toBe(1n)
  })

  test('null is no member', () => {
    expect(readTypedData({ ...simple('bool', true), domain: { name: 'A', salt: null } }).domain).toEqual({ name: 'A' })
  })
})

test('the types of known messages are those that a library encodes', () => {
  const exact = knownMessages().flatMap(({ type }) => type ?? [])
  expect(exact.length).toBeGreaterThan(40)
  for (const type of exact) {
    const types = typesOf(type) as never
    expect(TypedData.encodeType({ primaryType: type.slice(0, type.indexOf('(')), types })).toBe(type)
  }
})

describe('work is bounded', () => {
  const LIMIT_MS = 250
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, at) => `0x${(at + 2 ** 20).toString(16).padStart(40, '1')}`)
  const nested = (depth: number) => {
    let value: unknown = 1
    for (let level = 0; level < depth; level++) value = [value]
    return value
  }

  test.each([
    [
      'a million numbers',
      () =>
        simple(
          'uint256[]',
          Array.from({ length: 500_000 }, () => 1),
        ),
      'items',
    ],
    [
      'many values',
      () =>
        simple(
          'uint256[][]',
          Array.from({ length: 16_000 }, () => [1, 2]),
        ),
      'values',
    ],
    ['a large text', () => simple('string', 'a'.repeat(1_000_000)), 'read'],
    ['large bytes', () => simple('bytes', `0x${'ab'.repeat(128 * 1024)}`), 'read'],
    [
      'more texts outside its types',
      () => {
        const data = simple('uint256', 1)
        return { ...data, message: { ...data.message, notes: Array(4_097).fill('note') } }
      },
      'it has more than 4096 texts that its types do not have',
    ],
    ['larger bytes', () => simple('bytes', `0x${'ab'.repeat(128 * 1024)}c`), 'message.value is larger than 128 KiB'],
    ['deep arrays', () => simple('uint8[][][][][][][][][][][][][][][][][][][][][][][][]', nested(24)), 'read'],
    ['25 dimensions', () => simple(`uint8${'[]'.repeat(25)}`, nested(25)), 'no valid type'],
    ['very deep values', () => simple('uint8', nested(100_000)), 'an array'],
    [
      'many types',
      () => ({
        ...simple('bool', true),
        types: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`T${at}`, []])),
      }),
      '256 types',
    ],
    [
      'many members',
      () => ({
        ...simple('bool', true),
        types: { Thing: Array.from({ length: 3000 }, (_, at) => ({ name: `m${at}`, type: 'bool' })) },
      }),
      '2048 members',
    ],
    [
      'types that double at each level',
      () => {
        const text = Array.from({ length: 60 }, (_, at) => `T${at}(T${at + 1}[] a,T${at + 1}[] b)`).join('')
        return typed(`${text}T60(bool c)`, coin, { a: [], b: [] })
      },
      'read',
    ],
    [
      'structs 70 deep',
      () => {
        const text = Array.from({ length: 70 }, (_, at) => `T${at}(T${at + 1} a)`).join('')
        let message: object = { c: true }
        for (let at = 0; at < 70; at++) message = { a: message }
        return typed(`${text}T70(bool c)`, coin, message as never)
      },
      '64 deep',
    ],
    [
      'many members that are not in the type',
      () =>
        typed('Thing(bool value)', coin, {
          value: true,
          ...Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`m${at}`, 1])),
        }),
      'read',
    ],
    ['2,048 addresses', () => simple('address[]', addresses(2048)), 'read'],
    ['more addresses', () => simple('address[]', addresses(16_000)), '2048 addresses'],
    [
      'one address many times',
      () =>
        simple(
          'address[]',
          Array.from({ length: 16_000 }, () => thief),
        ),
      'read',
    ],
  ])('%s', (_, build, expected) => {
    // Each time another object: nothing is remembered.
    const given = [build(), build(), build()]
    const time = leastProcessorTime(() => {
      const data = given.pop()
      const fault = faultOf(data)
      expect(fault).toContain(expected)
      if (fault === 'read') judgedMessage(data)
    })
    expect(time).toBeLessThan(LIMIT_MS)
  })
})

const name = fc.constantFrom('A', 'B', 'Permit', 'owner', 'value', '__proto__', 'constructor', '')
const type = fc.constantFrom(
  'address',
  'uint256',
  'uint8',
  'bool',
  'bytes',
  'bytes32',
  'string',
  'A',
  'B',
  'A[]',
  'B[2]',
  'uint8[][]',
  'x',
)
const value = fc.oneof(
  fc.constantFrom<unknown>(owner, thief, '0x', '7', 7, true, null, `0x${'ab'.repeat(32)}`, [], {}),
  fc.anything(),
)
const anyTypedData = fc.record(
  {
    types: fc.oneof(fc.dictionary(name, fc.array(fc.record({ name, type }), { maxLength: 4 })), fc.anything()),
    primaryType: fc.oneof(name, fc.anything()),
    domain: fc.oneof(
      fc.dictionary(fc.constantFrom('name', 'version', 'chainId', 'verifyingContract', 'salt'), value),
      fc.anything(),
    ),
    message: fc.oneof(fc.dictionary(name, value), fc.anything()),
  },
  { requiredKeys: [] },
)

/** A known message with members changed, dropped or added. */
const changed = fc
  .tuple(
    fc.constantFrom(...knownMessages().flatMap((row) => row.type ?? [])),
    fc.array(fc.tuple(fc.nat(20), value), { maxLength: 3 }),
  )
  .map(([text, changes]) => {
    const types = typesOf(text)
    const primaryType = text.slice(0, text.indexOf('('))
    const message = { ...(sample(types, primaryType) as Record<string, unknown>) }
    const members = Object.keys(message)
    for (const [at, to] of changes) message[members[at % members.length] ?? 'none'] = to
    return { types, primaryType, domain: { chainId: 1, verifyingContract: coin }, message }
  })

/** A value for each member. */
function sample(types: ReturnType<typeof typesOf>, of: string): unknown {
  const struct = types[of]
  if (struct) return Object.fromEntries(struct.map((member) => [member.name, sample(types, member.type)]))
  if (of.endsWith('[]')) return [sample(types, of.slice(0, -2))]
  if (of === 'address') return thief
  if (of === 'bool') return true
  if (of.startsWith('bytes')) return `0x${'ab'.repeat(Number(of.slice(5) || 4))}`
  return of === 'string' ? 'text' : '1'
}

test('arbitrary typed data is read or refused with one line, and what is read is judged', () => {
  let read = 0
  fc.assert(
    fc.property(fc.oneof(anyTypedData, changed, fc.anything()), (given) => {
      if (faultOf(given) !== 'read') return
      read++
      const { combinedScore, coverage } = judgedMessage(given, { chainId: '1' })
      expect(combinedScore).toBeGreaterThanOrEqual(0)
      expect(coverage).not.toBe('full')
    }),
    { numRuns: runs(2000) },
  )
  expect(read).toBeGreaterThan(runs(100))
})

/** Some bytes hold an address: the validator of a Kernel. */
const IN_BYTES = `0x${'ab'.repeat(20)}`

test('each known message is judged with sample values, and no finding is about an address outside of it', () => {
  for (const { type: text } of knownMessages()) {
    if (text === undefined) continue
    const types = typesOf(text)
    const primaryType = text.slice(0, text.indexOf('('))
    const data = {
      types,
      primaryType,
      domain: { chainId: 1, verifyingContract: coin },
      message: sample(types, primaryType),
    }
    const { findings } = judgedMessage(data)
    for (const { subject } of findings) expect(['', thief, coin, owner, IN_BYTES]).toContain(subject)
  }
})

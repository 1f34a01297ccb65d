import fc from 'fast-check'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { expect, test } from 'vitest'
import { cloneOf, slots, storedProxyOf } from '../../../../src/service/chain/accounts/proxies.ts'
import { questions } from '../../../../src/service/chain/accounts/raw-account.ts'
import { delegateOf } from '../../../../src/service/evm/words.ts'

const TARGET = 'be'.repeat(20)
const hashOf = (text: string) => Hash.keccak256(Hex.fromString(text))
const lessOne = (hash: string) => `0x${(BigInt(hash) - 1n).toString(16).padStart(64, '0')}`
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

test('slots and selectors are the hashes of their names', () => {
  expect(slots).toEqual({
    eip1967: lessOne(hashOf('eip1967.proxy.implementation')),
    beacon: lessOne(hashOf('eip1967.proxy.beacon')),
    admin: lessOne(hashOf('eip1967.proxy.admin')),
    zeppelinos: hashOf('org.zeppelinos.proxy.implementation'),
    eip1822: hashOf('PROXIABLE'),
    first: `0x${'0'.repeat(64)}`,
  })
  const { isErc721, isErc1155, isAnything, ...named } = questions
  for (const [name, selector] of Object.entries(named)) expect(selector).toBe(hashOf(`${name}()`).slice(0, 10))
  for (const data of [isErc721, isErc1155, isAnything])
    expect(data).toMatch(new RegExp(`^${hashOf('supportsInterface(bytes4)').slice(0, 10)}[0-9a-f]{8}0{56}$`))
})

/** Code around a target, as deployed. */
const forms: readonly (readonly [string, string, string, string])[] = [
  ['eip1167', 'ERC-1167', '363d3d373d3d3d363d73', '5af43d82803e903d91602b57fd5bf3'],
  ['eip1167', '0age, 44 bytes', '3d3d3d3d363d3d37363d73', '5af43d3d93803e602a57fd5bf3'],
  ['eip7511', 'ERC-7511', '365f5f375f5f365f73', '5af43d5f5f3e5f3d91602a57fd5bf3'],
  ['eip7511', 'Solady with PUSH0', '5f5f365f5f37365f73', '5af43d5f5f3e6029573d5ffd5b3d5ff3'],
  ['eip1167', 'immutable arguments', '3d3d3d3d363d3d3761003f603736393661003f013d73', '5af43d3d93803e603557fd5bf3'],
  [
    'eip1167',
    'immutable arguments of Solady',
    '36602c57343d527f9e4ac34f21c619cefc926c8bd93b54bf5a39c7ab2127a895af1cc0691d7e3dff593da1005b363d3d373d3d3d3d610016806062363936013d73',
    '5af43d3d93803e606057fd5bf3',
  ],
]

test.each(forms)('%s: %s', (form, _name, before, after) => {
  const expected = { form, implementation: `0x${TARGET}`, admin: undefined, beacon: undefined }
  expect(cloneOf(`0x${before}${TARGET}${after}`)).toEqual(expected)
  expect(cloneOf(`0x${before}${TARGET}${after}${'ab'.repeat(32)}`)).toEqual(expected)
  expect(cloneOf(`0x00${before}${TARGET}${after}`)).toBeUndefined()
  expect(cloneOf(`0x${before}${TARGET}${after.slice(0, -2)}`)).toBeUndefined()
})

test('clones of addresses that begin with zeros push fewer bytes', () => {
  const short = `0x363d3d373d3d3d363d6f${'be'.repeat(16)}5af43d82803e903d91602757fd5bf3`
  expect(cloneOf(short)?.implementation).toBe(`0x${'00'.repeat(4)}${'be'.repeat(16)}`)
  // The jump goes elsewhere: it is other code.
  expect(cloneOf(short.replace('6027', '6028'))).toBeUndefined()
})

test('any code that is no clone is none', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 128 }), (code) => cloneOf(Hex.fromBytes(code)) === undefined))
})

test('a delegation is 23 bytes', () => {
  expect(delegateOf(`0xef0100${TARGET}`)).toBe(`0x${TARGET}`)
  expect(delegateOf(`0xef0100${TARGET}00`)).toBeUndefined()
  expect(delegateOf(`0xef0101${TARGET}`)).toBeUndefined()
  expect(delegateOf('0x')).toBeUndefined()
})

test('a word that is no address is no implementation', () => {
  expect(storedProxyOf({ eip1967: `0x01${word(`0x${TARGET}`).slice(4)}` }, false)).toBeUndefined()
  expect(storedProxyOf({ eip1967: word('0x') }, true)).toBeUndefined()
  expect(storedProxyOf({ first: word(`0x${TARGET}`) }, false)).toBeUndefined()
  expect(storedProxyOf({ first: word(`0x${TARGET}`) }, true)).toMatchObject({ form: 'safe' })
  expect(storedProxyOf({}, true)).toBeUndefined()
})

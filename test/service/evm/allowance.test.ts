import fc from 'fast-check'
import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import {
  type Allowance,
  allowanceKey,
  allowanceKinds,
  isUnlimited,
  PERMIT2,
  revocationOf,
  spenderKey,
} from '../../../src/service/evm/allowance.ts'
import { addressOfNumber, ZERO_ADDRESS } from '../../../src/service/evm/words.ts'

const [owner, token, spender, other] = [0xa1n, 0x70n, 0x5bn, 0x0en].map(addressOfNumber) as [
  string,
  string,
  string,
  string,
]
const allowance: Allowance = { kind: 'allowance', owner, token, spender, id: undefined }

test('what a spender may take is of one owner, one token and one spender, by a right of any kind', () => {
  const keys = [{}, { owner: other }, { token: other }, { spender: other }].map((each) =>
    spenderKey({ ...allowance, ...each }),
  )
  expect(new Set(keys).size).toBe(4)
  expect(spenderKey({ ...allowance, kind: 'operator' } as Allowance)).toBe(keys[0])
})
const item: Allowance = { kind: 'item', owner, token, spender, id: 7n }

describe('the key of a right', () => {
  test('is another for another owner, token, spender or kind', () => {
    const kinds = allowanceKinds.map((kind) => ({ ...allowance, kind, id: kind === 'item' ? 7n : undefined }))
    const others = [
      ...kinds,
      { ...allowance, owner: other },
      { ...allowance, token: other },
      { ...allowance, spender: other },
      { ...item, id: 8n },
      { ...item, token: other },
      { ...item, owner: other },
    ]
    expect(new Set(others.map(allowanceKey)).size).toBe(others.length)
  })

  test('of an item is the same whoever may move it: it has one spender', () => {
    expect(allowanceKey({ ...item, spender: other })).toBe(allowanceKey(item))
  })

  test('of an allowance does not depend on an id', () => {
    for (const kind of ['allowance', 'permit2', 'operator'] as const)
      expect(allowanceKey({ ...allowance, kind, id: 7n })).toBe(allowanceKey({ ...allowance, kind }))
  })
})

test('from 2^95 base units on, and where nothing limits it, an allowance is unlimited', () => {
  expect([undefined, 2n ** 95n, 2n ** 96n - 1n, 2n ** 160n - 1n, 2n ** 256n - 1n].map(isUnlimited)).toEqual(
    Array(5).fill(true),
  )
  expect([0n, 1n, 10n ** 28n, 2n ** 95n - 1n].map(isUnlimited)).toEqual(Array(4).fill(false))
})

describe('the call that revokes', () => {
  const addresses = fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }).map(addressOfNumber)
  const ids = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

  test.each([
    ['allowance', 'function approve(address spender, uint256 amount)', (a: Allowance) => [a.spender, 0n], 'token'],
    [
      'operator',
      'function setApprovalForAll(address operator, bool approved)',
      (a: Allowance) => [a.spender, false],
      'token',
    ],
    ['item', 'function approve(address to, uint256 id)', (a: Allowance) => [ZERO_ADDRESS, a.id], 'token'],
    [
      'permit2',
      'function approve(address token, address spender, uint160 amount, uint48 expiration)',
      (a: Allowance) => [a.token, a.spender, 0n, 0],
      'Permit2',
    ],
  ] as const)('of kind %s is that of the ABI', (kind, signature, argumentsOf, at) => {
    const abi = AbiFunction.from(signature)
    fc.assert(
      fc.property(addresses, addresses, ids, (spender, token, id) => {
        const right = { kind, owner, token, spender, id: kind === 'item' ? id : undefined }
        const { to, data, text } = revocationOf(right)
        expect(to).toBe(at === 'token' ? token : PERMIT2)
        expect(data).toBe(AbiFunction.encodeData(abi, argumentsOf(right) as never))
        expect(text).toBe(`${abi.name}(${argumentsOf(right).join(', ')})`)
      }),
    )
  })
})

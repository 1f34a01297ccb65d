import { expect, test } from 'vitest'
import { isDifferent, type Suspect } from '../../../../src/service/follower/audit/suspects.ts'

/** At block 10 the account has 100 wei and nonce 3; block 11 paid it 5 wei, block 12 had its next transaction. */
const ledger: Suspect['ledger'] = {
  base: { number: 10, balance: 100n, nonce: 3 },
  changes: new Map([
    [11, { balance: 5n, nonce: 0 }],
    [12, { balance: -1n, nonce: 1 }],
  ]),
}

function differs(nonceOf: Suspect['nonceOf'], balance: bigint, nonce: number, number = 12): boolean {
  const at = { number, hash: '', parentHash: '', timestamp: 0 }
  return isDifferent({ ledger, nonceOf, at, state: { balance, nonce } } as Suspect)
}

const meanings = ['transactions', 'delegated', 'creations'] as const

test.each(meanings)('a state that the blocks explain is no difference (%s)', (nonceOf) => {
  expect([differs(nonceOf, 104n, 4), differs(nonceOf, 105n, 3, 11), differs(nonceOf, 100n, 3, 10)]).toEqual([
    false,
    false,
    false,
  ])
})

test.each(meanings)('any other balance is one (%s)', (nonceOf) => {
  expect([differs(nonceOf, 105n, 4), differs(nonceOf, 103n, 4)]).toEqual([true, true])
})

test('a nonce that is too high counts transactions that were not seen, unless it counts creations of a contract', () => {
  expect(meanings.map((nonceOf) => differs(nonceOf, 104n, 5))).toEqual([true, true, false])
})

test('a block that changes it by an unknown amount leaves any state in doubt', () => {
  const changes = new Map([[11, { balance: undefined, nonce: 0 }]])
  const at = { number: 11, hash: '', parentHash: '', timestamp: 0 }
  const suspect = { ledger: { ...ledger, changes }, nonceOf: 'transactions', at, state: { balance: 100n, nonce: 3 } }
  expect(isDifferent(suspect as unknown as Suspect)).toBe(true)
})

test('a nonce that is too low says nothing', () => {
  expect(meanings.map((nonceOf) => differs(nonceOf, 104n, 3))).toEqual([false, false, false])
})

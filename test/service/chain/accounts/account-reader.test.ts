import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import { AccountReader, lensAddress } from '../../../../src/service/chain/accounts/account-reader.ts'
import type { RpcReply } from '../../../../src/service/chain/rpc/json-rpc.ts'

const head = { number: 1_000_000n, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 }
const threeDaysAgo = head.timestamp - 3 * 86_400
const past = {
  number: 980_000n,
  hash: `0x${'cd'.repeat(32)}`,
  timestamp: threeDaysAgo - 60,
  until: threeDaysAgo + 60,
}
const can = { overrides: true, trace: true, simulate: true, receipts: true, archive: true, batch: true }
const subjects = Array.from({ length: 5 }, (_, index) => `0x${String(index + 1).repeat(40)}`)
const LENS = `0x${'fe'.repeat(20)}`

const readerOf = (overrides: boolean) =>
  new AccountReader({ can: { ...can, overrides }, head, lens: LENS, past, seen: new Map() })

/** Words, texts and structures that a node may return in the place of an answer. */
const word = fc.oneof(
  fc.constantFrom(0n, 1n, 2n, 32n, 64n, 96n, 2n ** 255n),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
)
const data = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  fc
    .array(word, { maxLength: 60 })
    .map((words) => `0x${words.map((each) => each.toString(16).padStart(64, '0')).join('')}`),
)
const anyReply: fc.Arbitrary<RpcReply> = fc.oneof(
  data.map((result) => ({ result })),
  fc.anything().map((result) => ({ result })),
  fc
    .constantFrom('reverted', 'timeout', 'pruned', 'failed')
    .map((kind) => ({ failure: { kind, message: 'h: no' } }) as const),
)

test.each([[true], [false]])(
  'any replies are read without a throw, into accounts that hold together (overrides: %s)',
  (overrides) => {
    fc.assert(
      fc.property(fc.infiniteStream(anyReply), fc.boolean(), (replies, isShort) => {
        const reader = readerOf(overrides)
        for (const trip of [
          reader.firstTrip(subjects, { nonces: subjects, budget: 60 }),
          reader.secondTrip([`0x${'9'.repeat(40)}`], { budget: 60 }),
        ]) {
          expect(trip.requests.length).toBeLessThanOrEqual(60)
          trip.read(Array.from({ length: isShort ? 1 : trip.requests.length }, () => replies.next().value as RpcReply))
        }
        for (const [address, account] of reader.accounts()) {
          expect(account.address).toBe(address)
          expect(account.codeSize > 0).toBe(account.kind === 'contract' || account.kind === 'delegated')
          expect(account.kind === 'delegated').toBe(account.delegate !== undefined)
        }
        expect(
          reader
            .missing()
            .map(missingText)
            .every((line) => /^[A-Z][^\n]*[^.]$/.test(line)),
        ).toBe(true)
      }),
      { numRuns: 60 },
    )
  },
)

test.each([[true], [false]])('without an answer nothing is known, and it says so (overrides: %s)', (overrides) => {
  const reader = readerOf(overrides)
  const { read } = reader.firstTrip(subjects, { budget: 60 })
  read([])
  expect(reader.accounts().size).toBe(0)
  expect(reader.missing().map(missingText)).toContain('Accounts: no answer')
  // The second trip requests it again.
  expect(reader.secondTrip(subjects, { budget: 60 }).requests.length).toBeGreaterThan(0)
})

test('requests keep to the budget, what matters first, and name what was left out', () => {
  const reader = readerOf(false)
  const { requests } = reader.firstTrip(subjects, { nonces: subjects, budget: 10 })
  expect(requests.map(({ method }) => method).toSorted()).toEqual([
    ...subjects.map(() => 'eth_getBalance'),
    ...subjects.map(() => 'eth_getCode'),
  ])
  expect(reader.missing().map(missingText)).toEqual(
    expect.arrayContaining(['Proxies: not requested, too many requests', 'Nonces: not requested, too many requests']),
  )
  expect(readerOf(true).firstTrip(subjects, { budget: 0 }).requests).toEqual([])
  expect(readerOf(true).firstTrip(subjects, { budget: -1 }).requests).toEqual([])
})

test('the lens is never put at an address of the transaction, and no storage of precompiled contracts is requested', () => {
  const bytes = [subjects[0], subjects[1], LENS].map((each) => Buffer.from((each as string).slice(2), 'hex'))
  expect(lensAddress(() => bytes.shift() as Buffer, new Set(subjects))).toBe(LENS)
  const { requests } = readerOf(true).firstTrip(['0x0000000000000000000000000000000000000004', LENS], { budget: 60 })
  expect(requests).toHaveLength(1)
  expect(JSON.stringify(requests[0]?.params[2])).not.toContain('"0x0000000000000000000000000000000000000004"')
})

test('everything is read at the block of the verdict, by its hash', () => {
  for (const overrides of [true, false]) {
    const { requests } = readerOf(overrides).firstTrip(subjects, { nonces: subjects, budget: 1000 })
    for (const { params } of requests) expect(params).toContainEqual({ blockHash: head.hash })
  }
})

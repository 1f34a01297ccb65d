import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAnswers } from '../../../../src/service/chain/rpc/rpc-exchange.ts'
import { anyCharacter } from '../../../support/any-character.ts'

const ids = fc.uniqueArray(fc.nat(1000), { minLength: 2, maxLength: 20 })
const result = fc.jsonValue()
const error = fc.record({ code: fc.integer(), message: fc.string() })

/** One answer of a batch, and whether it counts for its id. */
const answerTo = (id: number) =>
  fc.oneof(
    result.map((value) => ({ sent: { jsonrpc: '2.0', id, result: value }, read: { result: value } })),
    error.map((value) => ({
      sent: { jsonrpc: '2.0', id, error: value },
      read: { error: { code: value.code, text: value.message, data: undefined } },
    })),
    fc.constantFrom(
      { sent: { jsonrpc: '2.0', id }, read: undefined },
      { sent: { jsonrpc: '2.0', id: id + 5000, result: 'of another' }, read: undefined },
      { sent: { jsonrpc: '2.0', id: String(id), result: 'text' }, read: undefined },
      { sent: null, read: undefined },
    ),
  )

test('any order of the answers of a batch gives each request its own', () => {
  const batches = ids.chain((wanted) =>
    fc.tuple(fc.constant(wanted), fc.tuple(...wanted.map(answerTo)), fc.infiniteStream(fc.nat())),
  )
  fc.assert(
    fc.property(batches, ([wanted, answers, order]) => {
      const shuffled = answers
        .map(({ sent }) => ({ sent, at: order.next().value }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ sent }) => sent)
      const { byId, whole, isOther } = readAnswers(JSON.stringify(shuffled), wanted)
      expect([whole, isOther]).toEqual([undefined, false])
      const normal = JSON.parse(JSON.stringify(wanted.map((id) => byId.get(id) ?? null)))
      expect(normal).toEqual(JSON.parse(JSON.stringify(answers.map(({ read }) => read ?? null))))
    }),
  )
})

test('an id that is answered twice is not answered', () => {
  const twice = [
    { id: 1, result: 'one' },
    { id: 2, result: 'two' },
    { id: 1, result: 'other' },
    { id: 1, result: 'one' },
  ]
  expect([...readAnswers(JSON.stringify(twice), [1, 2]).byId]).toEqual([[2, { result: 'two' }]])
})

test.each([
  ['a result beside an empty error', '{"id":1,"result":5,"error":null}', { result: 5 }],
  ['null', '{"id":1,"result":null}', { result: null }],
  ['an error beside a result', '{"id":1,"result":5,"error":{"code":1}}', { error: { code: 1, text: '' } }],
  ['an error without id', '{"error":{"code":1,"message":"no"}}', { error: { code: 1, text: 'no' } }],
  ['an error that is a text', '{"id":1,"error":"no"}', { error: { text: 'no' } }],
  ['an error with odd members', '{"id":1,"error":{"code":"1","message":[]}}', { error: { text: '' } }],
  ['a result without id', '{"result":5}', undefined],
  ['an inherited result', '{"id":1,"__proto__":{"result":5}}', undefined],
  ['an error of another request', '{"id":2,"error":{"code":1}}', undefined],
])('an answer to one request: %s', (_title, body, expected) => {
  const { byId } = readAnswers(body, [1])
  if (expected) expect(byId.get(1)).toMatchObject(expected)
  else expect(byId.size).toBe(0)
})

test('any bytes are an answer or none', () => {
  const body = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.json(),
    fc.uint8Array().map((one) => Buffer.from(one).toString()),
  )
  fc.assert(
    fc.property(body, fc.boolean(), (text, isBatch) => {
      const wanted = isBatch ? [1, 2] : [1]
      const { byId } = readAnswers(text, wanted)
      for (const id of byId.keys()) expect(wanted).toContain(id)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  errorAnswer,
  isMalformed,
  type MalformedCall,
  quoted,
  type RpcCall,
  type RpcError,
  RpcFault,
} from '../../src/proxy/rpc/json-rpc.ts'
import { arrayItems } from '../../src/proxy/rpc/json-text.ts'
import { MAX_BATCH, readBody } from '../../src/proxy/rpc/read-body.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const readText = (text: string) => readBody(bytesOf(text))
const only = (text: string): RpcCall | MalformedCall => {
  const { calls, isBatch } = readText(text)
  expect([calls.length, isBatch]).toEqual([1, false])
  const [call] = calls
  if (!call) throw new Error('there is no call')
  return call
}
const faultOf = (body: Uint8Array | string): RpcError => {
  try {
    readBody(typeof body === 'string' ? bytesOf(body) : body)
  } catch (error) {
    if (error instanceof RpcFault) return error.error
    throw error
  }
  throw new Error('it was read')
}
const malformed = (text: string): MalformedCall => {
  const call = only(text)
  if (!isMalformed(call)) throw new Error(`it was read: ${text}`)
  expect(call.error.message).toMatch(/^invalid (?:request|params): [\x20-\x7E]{10,200}$/)
  return call
}

test('a body with too many values is refused before it is read', () => {
  const withValues = (count: number) => `{"id":1,"method":"eth_call","params":[${'1,'.repeat(count - 1)}1]}`
  expect(isMalformed(only(withValues(50_000)))).toBe(false)
  for (const text of [withValues(60_001), `[${'[],'.repeat(100_000)}[]]`, '['.repeat(60_001)])
    expect(faultOf(text)).toMatchObject({ message: 'invalid request: the body has more than 60000 values' })
})

test('a request is read with its own text', () => {
  const text = ' {"jsonrpc":"2.0", "id":"a","method":"eth_call","params":[ {"to":"0x"} ]}\n'
  expect(only(text)).toEqual({ text, id: 'a', method: 'eth_call', params: [{ to: '0x' }] })
})

test.each<[string, unknown, unknown[]]>([
  ['no params', undefined, []],
  ['params of null', null, []],
  ['params by name', { a: 1 }, [{ a: 1 }]],
  ['numbers of any kind', [0.5, 1e2], [0.5, 100]],
])('a method that passes may have %s', (_name, params, expected) => {
  expect(only(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_feeHistory', params }))).toMatchObject({
    params: expected,
  })
})

describe('an id', () => {
  test.each([
    '0',
    '7',
    '-7',
    '9007199254740991',
    '1e2',
    '-0',
    '"x"',
    '""',
    '"9007199254740993"',
    '"\\ud800"',
    'null',
    '"\\u0061"',
  ])('%s is answered as an equal one', (id) => {
    const { id: found } = only(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`)
    // As a client compares it.
    expect(JSON.parse(JSON.stringify(found)) === JSON.parse(id)).toBe(true)
  })

  test.each(['{}', '[]', 'true', '[1]', '{"id":1}'])('%s is refused', (id) => {
    expect(malformed(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`)).toMatchObject({
      id: null,
      error: { code: -32_600 },
    })
  })

  describe.each(['9007199254740993', '18446744073709551615', '1.5', '1e400', '-1.50'])('%s', (id) => {
    const body = (method: string) => `{"params":[{"id":7}], "id": ${id} ,"jsonrpc":"2.0","method":"${method}"}`
    const nothing = { code: 1, message: 'no' }
    test('of a read is answered as it came', () => {
      const call = only(body('eth_chainId'))
      expect(isMalformed(call)).toBe(false)
      const text = `{"jsonrpc":"2.0","id":${id},"error":{"code":1,"message":"no"}}`
      expect(errorAnswer(call.id ?? null, nothing)).toBe(text)
    })

    test.each(['eth_sendRawTransaction', 'eth_signTypedData_v4', 'personal_sign'])(
      'of %s is refused with it',
      (method) => {
        const call = malformed(body(method))
        expect(call.error.code).toBe(-32_600)
        expect(errorAnswer(call.id, nothing)).toContain(`"id":${id},`)
      },
    )

    test('in a batch is refused with it', () => {
      const { calls } = readText(`[${body('eth_chainId')},${body('eth_call')}]`)
      for (const call of calls) {
        expect(isMalformed(call)).toBe(true)
        expect(errorAnswer(call.id ?? null, nothing)).toContain(`"id":${id},`)
      }
    })
  })

  test('that is absent makes a notification', () => {
    expect(only('{"jsonrpc":"2.0","method":"eth_chainId"}').id).toBeUndefined()
  })
})

test.each([
  ['an unknown member', '{"jsonrpc":"2.0","id":1,"method":"eth_call","extra":1}'],
  ['a member in another case', '{"jsonrpc":"2.0","id":1,"method":"eth_call","Method":"eth_sendTransaction"}'],
  ['a letter that folds to ASCII', '{"jsonrpc":"2.0","id":1,"method":"eth_call","param\u017F":[]}'],
  ['an escaped unknown member', '{"jsonrpc":"2.0","id":1,"method":"eth_call","\\u004dethod":"eth_sendTransaction"}'],
  ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"eth_call","__proto__":{}}'],
  ['version 1.0', '{"jsonrpc":"1.0","id":1,"method":"eth_call"}'],
  ['version 2', '{"jsonrpc":2,"id":1,"method":"eth_call"}'],
  ['no method', '{"jsonrpc":"2.0","id":1}'],
  ['a method in a list', '{"jsonrpc":"2.0","id":1,"method":["eth_sendTransaction"]}'],
  ['params that are a text', '{"jsonrpc":"2.0","id":1,"method":"eth_call","params":"x"}'],
])('a request with %s is refused', (_name, text) => {
  expect(malformed(text)).toMatchObject({ id: 1, error: { code: -32_600 } })
})

test('what is no object is refused', () => {
  for (const text of ['1', '"x"', 'null', 'true']) expect(malformed(text).id).toBeNull()
  expect(readText('[1,[],null]').calls.every(isMalformed)).toBe(true)
})

describe('a request that is judged', () => {
  const text = (params: string, id = '1') =>
    `{"jsonrpc":"2.0","id":${id},"method":"eth_sendRawTransactionSync","params":${params}}`

  test('has its params by position', () => {
    expect(only(text('["0x",5]'))).toMatchObject({ params: ['0x', 5] })
    expect(malformed(text('{"0":"0x"}'))).toMatchObject({ id: 1, error: { code: -32_602 } })
    expect(only(text('null'))).toMatchObject({ params: [] })
  })

  test.each([
    '1.0',
    '1e2',
    '1E2',
    '-0',
    '0.5',
    '9007199254740993',
    '5.0000000000000000001',
    '1e-400',
    '12345678901234567890',
  ])('has no number %s', (number) => {
    for (const params of [`["0x",${number}]`, `[{"a":[ ${number} ]}]`])
      expect(malformed(text(params))).toMatchObject({ id: 1, error: { code: -32_602 } })
    expect(isMalformed(only(text(`["${number}"]`)))).toBe(false)
    expect(isMalformed(only(text(`["\\"",{"${number}":"\\\\"}]`)))).toBe(false)
  })

  test('may have plain numbers', () => {
    for (const number of ['0', '5', '-5', '9007199254740991'])
      expect(isMalformed(only(text(`["0x",${number}]`)))).toBe(false)
    expect(malformed(text('[]', '1e2')).error.code).toBe(-32_602)
  })
})

describe('a body', () => {
  test.each<[string, Uint8Array | string, number]>([
    ['that is empty', '', -32_700],
    ['of blanks', ' \n', -32_700],
    ['that is no JSON', '{', -32_700],
    ['with a comma too many', '{"id":1,}', -32_700],
    ['of two values', '{} {}', -32_700],
    ['with a byte order mark', `\uFEFF${JSON.stringify({ id: 1, method: 'eth_chainId' })}`, -32_700],
    ['in UTF-16', Uint8Array.from(Buffer.from('{"id":1}', 'utf16le')), -32_700],
    ['with an invalid byte', Uint8Array.from([...bytesOf('{"id":"'), 0xff, ...bytesOf('"}')]), -32_700],
    ['with an overlong form', Uint8Array.from([...bytesOf('{"id":"'), 0xc0, 0xaf, ...bytesOf('"}')]), -32_700],
    [
      'with half a surrogate in UTF-8',
      Uint8Array.from([...bytesOf('{"id":"'), 0xed, 0xa0, 0x80, ...bytesOf('"}')]),
      -32_700,
    ],
    ['with a control character in a text', '{"id":"\u0000"}', -32_700],
    ['with a member twice', '{"method":"eth_call","method":"eth_sendTransaction"}', -32_600],
    ['with an escaped member twice', '{"method":"eth_call","m\\u0065thod":"eth_sendTransaction"}', -32_600],
    ['with a member twice in params', '[{"id":1,"method":"x_y","params":[{"to":1,"to":2}]}]', -32_600],
    ['that is an empty batch', ' [ ] ', -32_600],
    ['with too large a batch', JSON.stringify(Array.from({ length: MAX_BATCH + 1 }, () => 1)), -32_600],
    ['that nests deeper than is read', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, -32_600],
    ['that nests deeper and is cut off', '{"a":'.repeat(50_000), -32_700],
  ])('%s is refused', (_name, body, code) => {
    const fault = faultOf(body)
    expect(fault.code).toBe(code)
    expect(fault.message).toMatch(/^(?:parse error|invalid request): [\x20-\x7E]{10,200}$/)
  })

  test('of the largest batch is read', () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    expect(readText(JSON.stringify(Array.from({ length: MAX_BATCH }, () => call))).calls).toHaveLength(MAX_BATCH)
  })

  test('that is any bytes or any JSON is read or refused', () => {
    const readOrRefused = (body: Uint8Array) => {
      try {
        readBody(body)
      } catch (error) {
        if (!(error instanceof RpcFault)) throw error
      }
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), readOrRefused))
    fc.assert(
      fc.property(fc.json(), (text) => readOrRefused(bytesOf(text))),
      { numRuns: 50 },
    )
  })
})

test('the items of an array are cut as they were written', () => {
  const values = fc.array(fc.jsonValue({ noNullPrototype: true } as never), { maxLength: 6 })
  const blank = fc.constantFrom('', ' ', '\n\t')
  fc.assert(
    fc.property(values, blank, fc.constantFrom(0, 2), (items, space, indent) => {
      const texts = items.map((item) => JSON.stringify(item, null, indent))
      const text = `${space}[${space}${texts.join(`${space},${space}`)}${space}]${space}`
      expect(arrayItems(text)).toEqual(texts)
    }),
  )
  expect(arrayItems('["]","\\"]","\\\\",[","]]')).toEqual(['"]"', '"\\"]"', '"\\\\"', '[","]'])
})

test('what a message quotes of a request is short and plain', () => {
  const name = `\u202E\u001B[31m${'x'.repeat(5000)}`
  expect(quoted(name)).toMatch(/^"\\u202e\\u001b\[31m[\x20-\x7E]{10,200}"$/)
  const { message } = faultOf(`{${JSON.stringify(name)}:1,${JSON.stringify(name)}:2}`)
  expect(message).toMatch(/^invalid request: the body has the member "\\u202e[\x20-\x7E]{10,500}$/)
})

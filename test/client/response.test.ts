import { describe, expect, test } from 'vitest'
import { type OperationId, operation, operationIds } from '../../src/api/operations/operations.ts'
import { readResponse } from '../../src/client/response.ts'
import { answer } from './support/outgoing.ts'
import { sampleAnswers } from './support/samples.ts'

interface Reading {
  readonly value?: unknown
  readonly error?: unknown
  readonly notices: string[]
}

function read(id: OperationId, response: ReturnType<typeof answer>, params: Record<string, string> = {}): Reading {
  const notices: string[] = []
  try {
    const value = readResponse({ row: operation(id), params, notice: (line) => notices.push(line) }, response)
    return { value, notices }
  } catch (error) {
    return { error, notices }
  }
}

test.each(operationIds)('a valid response of %s is returned unchanged, without a notice', (id) => {
  const sample = sampleAnswers[id]
  expect(read(id, answer(200, sample ?? ''))).toEqual({ value: sample, notices: [] })
})

describe('lenient reading', () => {
  test('removes null members and keeps unknown ones', () => {
    const body = {
      valid: true,
      combinedScore: 3,
      payload: null,
      error: null,
      region: 'eu',
      extra: { a: null, b: [1, null] },
    }
    expect(read('validateTransaction', answer(200, body))).toEqual({
      value: { valid: true, combinedScore: 3, region: 'eu', extra: { b: [1, null] } },
      notices: [],
    })
  })

  test.each(['text/plain', 'text/html', 'nonsense'])('reads JSON with content type %s', (type) => {
    const response = answer(200, { alerts: [] }, { 'content-type': type })
    expect(read('listAlerts', response).value).toEqual({ alerts: [] })
  })

  test('an empty body is empty with content type text/html', () => {
    expect(read('updateTransaction', answer(200, '', { 'content-type': 'text/html' }))).toEqual({
      value: undefined,
      notices: [],
    })
  })

  test('accepts an unknown word with a notice', () => {
    const page = structuredClone(sampleAnswers.listControlLists) as { content: { type: string }[] }
    for (const entry of page.content) entry.type = 'GREY'
    expect(read('listControlLists', answer(200, page))).toEqual({
      value: page,
      notices: ['unknown value in the response: content[0].type = "GREY"'],
    })
  })

  test('accepts an unknown chain with a notice', () => {
    const body = {
      alerts: [
        {
          alertId: 'a',
          alertName: 'n',
          alertType: 'SONAR',
          isActive: true,
          transactionFilter: { chainIds: [1, 777_001] },
        },
      ],
    }
    expect(read('listAlerts', answer(200, body))).toEqual({
      value: body,
      notices: ['unknown value in the response: alerts[0].transactionFilter.chainIds[1] = 777001'],
    })
  })

  test('an unknown word in a thousand rows gives one notice', () => {
    const row = { id: 'd', name: 'n', channel: 'PAGER' }
    const { notices } = read(
      'listDestinations',
      answer(
        200,
        Array.from({ length: 1000 }, () => row),
      ),
    )
    expect(notices).toEqual(['unknown value in the response: [0].channel = "PAGER"'])
  })

  test('many unknown words give three notices and a count', () => {
    const rows = ['A', 'B', 'C', 'D', 'E'].map((channel) => ({ id: 'd', name: 'n', channel }))
    expect(read('listDestinations', answer(200, rows)).notices.slice(-2)).toEqual([
      'unknown value in the response: [2].channel = "C"',
      '2 more unknown values in the response',
    ])
  })

  test('an unknown word cannot contain terminal control sequences', () => {
    const rows = [{ id: 'd', name: 'n', channel: '\u202E\u009b31m\x1b[2J' }]
    expect(read('listDestinations', answer(200, rows)).notices.join()).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('__proto__ is an ordinary member', () => {
    const { value } = read('listAlerts', answer(200, '{"alerts":[],"__proto__":{"polluted":true}}'))
    expect(Object.keys(value as object)).toEqual(['alerts', '__proto__'])
    expect((value as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('an invalid response never gives a verdict', () => {
  test.each([
    ['no valid', { combinedScore: 0 }],
    ['valid as text', { valid: 'true', combinedScore: 0 }],
    ['valid as null', { valid: null, combinedScore: 0 }],
    ['no score', { valid: true }],
    ['a score as text', { valid: true, combinedScore: '0' }],
    ['a fraction', { valid: true, combinedScore: 0.5 }],
    ['a negative score', { valid: true, combinedScore: -1 }],
    ['a score above 100', { valid: true, combinedScore: 101 }],
    ['a list', [{ valid: true, combinedScore: 0 }]],
    ['null', null],
    ['true', true],
    ['a wrapped one', { data: { valid: true, combinedScore: 0 } }],
  ])('%s', (_name, body) => {
    for (const id of ['validateTransaction', 'validateTransactionV1'] as const)
      expect(read(id, answer(200, JSON.stringify(body)))).toMatchObject({
        error: { name: 'WardenError', kind: 'unexpected', code: 'unexpected-answer', status: 200 },
        notices: [],
      })
  })
})

describe('an invalid response', () => {
  test('the error names the operation and the first mismatch, the details the others', () => {
    const body = { valid: 'yes', combinedScore: 101, svcTxId: 7 }
    expect(read('validateTransaction', answer(200, body)).error).toMatchObject({
      message: '"Validate a transaction" has an invalid response: valid is not a boolean',
      details: [
        'combinedScore is above 100',
        'svcTxId is not a string',
        'POST /api/v2/transaction/validate answered 200',
      ],
    })
  })

  test('a missing word is an error', () => {
    expect(read('testDestination', answer(200, {})).error).toMatchObject({
      message: '"Send a test message to a destination" has an invalid response: state is required',
    })
  })

  test('a word of another type is an error', () => {
    expect(read('testDestination', answer(200, { state: { a: 1 } }))).toMatchObject({
      error: { code: 'unexpected-answer' },
      notices: [],
    })
  })

  test('with an error there is no notice about unknown words', () => {
    expect(read('testDestination', answer(200, { state: 'MAYBE', errorMessage: 7 }))).toMatchObject({
      error: { code: 'unexpected-answer' },
      notices: [],
    })
  })

  test('an empty response where a body is expected', () => {
    expect(read('listAlerts', answer(200, ' \n')).error).toMatchObject({
      kind: 'unexpected',
      code: 'unexpected-answer',
      message: '"List alert configurations" has an empty response; expected a body',
    })
  })

  test('text that is not JSON is shown in part', () => {
    expect(read('listAlerts', answer(200, '{"alerts": [\x1b[31m')).error).toMatchObject({
      message: '"List alert configurations" has a response that is not JSON: "{\\"alerts\\": ["',
    })
  })

  test('deeply nested JSON is refused before it is traversed', () => {
    const body = `{"alerts":[],"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    expect(read('listAlerts', answer(200, body)).error).toMatchObject({ code: 'unexpected-answer' })
  })
})

describe('a web page with status 200 is an error', () => {
  const page = '<!DOCTYPE html><html><body>Sign in</body></html>'
  const notified = {
    kind: 'unexpected',
    code: 'unexpected-answer',
    message: 'received a web page instead of an API response; check the base URL',
    try: 'txwarden config explain',
  }

  test.each([
    ['by its content type', answer(200, 'Sign in', { 'content-type': 'text/html; charset=utf-8' })],
    ['by its first tag', answer(200, `\n ${page}`)],
  ])('%s', (_how, response) => {
    expect(read('listAlerts', response).error).toMatchObject(notified)
  })

  test('also for an operation without a body: a captive portal is not the service', () => {
    expect(read('updateTransaction', answer(200, page)).error).toMatchObject(notified)
  })
})

describe('operations without a body', () => {
  test.each(['', 'OK', '{"ok":true}'])('ignores the body %j', (body) => {
    expect(read('updateTransaction', answer(200, body))).toEqual({ value: undefined, notices: [] })
  })

  test.each([
    ['deleteMonitor', 'id', 'id'],
    ['deleteControlList', 'controlListId', 'controlListId'],
    ['deleteAlert', 'alertConfigurationId', 'configurationId'],
    ['deleteDestination', 'id', 'destinationId'],
  ] as const)('%s answers what it was asked to delete, also when the service says nothing', (id, parameter, member) => {
    expect(read(id, answer(204, ''), { [parameter]: 'x-1' })).toEqual({ value: { [member]: 'x-1' }, notices: [] })
  })
})

import { describe, expect, test } from 'vitest'
import { type OperationId, operation, operationIds } from '../../src/api/operations.ts'
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

test.each(operationIds)('a good answer of %s comes back whole, without a notice', (id) => {
  const sample = sampleAnswers[id]
  expect(read(id, answer(200, sample ?? ''))).toEqual({ value: sample, notices: [] })
})

describe('lenient in what it reads', () => {
  test('null is absent, unknown members stay', () => {
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

  test.each(['text/plain', 'text/html', 'nonsense'])('JSON is JSON, also as %s', (type) => {
    const response = answer(200, { alerts: [] }, { 'content-type': type })
    expect(read('listAlerts', response).value).toEqual({ alerts: [] })
  })

  test('an empty body is empty, also as text/html', () => {
    expect(read('updateTransaction', answer(200, '', { 'content-type': 'text/html' }))).toEqual({
      value: undefined,
      notices: [],
    })
  })

  test('an unknown word passes with a notice', () => {
    const page = structuredClone(sampleAnswers.listControlLists) as { content: { type: string }[] }
    for (const entry of page.content) entry.type = 'GREY'
    expect(read('listControlLists', answer(200, page))).toEqual({
      value: page,
      notices: ['the answer has a value we do not know: content[0].type = "GREY"'],
    })
  })

  test('so does a chain we do not know', () => {
    const body = {
      alerts: [
        {
          alertId: 'a',
          alertName: 'n',
          alertType: 'SONAR',
          isActive: true,
          transactionFilter: { chainIds: [1, 5000] },
        },
      ],
    }
    expect(read('listAlerts', answer(200, body))).toEqual({
      value: body,
      notices: ['the answer has a value we do not know: alerts[0].transactionFilter.chainIds[1] = 5000'],
    })
  })

  test('the same unknown word in a thousand rows is one notice', () => {
    const row = { id: 'd', name: 'n', channel: 'PAGER' }
    const { notices } = read(
      'listDestinations',
      answer(
        200,
        Array.from({ length: 1000 }, () => row),
      ),
    )
    expect(notices).toEqual(['the answer has a value we do not know: [0].channel = "PAGER"'])
  })

  test('many unknown words are three notices and a count', () => {
    const rows = ['A', 'B', 'C', 'D', 'E'].map((channel) => ({ id: 'd', name: 'n', channel }))
    expect(read('listDestinations', answer(200, rows)).notices.slice(-2)).toEqual([
      'the answer has a value we do not know: [2].channel = "C"',
      'the answer has 2 more values we do not know',
    ])
  })

  test('an unknown word cannot steer the terminal', () => {
    const rows = [{ id: 'd', name: 'n', channel: '\u202E\u009b31m\x1b[2J' }]
    expect(read('listDestinations', answer(200, rows)).notices.join()).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('__proto__ in an answer is a member like others', () => {
    const { value } = read('listAlerts', answer(200, '{"alerts":[],"__proto__":{"polluted":true}}'))
    expect(Object.keys(value as object)).toEqual(['alerts', '__proto__'])
    expect((value as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('a verdict is never read out of a wrong answer', () => {
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

describe('an answer that does not fit', () => {
  test('the error names the operation and the first place, the details the others', () => {
    const body = { valid: 'yes', combinedScore: 101, svcTxId: 7 }
    expect(read('validateTransaction', answer(200, body)).error).toMatchObject({
      message: '"Judge a transaction" has an answer that does not fit: valid is not a boolean',
      details: [
        'combinedScore is above 100',
        'svcTxId is not a string',
        'POST /api/v2/transaction/validate answered 200',
      ],
    })
  })

  test('a word that is missing is not an unknown word', () => {
    expect(read('testDestination', answer(200, {})).error).toMatchObject({
      message: '"Send a test message to a destination" has an answer that does not fit: state is required',
    })
  })

  test('nor is a word of another type', () => {
    expect(read('testDestination', answer(200, { state: { a: 1 } }))).toMatchObject({
      error: { code: 'unexpected-answer' },
      notices: [],
    })
  })

  test('an unknown word beside a misfit gives the error alone', () => {
    expect(read('testDestination', answer(200, { state: 'MAYBE', errorMessage: 7 }))).toMatchObject({
      error: { code: 'unexpected-answer' },
      notices: [],
    })
  })

  test('an empty answer where one is due', () => {
    expect(read('listAlerts', answer(200, ' \n')).error).toMatchObject({
      kind: 'unexpected',
      code: 'unexpected-answer',
      message: '"List alert configurations" has an empty answer where one is due',
    })
  })

  test('text that is not JSON, of which a piece is shown', () => {
    expect(read('listAlerts', answer(200, '{"alerts": [\x1b[31m')).error).toMatchObject({
      message: '"List alert configurations" has an answer that is not JSON: "{\\"alerts\\": ["',
    })
  })

  test('JSON nested without end is refused before anything walks it', () => {
    const body = `{"alerts":[],"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    expect(read('listAlerts', answer(200, body)).error).toMatchObject({ code: 'unexpected-answer' })
  })
})

describe('a web page with status 200 is no answer', () => {
  const page = '<!DOCTYPE html><html><body>Sign in</body></html>'
  const told = {
    kind: 'unexpected',
    code: 'unexpected-answer',
    message: 'answered a web page, not the API; check the base address',
    try: 'txwarden config explain',
  }

  test.each([
    ['by its content type', answer(200, 'Sign in', { 'content-type': 'text/html; charset=utf-8' })],
    ['by its first tag', answer(200, `\n ${page}`)],
  ])('%s', (_how, response) => {
    expect(read('listAlerts', response).error).toMatchObject(told)
  })

  test('not even for an operation that answers no body: a captive portal reports nothing on chain', () => {
    expect(read('updateTransaction', answer(200, page)).error).toMatchObject(told)
  })
})

describe('where no body is due', () => {
  test.each(['', 'OK', '{"ok":true}'])('%j is as good as none', (body) => {
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

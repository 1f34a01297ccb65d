import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { makeCli, refuses, test } from '../support/cli.ts'
import { serveForTest } from '../support/served.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const MONITORS = '/api/v2/management/monitor'
const monitor = (...fields: string[]) => [
  'api',
  'POST',
  MONITORS,
  ...[`address=${ADDRESS}`, 'chainId=1', ...fields].flatMap((field) => ['--field', field]),
]

test('a request is sent and its answer printed as JSON', async ({ cli }) => {
  const created = await cli(monitor('name=treasury', 'enabled=false'))
  expect(created).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(created.stdout)).toMatchObject({ address: ADDRESS, chainId: '1', name: 'treasury', enabled: false })

  const listed = await cli(['api', 'get', MONITORS, '--query', 'name=treasury', '--query', 'size=1'])
  expect(JSON.parse(listed.stdout)).toMatchObject({ totalElements: 1, size: 1 })
})

test('a path alone is read', async ({ cli }) => {
  await cli(monitor('name=treasury'))
  const listed = await cli(['api', MONITORS, '--query', 'size=1'])
  expect(JSON.parse(listed.stdout)).toMatchObject({ totalElements: 1, content: [{ name: 'treasury' }] })
})

test('a body can come from a file or from stdin, as it is', async ({ cli }) => {
  const file = join(cli.home, 'request.json')
  const body = { transaction: { chainId: '1', from: ADDRESS, to: ADDRESS }, trackNonce: false }
  writeFileSync(file, JSON.stringify(body))
  const validate = (source: string) => [
    'api',
    'POST',
    '/api/v2/transaction/validate',
    '--header',
    'X-Validation-Product: SONAR',
    '--body',
    source,
    '--fields',
    'valid',
  ]
  expect(JSON.parse((await cli(validate(file))).stdout)).toEqual({ valid: true })
  expect(JSON.parse((await cli(validate('-'), { stdin: JSON.stringify(body) })).stdout)).toEqual({ valid: true })
  expect(await cli(validate('-'), { stdin: '{"transaction":' })).toMatchObject(refuses(8, 'is not JSON'))
  const marked = await cli(validate('-'), { stdin: `\ufeff${JSON.stringify(body)}` })
  expect(marked).toMatchObject(refuses(8, 'begins with a byte order mark'))
})

test('status and headers go to stderr when they are wanted', async () => {
  const { stdout, stderr } = await makeCli()(['api', 'GET', MONITORS, '--include'])
  expect(stderr).toBe('200\ncontent-type: application/json\n')
  expect(JSON.parse(stdout)).toMatchObject({ totalElements: 0 })
})

test('an empty answer prints nothing', async ({ cli }) => {
  const judged = await cli([
    'api',
    'POST',
    '/api/v1/transaction/validate',
    '--field',
    'transaction.chainId=1',
    '--field',
    `transaction.from=${ADDRESS}`,
    '--field',
    'trackNonce=true',
  ])
  const { svcTxId } = JSON.parse(judged.stdout) as { svcTxId: string }
  const updated = await cli(['api', 'PUT', `/api/v2/transaction/${svcTxId}`, '--field', 'blockNumber=12'])
  expect(updated).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('a DELETE asks, and off a terminal wants --yes before anything is sent', async ({ cli }) => {
  const { id } = JSON.parse((await cli(monitor())).stdout) as { id: string }
  expect(await cli(['api', 'delete', `${MONITORS}/${id}`])).toMatchObject({ code: 2, stdout: '' })
  expect(JSON.parse((await cli(['api', 'DELETE', `${MONITORS}/${id}`, '--yes'])).stdout)).toEqual({ id })
})

test('a remote service gets the same, with its own kind of key', async () => {
  const served = await serveForTest()
  const env = served.env
  const { code, stdout, stderr } = await makeCli()(['api', 'GET', MONITORS, '-i'], { env })
  expect({ code, body: JSON.parse(stdout) }).toMatchObject({ code: 0, body: { content: [] } })
  expect(stderr).toMatch(/^200\n.*x-request-id: /s)
})

test('a dry run shows what would be sent', async () => {
  const { code, stdout } = await makeCli()([...monitor('enabled=true'), '--dry-run', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ method: 'POST', body: { address: ADDRESS, chainId: '1', enabled: true } })
})

describe('a field', () => {
  const bodyOf = async (path: string, ...fields: string[]) => {
    return (
      (await makeCli().json(['api', 'POST', path, ...fields.flatMap((field) => ['--field', field]), '--dry-run'])) as {
        body: unknown
      }
    ).body
  }

  test('is text where the operation takes text, and otherwise what it reads as', async () => {
    expect(
      await bodyOf(
        '/api/v2/management/alert-configurations?x=1',
        'alertName=42',
        'alertType=SONAR',
        'transactionFilter.fromScore=70',
        'transactionFilter.chainIds=[1,10]',
        'transactionFilter.validationStatusConfiguration.alertOnUnsafe=true',
      ),
    ).toEqual({
      alertName: '42',
      alertType: 'SONAR',
      transactionFilter: {
        fromScore: 70,
        chainIds: [1, 10],
        validationStatusConfiguration: { alertOnUnsafe: true },
      },
    })
  })

  test('of a path we do not know is what it reads as; a number that would change stays text', async () => {
    expect(
      await bodyOf(
        '/api/v9/new',
        'a=1',
        'b=true',
        'c=null',
        'd=x=y',
        'e=',
        'f=10000000000000000000001',
        'g=1.0',
        '__proto__=1',
      ),
    ).toEqual(
      JSON.parse('{"a":1,"b":true,"c":null,"d":"x=y","e":"","f":"10000000000000000000001","g":"1.0","__proto__":1}'),
    )
  })
})

test.each([
  [['GET', MONITORS, '--query', 'size'], '--query: "size" is not name=value'],
  [['POST', MONITORS, '--field', '=1'], '--field: "=1" is not member=value'],
  [['POST', MONITORS, '--field', 'a..b=1'], '--field: "a..b" has an empty part'],
  [['POST', MONITORS, '--field', 'a=1', '--field', 'a=2'], '--field: a is given twice'],
  [
    ['POST', MONITORS, '--field', 'a=1', '--field', 'a.b=2'],
    '--field: a.b conflicts with a, which already has a value',
  ],
  [['POST', MONITORS, '--field', 'a=1', '--body', '-'], '--field and --body exclude each other'],
])('%j is a usage error', async (argv, text) => {
  const { code, stdout, stderr } = await makeCli()(['api', ...argv])
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(text) })
})

test('a path without its slash is refused with one that works', async () => {
  const { code, stderr } = await makeCli()(['api', 'GET', 'monitor'])
  expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining('it must start with a slash') })
})

import { expect } from 'vitest'
import { parse } from 'yaml'
import { asTyped, makeCli, test } from '../support/cli.ts'

test('the document is JSON, on a terminal and in a pipe alike', async ({ cli }) => {
  const piped = await cli(['api', '--openapi'])
  expect(piped).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(piped.stdout)).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'http://127.0.0.1:8787' }],
    paths: { '/api/v2/transaction/validate': {} },
  })
  expect((await cli(['api', '--openapi'], { tty: true })).stdout).toBe(piped.stdout)
  expect((await cli(['api', '--openapi', '--json'])).stdout).toBe(piped.stdout)
})

test('YAML holds the same', async ({ cli }) => {
  const [json, yaml] = [await cli(['api', '--openapi']), await cli(['api', '--openapi', '-o', 'yaml'])]
  expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout))
})

test('a remote profile puts its own two addresses in', async () => {
  const { stdout } = await makeCli()(
    asTyped('api --openapi --base-url https://validation.example/v --management-url https://management.example/'),
  )
  expect(JSON.parse(stdout)).toMatchObject({
    servers: [{ url: 'https://validation.example/v' }],
    paths: { '/api/v2/management/monitor': { get: { servers: [{ url: 'https://management.example' }] } } },
  })
})

test.each([
  [['api'], 'api needs <path>'],
  [['api', 'GET'], 'api needs <path>'],
  [['api', 'GET', '/x', '--openapi'], 'method and --openapi exclude each other'],
  [['api', '--openapi', '--curl'], '--openapi sends no request'],
])('%j is refused', async (argv, message) => {
  const { code, stderr } = await makeCli()(argv)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})

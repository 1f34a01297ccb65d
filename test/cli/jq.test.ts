import { describe, expect } from 'vitest'
import { makeCli, test } from '../support/cli.ts'

const ADDRESS = '0x7E57E185F01f2900F3b969962D790bD76275007A'

async function withEntry() {
  const cli = makeCli()
  await cli(['control-list', 'add', ADDRESS, '--type', 'block'])
  return cli
}

test('jq works on what --json prints: strings come without quotes, the rest as lines of JSON', async () => {
  const cli = await withEntry()
  expect(await cli(['control-list', 'list', '--jq', '.content[].address'])).toMatchObject({
    code: 0,
    stdout: `${ADDRESS}\n`,
  })
  const { stdout } = await cli(['control-list', 'list', '--jq', '(.content[] | {type, productType}), .totalElements'])
  expect(stdout).toBe('{"type":"BLOCK","productType":"SONAR"}\n1\n')
})

test.each([
  ['""', '\n'],
  ['"", ""', '\n\n'],
  ['"a", ""', 'a\n\n'],
  ['"a\\n"', 'a\n\n'],
  ['empty', ''],
])('%s prints a line for every output, as jq does', async (program, stdout) => {
  expect(await makeCli()(['monitor', 'list', '--jq', program])).toMatchObject({ code: 0, stdout })
})

test('a verdict keeps its exit code, and nothing selected prints nothing', async ({ cli }) => {
  const line = ['validate', '--file', 'examples/transfer-to-blocked.json', '--jq']
  expect(await cli([...line, '.combinedScore'])).toMatchObject({ code: 12, stdout: '95\n' })
  expect(await cli([...line, 'select(.valid)'])).toMatchObject({ code: 12, stdout: '' })
})

test('a program that jq cannot read is refused before anything is done', async ({ cli }) => {
  const { code, stderr } = await cli(['control-list', 'add', ADDRESS, '--type', 'block', '--jq', '.id['])
  expect(code).toBe(2)
  expect(stderr).toContain('--jq: the program is not complete')
  expect((await cli(['control-list', 'list', '--jq', '.totalElements'])).stdout).toBe('0\n')
})

test('a program that fails on the answer says why', async () => {
  const { code, stderr } = await (await withEntry())(['control-list', 'list', '--jq', '.content.x'])
  expect(code).toBe(2)
  expect(stderr).toContain('--jq: Cannot index array with string')
})

test.each([
  ['--fields', 'id'],
  ['-o', 'csv'],
])('%s beside it is refused', async (...flags) => {
  const { code, stderr } = await makeCli()(['control-list', 'list', '--jq', '.', ...flags])
  expect(code).toBe(2)
  expect(stderr).toContain('--jq')
})

describe('a program that never ends', () => {
  test('ends when the user interrupts', async () => {
    const interrupt = new AbortController()
    const running = (await withEntry())(['control-list', 'list', '--jq', 'def f: f; f'], { signal: interrupt.signal })
    setTimeout(() => interrupt.abort(), 1000)
    expect(await running).toMatchObject({ code: 130, stdout: '' })
  })

  test('reports a program that runs out of memory', async () => {
    // A list of 4.8 GB: jq gives up at once, where a program that grows fills a gigabyte first.
    const { code, stderr } = await (await withEntry())(['control-list', 'list', '--jq', '.content[300000000] = 1'])
    expect(code).toBe(2)
    expect(stderr).toContain('--jq: out of memory')
  })
})

describe('what is said of a failure holds no value of the answer', () => {
  test.each([
    ['.key | tonumber', 'Invalid literal at EOF at line 1, column'],
    ['.key | keys', 'string has no keys'],
    ['.key + 1', 'string and number cannot be added'],
    ['[.][.key]', 'Cannot index array with string'],
    ['.key[]', 'Cannot iterate over string'],
    ['.key | @base64d', 'string is not valid base64 data'],
    ['.key | strptime("%Y")', 'date does not match format'],
    ['.key | error', 'the program failed on the response'],
    ['{a: .key} | error', 'the program failed on the response'],
    ['halt_error', 'the program failed on the response'],
    ['error("no such key")', 'no such key'],
  ])('%s', async (program, fault) => {
    const { code, stdout, stderr } = await makeCli()(['keys', 'create', '--kind', 'validation', '--jq', program])
    expect(code).toBe(2)
    expect(stderr).toContain(`--jq: ${fault}`)
    expect(JSON.parse(stdout).key).toMatch(/^txw_val_/)
    expect(stderr).not.toContain('txw_val')
  })
})

test.each([
  ['.content[', 'the program is not complete, or has a character that jq does not know there'],
  ['verdict', 'there is no function verdict; a member is .verdict'],
  ['map(1; 2)', 'there is no function map of 2 arguments; a member is .map'],
  ['$verdict', 'there is no variable $verdict'],
])('%s is refused in words', async (program, text) => {
  const { code, stderr } = await makeCli()(['monitor', 'list', '--jq', program])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`--jq: ${text}`) })
  expect(stderr).not.toContain('top-level')
})

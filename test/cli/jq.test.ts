import { expect, test } from 'vitest'
import { makeCli } from '../support/cli.ts'

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

test('a verdict keeps its exit code, and nothing selected prints nothing', async () => {
  const cli = makeCli()
  const line = ['validate', '--file', 'examples/transfer-to-blocked.json', '--jq']
  expect(await cli([...line, '.combinedScore'])).toMatchObject({ code: 12, stdout: '95\n' })
  expect(await cli([...line, 'select(.valid)'])).toMatchObject({ code: 12, stdout: '' })
})

test('a program that jq cannot read is refused before anything is done', async () => {
  const cli = makeCli()
  const { code, stderr } = await cli(['control-list', 'add', ADDRESS, '--type', 'block', '--jq', '.id['])
  expect(code).toBe(2)
  expect(stderr).toContain('--jq: syntax error')
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

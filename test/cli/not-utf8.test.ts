import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asTyped, makeCli } from '../support/cli.ts'

/** Each reads text that is data; the name has a Latin-1 é on line 2. */
const LATIN_1 = Buffer.from('{"name":\n"caf\xe9"}', 'latin1')

const DOORS: Readonly<Record<string, (file: string) => readonly string[]>> = {
  'a transaction': (file) => ['validate', '--file', file],
  'a trace': (file) =>
    asTyped(`validate --chain 1 --from 0x${'1'.repeat(40)} --to 0x${'2'.repeat(40)} --trace ${file}`),
  'typed data': (file) => ['validate', '--typed-data', file],
  'a body': (file) => ['api', 'POST', '/api/v2/management/control-lists', '--body', file],
  'a manifest': (file) => ['apply', '-f', file],
  'a token': (file) => asTyped(`destination create --name a --channel telegram --chat-id 1 --token-file ${file}`),
  keys: (file) =>
    asTyped(`auth login --profile prod --base-url http://127.0.0.1:9 --kind validation --key-file ${file}`),
}

test.each(Object.entries(DOORS))('%s that is not UTF-8 is refused in one line', async (_, argv) => {
  const cli = makeCli()
  const file = join(cli.home, 'given.yaml')
  writeFileSync(file, LATIN_1)
  const { code, stdout, stderr } = await cli(argv(file))
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
  expect(stderr).toMatch(/^txwarden: \S+given\.yaml is not UTF-8 text/)
  expect(stderr).toMatch(/line [12]\b/)
  expect(stderr).not.toContain('\ufffd')
})

test('stdin that is not UTF-8 is refused', async () => {
  const { code, stderr } = await makeCli()(['validate', '--file', '-'], { stdin: LATIN_1 })
  expect(code).toBe(8)
  expect(stderr).toMatch(/^txwarden: stdin is not UTF-8 text/)
})

test('a real replacement character is text', async () => {
  const { code, stderr } = await makeCli()(['validate', '--file', '-'], { stdin: '{"name": "\ufffd"}' })
  expect(code).toBe(8)
  expect(stderr).not.toContain('UTF-8')
})

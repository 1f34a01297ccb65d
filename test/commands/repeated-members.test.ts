import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { makeCli } from '../support/cli.ts'

const test = base.extend('made', () => house())

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const { benign, drainer } = testAddresses

/** The recipient twice; JSON.parse keeps the last. */
const twice = (name = 'to') => `{"chainId": "1", "from": "${SENDER}",\n"to": "${drainer}",\n"${name}": "${benign}"}`
const once = JSON.stringify({ chainId: '1', from: SENDER, to: benign })

function house() {
  const cli = makeCli()
  const file = (text: string, name = 'tx.json') => {
    const path = join(cli.home, name)
    writeFileSync(path, text)
    return path
  }
  const validated = async () => (await cli.json(['tx', 'list'])).content.length as number
  return { cli, file, validated }
}

describe('a file with a member twice is refused, and nothing is validated:', () => {
  test.each([
    ['a bare transaction', twice(), 'to', 3],
    ['an escaped name', twice('\\u0074o'), 'to', 3],
    ['a request body', `{"transaction": ${once}, "trackNonce": false, "transaction": ${once}}`, 'transaction', 1],
    ['inside a request body', `{"transaction": ${twice()}, "trackNonce": false}`, 'to', 3],
    ['a name of the prototype', `{"transaction": ${once}, "__proto__": 1,\n"__proto__": 2}`, '__proto__', 2],
  ])('%s', async (_, text, member, line) => {
    const { cli, file, validated } = house()
    const path = file(text)
    expect(await cli(['validate', '--file', path])).toEqual({
      code: 8,
      stdout: '',
      stderr: `txwarden: ${path} has the member "${member}" twice in one object (line ${line})\n`,
    })
    expect(await cli(['validate', '--file', '-'], { stdin: text })).toMatchObject({ code: 8, stdout: '' })
    expect(await validated()).toBe(0)
  })

  test('a trace', async ({ made: { cli, file, validated } }) => {
    const trace = file(`{"type": "CALL", "from": "${SENDER}", "to": "${drainer}", "to": "${benign}"}`, 'trace.json')
    const refused = await cli(['validate', '--file', file(once), '--trace', trace])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain(`${trace} has the member "to" twice in one object (line 1)`)
    expect(await validated()).toBe(0)
  })

  test('a row of a batch: no row is sent', async ({ made: { cli, file, validated } }) => {
    const rows = file(`${once}\n${twice().replaceAll('\n', '')}\n`, 'rows.ndjson')
    const refused = await cli(['validate', '--batch', rows])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain('line 2: has the member "to" twice in one object')
    expect(await validated()).toBe(0)
  })

  test.each([[['tx', 'decode', '--file']], [['payload', 'verify', '0x00', '--signer', SENDER, '--file']]])(
    '%j',
    async (argv) => {
      const { cli, file } = house()
      const refused = await cli([...argv, file(twice())])
      expect(refused).toMatchObject({ code: 8, stdout: '' })
      expect(refused.stderr).toContain('has the member "to" twice in one object (line 3)')
    },
  )

  test('nesting without end', async ({ made: { cli, file } }) => {
    const refused = await cli(['validate', '--file', file(`{"trace": ${'['.repeat(9000)}${']'.repeat(9000)}}`)])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain('is nested deeper than 3000 levels (line 1)')
  })
})

describe('nothing is changed by', () => {
  test.each([
    ['control-list', `{"address": "${drainer}", "type": "ALLOW", "type": "BLOCK", "productType": "SONAR"}\n`, 'type'],
    ['monitor', `{"address": "${drainer}", "chainId": "1", "chainId": "10"}\n`, 'chainId'],
  ])('an import into %s with a member twice', async (noun, row, member) => {
    const { cli, file } = house()
    const refused = await cli([noun, 'import', file(row, 'rows.ndjson'), '--yes'])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain(`line 1: has the member "${member}" twice in one object`)
    expect(await cli.json([noun, 'list'])).toMatchObject({ totalElements: 0 })
  })

  test('a body of api, which is otherwise sent as it is', async ({ made: { cli, file } }) => {
    const path = file(`{"address": "${drainer}", "type": "BLOCK", "type": "ALLOW", "productType": "SONAR"}`)
    const argv = ['api', 'POST', '/api/v2/management/control-lists', '--yes', '--body', path]
    const refused = await cli(argv)
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain(`${path} has the member "type" twice in one object (line 1)`)
    expect(await cli.json(['control-list', 'list'])).toMatchObject({ totalElements: 0 })
  })

  test('a row of a feed: it is rejected and counted', async ({ made: { cli, file } }) => {
    const feed = file(`{"address": "${drainer}", "address": "${benign}", "kind": "malicious"}\n`, 'feed.ndjson')
    const imported = await cli(['intel', 'import', '--format', 'addresses', feed, '--json'])
    expect(imported.stdout + imported.stderr).toContain('a member twice')
  })
})

test('a configuration with a member twice names the member', async ({ made: { cli, file } }) => {
  file('{"profiles": {},\n"active": "a", "active": "b"}', 'config.json')
  const refused = await cli(['tx', 'list'])
  expect(refused).toMatchObject({ code: 8, stdout: '' })
  expect(refused.stderr).toContain('config.json has the member "active" twice in one object (line 2)')
})

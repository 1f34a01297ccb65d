import { describe, expect, onTestFinished } from 'vitest'
import { json, serveHttp } from '../../client/support/http-server.ts'
import { type Cli, makeCli, refuses, test } from '../../support/cli.ts'
import { serveForTest } from '../../support/served.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const AGAIN = ADDRESS.toLowerCase()

const things = [
  [
    'control-list',
    ['control-list', 'add', ADDRESS, '--type', 'block'],
    ['control-list', 'add', AGAIN, '--type', 'block'],
  ],
  ['monitor', ['monitor', 'add', ADDRESS, '--chain', 'base'], ['monitor', 'add', AGAIN, '--chain', '8453']],
  [
    'alert',
    ['alert', 'create', '--name', 'a', '--type', 'SONAR'],
    ['alert', 'create', '--name', 'a', '--type', 'RASP'],
  ],
  [
    'destination',
    ['destination', 'create', '--name', 'ops', '--channel', 'EMAIL', '--email', 'ops@example.org'],
    ['destination', 'create', '--name', 'ops', '--channel', 'EMAIL', '--email', 'other@example.org'],
  ],
] as const

const idOf = (text: string) => {
  const body = JSON.parse(text) as Record<string, unknown>
  return body.controlListId ?? body.alertId ?? body.id
}

async function count(cli: Cli, noun: string, env: Readonly<Record<string, string>>): Promise<number> {
  const { stdout } = await cli([noun, 'list', '-o', 'ndjson'], { env })
  return stdout.split('\n').filter((line) => line !== '').length
}

describe.each(['in this process', 'over HTTP'])('a script that runs again, %s', (way) => {
  test.each(things)('makes a %s once, and gets its id both times', async (noun, first, second) => {
    const cli = makeCli()
    const served = way === 'over HTTP' ? await serveForTest() : undefined
    const env: Record<string, string> = served
      ? { TXWARDEN_BASE_URL: served.url, TXWARDEN_MANAGEMENT_KEY: served.keys.management }
      : {}
    const made = await cli([...first, '--if-absent', '--json'], { env })
    expect(made).toMatchObject({ code: 0, stderr: expect.not.stringContaining('txwarden:') })
    const again = await cli([...second, '--if-absent', '--json'], { env })
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(idOf(again.stdout)).toBe(idOf(made.stdout))
    const [shape, other] = [made, again].map(({ stdout }) => Object.keys(JSON.parse(stdout) as object))
    for (const member of other ?? []) expect(shape).toContain(member)
    const people = await cli([...second, '--if-absent', '-o', 'table'], { env })
    expect(people.stdout).toContain('✓ Already there: ')
    expect(people.stdout).toContain(`id ${idOf(made.stdout)}`)
    expect(await count(cli, noun, env)).toBe(1)
  })
})

test('an entry that holds on fewer chains is not the one that is asked for', async ({ cli }) => {
  const add = (...flags: string[]) => cli(['control-list', 'add', ADDRESS, '--type', 'block', '--if-absent', ...flags])
  const made = await add('--chain', 'ethereum,base')
  expect(await add('--chain', 'base')).toEqual({ code: 0, stdout: made.stdout, stderr: '' })
  expect((await add('--product', 'RASP')).stdout).not.toBe(made.stdout)
  const wider = await add('--chain', 'base,optimism')
  expect(wider.code).toBe(8)
  expect(wider.stderr).toContain(made.stdout.trim())
  expect((await add()).code).toBe(8)
})

test('who comes first while another looks is found after all', async () => {
  const monitor = { id: 'm-1', address: ADDRESS, name: '', chainId: '1', enabled: true }
  let isThere = false
  const server = await serveHttp((response, { method }) => {
    if (method === 'GET') {
      const content = isThere ? [monitor] : []
      return json(response, { content, size: 1000, number: 0, totalElements: content.length })
    }
    isThere = true
    return json(response, { status: 409, detail: 'it is there' }, 409)
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const env = { TXWARDEN_BASE_URL: server.url.origin, TXWARDEN_MANAGEMENT_KEY: 'k' }
  const added = await makeCli()(['monitor', 'add', ADDRESS, '--chain', '1', '--if-absent', '--json'], { env })
  expect({ code: added.code, body: JSON.parse(added.stdout) as unknown }).toEqual({ code: 0, body: monitor })
  expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
})

test('a conflict says how it would be none', async ({ cli }) => {
  const add = ['control-list', 'add', ADDRESS, '--type', 'block', '--chain', 'base']
  const made = await cli(add)
  const { code, stderr } = await cli([...add, '--json'])
  const { error } = JSON.parse(stderr) as { error: { try: string } }
  expect(code).toBe(8)
  expect(error.try).toMatch(/^txwarden control-list add .* --if-absent$/)
  expect(await cli(error.try.split(' ').slice(1))).toEqual({ code: 0, stdout: made.stdout, stderr: '' })
})

test('without the flag it stays a conflict', async ({ cli }) => {
  await cli(['monitor', 'add', ADDRESS, '--chain', 'base'])
  expect(await cli(['monitor', 'add', ADDRESS, '--chain', 'base'])).toMatchObject({ code: 8, stdout: '' })
})

describe('a name that another one has', () => {
  const named = things.filter(([noun]) => noun === 'alert' || noun === 'destination')
  test.each(named)('of a second %s is refused, unless --force allows it', async (noun, first, second) => {
    const cli = makeCli()
    const id = idOf((await cli([...first, '--json'])).stdout)
    const refused = await cli([...second, '--json'])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: { code: 'name-taken', message: expect.stringContaining(String(id)), try: `txwarden ${noun} get ${id}` },
    })
    expect(await count(cli, noun, {})).toBe(1)
    expect(await cli([...second, '--dry-run'])).toMatchObject({ code: 8 })
    expect(await cli([...second, '--curl'])).toMatchObject({ code: 0 })
    expect(await cli([...second, '--force'])).toMatchObject({ code: 0 })
    expect(await count(cli, noun, {})).toBe(2)
    expect(await cli([...second, '--force', '--if-absent'])).toMatchObject({ code: 2 })
  })

  test.each(named)('is refused as the new name of a %s too', async (noun, first, second) => {
    const cli = makeCli()
    await cli(first)
    const made = await cli([...second.map((word) => (['a', 'ops'].includes(word) ? 'other' : word)), '--json'])
    const update = [noun, 'update', String(idOf(made.stdout)), '--name']
    const [, , , name = ''] = first
    expect(await cli([...update, name])).toMatchObject(refuses(8, name))
    expect(await cli([...update, 'other'])).toMatchObject({ code: 0 })
    expect(await cli([...update, name, '--force'])).toMatchObject({ code: 0 })
  })

  test('is refused after the questions too, and the line to correct it is printed', async ({ cli }) => {
    const enter = '\r'
    await cli(['destination', 'create', '--name', 'ops', '--channel', 'EMAIL', '--email', 'ops@example.org'])
    const refused = await cli(['destination', 'create', '--name', 'ops', '--channel', 'EMAIL'], {
      typed: [
        ['address', `other@example.org${enter}`],
        ['Create this destination', enter],
      ],
    })
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain('txwarden destination create --name ops')
    expect(await count(cli, 'destination', {})).toBe(1)
  })

  test('does not matter for monitors: apply goes by address and chain', async ({ cli }) => {
    for (const chain of ['base', 'ethereum'])
      expect(await cli(['monitor', 'add', ADDRESS, '--chain', chain, '--name', 'hot'])).toMatchObject({ code: 0 })
  })
})

import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { isServed } from '../../src/service/store/sqlite/serve-lock.ts'
import { makeCli, refuses, test } from '../support/cli.ts'

const atOnce = { signal: AbortSignal.abort() }
const ADDRESS = '0x7E57E185F01f2900F3b969962D790bD76275007A'

describe('serve --no-http', () => {
  const follow = ['serve', '--no-http', '--follow']

  test('names the chains that it follows, and ends with the signal', async ({ cli }) => {
    expect(await cli.json([...follow, 'base'], atOnce)).toEqual({ chains: ['base'], pid: process.pid })
    expect(isServed(join(cli.home, 'local.db'))).toBe(false)
  })

  test.each([[['base', '--follow', '1']], [['base,1']], [['Base , mainnet']]])('takes %j', async (chains) => {
    expect(await makeCli()([...follow, ...chains], atOnce)).toMatchObject({ code: 0, stdout: 'base\nethereum\n' })
  })

  test('all: the chains of nodes and of monitored addresses', async ({ cli }) => {
    const nothing = await cli([...follow, 'all'], atOnce)
    expect(nothing).toMatchObject({ code: 0, stdout: '' })
    expect(nothing.stderr).toContain('No chain has a node or monitored addresses. Try: txwarden chain add\n')
    await cli(['monitor', 'add', ADDRESS, '--chain', 'polygon'])
    const env = { TXWARDEN_CHAIN_BASE_URL: 'http://127.0.0.1:1' }
    expect(await cli([...follow, 'all'], { ...atOnce, env })).toMatchObject({ stdout: 'polygon\nbase\n' })
  })

  test.each([
    [[], '--no-http needs --follow'],
    [['--follow', 'none'], '--no-http needs --follow'],
    [['--follow', 'base', '--port', '0'], '--port and --no-http exclude each other'],
    [['--follow', 'base', '--admin-api'], '--admin-api and --no-http exclude each other'],
    [['--follow', 'base,atlantis'], '"atlantis" is not a chain'],
  ])('with %j is refused', async (flags, message) => {
    expect(await makeCli()(['serve', '--no-http', ...flags], atOnce)).toMatchObject(refuses(2, message))
  })
})

describe('serve --follow', () => {
  const serve = ['serve', '--drain', '0', '--port', '0', '--follow']

  test('says which monitored addresses nobody follows', async ({ cli }) => {
    await cli(['monitor', 'add', ADDRESS, '--chain', 'polygon,base'])
    const { stderr } = await cli([...serve, 'base'], atOnce)
    expect(stderr).toContain(
      'Monitored addresses are not followed on polygon: MONITOR alerts fire for reported transactions only. Follow with: txwarden serve --follow polygon\n',
    )
    expect((await cli([...serve, 'none'], atOnce)).stderr).toContain('not followed on polygon, base:')
    expect((await cli([...serve, 'all'], atOnce)).stderr).not.toContain('not followed')
  })

  test('says that all are none', async ({ cli }) => {
    const nothing = 'No chain has a node or monitored addresses.'
    expect((await cli([...serve, 'none'], atOnce)).stderr).not.toContain(nothing)
    expect((await cli([...serve, 'all'], atOnce)).stderr).toContain(nothing)
    await cli(['monitor', 'add', ADDRESS, '--chain', 'base'])
    expect((await cli([...serve, 'all'], atOnce)).stderr).not.toContain(nothing)
  })

  test.each([
    ['atlantis', 'is not a chain that is known: expected an id or a name, such as ethereum (1)'],
    ['all,base', 'all goes with no other chain'],
    ['none,base', 'none goes with no other chain'],
  ])('refuses %s', async (chains, message) => {
    const { code, stderr } = await makeCli()([...serve, chains], atOnce)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
  })
})

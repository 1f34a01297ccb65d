import { test as base, describe, expect } from 'vitest'
import { type Cli, makeCli, refuses } from '../support/cli.ts'

const test = base.extend('cli', () => withVault())

const ENTER = '\r'
const ASKED = 'Type its name to change it'
const FIRST = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const SECOND = `0x${'5'.repeat(40)}`
const block = ['control-list', 'add', FIRST, '--type', 'block']

async function withVault(): Promise<Cli> {
  const cli = makeCli()
  expect((await cli(['profile', 'create', 'vault', '--protected'])).code).toBe(0)
  return cli
}

async function entries(cli: Cli): Promise<number> {
  return JSON.parse((await cli(['control-list', 'list', '--json', '-p', 'vault'])).stdout).totalElements
}

describe('a protected profile', () => {
  test('changes after its name was typed; --yes is not enough', async ({ cli }) => {
    const asked = await cli([...block, '-p', 'vault', '--yes'], { typed: [[ASKED, `vault${ENTER}`]] })
    expect(asked.code).toBe(0)
    expect(asked.stderr).toContain('Profile vault is protected')
    expect(asked.stdout).toContain('profile vault')
    expect(await entries(cli)).toBe(1)
  })

  test('does not change if another text is typed', async ({ cli }) => {
    const { code, stderr } = await cli([...block, '-p', 'vault'], { typed: [[ASKED, `local${ENTER}`]] })
    expect(code).toBe(130)
    expect(stderr).toContain('profile vault is unchanged')
    expect(await entries(cli)).toBe(0)
  })

  test('does not ask when --confirm names another profile', async ({ cli }) => {
    const { code, stderr } = await cli([...block, '-p', 'vault', '--confirm', 'local'], { tty: true })
    expect({ code, isAsked: stderr.includes(ASKED) }).toEqual({ code: 2, isAsked: false })
    expect(await entries(cli)).toBe(0)
  })

  test('is confirmed once for several changes', async ({ cli }) => {
    // A second question would wait for an answer that never comes.
    const { code } = await cli(['control-list', 'add', FIRST, SECOND, '--type', 'block', '-p', 'vault'], {
      typed: [[ASKED, `vault${ENTER}`]],
    })
    expect(code).toBe(0)
    expect(await entries(cli)).toBe(2)
  })

  test('without a terminal needs --confirm with its name', async ({ cli }) => {
    for (const flags of [[], ['--yes'], ['--confirm', 'local', '--yes']]) {
      expect(await cli([...block, '-p', 'vault', ...flags])).toMatchObject(refuses(2, 'profile vault is protected'))
    }
    expect((await cli([...block, '-p', 'vault', '--confirm', 'vault'])).code).toBe(0)
    expect(await entries(cli)).toBe(1)
  })

  test('is not confirmed for reads, validations and previews', async ({ cli }) => {
    const at = ['-p', 'vault']
    expect((await cli([...block, ...at, '--dry-run'])).code).toBe(0)
    expect((await cli([...block, ...at, '--curl'])).code).toBe(0)
    expect((await cli(['validate', '--chain', '1', '--from', FIRST, '--to', SECOND, ...at])).code).toBe(0)
    expect((await cli(['local', 'status', ...at])).code).toBe(0)
  })

  test('is confirmed for changes of its protection, its keys and its database', async ({ cli }) => {
    for (const argv of [
      ['config', 'set', 'protected', 'false', '-p', 'vault'],
      ['config', 'unset', 'protected', '-p', 'vault'],
      ['profile', 'delete', 'vault'],
      ['keys', 'create', '--kind', 'validation', '-p', 'vault'],
      ['local', 'seed', '-p', 'vault'],
      ['local', 'reset', '-p', 'vault'],
    ]) {
      const { code, stderr } = await cli([...argv, '--yes'])
      expect({ argv, code }).toEqual({ argv, code: 2 })
      expect(stderr).toContain('--confirm vault')
    }
    expect((await cli.json(['profile', 'list'])).content).toContainEqual(
      expect.objectContaining({ name: 'vault', protected: true }),
    )
    expect((await cli(['config', 'set', 'protected', 'false', '-p', 'vault', '--confirm', 'vault'])).code).toBe(0)
    expect((await cli([...block, '-p', 'vault'])).code).toBe(0)
  })
})

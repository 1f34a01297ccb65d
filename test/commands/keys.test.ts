import { describe, expect } from 'vitest'
import { type Cli, makeCli, says, test } from '../support/cli.ts'

interface Made {
  readonly id: string
  readonly kind: string
  readonly key: string
}

async function makeKey(cli: Cli, kind: string): Promise<Made> {
  return (await cli.json(['keys', 'create', '--kind', kind])) as Made
}

describe('keys create', () => {
  test('prints exactly id, kind and key as JSON', async ({ cli }) => {
    const { code, stdout, stderr } = await cli(['keys', 'create', '--kind', 'validation', '--json'])
    const made = JSON.parse(stdout) as Made
    expect({ code, stderr, members: Object.keys(made) }).toEqual({
      code: 0,
      stderr: '',
      members: ['id', 'kind', 'key'],
    })
    expect(made).toMatchObject({ kind: 'validation', key: expect.stringMatching(/^txw_val_[1-9A-Za-z]{40,}$/) })
    expect(await makeKey(cli, 'management')).toMatchObject({ key: expect.stringMatching(/^txw_mgmt_/) })
  })

  test('warns on a terminal that the key is shown once', async () => {
    const { stdout } = await makeCli()(['keys', 'create', '--kind', 'validation'], { tty: true })
    expect(stdout).toMatch(
      /^✓ Created a validation key \(profile local\)\n\n {2}txw_val_\S+\n\n {2}The key is shown only once\. Store it in a secret manager\.\n {2}Revoke it: txwarden keys revoke \S+\n$/,
    )
  })

  test('needs a kind that there is', async ({ cli }) => {
    expect(await cli(['keys', 'create'])).toMatchObject(says(2, '--kind'))
    expect(await cli(['keys', 'create', '--kind', 'root'])).toMatchObject({ code: 2 })
    expect((await cli(['keys', 'list'])).stdout).toBe('')
  })

  test('with --dry-run makes none; with --curl there is no request to show', async ({ cli }) => {
    expect(await cli(['keys', 'create', '--kind', 'validation', '--dry-run'])).toMatchObject({ code: 0 })
    expect(await cli(['keys', 'create', '--kind', 'validation', '--curl'])).toMatchObject({ code: 2, stdout: '' })
    expect((await cli(['keys', 'list'])).stdout).toBe('')
  })
})

describe('keys list', () => {
  test('shows how a key begins, never the whole, and revoked ones too', async ({ cli }) => {
    const { id, key } = await makeKey(cli, 'validation')
    await cli(['keys', 'revoke', id, '--yes'])
    const listed = await cli(['keys', 'list', '--json'])
    expect(JSON.parse(listed.stdout).content).toEqual([
      {
        id,
        kind: 'validation',
        hint: `${key.slice(0, 12)}…`,
        name: null,
        createdAt: '2026-01-02T03:04:05.000Z',
        lastUsedAt: null,
        revokedAt: '2026-01-02T03:04:05.000Z',
      },
    ])
    expect(listed.stdout).not.toContain(key)
    expect((await cli(['keys', 'list'], { tty: true })).stdout).toContain('revoked just now')
  })

  test('of none says how to make one', async () => {
    expect((await makeCli()(['keys', 'list'], { tty: true })).stdout).toBe(
      'No keys yet. Try: txwarden keys create --kind validation\n',
    )
  })
})

describe('keys revoke', () => {
  test('asks first', async ({ cli }) => {
    const { id, key } = await makeKey(cli, 'management')
    expect(await cli(['keys', 'revoke', id])).toMatchObject({ code: 2, stdout: '' })
    expect(await cli(['keys', 'revoke', id], { typed: [['Revoke key', 'n\n']] })).toMatchObject({ code: 130 })
    expect((await cli(['keys', 'list', '--fields', 'revokedAt'])).stdout).toBe('\n')
    expect(await cli(['keys', 'revoke', id], { typed: [['Revoke key', 'y\n']] })).toMatchObject({
      code: 0,
      stdout: `✓ Revoked management key ${key.slice(0, 13)}… (profile local)\n  id ${id}\n`,
    })
  })

  test('of an id that is not there ends with 5', async () => {
    expect(await makeCli()(['keys', 'revoke', 'nothing', '--yes'])).toMatchObject(says(5, 'there is no key "nothing"'))
  })

  test('of several goes on after one that is not there', async ({ cli }) => {
    const { id } = await makeKey(cli, 'management')
    expect(await cli(['keys', 'revoke', 'nothing', id, '--yes'])).toMatchObject({ code: 4 })
    expect((await cli(['keys', 'list', '--fields', 'revokedAt'])).stdout).toBe('2026-01-02T03:04:05.000Z\n')
  })
})

test('making and revoking a key is in the audit log', async ({ cli }) => {
  const { id } = await makeKey(cli, 'management')
  cli.clock.advance(1000)
  await cli(['keys', 'revoke', id, '--yes'])
  expect((await cli(['audit', 'list', '--action', 'key', '--fields', 'action,resourceId,actor'])).stdout).toBe(
    `key.revoke\t${id}\tlocal\nkey.create\t${id}\tlocal\n`,
  )
})

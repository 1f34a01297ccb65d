import { describe, expect } from 'vitest'
import { json, serveHttp } from '../client/support/http-server.ts'
import { type Cli, makeCli, test } from '../support/cli.ts'

const ADDRESS = '0x7e57000000000000000000000000000000000001'

/** Three changes, a minute between them; the id of the entry that two of them are about. */
async function withChanges(): Promise<{ cli: Cli; id: string }> {
  const cli = makeCli()
  const added = await cli(['control-list', 'add', ADDRESS, '--type', 'block', '--json'])
  const { controlListId: id } = JSON.parse(added.stdout) as { controlListId: string }
  cli.clock.advance(60_000)
  await cli(['control-list', 'update', id, '--chain', 'base'])
  cli.clock.advance(60_000)
  await cli(['config', 'service', 'set', 'block-threshold', '80'])
  return { cli, id }
}

describe('audit list', () => {
  test('shows what changed, newest first', async () => {
    const { cli } = await withChanges()
    expect((await cli(['audit', 'list'], { tty: true, columns: 140 })).stdout).toBe(
      [
        `ACTION               ${'CHANGE'.padEnd(75)}BY     WHEN`,
        `settings.update      ${'blockThreshold 70 → 80'.padEnd(75)}local  just now`,
        `control-list.update  ${`BLOCK ${ADDRESS}: chainIds (empty) → 8453`.padEnd(75)}local  1 min ago`,
        `control-list.create  ${`BLOCK ${ADDRESS}`.padEnd(75)}local  2 min ago`,
        '',
      ].join('\n'),
    )
  })

  test('says of a changed filter what changed in it', async ({ cli }) => {
    const create = ['alert', 'create', '--name', 'payments', '--type', 'SONAR', '--on', 'unsafe', '--chain', '1']
    const { alertId } = await cli.json(create)
    const name = 'payments of the treasury and of everybody who is paid from it'
    await cli(['alert', 'update', alertId, '--chain', '1,10', '--name', name])
    const { stdout } = await cli(['audit', 'list', '--size', '1', '--wide'], { tty: true, columns: 80 })
    expect(stdout).toContain('chainIds 1 → 1, 10')
    expect(stdout).not.toContain('{')
  })

  test('in JSON has the whole of before and after', async () => {
    const { cli } = await withChanges()
    const listed = await cli(['audit', 'list', '--action', 'settings.update', '--json'])
    const body = JSON.parse(listed.stdout) as { content: { id: string }[] }
    const before = {
      blockThreshold: 70,
      payloadExpirySeconds: 3600,
      payloadModuleAddress: '0x0000000000000000000000000000000000000000',
      maxStoredBytes: 0,
      historyFactor: 10,
    }
    expect(body).toEqual({
      content: [
        {
          id: body.content[0]?.id,
          at: '2026-01-02T03:06:05.000Z',
          actor: 'local',
          action: 'settings.update',
          resourceId: 'settings',
          before,
          after: { ...before, blockThreshold: 80 },
        },
      ],
      size: 25,
      number: 0,
      totalElements: 1,
    })
  })

  test('can be narrowed down to a kind of thing, or to one thing', async () => {
    const { cli, id } = await withChanges()
    const actions = async (...argv: string[]) => (await cli(['audit', 'list', '--fields', 'action', ...argv])).stdout
    expect(await actions('--action', 'control-list')).toBe('control-list.update\ncontrol-list.create\n')
    expect(await actions('--resource', id)).toBe('control-list.update\ncontrol-list.create\n')
    expect(await actions('--action', 'control-list.create', '--resource', id)).toBe('control-list.create\n')
    expect(await actions('--sort', 'at,asc', '--size', '1')).toBe('control-list.create\n')
    expect((await cli(['audit', 'list', '--resource', 'nothing'], { tty: true })).stdout).toBe('No matching changes.\n')
  })

  test('is empty at first', async () => {
    expect((await makeCli()(['audit', 'list'], { tty: true })).stdout).toBe('No changes yet.\n')
  })

  test('of a hosted service says plainly that there is none', async () => {
    await using hosted = await serveHttp((response) => json(response, { status: 404, error: 'Not Found' }, 404))
    const listed = await makeCli()(['audit', 'list', '--json'], {
      env: { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' },
    })
    expect(listed).toMatchObject({ code: 5, stdout: '' })
    expect(JSON.parse(listed.stderr)).toMatchObject({
      error: {
        code: 'not-offered',
        status: 404,
        message: `${hosted.url.origin} has no audit log: only txwarden's own service offers it`,
      },
    })
  })
})

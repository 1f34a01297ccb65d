import { describe, expect } from 'vitest'
import type { Hold } from '../../src/api/schemas/hold.ts'
import { makeCli, refuses, test } from '../support/cli.ts'
import { BLOCKED_ADDRESS } from '../support/proxy/start.ts'
import { serveForTest } from '../support/served.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'

/** A served database with two named keys, a command line that uses them, and a hold that one of them requested. */
async function served() {
  const { url, log, serving } = await serveForTest()
  const { keys } = serving.service
  const [bot, alice] = [await keys.create('validation', 'payouts-ci'), await keys.create('management', 'alice')]
  const cli = makeCli()
  await cli(['profile', 'create', 'prod', '--base-url', url])
  const env = {
    TXWARDEN_PROFILE: 'prod',
    TXWARDEN_VALIDATION_KEY: bot.key,
    TXWARDEN_MANAGEMENT_KEY: alice.key,
  }
  const run = (argv: readonly string[], more = {}) => cli(argv, { env, ...more })
  await run(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'])
  const validated = await run(['validate', '--chain', '1', '--from', SENDER, '--to', BLOCKED_ADDRESS, '--json'])
  const { svcTxId } = JSON.parse(validated.stdout) as { svcTxId: string }
  const response = await fetch(`${url}/ext/v1/holds`, {
    method: 'POST',
    headers: { 'x-api-key': bot.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      digest: `0x${'ab'.repeat(32)}`,
      kind: 'transaction',
      method: 'eth_sendRawTransaction',
      chainId: '1',
      svcTxIds: [svcTxId],
    }),
  })
  return { run, log, bot, alice, hold: (await response.json()) as Hold, status: response.status }
}

describe('the name of a key', () => {
  test('is shown in holds, in the audit log and in the log of the server', async () => {
    const { run, log, bot, alice, hold, status } = await served()
    expect(status).toBe(200)
    expect(hold).toMatchObject({ requestedBy: bot.id, requestedByName: 'payouts-ci' })
    const approved = JSON.parse((await run(['hold', 'approve', hold.id, '--yes', '--json'])).stdout) as Hold
    expect(approved).toMatchObject({ decidedBy: alice.id, decidedByName: 'alice' })

    const card = await run(['hold', 'show', hold.id], { tty: true, columns: 160 })
    expect(card.stdout).toContain(`requested by  payouts-ci (key ${bot.id}), eth_sendRawTransaction`)
    expect(card.stdout).toMatch(new RegExp(`decided by +alice \\(key ${alice.id}\\)`))
    expect((await run(['hold', 'list'], { tty: true, columns: 200 })).stdout).toMatch(/payouts-ci +alice/)
    expect((await run(['hold', 'approve', hold.id, '--yes'])).stderr).toContain(`(decided by alice (key ${alice.id})`)

    const changes = await run(['audit', 'list'], { tty: true, columns: 160 })
    expect(changes.stdout).toMatch(/hold\.approve .* alice +just now/)
    const by = async (who: string) =>
      (JSON.parse((await run(['audit', 'list', '--by', who, '--json'])).stdout) as { content: object[] }).content
    expect(await by('alice')).toMatchObject([
      { action: 'hold.approve', actor: alice.id, actorName: 'alice' },
      { action: 'control-list.create', actorName: 'alice' },
    ])
    expect(await by(alice.id)).toEqual(await by('alice'))
    expect(await by('payouts-ci')).toMatchObject([{ action: 'hold.request' }])
    expect(await by('local')).not.toContainEqual(expect.objectContaining({ actorName: expect.anything() }))
    expect(await by('nobody')).toEqual([])

    expect(log.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ operation: 'approveHold', key: alice.id, keyName: 'alice' }),
    )
  })

  test('is listed, and revokes the key; of two with one name the ids are listed', async ({ cli }) => {
    const create = async (name: string) =>
      (await cli.json(['keys', 'create', '--kind', 'management', '--name', name])) as {
        id: string
        name: string
      }
    const alice = await create('alice')
    expect(alice.name).toBe('alice')
    const content = async () => ((await cli.json(['keys', 'list'])) as { content: object[] }).content
    expect(await content()).toMatchObject([{ id: alice.id, name: 'alice' }])
    expect((await cli(['keys', 'list'], { tty: true, columns: 120 })).stdout).toMatch(
      /^NAME +KEY[^\n]*\nalice +txw_mgmt_/,
    )
    const [first, second] = [await create('night shift'), await create('night shift')]
    const ambiguous = await cli(['keys', 'revoke', 'night shift', '--yes'])
    expect(ambiguous.code).toBe(8)
    for (const { id } of [first, second]) expect(ambiguous.stderr).toContain(id)
    expect(await cli(['keys', 'revoke', 'alice', '--yes'])).toMatchObject({ code: 0 })
    expect(await content()).toMatchObject([
      { name: 'alice', revokedAt: expect.any(String) },
      { revokedAt: null },
      { revokedAt: null },
    ])
  })

  test.each([
    ['', 'empty'],
    ['a'.repeat(65), 'longer than 64'],
    ['ali\u200bce', 'not printed'],
    ['Local', 'reserved'],
    ['0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee', 'looks like an id'],
  ])('%j is refused', async (name, why) => {
    const cli = makeCli()
    const refused = await cli(['keys', 'create', '--kind', 'validation', `--name=${name}`])
    expect(refused).toMatchObject(refuses(2, why))
    expect(await cli.json(['keys', 'list'])).toEqual({ content: [] })
  })
})

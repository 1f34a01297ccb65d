import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSameReceiver } from '../../../src/service/destinations/secrets.ts'
import type { DestinationRow } from '../../../src/service/store/schema.ts'
import { type Cli, makeCli } from '../../support/cli.ts'

const PLANTED = 'plantedsecretpart'

async function createWebhook(cli: Cli): Promise<string> {
  const url = `https://hooks.example.org/${PLANTED}?token=${PLANTED}`
  const { stdout } = await cli([
    'destination',
    'create',
    '--name',
    'ops',
    '--channel',
    'webhook',
    '--webhook-url',
    url,
    '--json',
  ])
  return (JSON.parse(stdout) as { id: string }).id
}

test('only the origin of a webhook URL is in the database file and the audit', async () => {
  const cli = makeCli()
  await createWebhook(cli)
  const { stdout } = await cli(['audit', 'list', '--json'])
  expect(stdout).toContain('https://hooks.example.org/…')
  for (const text of [stdout, ...globSync(join(cli.home, 'local.db*')).map((path) => readFileSync(path, 'latin1'))])
    expect(text).not.toContain(PLANTED)
})

test('with another master key destinations can be listed, updated and deleted', async () => {
  const cli = makeCli()
  const id = await createWebhook(cli)
  rmSync(join(cli.home, 'local.db.key'))
  const listed = await cli(['destination', 'list', '--json'])
  expect(listed.code).toBe(0)
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { id, errorMessage: expect.stringContaining('is encrypted with key') },
  ])
  expect(await cli(['destination', 'test', id])).toMatchObject({ code: 13 })
  expect(await cli(['destination', 'delete', id, '--yes'])).toMatchObject({ code: 0 })
})

test.each<[DestinationRow['channel'], keyof DestinationRow, boolean]>([
  ['TELEGRAM', 'chat_id', false],
  ['TELEGRAM', 'sealed_token', false],
  ['WEBHOOK', 'sealed_token', true],
  ['WEBHOOK', 'sealed_webhook_url', false],
  ['WEBHOOK', 'name', true],
  ['WEBHOOK', 'state', true],
])('%s with another %s is the same receiver: %s', (channel, column, isSame) => {
  const row: DestinationRow = {
    id: 'id',
    name: 'ops',
    channel,
    sealed_webhook_url: 'url',
    chat_id: '42',
    sealed_token: 'token',
    state: 'ACTIVE',
    error_message: '',
    created_at: 0,
  }
  expect(isSameReceiver(row, row)).toBe(true)
  expect(isSameReceiver(row, { ...row, [column]: 'INACTIVE' })).toBe(isSame)
})

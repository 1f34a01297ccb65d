import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { isSameReceiver, keepSealed, readableSecrets, sealSecrets } from '../../../src/service/destinations/secrets.ts'
import { Keyring } from '../../../src/service/secrets/keyring.ts'
import type { DestinationRow } from '../../../src/service/store/schema/schema.ts'
import { type Cli, test } from '../../support/cli.ts'
import { seededRandom } from '../../support/deterministic.ts'

const PLANTED = 'plantedsecretpart'

async function createWebhook(cli: Cli): Promise<string> {
  const url = `https://hooks.example.org/${PLANTED}?token=${PLANTED}`
  return (
    (await cli.json(['destination', 'create', '--name', 'ops', '--channel', 'webhook', '--webhook-url', url])) as {
      id: string
    }
  ).id
}

test('only the origin of a webhook URL is in the database file and the audit', async ({ cli }) => {
  await createWebhook(cli)
  const { stdout } = await cli(['audit', 'list', '--json'])
  expect(stdout).toContain('https://hooks.example.org/…')
  for (const text of [stdout, ...globSync(join(cli.home, 'local.db*')).map((path) => readFileSync(path, 'latin1'))])
    expect(text).not.toContain(PLANTED)
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
    grouping: null,
    heartbeat_ms: null,
    heartbeat_at: null,
  }
  expect(isSameReceiver(row, row)).toBe(true)
  expect(isSameReceiver(row, { ...row, [column]: 'INACTIVE' })).toBe(isSame)
})

describe('stored secrets', () => {
  const URL_TEXT = 'https://hooks.example.org/a'
  const keyring = new Keyring([new Uint8Array(32).fill(1)], seededRandom())
  const secrets = { name: 'ops', channel: 'WEBHOOK', webhookUrl: URL_TEXT, chatId: undefined, token: 'b' } as const
  const rowOf = (sealed: Pick<DestinationRow, 'sealed_webhook_url' | 'sealed_token'>): DestinationRow => ({
    id: 'id',
    name: 'ops',
    channel: 'WEBHOOK',
    chat_id: null,
    state: 'ACTIVE',
    error_message: '',
    created_at: 0,
    grouping: null,
    heartbeat_ms: null,
    heartbeat_at: null,
    ...sealed,
  })

  test('are read back, absent ones too', () => {
    const all = rowOf(sealSecrets(secrets, 'id', () => keyring))
    expect(readableSecrets(all, () => keyring)).toEqual(secrets)
    const none = rowOf(sealSecrets({ ...secrets, webhookUrl: undefined, token: undefined }, 'id', () => keyring))
    expect([none.sealed_webhook_url, none.sealed_token]).toEqual([null, null])
    expect(readableSecrets({ ...none, chat_id: '42' }, () => keyring)).toEqual({
      name: 'ops',
      channel: 'WEBHOOK',
      chatId: '42',
      webhookUrl: undefined,
      token: undefined,
    })
  })

  test('that cannot be read leave what is no secret, and the reason', () => {
    const row = { ...rowOf(sealSecrets({ ...secrets, chatId: '42' }, 'id', () => keyring)), chat_id: '42' }
    const other = new Keyring([new Uint8Array(32).fill(2)], seededRandom())
    expect(readableSecrets(row, () => other)).toEqual({
      name: 'ops',
      channel: 'WEBHOOK',
      chatId: '42',
      webhookUrl: undefined,
      token: undefined,
      fault: expect.stringContaining('is encrypted with key'),
    })
    const bug = () => {
      throw new TypeError('a bug')
    }
    expect(() => readableSecrets(row, bug)).toThrow('a bug')
  })

  test('keep their encrypted text where they do not change', () => {
    const sealed = sealSecrets(secrets, 'id', () => keyring)
    const { sealed_webhook_url, sealed_token } = sealed
    expect(keepSealed(secrets, secrets, sealed)).toEqual({ sealed_webhook_url, sealed_token })
    expect(keepSealed({ ...secrets, token: 'c' }, secrets, sealed)).toEqual({ sealed_webhook_url })
    expect(keepSealed({ ...secrets, webhookUrl: 'https://b' }, secrets, sealed)).toEqual({ sealed_token })
    expect(keepSealed(secrets, { ...secrets, fault: 'unreadable' }, sealed)).toEqual({})
    expect(keepSealed({ ...secrets, channel: 'SLACK' }, secrets, sealed)).toEqual({})
    expect(keepSealed({ ...secrets, chatId: '43' }, secrets, sealed)).toEqual({})
  })

  test('cannot be read in a row of another id, channel or chat', () => {
    const row = rowOf(sealSecrets(secrets, 'id', () => keyring))
    for (const moved of [
      { ...row, id: 'other' },
      { ...row, channel: 'SLACK' as const },
      { ...row, chat_id: '43' },
    ])
      expect(readableSecrets(moved, () => keyring)).toMatchObject({
        webhookUrl: undefined,
        token: undefined,
        fault: expect.stringContaining('was altered or moved from another row'),
      })
  })
})

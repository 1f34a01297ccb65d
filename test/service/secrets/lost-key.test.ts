import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Service } from '../../../src/service/index.ts'
import { ask } from '../../support/requests.ts'
import { localDatabase } from '../administration/local-database.ts'

const bot = (name: string) => ({ name, channel: 'TELEGRAM', attributes: { chatId: '1', token: 'a-token-of-a-bot' } })

/** Status and detail. */
async function destinations(service: Service, body?: unknown): Promise<[number, string]> {
  const path = '/api/v2/management/alert-configurations/destinations'
  const answer = await ask(service, body === undefined ? 'GET' : 'POST', path, body)
  return [answer.status, answer.status === 200 ? '' : answer.body.detail]
}

test('a server whose key file was removed seals nothing more, and opens what it can', async () => {
  const { use, database } = localDatabase()
  await use(async (service) => {
    expect(await destinations(service, bot('first'))).toEqual([200, ''])
    rmSync(`${database}.key`)
    expect(await destinations(service, bot('second'))).toEqual([
      409,
      expect.stringMatching(
        /^the file of master key \w+ is missing\. It was looked for in .*\. Bring the key of the machine that stored the secrets: /,
      ),
    ])
    expect(await destinations(service)).toEqual([200, ''])
  })
})

test.each([
  ['empty', (path: string) => writeFileSync(path, '')],
  ['no key', (path: string) => writeFileSync(path, 'garbage\n')],
  ['open to others', (path: string) => chmodSync(path, 0o644)],
])('a key file that is %s is a missing key', async (_, damage) => {
  const { use, database } = localDatabase()
  await use(async (service) => expect(await destinations(service, bot('first'))).toEqual([200, '']))
  damage(`${database}.key`)
  await use(async (service) =>
    expect(await destinations(service, bot('second'))).toEqual([409, expect.stringContaining('key')]),
  )
})

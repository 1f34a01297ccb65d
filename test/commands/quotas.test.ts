import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openService } from '../../src/service/index.ts'
import { QUOTAS } from '../../src/service/records/quotas.ts'
import { type Cli, test } from '../support/cli.ts'
import { defaults } from '../support/open-service.ts'
import { ask } from '../support/requests.ts'

const ADDRESS = '0x7e57000000000000000000000000000000000001'
const DESTINATION = ['destination', 'create', '--name', 'new', '--channel', 'EMAIL', '--email', 'new@example.com']
const LIMIT = QUOTAS.destinations.most
const REFUSED =
  'There are 1,000 destinations, and the limit is 1,000; nothing was created. Delete one that is not needed.'

async function createDestinations({ home, clock }: Cli, count: number): Promise<void> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const where = { database: join(home, 'local.db'), keyFolder: home }
  const service = await openService({ ...defaults(), ...where, clock, random })
  const path = '/api/v2/management/alert-configurations/destinations'
  const body = { name: 'ops', channel: 'EMAIL', webhookUrl: 'mailto:ops@example.com' }
  await Promise.all(Array.from({ length: count }, () => ask(service, 'POST', path, body)))
  await service.close()
}

test('the limit of destinations is named by every command that meets it, and before by status and doctor', async ({
  cli,
}) => {
  await createDestinations(cli, LIMIT * 0.8 - 1)
  expect((await cli(['local', 'status'], { tty: true })).stdout).not.toContain('limits')
  expect((await cli(['doctor'], { tty: true })).stdout).not.toContain('limits')

  await createDestinations(cli, 1)
  expect((await cli(['local', 'status'], { tty: true })).stdout).toMatch(/limits +800 of 1,000 destinations\n/)
  expect((await cli.json(['local', 'status'])).quotas).toEqual([
    { name: 'alerts', used: 0, most: QUOTAS.alerts.most },
    { name: 'destinations', used: 800, most: LIMIT },
    { name: 'contracts', used: 0, most: QUOTAS.contracts.most },
    { name: 'names', used: 0, most: QUOTAS.names.most },
    { name: 'safes', used: 0, most: QUOTAS.safes.most },
    { name: 'policies', used: 0, most: QUOTAS.policies.most },
  ])
  expect(await cli(['doctor'], { tty: true })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/limits +800 of 1,000 destinations/),
  })

  await createDestinations(cli, LIMIT * 0.2)
  expect(await cli(['doctor'], { tty: true })).toMatchObject({
    code: 13,
    stdout: expect.stringMatching(/limits +1,000 of 1,000 destinations: more are refused/),
  })
  const refused = await cli([...DESTINATION, '--json'])
  expect(refused).toMatchObject({ code: 8, stdout: '' })
  expect(JSON.parse(refused.stderr).error).toMatchObject({
    code: 'quota-exceeded',
    message: REFUSED,
    try: 'txwarden destination list',
  })

  const manifest = join(cli.home, 'infra.yaml')
  writeFileSync(manifest, 'kind: destination\nname: new\nchannel: EMAIL\nwebhookUrl: mailto:new@example.com\n')
  const applied = await cli(['apply', '-f', manifest, '--yes'])
  expect(applied).toMatchObject({ code: 8, stdout: '' })
  expect(applied.stderr).toContain(REFUSED)
})

test('the limit of stored bytes is named by validate, import and status', async ({ cli }) => {
  await cli(['config', 'service', 'set', 'max-stored-bytes', '20000'])
  const refused = await cli(['validate', '--chain', '1', '--from', ADDRESS, '--to', ADDRESS])
  expect(refused).toMatchObject({
    code: 6,
    stdout: '',
    stderr: expect.stringMatching(/The database stores [\d,]+ bytes, and the limit is 20,000; nothing was written\./),
  })
  const imported = await cli(['monitor', 'import', '-', '--json'], { stdin: `address,chainId\n${ADDRESS},1\n` })
  expect(imported.code).toBe(4)
  expect(imported.stdout + imported.stderr).toContain('and the limit is 20,000; nothing was written.')
  expect((await cli(['local', 'status'], { tty: true })).stdout).toMatch(/limits +\d+ KiB of 20 KiB stored/)

  expect((await cli(['config', 'service', 'set', 'max-stored-bytes', '0'])).code).toBe(0)
  expect((await cli(['monitor', 'add', ADDRESS, '--chain', '1'])).code).toBe(0)
})

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeCli, test } from '../../support/cli.ts'

test.runIf(process.platform === 'linux')('refuses at once where no folder can be created', async () => {
  const refused = await makeCli()(['control-list', 'list'], { env: { TXWARDEN_HOME: '/proc/nope/deep' } })
  expect(refused).toMatchObject({ code: 8, stdout: '' })
  expect(refused.stderr).toContain('/proc/nope')
})

test('creates nested folders, for the user only', async ({ cli }) => {
  const home = join(cli.home, 'some', 'folders', 'down')
  expect(await cli(['control-list', 'list'], { env: { TXWARDEN_HOME: home } })).toMatchObject({ code: 0 })
  expect(existsSync(join(home, 'local.db'))).toBe(true)
  for (const folder of [home, join(cli.home, 'some')]) expect(statSync(folder).mode & 0o777).toBe(0o700)
})

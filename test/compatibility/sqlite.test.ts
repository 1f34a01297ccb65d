import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeCli } from '../support/cli.ts'
import { describeUpgrade, left } from './suite.ts'

describe.each(left)('a SQLite database of $name', (each) => {
  describeUpgrade(each, async (home) => {
    writeFileSync(join(home, 'local.db'), gunzipSync(readFileSync(new URL('local.db.gz', each.files))), { mode: 0o600 })
    return {}
  })
})

test('profiles of version 0.1.0 are read as they are', async () => {
  const cli = makeCli()
  copyFileSync(new URL('version-0.1.0/config.json', import.meta.url), join(cli.home, 'config.json'))
  const { code, stdout } = await cli(['profile', 'list', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).content).toContainEqual(
    expect.objectContaining({ name: 'prod', address: 'https://warden.example.org' }),
  )
})

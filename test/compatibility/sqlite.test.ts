import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeCli } from '../support/cli.ts'
import { describeUpgrade, files } from './suite.ts'

describe('a SQLite database of version 0.1.0', () => {
  describeUpgrade(async (home) => {
    writeFileSync(join(home, 'local.db'), gunzipSync(readFileSync(new URL('local.db.gz', files))), { mode: 0o600 })
    return {}
  })
})

test('profiles of version 0.1.0 are read as they are', async () => {
  const cli = makeCli()
  copyFileSync(new URL('config.json', files), join(cli.home, 'config.json'))
  const { code, stdout } = await cli(['profile', 'list', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ name: 'prod', address: 'https://warden.example.org' }),
  )
})

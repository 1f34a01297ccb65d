import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCommandLine } from '../src/cli/program/program.ts'
import { commands, nouns } from '../src/commands/index.ts'
import { withCredentials } from '../src/config/credentials.ts'
import { needs } from './support/needs.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const units = globSync('examples/systemd/*').sort()
const services = units.filter((path) => path.endsWith('.service'))
const program = { version: '0.0.0', commands, nouns, columns: 80 }

test.each(services)('%s runs a command that is there, and Node can compile in it', async (path) => {
  const unit = readFileSync(path, 'utf8')
  const [, words = ''] = /^ExecStart=\/usr\/bin\/txwarden (.+)$/m.exec(unit) ?? []
  const argv = words.split(' ').filter((word) => !word.startsWith('$'))
  expect(await parseCommandLine(argv, program)).toMatchObject({ kind: 'run' })
  // Node 24 aborts with it.
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
})

test('each timer has its service', () => {
  const timers = units.filter((path) => path.endsWith('.timer')).map((path) => path.replace('.timer', '.service'))
  expect(timers).toHaveLength(2)
  expect(services).toEqual(expect.arrayContaining(timers))
})

needs('systemd-analyze').describe('systemd', () => {
  test('accepts every unit', () => {
    const folder = temporaryFolder()
    for (const path of units)
      writeFileSync(
        join(folder, basename(path)),
        readFileSync(path, 'utf8').replaceAll('/usr/bin/txwarden', process.execPath),
      )
    const files = units.map((path) => join(folder, basename(path)))
    const said = execFileSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8', stdio: 'pipe' })
    expect(said).toBe('')
  })

  test.each(services)('%s has an exposure of at most 2.0', (path) => {
    const said = execFileSync('systemd-analyze', ['security', '--offline=true', path], { encoding: 'utf8' })
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1])).toBeLessThanOrEqual(2)
  })
})

describe('the credential of the unit', () => {
  test('is the master key, unless the variable is set', () => {
    const folder = temporaryFolder()
    const env = { CREDENTIALS_DIRECTORY: folder, HOME: '/' }
    expect(withCredentials(env)).toBe(env)
    writeFileSync(join(folder, 'txwarden-master-key'), 'key in base64\n')
    expect(withCredentials(env)).toEqual({ ...env, TXWARDEN_MASTER_KEY: 'key in base64' })
    const given = { ...env, TXWARDEN_MASTER_KEY: 'mine' }
    expect(withCredentials(given)).toBe(given)
    expect(readFileSync('examples/systemd/txwarden.service', 'utf8')).toContain('LoadCredential=txwarden-master-key:')
  })
})

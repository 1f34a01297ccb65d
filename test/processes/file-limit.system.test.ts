import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { COMMAND } from '../support/built-program.ts'
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ADDRESS = `0x${'7e'.repeat(20)}`

needs('prlimit').test('a limit of open files is reported as such, however low it is', () => {
  const home = temporaryFolder()
  const run = (limit: number, ...argv: readonly string[]) =>
    spawnSync('prlimit', [`--nofile=${limit}`, ...COMMAND, ...argv, '--json'], {
      env: { PATH: process.env.PATH, TXWARDEN_HOME: home },
      encoding: 'utf8',
    })
  expect(run(1024, 'control-list', 'add', ADDRESS, '--type', 'block')).toMatchObject({ status: 0 })
  for (const argv of [
    ['control-list', 'list'],
    ['control-list', 'add', ADDRESS, '--type', 'allow', '--product', 'SONAR', '--if-absent'],
    ['local', 'backup', join(home, 'copy.db'), '--yes'],
  ]) {
    const found = new Set<string>()
    // Below a limit, Node itself does not start.
    for (let limit = 32; limit > 12; limit--) {
      const { status, stderr } = run(limit, ...argv)
      if (status !== 0 && !stderr.startsWith('{"error"')) break
      found.add(status === 0 ? '0' : `${status} ${JSON.parse(stderr.split('\n')[0] ?? '').error.code}`)
    }
    expect([argv, [...found].sort()]).toEqual([argv, ['0', '6 out-of-resources']])
  }
})

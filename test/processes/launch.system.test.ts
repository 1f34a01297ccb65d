import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { COMMAND } from '../support/built-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** What V8 compiled of the program is kept for the next start (bin/launch.js). */
describe('the compiled program', () => {
  let home: string
  let cache: string
  beforeEach(() => {
    home = temporaryFolder()
    cache = join(home, 'compile-cache')
  })

  const start = (env: NodeJS.ProcessEnv = {}) => {
    const [program, ...words] = COMMAND
    const { NODE_COMPILE_CACHE: _, ...rest } = process.env
    const run = spawnSync(program, [...words, '--version'], {
      env: { ...rest, TXWARDEN_HOME: home, ...env },
      encoding: 'utf8',
    })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    return run.stdout
  }
  const kept = () => readdirSync(cache).sort()
  const timesOf = () => kept().map((name) => [name, statSync(join(cache, name)).mtimeMs])

  test('is kept once, where only its user can read it', () => {
    start()
    expect(kept().filter((name) => name.endsWith('.cjs'))).toContain('main.cjs')
    expect(statSync(cache).mode & 0o777).toBe(0o700)
    expect(kept().map((name) => statSync(join(cache, name)).mode & 0o777)).toEqual(kept().map(() => 0o600))
    for (const name of kept()) utimesSync(join(cache, name), 1, 1)
    const before = timesOf()
    start()
    expect(timesOf()).toEqual(before)
  })

  test('is made again where it was damaged, cut, or made of another build', () => {
    const version = start()
    const file = join(cache, 'main.cjs')
    const good = readFileSync(file)
    for (const bad of [good.subarray(0, 100), Buffer.alloc(good.length, 0xff)]) {
      writeFileSync(file, bad)
      expect(start()).toBe(version)
      const made = readFileSync(file)
      expect(made.equals(bad)).toBe(false)
      start()
      expect(readFileSync(file).equals(made)).toBe(true)
    }
  })

  test('is not kept where the user asks for none, or the folder takes no files', () => {
    start({ NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(readdirSync(home)).toEqual([])
    start({ NODE_COMPILE_CACHE: '/dev/null' })
    expect(readdirSync(home)).toEqual([])
  })
})

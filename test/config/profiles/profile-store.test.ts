import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Paths } from '../../../src/config/paths.ts'
import { withProfile } from '../../../src/config/profiles/profile-file.ts'
import { readProfiles, updateProfiles } from '../../../src/config/profiles/profile-store.ts'
import { WardenError } from '../../../src/shared/errors.ts'
import { tryExclusiveFile } from '../../../src/shared/files/exclusive-file.ts'
import { sleep } from '../../../src/shared/time/sleep.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** The lock file stays: removing it would let two processes in. */
const FILES = ['config.json', 'config.json.lock']

let paths: Paths
let path: string

beforeEach(() => {
  const folder = join(temporaryFolder(), 'home')
  paths = { config: folder, data: folder }
  path = join(folder, 'config.json')
})

const stored = () => JSON.parse(readFileSync(path, 'utf8')) as unknown
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

function failureOf(run: () => unknown): WardenError {
  try {
    run()
  } catch (error) {
    if (error instanceof WardenError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('reading', () => {
  test('a missing file has no profiles, and is not created', () => {
    expect(readProfiles(paths)).toEqual({ profiles: {} })
    expect(existsSync(paths.config)).toBe(false)
  })

  test.each([
    ['is not valid JSON', '{"profiles":'],
    ['is not valid JSON', ''],
    ['does not have the shape of a txwarden configuration', '[]'],
    ['does not have the shape of a txwarden configuration', '{"active": 7}'],
    ['does not have the shape of a txwarden configuration', '{"profiles": {"prod": null}}'],
    ['does not have the shape of a txwarden configuration', '{"profiles": {"prod": {"timeout": 30}}}'],
  ])('a broken file is refused by name: it %s', (fault, text) => {
    mkdirSync(paths.config)
    writeFileSync(path, text)
    expect(failureOf(() => readProfiles(paths))).toMatchObject({
      kind: 'refused',
      code: 'broken-config',
      message: `${path} ${fault}`,
      try: 'txwarden config path',
    })
  })

  test('a broken file is never replaced by a write', async () => {
    mkdirSync(paths.config)
    writeFileSync(path, '{"profiles":')
    await expect(updateProfiles(paths, (file) => withProfile(file, 'prod', {}))).rejects.toMatchObject({
      code: 'broken-config',
    })
    expect(readFileSync(path, 'utf8')).toBe('{"profiles":')
    expect(readdirSync(paths.config)).toEqual(FILES)
  })
})

describe('writing', () => {
  test('creates folder and file for the owner only', async () => {
    await updateProfiles(paths, (file) => withProfile(file, 'prod', { 'validation-key': 'secret' }))
    expect(stored()).toEqual({ profiles: { prod: { 'validation-key': 'secret' } } })
    expect({ folder: modeOf(paths.config), file: modeOf(path) }).toEqual({ folder: '700', file: '600' })
    expect(readdirSync(paths.config)).toEqual(FILES)
  })

  test('removes permissions of others', async () => {
    mkdirSync(paths.config)
    writeFileSync(path, '{"profiles":{}}')
    chmodSync(path, 0o644)
    await updateProfiles(paths, (file) => ({ ...file, active: 'local' }))
    expect(modeOf(path)).toBe('600')
  })

  test('keeps unknown members of a newer version', async () => {
    mkdirSync(paths.config)
    writeFileSync(
      path,
      '{"theme":"dark","active":"prod","profiles":{"prod":{"base-url":"https://a.example","colour":"red"}}}',
    )
    await updateProfiles(paths, (file) => withProfile(file, 'prod', { ...file.profiles.prod, output: 'json' }))
    expect(stored()).toEqual({
      theme: 'dark',
      active: 'prod',
      profiles: { prod: { 'base-url': 'https://a.example', colour: 'red', output: 'json' } },
    })
  })

  test('changes nothing and releases the lock when the change throws', async () => {
    await updateProfiles(paths, (file) => withProfile(file, 'prod', {}))
    await expect(
      updateProfiles(paths, () => {
        throw new RangeError('no')
      }),
    ).rejects.toThrow('no')
    expect(stored()).toEqual({ profiles: { prod: {} } })
    await updateProfiles(paths, (file) => ({ ...file, active: 'prod' }))
    expect(stored()).toEqual({ active: 'prod', profiles: { prod: {} } })
  })

  test('waits for a process that holds the lock, however old the lock file is', async () => {
    mkdirSync(paths.config)
    const held = tryExclusiveFile(`${path}.lock`)
    utimesSync(`${path}.lock`, new Date(0), new Date(0))
    const update = updateProfiles(paths, (file) => withProfile(file, 'prod', {}))
    expect(await Promise.race([update, sleep(200).then(() => 'waiting')])).toBe('waiting')
    held?.release()
    await update
    expect(stored()).toEqual({ profiles: { prod: {} } })
  })

  test('does not wait for a process that died with the lock', async () => {
    mkdirSync(paths.config)
    const module = join(import.meta.dirname, '../../../src/shared/files/exclusive-file.ts')
    const holder = spawnSync(process.execPath, [
      '-e',
      `import(${JSON.stringify(module)}).then(({ tryExclusiveFile }) => {
        if (tryExclusiveFile(${JSON.stringify(`${path}.lock`)})) process.kill(process.pid, 'SIGKILL')
      })`,
    ])
    expect(holder.signal).toBe('SIGKILL')
    await updateProfiles(paths, (file) => withProfile(file, 'prod', {}))
    expect(stored()).toEqual({ profiles: { prod: {} } })
  })

  test('by several processes at once loses no change, and the file is always complete', async () => {
    mkdirSync(paths.config)
    const writers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      spawn(process.execPath, [join(import.meta.dirname, 'profile-writer.ts'), paths.config, name], {
        stdio: ['ignore', 'inherit', 'inherit'],
      }),
    )
    const ends = writers.map((writer) => new Promise<number | null>((resolve) => writer.on('exit', resolve)))
    let isOver = false
    const all = Promise.all(ends).finally(() => {
      isOver = true
    })
    while (!isOver) {
      readProfiles(paths)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await all).toEqual(ends.map(() => 0))
    const names = Object.keys(readProfiles(paths).profiles)
    expect(names.sort()).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => `${name}${turn}`)),
    )
  })
})

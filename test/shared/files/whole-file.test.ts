import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLockFile, draftBeside, openPrivate, publish, writeWhole } from '../../../src/shared/files/whole-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8)

describe('a file written as a whole', () => {
  test('is readable by its owner only, and leaves no other file', () => {
    const folder = temporaryFolder()
    writeWhole(join(folder, 'a'), 'text', { replace: false })
    expect({ names: readdirSync(folder), mode: modeOf(join(folder, 'a')) }).toEqual({ names: ['a'], mode: '600' })
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('text')
  })

  test('replaces a file only when instructed to, and then its mode as well', () => {
    const path = join(temporaryFolder(), 'a')
    writeFileSync(path, 'old')
    chmodSync(path, 0o644)
    expect(() => writeWhole(path, 'new', { replace: false })).toThrow(`${path} already exists`)
    expect(readFileSync(path, 'utf8')).toBe('old')
    writeWhole(path, 'new', { replace: true })
    expect({ text: readFileSync(path, 'utf8'), mode: modeOf(path) }).toEqual({ text: 'new', mode: '600' })
  })

  test.each([true, false])('never writes through a symbolic link (replace: %s)', (replace) => {
    const folder = temporaryFolder()
    const victim = join(folder, 'victim')
    const dangling = join(folder, 'dangling')
    writeFileSync(victim, 'untouched')
    symlinkSync(victim, join(folder, 'link'))
    symlinkSync(join(folder, 'nowhere'), dangling)
    for (const path of [join(folder, 'link'), dangling])
      if (replace) {
        writeWhole(path, 'new', { replace })
        expect(lstatSync(path).isFile()).toBe(true)
      } else expect(() => writeWhole(path, 'new', { replace })).toThrow('already exists')
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  test('over a folder is refused and leaves no other file', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'a'))
    expect(() => writeWhole(join(folder, 'a'), 'text', { replace: true })).toThrow('is a folder')
    expect(readdirSync(folder)).toEqual(['a'])
  })
})

test('a file to append to is created for its owner, and never through a link', () => {
  const folder = temporaryFolder()
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  expect(() => openPrivate(join(folder, 'link'))).toThrow('ELOOP')
  closeSync(openPrivate(join(folder, 'a')))
  expect(modeOf(join(folder, 'a'))).toBe('600')
})

test('a lock file is created for its owner, never through a link, and stays as it is', () => {
  const folder = temporaryFolder()
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  expect(() => createLockFile(join(folder, 'link'))).toThrow('is a symbolic link')
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  createLockFile(join(folder, 'a'))
  writeFileSync(join(folder, 'a'), 'locked')
  createLockFile(join(folder, 'a'))
  expect({ text: readFileSync(join(folder, 'a'), 'utf8'), mode: modeOf(join(folder, 'a')) }).toEqual({
    text: 'locked',
    mode: '600',
  })
})

describe('drafts', () => {
  /** A draft of a process that has ended. */
  function abandonedDraft(folder: string): string {
    const script = `const { draftBeside } = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/shared/files/whole-file.ts'))})
      const { writeFileSync } = await import('node:fs')
      const draft = draftBeside(${JSON.stringify(join(folder, 'x'))})
      for (const suffix of ['', '-wal', '-journal']) writeFileSync(draft + suffix, 'partial')
      process.stdout.write(draft)
      process.kill(process.pid, 'SIGKILL')`
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout
  }

  test('of ended processes are removed with the next one; those of running ones stay', () => {
    const folder = temporaryFolder()
    const running = draftBeside(join(folder, 'a'))
    writeFileSync(running, 'in use')
    const abandoned = abandonedDraft(folder)
    expect(abandoned).toContain('.txwarden-draft-')
    expect(readdirSync(folder)).toHaveLength(4)
    const next = draftBeside(join(folder, 'b'))
    expect(next).not.toBe(running)
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([running])
    publish(running, join(folder, 'a'), { replace: false })
    expect(readdirSync(folder)).toEqual(['a'])
  })

  test('of an earlier process with the same id are removed', () => {
    const folder = temporaryFolder()
    const draft = draftBeside(join(folder, 'a'))
    writeFileSync(draft, 'of the container before')
    const before = performance.timeOrigin / 1000 - 60
    utimesSync(draft, before, before)
    draftBeside(join(folder, 'a'))
    expect(readdirSync(folder)).toEqual([])
  })

  test('of other hosts are removed after a day, and files of other names never', () => {
    const folder = temporaryFolder()
    const host = (age: string) => join(folder, `.txwarden-draft-${age}-1-0123456789ab`)
    const [young, old] = [host('00000000'), host('11111111')]
    const others = ['.txwarden-draft-notes', 'a.partial', `x${young.slice(folder.length + 1)}`]
    for (const path of [young, old, ...others.map((name) => join(folder, name))]) writeFileSync(path, '')
    const yesterday = Date.now() / 1000 - 90_000
    for (const path of [old, ...others.map((name) => join(folder, name))]) utimesSync(path, yesterday, yesterday)
    draftBeside(join(folder, 'a'))
    expect(readdirSync(folder).sort()).toEqual([...others, young.slice(folder.length + 1)].sort())
    expect(statSync(young).size).toBe(0)
  })
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BIN } from './program.ts'

const home = mkdtempSync(join(tmpdir(), 'txwarden-startup-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** What a command has loaded when it ends, files and built-ins, in a process of its own. */
function loadedBy(argv: readonly string[]) {
  const witness = join(home, 'witness.cjs')
  const told = join(home, 'told.json')
  writeFileSync(
    witness,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(told)},
      JSON.stringify({ files: Object.keys(require.cache), builtins: process.moduleLoadList })))`,
  )
  const { status, stderr } = spawnSync(process.execPath, ['--require', witness, BIN, ...argv], {
    env: { TXWARDEN_HOME: home },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const { files, builtins } = JSON.parse(readFileSync(told, 'utf8')) as { files: string[]; builtins: string[] }
  const ours = files.filter((path) => path.includes('/dist/'))
  return {
    chunks: ours.map((path) => basename(path).replace(/(?:-[\w-]{8})?\.cjs$/, '')).sort(),
    kilobytes: ours.reduce((sum, path) => sum + statSync(path).size, 0) / 1000,
    builtins: builtins.map((line) => line.replace(/^NativeModule /, '')),
  }
}

/** The large groups of `rolldown.config.ts`. */
const LARGE = ['context', 'local', 'lists', 'judge', 'tables']

// Milliseconds depend on the machine; what is loaded does not, and is what they are spent on.
test.each([
  { argv: ['--version'], large: [], files: 2, kilobytes: 220 },
  { argv: ['--help'], large: [], files: 2, kilobytes: 220 },
  { argv: ['__complete', 'control-list', ''], large: [], files: 10, kilobytes: 330 },
  { argv: ['control-list', '--help'], large: [], files: 10, kilobytes: 320 },
  { argv: ['alert', '--help'], large: [], files: 10, kilobytes: 330 },
  { argv: ['control-list', 'list'], large: ['context', 'lists', 'local'], files: 13, kilobytes: 1500 },
  {
    argv: ['validate', '--file', 'examples/transfer-to-known.json'],
    large: ['context', 'judge', 'lists', 'local'],
    files: 10,
    kilobytes: 1800,
  },
])('$argv loads $large, at most $files files and $kilobytes kB', ({ argv, large, files, kilobytes }) => {
  const loaded = loadedBy(argv)
  expect(loaded.chunks.filter((name) => LARGE.includes(name))).toEqual(large)
  expect(loaded.chunks.length).toBeLessThanOrEqual(files)
  expect(loaded.kilobytes).toBeLessThan(kilobytes)
})

test.each([
  { argv: ['--version'], spared: ['crypto', 'zlib', 'child_process', 'sqlite', 'fs/promises'] },
  { argv: ['control-list', 'list'], spared: ['crypto', 'zlib', 'child_process', 'https', 'worker_threads'] },
])('$argv needs no $spared', ({ argv, spared }) => {
  const { builtins } = loadedBy(argv)
  expect(builtins).toContain('fs')
  expect(builtins.filter((name) => spared.includes(name))).toEqual([])
})

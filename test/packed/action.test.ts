import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startAnvil } from '../support/chain/anvil.ts'
import type { NodeProcess } from '../support/chain/node-process.ts'
import { needs } from '../support/needs.ts'
import { action, gate, install, type Job, runSteps } from '../support/run-action.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const runner = mkdtempSync(join(tmpdir(), 'txwarden-runner-'))
afterAll(() => rmSync(runner, { recursive: true, force: true }))
const installed = join(runner, 'txwarden-action')
/** Programs of the gate, which removes them. */
const kept = mkdtempSync(join(tmpdir(), 'txwarden-installed-'))
afterAll(() => rmSync(kept, { recursive: true, force: true }))

const run = (
  steps: Parameters<typeof runSteps>[0],
  inputs: Readonly<Record<string, string>>,
  { RUNNER_TEMP = runner, ...env }: Readonly<Record<string, string>> = {},
) => runSteps(steps, { inputs, env, runner: RUNNER_TEMP })

/** Runs the gate with the program that was installed. */
async function runGate(inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>): Promise<Job> {
  mkdirSync(installed)
  symlinkSync(join(kept, 'installed/bin'), join(installed, 'bin'))
  return run(gate, inputs, env)
}

const SENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SCAM = '0x7E571205cDD004f106BBC6F1083df3D562f4C313'
const KNOWN = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'

/** A command that sends one ether by the node's own account. */
const pay = (to: string) =>
  `curl -s "$ETH_RPC_URL" -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{"from":"${SENDER}","to":"${to}","value":"0xde0b6b3a7640000"}]}'`

/** The node answers before it makes the block. @param nonce of the sender */
const expectSent = ({ rpc }: NodeProcess, nonce: string) =>
  expect.poll(() => rpc('eth_getTransactionCount', SENDER, 'latest')).toBe(nonce)

needs('anvil', 'bash', 'curl', 'git').describe('action.yml', () => {
  /** The program that the gate runs. */
  beforeAll(async () => {
    const job = await run(install, { command: 'true', package: inject('packedFile') ?? '' })
    expect(job, job.stderr).toMatchObject({ code: 0, used: [] })
    renameSync(installed, join(kept, 'installed'))
  })

  test('packs its own revision where no package is given', async () => {
    const folder = temporaryFolder()
    const clone = join(folder, 'action')
    execFileSync('git', ['clone', '--quiet', '--no-local', root, clone])
    mkdirSync(join(folder, 'bin'))
    // `npm ci` takes most of a minute; the gate runs it in a clone of its own.
    const npm = `#!/bin/sh\nPATH='${process.env.PATH}'\n[ "$1" = ci ] || exec npm "$@"\nln -s '${join(root, 'node_modules')}' node_modules\n`
    writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 })
    const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
    const job = await run(install, { command: 'true' }, { PATH, RUNNER_TEMP: folder, GITHUB_ACTION_PATH: clone })
    expect(job, job.stderr).toMatchObject({ code: 0 })
    const program = join(folder, 'txwarden-action/bin/txwarden')
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toMatch(/^(?:txwarden )?\d+\.\d+\.\d+/)
  })

  test('lets no expression into a script', () => {
    const scripts = action.runs.steps.filter(({ run: script }) => script !== undefined)
    expect(scripts.length).toBeGreaterThan(2)
    for (const { run: script, shell } of scripts) {
      expect(shell).toBe('bash')
      expect(script).not.toContain('${{')
    }
  })

  test('fails the job with the verdict of what was refused, and the node gets nothing', async () => {
    await using node = await startAnvil()
    const job = await runGate({ command: `${pay(SCAM)}\necho done` }, { TXWARDEN_UPSTREAM: node.url })
    expect(job).toMatchObject({ failed: 'Run the command behind the proxy', code: 12 })
    expect(job.stdout).toContain('txwarden blocked this')
    expect(job.stdout).toContain('done\n')
    expect(await node.rpc('eth_getTransactionCount', SENDER, 'latest')).toBe('0x0')
  })

  test('passes a job whose transactions pass, and the exit code of its command', async () => {
    await using node = await startAnvil()
    const env = { TXWARDEN_UPSTREAM: node.url }
    expect(await runGate({ command: pay(KNOWN) }, env)).toMatchObject({ code: 0 })
    await expectSent(node, '0x1')
    const failing = await runGate({ command: `${pay(KNOWN)} | false\necho not reached` }, env)
    expect(failing).toMatchObject({ code: 1 })
    expect(failing.stdout).not.toContain('not reached')
  })

  test('passes flags on, one a line', async () => {
    await using node = await startAnvil()
    const env = { TXWARDEN_UPSTREAM: node.url }
    expect(await runGate({ command: pay(SCAM), 'fail-on': 'never' }, env)).toMatchObject({ code: 0 })
    expect(await runGate({ command: pay(SCAM), flags: '--observe\n--quiet\n' }, env)).toMatchObject({ code: 0 })
    expect(await runGate({ command: pay(SCAM), flags: '--no-such-flag' }, env)).toMatchObject({ code: 2 })
    await expectSent(node, '0x2')
  })

  test.each(['fail-on', 'flags', 'package'])('does not run the input %s as a script', async (name) => {
    const folder = temporaryFolder()
    const witness = join(folder, 'was-run')
    const hostile = `$(touch ${witness})\`touch ${witness}\`"; touch ${witness}; "`
    const inputs = { command: 'true', package: 'none.tgz', [name]: hostile }
    const job =
      name === 'package'
        ? await run(install, inputs, { RUNNER_TEMP: folder })
        : await runGate(inputs, { TXWARDEN_UPSTREAM: 'http://127.0.0.1:9' })
    expect(job.code).not.toBe(0)
    expect(existsSync(witness)).toBe(false)
  })

  test('keeps the URL of the node and the command out of arguments, and from the command', async () => {
    await using node = await startAnvil()
    const upstream = `${node.url}?key-of-the-node`
    const command = `${pay(KNOWN)}\nprintf '\\narguments: '\ncat /proc/$PPID/cmdline /proc/$$/cmdline | tr '\\0' ' '\nenv`
    const job = await runGate({ command }, { TXWARDEN_UPSTREAM: upstream })
    expect(job, job.stderr).toMatchObject({ code: 0 })
    expect(job.stdout).toMatch(/^arguments: .* proxy --fail-on=unsafe -- bash .*command\.sh/m)
    expect(job.stdout).not.toMatch(/^arguments: .*(?:curl|ETH_RPC_URL)/m)
    expect(job.stdout).toMatch(/^ETH_RPC_URL=http:\/\/127\.0\.0\.1:\d+/m)
    expect(job.stdout + job.stderr).not.toContain('key-of-the-node')
    expect(job.stdout).not.toContain('TXWARDEN_ACTION_')
  })

  test('leaves nothing behind in any outcome', async () => {
    await using node = await startAnvil()
    const env = { TXWARDEN_UPSTREAM: node.url }
    for (const [command, code] of [
      [pay(KNOWN), 0],
      [pay(SCAM), 12],
      ['true', 13],
      ['exit 3', 3],
      ['kill -KILL $$', 137],
      ['kill -KILL $PPID', 137],
    ] as const) {
      expect(await runGate({ command }, env), command).toMatchObject({ code })
      expect(existsSync(installed), command).toBe(false)
    }
    const failing = await run([...install, ...gate], { command: 'true', package: 'none.tgz' })
    expect(failing).toMatchObject({ failed: 'Install txwarden', stdout: expect.not.stringContaining('txwarden:') })
    expect(existsSync(installed)).toBe(false)
  })

  test('gives what it installs no secret of the job', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\nenv\n', { mode: 0o755 })
    const secrets = { TXWARDEN_UPSTREAM: 'https://node.example/s3cret', DEPLOYER_KEY: 's3cret', SOME_TOKEN: 's3cret' }
    const forNpm = { HTTPS_PROXY: 'http://proxy.example:3128', npm_config_registry: 'https://registry.example/' }
    const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
    const job = await run(
      install,
      { command: 'true', package: 'txwarden@0.1.0' },
      { ...secrets, ...forNpm, PATH, RUNNER_TEMP: folder },
    )
    expect(job, job.stderr).toMatchObject({ code: 0, stderr: '' })
    expect(job.stdout).not.toContain('s3cret')
    for (const [name, value] of Object.entries(forNpm)) expect(job.stdout).toContain(`${name}=${value}\n`)
  })

  test.each([
    { version: '22.20.0', isOld: true },
    { version: '24.14.9', isOld: true },
    { version: '24.15.0', isOld: false },
    { version: '26.0.0', isOld: false },
  ])('installs a Node beside Node $version: $isOld', async ({ version, isOld }) => {
    const folder = temporaryFolder()
    // Node, but for its version.
    const fake = `#!/bin/sh\nexec '${process.execPath}' -e "Object.defineProperty(process.versions, 'node', { value: '${version}' }); $2"\n`
    writeFileSync(join(folder, 'node'), fake, { mode: 0o755 })
    const job = await run(install.slice(0, 3), { command: 'true' }, { PATH: `${folder}:${process.env.PATH}` })
    expect(job).toMatchObject({
      code: 0,
      used: isOld ? [expect.stringMatching(/^actions\/setup-node@[0-9a-f]{40}$/)] : [],
    })
  })
})

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { startAnvil } from '../support/chain/anvil.ts'
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')

interface ReadStep {
  readonly id?: string
  readonly if?: string
  readonly name?: string
  readonly uses?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly ReadStep[] }
}

interface Job {
  /** Name of the step that failed. */
  readonly failed?: string | undefined
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Actions that the steps call. */
  readonly used: readonly string[]
}

const runner = mkdtempSync(join(tmpdir(), 'txwarden-runner-'))
afterAll(() => rmSync(runner, { recursive: true, force: true }))

/** Runs steps as a runner does: each script from a file, in a bash of its own. */
function run(
  steps: readonly ReadStep[],
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Job {
  const inputs = new Map(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']),
  )
  const outputs = new Map<string, string>()
  const used: string[] = []
  const said = { stdout: '', stderr: '' }
  for (const step of steps) {
    if (step.if !== undefined && !holds(step.if, outputs)) continue
    if (step.uses !== undefined) used.push(step.uses)
    if (step.run === undefined) continue
    const script = join(runner, 'step.sh')
    const output = join(runner, 'step.output')
    writeFileSync(script, step.run)
    writeFileSync(output, '')
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: runner,
      encoding: 'utf8',
      // A gate that does not end fails.
      timeout: 120_000,
      env: {
        ...process.env,
        TXWARDEN_HOME: mkdtempSync(join(runner, 'home-')),
        RUNNER_TEMP: runner,
        GITHUB_ACTION_PATH: root,
        GITHUB_OUTPUT: output,
        ...env,
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, inputs)])),
      },
    })
    said.stdout += stdout
    said.stderr += stderr
    for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
      const [name = '', value = ''] = line.split('=')
      outputs.set(`steps.${step.id}.outputs.${name}`, value)
    }
    if (status !== 0) return { failed: step.name, code: status, used, ...said }
  }
  return { code: 0, used, ...said }
}

const { steps } = action.runs
const install = steps.slice(0, -1)
const gate = steps.slice(-1)

/** `steps.<id>.outputs.<name> == '<value>'`. */
function holds(condition: string, outputs: ReadonlyMap<string, string>): boolean {
  const [, name = '', value] = /^([\w.]+) == '(\w+)'$/.exec(condition) ?? []
  expect(outputs.has(name), condition).toBe(true)
  return outputs.get(name) === value
}

/** An expression is the whole of a value, and names an input that is declared. */
function filled(value: string, inputs: ReadonlyMap<string, string>): string {
  const [, name = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? []
  expect(inputs.has(name), value).toBe(true)
  return inputs.get(name) ?? ''
}

const SENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SCAM = '0x7E571205cDD004f106BBC6F1083df3D562f4C313'
const KNOWN = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'

/** A command that sends one ether by the node's own account. */
const pay = (to: string) =>
  `curl -s "$ETH_RPC_URL" -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{"from":"${SENDER}","to":"${to}","value":"0xde0b6b3a7640000"}]}'`

needs('anvil', 'bash', 'curl', 'git').describe('action.yml', () => {
  /** The program that the gate runs. */
  beforeAll(() => {
    const installed = run(install, { package: inject('packedFile') ?? '' }, {})
    expect(installed, installed.stderr).toMatchObject({ code: 0, used: [] })
  })

  test('packs its own revision where no package is given', () => {
    const folder = temporaryFolder()
    const clone = join(folder, 'action')
    execFileSync('git', ['clone', '--quiet', '--no-local', root, clone])
    mkdirSync(join(folder, 'bin'))
    // `npm ci` takes most of a minute; the gate runs it in a clone of its own.
    const npm = `#!/bin/sh\nPATH='${process.env.PATH}'\n[ "$1" = ci ] || exec npm "$@"\nln -s '${join(root, 'node_modules')}' node_modules\n`
    writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 })
    const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
    const job = run(install, {}, { PATH, RUNNER_TEMP: folder, GITHUB_ACTION_PATH: clone })
    expect(job, job.stderr).toMatchObject({ code: 0 })
    const program = join(folder, 'txwarden-action/bin/txwarden')
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toMatch(/^(?:txwarden )?\d+\.\d+\.\d+/)
  }, 120_000)

  test('lets no expression into a script', () => {
    const scripts = steps.filter(({ run: script }) => script !== undefined)
    expect(scripts.length).toBeGreaterThan(2)
    for (const { run: script, shell } of scripts) {
      expect(shell).toBe('bash')
      expect(script).not.toContain('${{')
    }
  })

  test('fails the job with the verdict of what was refused, and the node gets nothing', async () => {
    await using node = await startAnvil()
    const job = run(gate, { command: `${pay(SCAM)}\necho done` }, { TXWARDEN_UPSTREAM: node.url })
    expect(job).toMatchObject({ failed: 'Run the command behind the proxy', code: 12 })
    expect(job.stdout).toContain('txwarden blocked this')
    expect(job.stdout).toContain('done\n')
    expect(await node.rpc('eth_getTransactionCount', SENDER, 'latest')).toBe('0x0')
  })

  test('passes a job whose transactions pass, and the exit code of its command', async () => {
    await using node = await startAnvil()
    const env = { TXWARDEN_UPSTREAM: node.url }
    expect(run(gate, { command: pay(KNOWN) }, env)).toMatchObject({ code: 0 })
    expect(await node.rpc('eth_getTransactionCount', SENDER, 'latest')).toBe('0x1')
    const failing = run(gate, { command: `${pay(KNOWN)} | false\necho not reached` }, env)
    expect(failing).toMatchObject({ code: 1 })
    expect(failing.stdout).not.toContain('not reached')
  })

  test('passes flags on, one a line', async () => {
    await using node = await startAnvil()
    const env = { TXWARDEN_UPSTREAM: node.url }
    expect(run(gate, { command: pay(SCAM), 'fail-on': 'never' }, env)).toMatchObject({ code: 0 })
    expect(run(gate, { command: pay(SCAM), flags: '--observe\n--quiet\n' }, env)).toMatchObject({ code: 0 })
    expect(run(gate, { command: pay(SCAM), flags: '--no-such-flag' }, env)).toMatchObject({ code: 2 })
    expect(await node.rpc('eth_getTransactionCount', SENDER, 'latest')).toBe('0x2')
  })

  test.each(['fail-on', 'flags', 'package'])('does not run the input %s as a script', (name) => {
    const folder = temporaryFolder()
    const witness = join(folder, 'was-run')
    const hostile = `$(touch ${witness})\`touch ${witness}\`"; touch ${witness}; "`
    const inputs = { command: 'true', package: 'none.tgz', [name]: hostile }
    const job =
      name === 'package'
        ? run(install, inputs, { RUNNER_TEMP: folder })
        : run(gate, inputs, { TXWARDEN_UPSTREAM: 'http://127.0.0.1:9' })
    expect(job.code).not.toBe(0)
    expect(existsSync(witness)).toBe(false)
  })

  test('keeps the URL of the node and the command out of arguments, and from the command', async () => {
    await using node = await startAnvil()
    const upstream = `${node.url}?key-of-the-node`
    const command = `${pay(KNOWN)}\nprintf '\\narguments: '\ncat /proc/$PPID/cmdline /proc/$$/cmdline | tr '\\0' ' '\nenv`
    const job = run(gate, { command }, { TXWARDEN_UPSTREAM: upstream })
    expect(job, job.stderr).toMatchObject({ code: 0 })
    expect(job.stdout).toMatch(/^arguments: .* proxy --fail-on=unsafe -- bash .*command\.sh/m)
    expect(job.stdout).not.toMatch(/^arguments: .*(?:curl|ETH_RPC_URL)/m)
    expect(job.stdout).toMatch(/^ETH_RPC_URL=http:\/\/127\.0\.0\.1:\d+/m)
    expect(job.stdout + job.stderr).not.toContain('key-of-the-node')
    expect(job.stdout).not.toContain('TXWARDEN_ACTION_')
  })

  test.each([
    { version: '22.20.0', isOld: true },
    { version: '24.14.9', isOld: true },
    { version: '24.15.0', isOld: false },
    { version: '26.0.0', isOld: false },
  ])('installs a Node beside Node $version: $isOld', ({ version, isOld }) => {
    const folder = temporaryFolder()
    // Node, but for its version.
    const fake = `#!/bin/sh\nexec '${process.execPath}' -e "Object.defineProperty(process.versions, 'node', { value: '${version}' }); $2"\n`
    writeFileSync(join(folder, 'node'), fake, { mode: 0o755 })
    const job = run(install.slice(0, 2), {}, { PATH: `${folder}:${process.env.PATH}` })
    expect(job).toMatchObject({ code: 0, used: isOld ? ['actions/setup-node@v4'] : [] })
  })
})

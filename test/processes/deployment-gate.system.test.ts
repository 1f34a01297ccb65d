import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { parse } from 'yaml'
import { SHELL_COMMAND } from '../support/built-program.ts'
import { needs } from '../support/needs.ts'
import { type Served, serveForTest } from '../support/served.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { test } = needs('bash')

interface WriteJob {
  readonly env: Readonly<Record<string, string>>
  readonly steps: readonly {
    readonly name?: string
    readonly run?: string
    readonly env?: Readonly<Record<string, string>>
  }[]
}

const workflow = parse(readFileSync('examples/github-actions/deployment-gate.yml', 'utf8')) as {
  jobs: { gate: WriteJob }
}
const { env: declared, steps } = workflow.jobs.gate

/** What the settings of a repository hold. */
const settings = {
  vars: {} as Record<string, string>,
  secrets: {} as Record<string, string>,
}

let served: Served
let checkout: string
let programs: string

beforeEach(async () => {
  served = await serveForTest()
  const folder = temporaryFolder()
  checkout = join(folder, 'checkout')
  programs = join(folder, 'bin')
  mkdirSync(programs)
  mkdirSync(join(checkout, 'deploy/transactions'), { recursive: true })
  mkdirSync(join(checkout, 'deploy/warden'))
  // What would come from the registry is what was built here.
  const program = `#!/bin/sh\nexec ${SHELL_COMMAND} "$@"\n`
  writeFileSync(join(folder, 'program'), program, { mode: 0o755 })
  writeFileSync(
    join(programs, 'npm'),
    `#!/bin/sh\n[ "$*" = 'install --global --ignore-scripts ./deploy/txwarden.tgz' ] && [ -z "$TXWARDEN_VALIDATION_KEY$TXWARDEN_MANAGEMENT_KEY" ] && ln -s '${join(folder, 'program')}' '${join(programs, 'txwarden')}'\n`,
    { mode: 0o755 },
  )
  cpSync('examples/transfer-to-known.json', join(checkout, 'deploy/transactions/payment.json'))
  writeFileSync(
    join(checkout, 'deploy/warden/destinations.yaml'),
    `kind: destination\nname: team\nchannel: SLACK\nwebhookUrl: \${TXWARDEN_SECRET_TEAM_WEBHOOK_URL}\n`,
  )
  settings.vars = { TXWARDEN_BASE_URL: served.url }
  settings.secrets = {
    TXWARDEN_VALIDATION_KEY: served.keys.validation,
    TXWARDEN_MANAGEMENT_KEY: served.keys.management,
    TXWARDEN_SECRET_TEAM_WEBHOOK_URL: 'https://hooks.slack.com/services/T1/B1/abcdefghijklmnopqrstuvwx',
  }
})

/** `${{ vars.NAME }}` and `${{ secrets.NAME }}`. */
function environment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const filled = Object.entries({ ...declared, ...own }).map(([name, value]): [string, string] => {
    const [, from, key = ''] = /^\$\{\{ (vars|secrets)\.(\w+) \}\}$/.exec(value) ?? []
    expect(from, value).toBeDefined()
    return [name, settings[from as 'vars' | 'secrets'][key] ?? '']
  })
  return {
    ...Object.fromEntries(filled),
    PATH: `${programs}:${process.env.PATH}`,
    HOME: checkout,
    TXWARDEN_HOME: join(checkout, '../home'),
  }
}

/** Runs a script as GitHub does: `bash -e` in the checkout. */
function bash(script: string, own?: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const done = (error: Error | null, stdout: string, stderr: string) =>
      resolve({ code: error ? Number((error as NodeJS.ErrnoException).code) : 0, output: stdout + stderr })
    execFile('bash', ['-e', '-c', script], { cwd: checkout, env: environment(own) }, done)
  })
}

/** The steps in their order, up to the first that fails. */
async function gate(): Promise<{ failed: string | undefined; code: number; output: string }> {
  let output = ''
  for (const { name, run, env } of steps) {
    if (run === undefined) continue
    const step = await bash(run, env)
    output += step.output
    if (step.code !== 0) return { failed: name, code: step.code, output }
  }
  return { failed: undefined, code: 0, output }
}

/** With the environment of the step that compares. */
async function applyManifest() {
  await bash(steps.find(({ name }) => name === 'Install txwarden')?.run ?? '')
  const compare = steps.find(({ name }) => name === 'The service is what the manifest says')
  return bash('txwarden apply -f deploy/warden --yes && rm "$(command -v txwarden)"', compare?.env)
}

test('lets a deployment through when its transactions pass and the service is as described', async () => {
  expect(await applyManifest()).toMatchObject({ code: 0 })
  const passed = await gate()
  expect(passed).toMatchObject({ failed: undefined, code: 0 })
  expect(passed.output).toContain('valid: true')
  expect(passed.output).toContain('No changes: 1 objects match the manifest')
  for (const secret of Object.values(settings.secrets)) expect(passed.output).not.toContain(secret.slice(0, -4))
})

test('stops it for one bad transaction among good ones', async () => {
  await applyManifest()
  cpSync('examples/approval-to-drainer.json', join(checkout, 'deploy/transactions/approval.json'))
  const stopped = await gate()
  expect(stopped).toMatchObject({ failed: 'Every transaction passes', code: 12 })
})

test('stops it for a recipient without data, and for a contract creation', async () => {
  await applyManifest()
  for (const members of [{ to: '0x00000000000000000000000000000000000a11ce', value: '1' }, { data: '0x6080604052' }]) {
    const transaction = { chainId: '1', from: '0x7E57E185F01f2900F3b969962D790bD76275007A', ...members }
    writeFileSync(join(checkout, 'deploy/transactions/unknown.json'), JSON.stringify(transaction))
    expect(await gate()).toMatchObject({ failed: 'Every transaction passes', code: 10 })
    rmSync(join(programs, 'txwarden'))
  }
})

test('stops it for a transaction whose recipient is missing', async () => {
  await applyManifest()
  const transaction = { chainId: '1', from: '0x7E57E185F01f2900F3b969962D790bD76275007A', to: '', value: '1' }
  writeFileSync(join(checkout, 'deploy/transactions/unset.json'), JSON.stringify(transaction))
  expect(await gate()).toMatchObject({ failed: 'Every transaction passes', code: 2 })
})

test('stops it when the service is not what the manifest says', async () => {
  const stopped = await gate()
  expect(stopped).toMatchObject({ failed: 'The service is what the manifest says', code: 13 })
  expect(stopped.output).toContain('+ destination team')
})

test('stops it when there is no answer at all', async () => {
  settings.secrets.TXWARDEN_VALIDATION_KEY = 'not-a-key'
  expect(await gate()).toMatchObject({ failed: 'Every transaction passes', code: 3 })
})

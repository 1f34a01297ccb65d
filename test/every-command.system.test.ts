import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { type OperationId, operation, operationIds } from '../src/api/operations/operations.ts'
import { anyAnswer, HOSTILE, MARK } from './support/any-answer.ts'
import { type AnyService, serveAnything } from './support/any-service.ts'
import { type Cli, type CliOptions, makeCli, refuses, test } from './support/cli.ts'
import { endingCommands, rowsIn, startInOwnFolder } from './support/every-command.ts'
import { argvOf } from './support/examples.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ADDRESS = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const keys = { TXWARDEN_VALIDATION_KEY: 'validation', TXWARDEN_MANAGEMENT_KEY: 'management' }

const proxied: readonly OperationId[] = ['requestHold', 'releaseHold', 'settleHold', 'recordUnjudgedCall']

startInOwnFolder()

function fill(name: string): string {
  if (name === 'hex') return '0x00'
  return name.includes('address') ? ADDRESS : 'filled-in'
}

/** Answers that fit; another one for each seed. */
function hostileAnswers(seed: number): (id: OperationId) => unknown {
  const pages = new Map<OperationId, number>()
  return (id) => {
    const { output } = operation(id)
    const answer = output && fc.sample(anyAnswer(output()), { seed, numRuns: 1 })[0]
    // One that is looked for in a list has to be found in it, and to take what an example changes.
    const found = JSON.stringify(answer)
      ?.replace(/("(?:alertId|id)":)"(?:[^"\\]|\\.)*"/g, '$1"filled-in"')
      .replace(/("to(?:Score|TotalLoss)":)\d+/g, '$1100')
      // Stored conditions that are additions would send every change to their path.
      .replace(/"(alertOnNoData|rescreen)":true/g, '"$1":false')
      .replace(/"(?:kinds|minUsd|confirmations)":/g, '"unknown":')
    if (id === 'listAlerts' || id === 'listDestinations') return JSON.parse(found ?? 'null')
    // A list that is followed ends on its second page: one without end would say nothing but that it was cut off.
    pages.set(id, (pages.get(id) ?? 0) + 1)
    const first = id === 'listSafes' ? JSON.parse(found ?? 'null') : answer
    return pages.get(id) === 1 ? first : endOf(answer)
  }
}

function endOf(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('content' in answer)) return answer
  return { ...answer, next: undefined, totalIsAtLeast: false, totalElements: 0 }
}

async function withProfile(service: AnyService, ...more: readonly string[]): Promise<Cli> {
  const cli = makeCli()
  expect((await cli(['profile', 'create', 'prod', '--base-url', service.url, ...more])).code).toBe(0)
  return cli
}

/** Runs a line against the remote profile; what it asked the service for stands beside the result. */
async function runLine(cli: Cli, service: AnyService, argv: readonly string[], options: CliOptions = {}) {
  service.asked.length = 0
  const result = await cli([...argv, '-p', 'prod', '--no-input', '--retries', '0'], {
    env: keys,
    signal: AbortSignal.timeout(15_000),
    ...options,
  })
  expect(result.code, `${argv.join(' ')} was cut off`).not.toBe(130)
  return { ...result, asked: [...service.asked], changes: service.asked.filter((id) => operation(id).changes) }
}

describe('against a service with arbitrary responses', () => {
  test('nothing a terminal would act on is ever printed, and every change names the profile', async () => {
    const reached = new Set<OperationId>()
    const printing = new Set<string>()
    for (const [index, { name, examples }] of endingCommands.entries())
      for (const { command: line } of examples) {
        const service = await serveAnything(hostileAnswers(index))
        const cli = await withProfile(service)
        const { code, stdout, stderr, asked, changes } = await runLine(cli, service, [...argvOf(line, fill), '--yes'], {
          tty: true,
        })
        expect(HOSTILE.exec(stdout + stderr), `${line}\n${JSON.stringify(stdout + stderr)}`).toBeNull()
        for (const id of asked) reached.add(id)
        if (stdout.includes(MARK)) printing.add(name)
        const isForPeople = !/--json|-o /.test(line)
        if (changes.length > 0 && code === 0 && isForPeople) expect(stdout + stderr, line).toContain('profile prod')
      }
    expect(operationIds.filter((id) => !reached.has(id))).toEqual([
      'validateTransactionV1',
      'updateTransactionV1',
      // Its manifest would have to be there.
      'listMonitorsWithAdditions',
      'listAlertsWithAdditions',
      // Its message would have to be there.
      'validateTypedData',
      // Its file would have to be there.
      'setPolicy',
      // Of the service in this process only.
      'checkPolicies',
      // The proxy calls them.
      ...proxied,
      // Its ABI would have to be there.
      'setContract',
      'unsetChain',
      // Its manifest would have to be there.
      // Services of Safe events call it.
      'pollSafes',
    ])
    expect(printing.size).toBeGreaterThan(15)
  })

  test('what sends no request refuses --curl and says that -v has nothing to trace; all others send one', async () => {
    const silent: string[] = []
    for (const [index, { name, examples, requests, isTraced }] of endingCommands.entries()) {
      const service = await serveAnything(hostileAnswers(index))
      const cli = await withProfile(service)
      const asked = new Set<OperationId>()
      for (const { command: line } of examples) {
        const argv = [...argvOf(line, fill), '--yes']
        for (const id of (await runLine(cli, service, argv)).asked) asked.add(id)
        if (requests !== false) continue
        const curl = await runLine(cli, service, [...argv, '--curl'])
        expect(curl, line).toMatchObject(refuses(2, 'sends no request'))
        const traced = await runLine(cli, service, [...argv, '-v'])
        expect(traced.stderr.includes('nothing to trace'), line).toBe(!isTraced)
      }
      if (asked.size === 0 && requests !== false) silent.push(name)
      if (requests === false) expect([...asked], name).toEqual([])
    }
    // Their examples need files that are not there, a local profile or a key.
    expect(silent).toEqual([
      'apply',
      'safe queue',
      'safe check',
      'safe reject',
      'control-list import',
      'contract add',
      'contract import',
      'name import',
      'policy apply',
      'monitor import',
      'local seed',
      'auth login',
    ])
  })

  test('a protected profile changes only by its name; to read it and to judge asks nothing', async () => {
    const changing = new Set<OperationId>()
    const asking = new Set<string>()
    for (const [index, { name, examples }] of endingCommands.entries())
      for (const { command: line } of examples) {
        const service = await serveAnything(hostileAnswers(index))
        const argv = [...argvOf(line, fill), '--yes']
        const refused = await runLine(await withProfile(service, '--protected'), service, argv)
        expect(refused.changes, line).toEqual([])
        const allowed = await runLine(await withProfile(service, '--protected'), service, [
          ...argv,
          '--confirm',
          'prod',
        ])
        for (const id of allowed.changes) changing.add(id)
        if (allowed.changes.length > 0) {
          expect(refused, line).toMatchObject({ code: 2, stdout: '' })
          expect(refused.stderr).toContain('profile prod is protected')
          const dry = await runLine(await withProfile(service, '--protected'), service, [...argv, '--dry-run'])
          // Its preview can find something.
          const codes = name === 'tx rescreen' ? [0, 13] : [0]
          expect({ ...dry, isDone: codes.includes(dry.code) }, line).toMatchObject({ isDone: true, changes: [] })
        } else if (refused.stderr.includes('is protected')) asking.add(name)
      }
    const others: readonly OperationId[] = [
      'updateTransactionV1',
      'setContract',
      'setPolicy',
      'unsetChain',
      'updateSafe',
      'deleteSafe',
      'pollSafes',
      ...proxied,
    ]
    const all = operationIds.filter((id) => operation(id).changes && !others.includes(id))
    expect([...changing].toSorted()).toEqual(all.toSorted())
    // What changes the profile itself, on this machine; never what only looks.
    expect([...asking]).toEqual(expect.arrayContaining(['auth login', 'config set', 'config unset']))
    const looking =
      / (list|get|show|status|check|explain|decode|verify|path|lint|replay)$|^(validate|export|diff|doctor)$/
    expect([...asking].filter((name) => looking.test(name))).toEqual([])
  })
})

/** All that is stored of the profile: every row of every table, and its settings. */
function stateOf(home: string): string {
  const { profiles } = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))
  return JSON.stringify([rowsIn(join(home, 'local.db')), profiles.local])
}

describe('on this machine', () => {
  test('a protected local profile changes only by its name, configuration and database alike', async ({ cli }) => {
    const changed = new Set<string>()
    await cli(['control-list', 'add', ADDRESS, '--type', 'block'])
    await cli(['keys', 'create', '--kind', 'validation'])
    await cli(['config', 'set', 'protected', 'true'])
    const beginning = join(temporaryFolder(), 'home')
    cpSync(cli.home, beginning, { recursive: true })
    for (const { name, examples, arguments: args } of endingCommands) {
      // Stores what is judged and what chains have: that is no change of the profile.
      if (['validate', 'serve'].includes(name)) continue
      rmSync(cli.home, { recursive: true })
      cpSync(beginning, cli.home, { recursive: true })
      const { stdout: things } = await cli(['__complete', ...name.split(' '), ''])
      const thing = things.split(/[\t\n]/)[0] || 'filled-in'
      const real = (placeholder: string) =>
        placeholder.includes('address') ? ADDRESS : 'id' in args || 'setting' in args ? thing : 'filled-in'
      let before = stateOf(cli.home)
      for (const { command: line } of examples) {
        const argv = [...argvOf(line, real), '--yes', '--no-input']
        const signal = AbortSignal.timeout(5_000)
        const { stderr } = await cli(argv, { signal })
        expect(stateOf(cli.home) === before, `${line}\n${stderr}`).toBe(true)
        await cli([...argv, '--confirm', 'local'], { signal })
        const after = stateOf(cli.home)
        if (after !== before) changed.add(name)
        before = after
      }
    }
    expect([...changed]).toEqual(
      expect.arrayContaining(['control-list add', 'control-list remove', 'keys create', 'keys revoke', 'config set']),
    )
  })
})

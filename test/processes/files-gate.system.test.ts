import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { SHELL_COMMAND } from '../support/built-program.ts'
import { needs } from '../support/needs.ts'
import { action, gate, runSteps } from '../support/run-action.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { test } = needs('bash')

interface Step {
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
}

const workflow = parse(readFileSync('examples/github-actions/files-gate.yml', 'utf8')) as {
  readonly jobs: { readonly validate: { readonly steps: readonly Step[] } }
}

/** Runs the action of the example, with what was built here, on a checkout with these batches. */
async function runGate(batches: Readonly<Record<string, object>>, more: Readonly<Record<string, string>> = {}) {
  const checkout = temporaryFolder()
  for (const [name, batch] of Object.entries(batches)) {
    mkdirSync(dirname(join(checkout, name)), { recursive: true })
    writeFileSync(join(checkout, name), JSON.stringify(batch))
  }
  const runner = join(checkout, 'runner')
  mkdirSync(join(runner, 'txwarden-action/bin'), { recursive: true })
  const program = `#!/bin/sh\nexec ${SHELL_COMMAND} "$@"\n`
  writeFileSync(join(runner, 'txwarden-action/bin/txwarden'), program, { mode: 0o755 })
  const inputs = { ...workflow.jobs.validate.steps.at(-1)?.with, ...more }
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)))
  return runSteps(gate, { inputs, runner, cwd: checkout })
}

const batchTo = (...to: readonly string[]) => ({
  version: '1.0',
  chainId: '1',
  meta: { createdFromSafeAddress: '0xbC7977C6694Ae2Ae8Ad96bb1C100a281D928b7DB' },
  transactions: to.map((each) => ({ to: each, value: '1', data: null })),
})
const payroll = batchTo(testAddresses.benign)

test('the workflow passes batches that pass, and writes a table into the summary of the job', async () => {
  const job = await runGate({ 'safe/2026/payroll.json': payroll })
  expect(job, job.stderr).toMatchObject({ code: 0 })
  expect(job.summary).toMatch(/^## SAFE: 1 transaction in 1 file\n/)
  expect(job.summary).toContain('| SAFE | safe/2026/payroll.json (1) | ethereum |')
  expect(job.stdout).toContain(job.summary)
})

test('it fails with the verdict of the worst, with what is not read, and where no file matches', async () => {
  const job = await runGate({ 'safe/payroll.json': payroll, 'safe/other.json': batchTo(testAddresses.drainer) })
  expect(job).toMatchObject({ failed: 'Validate the files', code: 12 })
  expect(job.summary).toMatch(/^## BLOCKED: 2 transactions in 2 files\n/)
  expect(await runGate({ 'safe/payroll.json': { ...payroll, transactions: [{}] } })).toMatchObject({ code: 4 })
  expect(await runGate({ 'other/payroll.json': payroll })).toMatchObject({ code: 8 })
})

test('inputs are no script, and flags are passed on', async () => {
  const hostile = '$(touch was-run)`touch was-run`"; touch was-run; "'
  const job = await runGate({ 'safe/payroll.json': payroll }, { files: hostile })
  expect(job).toMatchObject({ code: 8, stderr: expect.stringContaining('no file matches $(touch was-run)') })
  const flagged = await runGate({ 'safe/a.json': batchTo(testAddresses.drainer) }, { flags: '--fail-on=never' })
  expect(flagged).toMatchObject({ code: 0 })
})

test('files and command are one use each', async () => {
  const first = action.runs.steps.slice(0, 1)
  const run = (inputs: Readonly<Record<string, string>>) => runSteps(first, { inputs, runner: temporaryFolder() })
  expect(await run({})).toMatchObject({ code: 2, stdout: expect.stringContaining('needs files or a command') })
  expect(await run({ files: 'a', command: 'b' })).toMatchObject({ code: 2 })
  expect(await run({ files: 'a' })).toMatchObject({ code: 0 })
})

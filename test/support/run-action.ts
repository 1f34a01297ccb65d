import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { PATIENCE_MS } from './patience.ts'

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

/** action.yml of the repository. */
export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly ReadStep[] }
}

/** Steps before the program is used, and from there on. */
export const [install, gate] = splitAt('Validate the files')

function splitAt(name: string): [install: readonly ReadStep[], gate: readonly ReadStep[]] {
  const { steps } = action.runs
  const at = steps.findIndex((step) => step.name === name)
  return [steps.slice(0, at), steps.slice(at)]
}

export interface Job {
  /** Name of the first step that failed. */
  readonly failed?: string | undefined
  /** Of that step. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Markdown on the page of the job. */
  readonly summary: string
  /** Actions that the steps call. */
  readonly used: readonly string[]
}

interface RunOptions {
  readonly inputs?: Readonly<Record<string, string>>
  /** What the job and the step that uses the action set. */
  readonly env?: Readonly<Record<string, string>>
  /** RUNNER_TEMP, and the folder of the scripts. */
  readonly runner: string
  readonly cwd?: string
}

/** Runs steps as a runner does: each script from a file, in a bash of its own; after a failed one, those of always(). */
export async function runSteps(steps: readonly ReadStep[], { inputs = {}, env = {}, ...at }: RunOptions): Promise<Job> {
  const given = new Map(
    Object.entries(action.inputs).map(([name, input]) => [name, inputs[name] ?? input.default ?? '']),
  )
  const outputs = new Map<string, string>()
  const used: string[] = []
  const said = { stdout: '', stderr: '', summary: '' }
  let failed: { readonly failed: string | undefined; readonly code: number | null } | undefined
  for (const step of steps) {
    if (step.if === 'always()' ? false : failed || (step.if !== undefined && !holds(step.if, outputs, given))) continue
    if (step.uses !== undefined) used.push(step.uses)
    if (step.run === undefined) continue
    const output = join(at.runner, 'step.output')
    writeFileSync(output, '')
    const summary = join(at.runner, 'step.summary')
    writeFileSync(summary, '')
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, given)])
    const { code, stdout, stderr } = await runScript(step.run, at, {
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...env,
      ...Object.fromEntries(own),
    })
    said.stdout += stdout
    said.stderr += stderr
    said.summary += readFileSync(summary, 'utf8')
    for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
      const [name = '', value = ''] = line.split('=')
      outputs.set(`steps.${step.id}.outputs.${name}`, value)
    }
    if (code !== 0) failed ??= { failed: step.name, code }
  }
  return { code: 0, ...failed, used, ...said }
}

async function runScript(
  content: string,
  { runner, cwd = runner }: Pick<RunOptions, 'runner' | 'cwd'>,
  env: Readonly<Record<string, string>>,
) {
  const script = join(runner, 'step.sh')
  writeFileSync(script, content)
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    // A gate that does not end fails.
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TXWARDEN_HOME: mkdtempSync(join(runner, 'home-')),
      RUNNER_TEMP: runner,
      GITHUB_ACTION_PATH: root,
      ...env,
    },
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

/** `steps.<id>.outputs.<name> == '<value>'`, or `inputs.<name> != ''`. */
function holds(condition: string, outputs: ReadonlyMap<string, string>, inputs: ReadonlyMap<string, string>): boolean {
  const [, input] = /^inputs\.(\w+) != ''$/.exec(condition) ?? []
  if (input !== undefined) return filled(`\${{ inputs.${input} }}`, inputs) !== ''
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

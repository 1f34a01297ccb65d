import { createRequire } from 'node:module'
import type { GlobalValues } from '../globals.ts'
import { usageError } from '../usage.ts'

/** What jq-web, which brings no types, gives: jq as WebAssembly, with files of its own only. */
interface Jq {
  /** Undefined when the program makes nothing. */
  raw(json: string, filter: string, flags: readonly string[]): string | undefined
}

/** Exit code of jq for a program that it cannot compile. */
const NOT_COMPILED = 3

/** Refuses a program that jq cannot read, or that something else contradicts, before anything is asked of a service. */
export async function checkJq({ jq: program, fields, output }: GlobalValues): Promise<void> {
  if (program === undefined) return
  if (fields !== undefined) throw usageError('--jq and --fields exclude each other: both choose what is printed')
  if (output !== undefined && output !== 'json')
    throw usageError(`--jq works on JSON, and -o ${output} asks for another format`)
  const jq = await loadJq()
  // Compiled, and run on nothing.
  run(jq, 'null', `empty | (${program}\n)`)
}

/** What jq makes of a value: strings as they are, everything else as one line of JSON; '' when it makes nothing. */
export async function applyJq(value: unknown, program: string): Promise<string> {
  return run(await loadJq(), JSON.stringify(value), program)
}

/** Required, not imported: what it exports is a promise, and a module namespace around a promise is neither. */
function loadJq(): Promise<Jq> {
  return createRequire(import.meta.url)('jq-web') as Promise<Jq>
}

function run(jq: Jq, json: string, program: string): string {
  try {
    return jq.raw(json, program, ['--compact-output', '--raw-output']) ?? ''
  } catch (error) {
    const { exitCode, stderr = '' } = error as { exitCode?: number; stderr?: string }
    if (exitCode === undefined) throw error
    const [said = 'it failed'] = stderr.replaceAll('undefined', '').split('\n')
    const fault = said
      .replace(/^jq: error(?: \(at inputString:\d+\))?: /, '')
      .replace(/ \(Unix shell quoting issues\?\)/, '')
    throw usageError(`--jq: ${fault}`, {
      details:
        exitCode === NOT_COMPILED ? ['Quote the program in single quotes, so that the shell leaves it alone.'] : [],
    })
  }
}

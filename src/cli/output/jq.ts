import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { interrupted } from '../../shared/errors.ts'
import type { GlobalValues } from '../globals.ts'
import { usageError } from '../usage.ts'

/** A jq program at work in a thread of its own: one that never ends must not keep the user from ending it. */
export interface Jq {
  /** jq's output lines for a value, without the last line end: strings as they are, the rest as JSON; undefined: no output. */
  apply(value: unknown): Promise<string | undefined>
  close(): Promise<void>
}

/** Refuses what contradicts a program, and a program that jq cannot read, before anything is asked of a service. */
export async function startJq(program: string, globals: GlobalValues, signal: AbortSignal): Promise<Jq> {
  const { fields, output } = globals
  if (fields !== undefined) throw usageError('--jq and --fields exclude each other: both choose what is printed')
  if (output !== undefined && output !== 'json')
    throw usageError(`--jq works on JSON, and -o ${output} asks for another format`)
  // Of this process the thread gets nothing: no keys from its variables, no loaders.
  const worker = new Worker(CODE, {
    eval: true,
    env: {},
    execArgv: [],
    workerData: createRequire(import.meta.url).resolve('jq-web'),
  })
  const close = async () => void (await worker.terminate())
  try {
    // Compiled, and run on nothing: there is no value yet that could be quoted.
    const { fault } = await ask(worker, { json: 'null', program: `empty | (${program}\n)` }, signal)
    if (fault) throw faultError(fault, bare(fault.said))
  } catch (error) {
    await close()
    throw error
  }
  return {
    async apply(value) {
      const { made, fault } = await ask(worker, { json: JSON.stringify(value), program }, signal)
      if (fault) throw faultError(fault, faultWithoutValues(bare(fault.said), program))
      return made
    },
    close,
  }
}

interface Answer {
  readonly made?: string
  readonly fault?: Fault
}

interface Fault {
  /** Of jq; undefined when jq itself broke down. */
  readonly exitCode?: number
  readonly said: string
}

/** jq-web is CommonJS and exports a promise of jq as WebAssembly, with files of its own only. */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads')
parentPort.on('message', async ({ json, program }) => {
  const jq = await require(workerData)
  try {
    parentPort.postMessage({ made: jq.raw(json, program, ['--compact-output', '--raw-output']) })
  } catch ({ exitCode, stderr = '' }) {
    const [said] = stderr.replaceAll('undefined', '').split('\\n')
    parentPort.postMessage({ fault: { exitCode, said } })
  }
})
`

async function ask(worker: Worker, question: { json: string; program: string }, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const stop = () => reject(interrupted(signal.reason))
  worker.once('message', resolve)
  worker.once('error', reject)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  else worker.postMessage(question)
  try {
    return await promise
  } finally {
    worker.off('message', resolve)
    worker.off('error', reject)
    signal.removeEventListener('abort', stop)
  }
}

/** Exit code of jq for a program that it cannot compile. */
const NOT_COMPILED = 3

function faultError({ exitCode }: Fault, said: string): Error {
  if (exitCode === undefined) return usageError('--jq: the program needs more memory than there is for it')
  const details = ['Quote the program in single quotes, so that the shell leaves it alone.']
  return usageError(`--jq: ${said || 'it failed'}`, { details: exitCode === NOT_COMPILED ? details : [] })
}

/** Without what jq puts around its messages. */
function bare(said: string): string {
  return said
    .replace(/^jq: error(?: \(at [^)]*\))?(?: \(not a string\))?: /, '')
    .replace(/ \(Unix shell quoting issues\?\)/, '')
}

const KIND = '(?:null|boolean|number|string|array|object)'

/** What jq says of a value that a program does not fit; groups are kept, and with them no character of the value. */
const wordings: readonly RegExp[] = [
  new RegExp(`^(${KIND}) \\(.*\\)( and ${KIND}) \\(.*\\)( cannot be [a-z ]+)$`, 's'),
  new RegExp(`^(${KIND}) \\(.*\\)( (?:cannot|has|is|was) [a-z0-9 ,]+)$`, 's'),
  new RegExp(`^(Cannot index ${KIND} with ${KIND})(?: ".*)?$`, 's'),
  new RegExp(`^(Cannot iterate over ${KIND})(?: \\(.*)?$`, 's'),
  new RegExp(`^(Cannot use ${KIND}) \\(.*\\)( as object key)$`, 's'),
  new RegExp(`^(Cannot check whether ${KIND} has a ${KIND} key)$`),
  /^([A-Z][A-Za-z ]+ at (?:EOF at )?line \d+, column \d+) \(while parsing '.*$/s,
  /^(date) ".*"( does not match format) ".*"$/s,
  /^([a-z0-9_/]+ (?:input must be|requires) [a-z ]+)$/,
  /^(Range bounds must be numeric|Out of bounds negative array index|Array index too large|Object keys must be strings)$/,
]

/**
 * The kind of a fault, without the values of the answer that jq quotes beside it: one of them may be a key, and errors
 * end in logs. What the program itself says (`error("…")`) stays.
 */
function faultWithoutValues(said: string, program: string): string {
  if (program.includes(JSON.stringify(said))) return said
  for (const wording of wordings) {
    const found = wording.exec(said)
    if (found) return found.slice(1).join('')
  }
  return 'the program failed on the answer'
}

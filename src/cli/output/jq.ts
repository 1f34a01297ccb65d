import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { interrupted } from '../../shared/errors.ts'
import { lazily } from '../../shared/lazily.ts'
import { embeddedFile } from '../../shared/system/embedded-file.ts'
import { usageError } from '../errors/usage.ts'
import type { GlobalValues } from '../program/globals.ts'

/** A jq program, run in a worker thread so that Ctrl-C can stop one that never ends. */
export interface Jq {
  /** The output for a value, without the final line break: strings raw, other values as JSON; undefined: no output. */
  apply(value: unknown): Promise<string | undefined>
  close(): Promise<void>
}

/** Compiles the program. Throws a usage error for conflicting flags and syntax errors, before any request is sent. */
export async function startJq(program: string, globals: GlobalValues, signal: AbortSignal): Promise<Jq> {
  const { fields, output } = globals
  if (fields !== undefined) throw usageError('--jq and --fields exclude each other: both select the output')
  if (output !== undefined && output !== 'json') throw usageError(`--jq prints JSON and excludes -o ${output}`)
  // The thread gets no environment variables, because they may hold keys, and no loaders.
  const worker = new Worker(CODE, {
    eval: true,
    env: {},
    execArgv: [],
    workerData: jqFiles(),
  })
  const close = async () => void (await worker.terminate())
  try {
    // Compiles the program without running it, so that the message cannot quote a value.
    const { fault } = await send(worker, { json: 'null', program: `empty | (${program}\n)` }, signal)
    if (fault) throw faultError(fault, programFault(stripPrefix(fault.stderr)))
  } catch (error) {
    await close()
    throw error
  }
  return {
    async apply(value) {
      const { output, fault } = await send(worker, { json: JSON.stringify(value), program }, signal)
      if (fault) throw faultError(fault, faultWithoutValues(stripPrefix(fault.stderr), program))
      return output
    },
    close,
  }
}

interface Result {
  readonly output?: string
  readonly fault?: Fault
}

interface Fault {
  /** Exit code of jq; undefined when jq itself crashed. */
  readonly exitCode?: number
  readonly stderr: string
}

interface JqFiles {
  readonly code: Uint8Array
  readonly wasm: Uint8Array
}

function jqFiles(): JqFiles {
  const folder = lazily(() => dirname(createRequire(import.meta.url).resolve('jq-web')))
  const read = (name: string) => embeddedFile(name) ?? readFileSync(join(folder(), name))
  return { code: read('jq.js'), wasm: read('jq.wasm') }
}

/**
 * jq-web is CommonJS and exports a promise of jq as WebAssembly, with a virtual file system. It reads one file, its
 * WebAssembly, which is not a file in the single executable.
 */
const CODE = `
const { parentPort, workerData: { code, wasm } } = require('node:worker_threads')
const load = new Function('module', 'exports', 'require', '__dirname', Buffer.from(code).toString())
const loaded = { exports: {} }
const files = { ...require('node:fs'), readFileSync: () => wasm }
load(loaded, loaded.exports, (name) => (name === 'fs' ? files : require(name)), '')
parentPort.on('message', async ({ json, program }) => {
  const jq = await loaded.exports
  try {
    parentPort.postMessage({ output: jq.raw(json, program, ['--compact-output', '--raw-output']) })
  } catch ({ exitCode, stderr = '' }) {
    const [line] = stderr.replaceAll('undefined', '').split('\\n')
    parentPort.postMessage({ fault: { exitCode, stderr: line } })
  }
})
`

async function send(worker: Worker, input: { json: string; program: string }, signal: AbortSignal): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const stop = () => reject(interrupted(signal.reason))
  worker.once('message', resolve)
  worker.once('error', reject)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  else worker.postMessage(input)
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

function faultError({ exitCode }: Fault, message: string): Error {
  if (exitCode === undefined) return usageError('--jq: out of memory')
  const details = ['Put the program in single quotes, so that the shell does not change it.']
  return usageError(`--jq: ${message || 'the program failed'}`, { details: exitCode === NOT_COMPILED ? details : [] })
}

/** Removes the prefix and the hint that jq adds to its messages. */
function stripPrefix(stderr: string): string {
  return stderr
    .replace(/^jq: error(?: \(at [^)]*\))?(?: \(not a string\))?: /, '')
    .replace(/ \(Unix shell quoting issues\?\)/, '')
}

/** What jq says about a program that it cannot compile, in words. */
function programFault(message: string): string {
  if (message.startsWith('syntax error'))
    return 'the program is not complete, or has a character that jq does not know there'
  const undefinedName = /^(\$?[\w:]+)(?:\/(\d+))? is not defined/.exec(message)
  if (undefinedName === null) return message.replace(/ at <top-level>, line \d+:?$/, '')
  const [, name = '', count = '0'] = undefinedName
  if (name.startsWith('$')) return `there is no variable ${name}`
  const taking = count === '0' ? '' : ` of ${count} ${count === '1' ? 'argument' : 'arguments'}`
  return `there is no function ${name}${taking}; a member is .${name}`
}

const KIND = '(?:null|boolean|number|string|array|object)'

/** Messages of jq that quote values. Only the groups are kept; they contain no part of a value. */
const wordings: readonly RegExp[] = [
  new RegExp(`^(${KIND}) \\(.*\\)( and ${KIND}) \\(.*\\)( cannot be [a-z ]+)$`, 's'),
  new RegExp(`^(${KIND}) \\(.*\\)( (?:cannot|has|is|was) [a-z0-9 ,]+)$`, 's'),
  new RegExp(`^(Cannot index ${KIND} with ${KIND})(?: ".*)?$`, 's'),
  new RegExp(`^(Cannot iterate over ${KIND})(?: \\(.*)?$`, 's'),
  new RegExp(`^(Cannot use ${KIND}) \\(.*\\)( as object key)$`, 's'),
  new RegExp(`^(Cannot check whether ${KIND} has a ${KIND} key)$`),
  /^([A-Z][A-Za-z ]+ at (?:EOF at )?line \d+, column \d+) \(while parsing '.*$/s,
  /^(date) ".*"( does not match format) "[^"]*"$/s,
  /^([a-z0-9_/]+ (?:input must be|requires) [a-z ]+)$/,
  /^(Range bounds must be numeric|Out of bounds negative array index|Array index too large|Object keys must be strings)$/,
]

/**
 * The message without the values of the response that jq quotes: one of them may be a key, and errors end up in logs.
 * A message of the program itself (`error("…")`) stays.
 */
function faultWithoutValues(message: string, program: string): string {
  if (program.includes(JSON.stringify(message))) return message
  for (const wording of wordings) {
    const found = wording.exec(message)
    if (found) return found.slice(1).join('')
  }
  return 'the program failed on the response'
}

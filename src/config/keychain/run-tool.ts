import { spawn } from 'node:child_process'
import type { Env } from '../paths.ts'
import { keychainFailed } from './keychain.ts'

/** A locked keychain without a prompt never responds. */
const TIMEOUT_MS = 3_000

/** What the tools need to find and unlock the keychain, and none of our variables, which contain keys. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'LANG',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
]

export interface ToolRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a tool of the system with `input` on stdin, for at most 3 seconds.
 * @throws WardenError `keychain-failed` if it is missing or times out
 */
export function runTool(command: string, words: readonly string[], env: Env, input = ''): Promise<ToolRun> {
  const { promise, resolve, reject } = Promise.withResolvers<ToolRun>()
  const child = spawn(command, words, { env: Object.fromEntries(PASSED_ON.map((name) => [name, env[name]])) })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    // A child process may keep them open.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    reject(keychainFailed(`${command} did not respond within ${TIMEOUT_MS / 1000} seconds`))
  }, TIMEOUT_MS)
  child.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer)
    reject(keychainFailed(error.code === 'ENOENT' ? `${command} is not installed` : `${command} does not start`, error))
  })
  child.on('close', (code) => {
    clearTimeout(timer)
    resolve({ code: code ?? 1, ...output })
  })
  // The exit code reports the failure.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return promise
}

/** The last line of the error of a tool, which never contains the secret. */
export function toolFailed(command: string, { code, stderr }: ToolRun): Error {
  const line = stderr.trim().split('\n').at(-1) ?? ''
  return keychainFailed(line === '' ? `${command} ended with code ${code}` : `${command}: ${line}`)
}

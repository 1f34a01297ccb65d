import { spawn } from 'node:child_process'
import type { Env } from '../paths.ts'
import { keychainFailed } from './keychain.ts'

/** A keychain that wants to be unlocked and finds nobody to ask never answers. */
const LIMIT_MS = 3_000

/** What the tools need to find the keychain and to ask its owner; above all none of our own variables, which hold keys. */
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
 * Runs a tool of the system, with `input` on its stdin, and ends it after 3 seconds.
 * @throws WardenError `keychain-failed` when it is not there or does not end in time
 */
export function runTool(command: string, words: readonly string[], env: Env, input = ''): Promise<ToolRun> {
  const { promise, resolve, reject } = Promise.withResolvers<ToolRun>()
  const child = spawn(command, words, { env: Object.fromEntries(PASSED_ON.map((name) => [name, env[name]])) })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    // Something it started may keep them open.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    reject(keychainFailed(`${command} did not answer within ${LIMIT_MS / 1000} seconds`))
  }, LIMIT_MS)
  child.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer)
    reject(keychainFailed(error.code === 'ENOENT' ? `${command} is not installed` : `${command} does not start`, error))
  })
  child.on('close', (code) => {
    clearTimeout(timer)
    resolve({ code: code ?? 1, ...said })
  })
  // One that ended without reading says why in its exit code.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return promise
}

/** What a tool that failed said, on one line; it is never given a reason to repeat the secret. */
export function toolFailed(command: string, { code, stderr }: ToolRun): Error {
  const words = stderr.trim().split('\n').at(-1) ?? ''
  return keychainFailed(words === '' ? `${command} ended with code ${code}` : `${command}: ${words}`)
}

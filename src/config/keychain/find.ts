import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../paths.ts'
import { attributesOf, type Keychain, type KeyId, keychainFailed } from './keychain.ts'

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

const SECRET_TOOL = 'secret-tool'

const SECURITY = 'security'
/** errSecItemNotFound (-25300), as the exit code of `security`. */
const NOT_FOUND = 44

/**
 * The keychain of this system, without accessing it.
 * @throws WardenError `keychain-failed` if the system has none
 */
export function findKeychain(env: Env): Keychain {
  if (platform() === 'darwin') {
    if (!env.HOME) throw keychainFailed('HOME is not set')
    return securityKeychain(env)
  }
  if (platform() !== 'linux') throw keychainFailed('this system has no supported keychain')
  // Without a session bus, libsecret would start one for every call.
  if (!hasSessionBus(env)) throw keychainFailed('there is no session bus')
  return secretToolKeychain(env)
}

function hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder }: Env): boolean {
  return Boolean(address) || (Boolean(folder) && existsSync(join(folder ?? '', 'bus')))
}

/**
 * The login keychain of macOS. `security` accepts a secret only as an argument, which every process can read, so commands
 * are sent on stdin in its interactive mode. Untested on macOS.
 */
export function securityKeychain(env: Env): Keychain {
  return {
    async read(id) {
      const found = await runTool(SECURITY, ['find-generic-password', ...itemOf(id), '-w'], env)
      if (found.code === NOT_FOUND) return undefined
      if (found.code !== 0) throw toolFailed(SECURITY, found)
      return found.stdout.replace(/\n$/, '')
    },
    async store(id, key) {
      const words = ['add-generic-password', '-U', ...itemOf(id), '-w', key].map(quoted)
      const stored = await runTool(SECURITY, ['-i'], env, `${words.join(' ')}\n`)
      if (stored.code !== 0) throw toolFailed(SECURITY, stored)
    },
    async remove(id) {
      const removed = await runTool(SECURITY, ['delete-generic-password', ...itemOf(id)], env)
      if (removed.code !== 0 && removed.code !== NOT_FOUND) throw toolFailed(SECURITY, removed)
    },
  }
}

/** Items are identified by service and account only. */
function itemOf(id: KeyId): string[] {
  const [, ...rest] = attributesOf(id)
  return ['-s', 'txwarden', '-a', rest.map(([name, value]) => `${name}=${value}`).join(' ')]
}

/** Quotes a word for the interactive mode. */
function quoted(word: string): string {
  return `"${word.replace(/["\\]/g, '\\$&')}"`
}

/** The Secret Service of a Linux desktop (GNOME Keyring, KWallet, KeePassXC), through the tool of libsecret. */
function secretToolKeychain(env: Env): Keychain {
  const run = (verb: readonly string[], id: KeyId, input?: string) =>
    runTool(SECRET_TOOL, [...verb, ...attributesOf(id).flat()], env, input)
  return {
    async read(id) {
      const found = await run(['lookup'], id)
      if (found.code === 0) return found.stdout === '' ? undefined : found.stdout
      // Without a message the key does not exist.
      if (found.stderr.trim() === '') return undefined
      throw toolFailed(SECRET_TOOL, found)
    },
    async store(id, key) {
      const stored = await run(['store', `--label=txwarden ${id.kind} key of ${id.profile}`], id, key)
      if (stored.code !== 0) throw toolFailed(SECRET_TOOL, stored)
    },
    async remove(id) {
      const removed = await run(['clear'], id)
      if (removed.code !== 0 && removed.stderr.trim() !== '') throw toolFailed(SECRET_TOOL, removed)
    },
  }
}

interface ToolRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a tool of the system with `input` on stdin, for at most 3 seconds.
 * @throws WardenError `keychain-failed` if it is missing or times out
 */
function runTool(command: string, words: readonly string[], env: Env, input = ''): Promise<ToolRun> {
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
function toolFailed(command: string, { code, stderr }: ToolRun): Error {
  const line = stderr.trim().split('\n').at(-1) ?? ''
  return keychainFailed(line === '' ? `${command} ended with code ${code}` : `${command}: ${line}`)
}

import type { Env } from '../paths.ts'
import { attributesOf, type Keychain, type KeyId } from './keychain.ts'
import { runTool, toolFailed } from './run-tool.ts'

const TOOL = 'security'
/** errSecItemNotFound (-25300), as the exit code of `security`. */
const NOT_FOUND = 44

/**
 * The login keychain of macOS. `security` accepts a secret only as an argument, which every process can read, so commands
 * are sent on stdin in its interactive mode. Untested on macOS.
 */
export function securityKeychain(env: Env): Keychain {
  return {
    async read(id) {
      const found = await runTool(TOOL, ['find-generic-password', ...itemOf(id), '-w'], env)
      if (found.code === NOT_FOUND) return undefined
      if (found.code !== 0) throw toolFailed(TOOL, found)
      return found.stdout.replace(/\n$/, '')
    },
    async store(id, key) {
      const words = ['add-generic-password', '-U', ...itemOf(id), '-w', key].map(quoted)
      const stored = await runTool(TOOL, ['-i'], env, `${words.join(' ')}\n`)
      if (stored.code !== 0) throw toolFailed(TOOL, stored)
    },
    async remove(id) {
      const removed = await runTool(TOOL, ['delete-generic-password', ...itemOf(id)], env)
      if (removed.code !== 0 && removed.code !== NOT_FOUND) throw toolFailed(TOOL, removed)
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

import type { Env } from '../paths.ts'
import { attributesOf, type Keychain, type KeyPlace } from './keychain.ts'
import { runTool, toolFailed } from './run-tool.ts'

const TOOL = 'security'
/** errSecItemNotFound (-25300), as the exit code of `security`. */
const NOT_FOUND = 44

/**
 * The login keychain of a Mac. `security` takes a secret only as an argument, which every process could read, except in
 * its interactive mode, where whole commands come on stdin. Written from its manual page; never tried on a Mac.
 */
export function securityKeychain(env: Env): Keychain {
  return {
    async read(place) {
      const found = await runTool(TOOL, ['find-generic-password', ...itemOf(place), '-w'], env)
      if (found.code === NOT_FOUND) return undefined
      if (found.code !== 0) throw toolFailed(TOOL, found)
      return found.stdout.replace(/\n$/, '')
    },
    async store(place, key) {
      const words = ['add-generic-password', '-U', ...itemOf(place), '-w', key].map(quoted)
      const stored = await runTool(TOOL, ['-i'], env, `${words.join(' ')}\n`)
      if (stored.code !== 0) throw toolFailed(TOOL, stored)
    },
    async remove(place) {
      const removed = await runTool(TOOL, ['delete-generic-password', ...itemOf(place)], env)
      if (removed.code !== 0 && removed.code !== NOT_FOUND) throw toolFailed(TOOL, removed)
    },
  }
}

/** An item is known by service and account only. */
function itemOf(place: KeyPlace): string[] {
  const [, ...rest] = attributesOf(place)
  return ['-s', 'txwarden', '-a', rest.map(([name, value]) => `${name}=${value}`).join(' ')]
}

/** As the interactive mode reads words: in double quotes, with a backslash before a quote and a backslash. */
function quoted(word: string): string {
  return `"${word.replace(/["\\]/g, '\\$&')}"`
}

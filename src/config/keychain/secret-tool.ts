import type { Env } from '../paths.ts'
import { attributesOf, type Keychain, type KeyPlace } from './keychain.ts'
import { runTool, toolFailed } from './run-tool.ts'

const TOOL = 'secret-tool'

/** The Secret Service of a Linux desktop (GNOME Keyring, KWallet, KeePassXC), through libsecret's own tool. */
export function secretToolKeychain(env: Env): Keychain {
  const run = (verb: readonly string[], place: KeyPlace, input?: string) =>
    runTool(TOOL, [...verb, ...attributesOf(place).flat()], env, input)
  return {
    async read(place) {
      const found = await run(['lookup'], place)
      if (found.code === 0) return found.stdout === '' ? undefined : found.stdout
      // Without a word it means that there is none.
      if (found.stderr.trim() === '') return undefined
      throw toolFailed(TOOL, found)
    },
    async store(place, key) {
      const stored = await run(['store', `--label=txwarden ${place.kind} key of ${place.profile}`], place, key)
      if (stored.code !== 0) throw toolFailed(TOOL, stored)
    },
    async remove(place) {
      const removed = await run(['clear'], place)
      if (removed.code !== 0 && removed.stderr.trim() !== '') throw toolFailed(TOOL, removed)
    },
  }
}

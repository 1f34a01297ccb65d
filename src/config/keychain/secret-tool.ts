import type { Env } from '../paths.ts'
import { attributesOf, type Keychain, type KeyId } from './keychain.ts'
import { runTool, toolFailed } from './run-tool.ts'

const TOOL = 'secret-tool'

/** The Secret Service of a Linux desktop (GNOME Keyring, KWallet, KeePassXC), through the tool of libsecret. */
export function secretToolKeychain(env: Env): Keychain {
  const run = (verb: readonly string[], id: KeyId, input?: string) =>
    runTool(TOOL, [...verb, ...attributesOf(id).flat()], env, input)
  return {
    async read(id) {
      const found = await run(['lookup'], id)
      if (found.code === 0) return found.stdout === '' ? undefined : found.stdout
      // Without a message the key does not exist.
      if (found.stderr.trim() === '') return undefined
      throw toolFailed(TOOL, found)
    },
    async store(id, key) {
      const stored = await run(['store', `--label=txwarden ${id.kind} key of ${id.profile}`], id, key)
      if (stored.code !== 0) throw toolFailed(TOOL, stored)
    },
    async remove(id) {
      const removed = await run(['clear'], id)
      if (removed.code !== 0 && removed.stderr.trim() !== '') throw toolFailed(TOOL, removed)
    },
  }
}

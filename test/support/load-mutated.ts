import { globSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** File in the root that lists what mutation tests change. */
    readonly strykerConfig: string
  }
}

/**
 * Loads what is mutated before the first test. Otherwise a command that loads a file within a test would seem to test all
 * that the file does when it is loaded.
 */
const root = join(import.meta.dirname, '../..')
const { default: config } = (await import(join(root, inject('strykerConfig')))) as { default: { mutate: string[] } }
for (const file of globSync(config.mutate, { cwd: root })) await import(join(root, file))

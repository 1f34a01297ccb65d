import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, type TaskMeta, test } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Programs that are not installed, for which the test is skipped. */
    missing?: readonly string[]
  }
}

/** Programs that `npm run tools` installs; its packages are beside it. */
export const TOOLS = fileURLToPath(new URL('../tools/node_modules/.bin', import.meta.url))

/**
 * For tests that run programs other than Node, a POSIX shell and coreutils. Where one of them is not installed, the tests are
 * skipped, and their title says why; with TXWARDEN_TEST_REQUIRE_ALL it is an error.
 */
export function needs(...programs: readonly string[]) {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length === 0) return { describe, test }
  if (process.env.TXWARDEN_TEST_REQUIRE_ALL) throw new Error(`not installed: ${missing.join(', ')}`)
  const title = (name: string) => `${name} (not installed: ${missing.join(', ')})`
  const skipped: { skip: true; meta: TaskMeta } = { skip: true, meta: { missing } }
  return {
    describe: (name: string, tests: () => void) => describe(title(name), skipped, tests),
    test: (name: string, body: () => void | Promise<void>, _timeout?: number) => test(title(name), skipped, body),
  }
}

function isInstalled(program: string): boolean {
  if (existsSync(join(TOOLS, '..', program, 'package.json'))) return true
  return [TOOLS, ...(process.env.PATH ?? '').split(delimiter)].some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/**
 * Prints one line at the end about tests skipped because of missing programs, and writes the files that hold them, one a
 * line, to the path in TXWARDEN_TEST_SKIPPED: the gate runs these once more with all programs.
 */
export default class MissingPrograms implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.map(({ moduleId, children }) => ({
      file: relative(process.cwd(), moduleId),
      programs: [...children.allTests('skipped')].flatMap((each) => each.meta().missing ?? []),
    }))
    const list = process.env.TXWARDEN_TEST_SKIPPED
    if (list !== undefined) {
      const files = skipped.filter(({ programs }) => programs.length > 0).map(({ file }) => `${file}\n`)
      writeFileSync(list, files.join(''))
    }
    const missing = Map.groupBy(
      skipped.flatMap(({ programs }) => programs),
      (program) => program,
    )
    if (missing.size === 0) return
    const counts = [...missing].map(
      ([program, { length }]) => `${program} (${length} ${length === 1 ? 'test' : 'tests'})`,
    )
    this.#vitest?.logger.log(`Skipped because not installed: ${counts.sort().join(', ')}`)
  }
}

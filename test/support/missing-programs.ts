import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Prints one line at the end about tests skipped because of missing programs. */
export default class MissingPrograms implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests('skipped')])
    const missing = Map.groupBy(
      tests.flatMap((each) => each.meta().missing ?? []),
      (program) => program,
    )
    if (missing.size === 0) return
    const counts = [...missing].map(
      ([program, { length }]) => `${program} (${length} ${length === 1 ? 'test' : 'tests'})`,
    )
    this.#vitest?.logger.log(`Skipped because not installed: ${counts.sort().join(', ')}`)
  }
}

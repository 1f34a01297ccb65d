import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Ends a run with one line on the tests that were skipped for programs that are not installed. */
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

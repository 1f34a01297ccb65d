import { availableParallelism, loadavg } from 'node:os'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Longest test of `npm test` on a quiet machine (ms); what takes longer is for `npm run test:system`. */
const LONGEST_MS = 5_000

/** A test gets as much longer as there are more processes that want to run than cores. */
function longestMs(): number {
  return (
    LONGEST_MS *
    Math.max(
      1,
      loadavg()
        .slice(0, 2)
        .reduce((most, load) => Math.max(most, load)) / availableParallelism(),
    )
  )
}

/**
 * Names tests of the project `quick` that take too long. With TXWARDEN_TEST_SLOW=refuse, as in the gate, which has the machine to
 * itself, they fail the run.
 */
export default class SlowTests implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const longest = longestMs()
    const slow = modules
      .filter(({ project }) => project.name === 'quick')
      .flatMap(({ moduleId, children }) => [...children.allTests()].map((test) => ({ moduleId, test })))
      .map(({ moduleId, test }) => ({ moduleId, test, ms: test.diagnostic()?.duration ?? 0 }))
      .filter(({ ms }) => ms > longest)
    for (const { moduleId, test, ms } of slow)
      this.#vitest?.logger.log(
        `Longer than ${(longest / 1000).toFixed(1)} s: ${(ms / 1000).toFixed(1)} s, ${relative(process.cwd(), moduleId)}: ${test.fullName}`,
      )
    if (slow.length > 0 && process.env.TXWARDEN_TEST_SLOW === 'refuse') process.exitCode = 1
  }
}

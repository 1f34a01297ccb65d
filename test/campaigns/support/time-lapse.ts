/** A process in which time passes so many times as fast: its clock, and every timer that is set from now on. */
export function startTimeLapse(factor: number): { now(): number } {
  const { setTimeout } = globalThis
  const started = { real: performance.now(), shown: Date.now() }
  globalThis.setTimeout = Object.assign(
    (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => setTimeout(work, ms / factor, ...given),
    setTimeout,
  ) as typeof setTimeout
  return { now: () => Math.floor(started.shown + (performance.now() - started.real) * factor) }
}

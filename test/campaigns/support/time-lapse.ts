import { type Clock, createClock } from '../../../src/shared/time/clock.ts'

/** Makes time pass faster in this process by a factor: its clock, and all timers set afterwards. */
export function startTimeLapse(factor: number): Clock {
  const { setTimeout } = globalThis
  const started = { real: performance.now(), shown: Date.now() }
  globalThis.setTimeout = Object.assign(
    (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => setTimeout(work, ms / factor, ...given),
    setTimeout,
  ) as typeof setTimeout
  const elapsed = () => (performance.now() - started.real) * factor
  return createClock(() => started.shown + elapsed(), elapsed)
}

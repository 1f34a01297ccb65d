import { type Clock, createClock } from '../../../src/shared/time/clock.ts'

interface Timer {
  readonly at: number
  run(): void
}

/** Time of this process that passes as real time does, and that can jump: its clock, and timers that are set afterwards. */
export interface VirtualTime {
  readonly clock: Clock
  /** Jumps in steps; after each, what is due runs, and requests and writes have time to end. */
  advance(ms: number, stepMs: number): Promise<void>
  end(): void
}

/** Service and receivers are in this process: when it is idle for two moments of this length (ms), no request is under way. */
const MOMENT_MS = 4
const IDLE = 0.25
const TICK_MS = 2

export function startVirtualTime(startsAt: number): VirtualTime {
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis
  const timers = new Map<object, Timer>()
  const started = performance.now()
  let jumped = 0
  const passed = () => performance.now() - started + jumped
  globalThis.setTimeout = Object.assign((work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const handle = { ref: () => handle, unref: () => handle, hasRef: () => true, refresh: () => handle }
    timers.set(handle, { at: passed() + ms, run: () => work(...given) })
    return handle
  }, realSetTimeout) as unknown as typeof setTimeout
  globalThis.clearTimeout = ((handle: object | undefined) => {
    if (!handle || !timers.delete(handle)) realClearTimeout(handle as NodeJS.Timeout)
  }) as typeof clearTimeout

  function runDue(): void {
    const due = [...timers].filter(([, { at }]) => at <= passed()).sort(([, a], [, b]) => a.at - b.at)
    for (const [handle, timer] of due) if (timers.delete(handle)) timer.run()
  }
  const ticking = setInterval(runDue, TICK_MS)

  async function advance(ms: number, stepMs: number): Promise<void> {
    for (const end = passed() + ms; passed() < end; ) {
      jumped += Math.min(stepMs, end - passed())
      runDue()
      await settle()
    }
  }

  async function settle(): Promise<void> {
    for (let idle = 0; idle < 2; ) {
      const before = performance.eventLoopUtilization()
      await new Promise<void>((resolve) => realSetTimeout(resolve, MOMENT_MS))
      idle = performance.eventLoopUtilization(before).utilization < IDLE ? idle + 1 : 0
    }
  }
  return {
    clock: createClock(() => startsAt + passed(), passed),
    advance,
    end: () => clearInterval(ticking),
  }
}

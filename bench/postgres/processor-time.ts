import { readdirSync, readFileSync } from 'node:fs'

/** Of the clock that Linux counts processor time with (ms). */
const TICK_MS = 10

interface Process {
  readonly pid: number
  readonly parent: number
  /** ms */
  readonly used: number
}

/** Processor time (ms) of a process and those it began that are still there; undefined where there is no /proc. */
export function processorTime(pid: number): number | undefined {
  const processes = readProcesses()
  return processes?.filter((each) => each.pid === pid || each.parent === pid).reduce((sum, { used }) => sum + used, 0)
}

export function parentOf(pid: number): number | undefined {
  return readProcesses()?.find((each) => each.pid === pid)?.parent
}

function readProcesses(): Process[] | undefined {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)))
  } catch {
    return undefined
  }
}

/** None when it ended meanwhile. */
function readProcess(pid: number): Process[] {
  try {
    // Behind the name, which may hold anything: state, parent, and in the 12th and 13th place the time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return [{ pid, parent: fields[1] ?? 0, used: ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_MS }]
  } catch {
    return []
  }
}

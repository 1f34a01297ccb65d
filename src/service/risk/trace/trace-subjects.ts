import type { Examined } from '../collect-subjects.ts'
import type { Subject } from '../types.ts'
import { movementsIn } from './movements.ts'
import type { Frame, Trace } from './trace.ts'

/**
 * The same, with the addresses that only the trace shows as subjects of their own: contracts that are called, and who
 * is paid. To be asked before evidence is looked up, so that theirs is, too.
 */
export function withTrace<T extends Examined>(examined: T, trace: Trace | undefined): T {
  if (!trace) return examined
  const known = new Set(examined.subjects.map((subject) => subject.address))
  const called: Subject[] = []
  for (const address of addressesIn(trace.root)) {
    if (known.has(address)) continue
    known.add(address)
    called.push({ address, role: 'called', internal: true })
  }
  return { ...examined, subjects: [...examined.subjects, ...called] }
}

/** In the order in which they are reached. */
function* addressesIn(root: Frame): Generator<string> {
  const frames = [root]
  for (let frame = frames.pop(); frame; frame = frames.pop()) {
    if (frame.to !== undefined) yield frame.to
    for (const { to } of movementsIn(frame)) yield to
    frames.push(...frame.calls.toReversed())
  }
}

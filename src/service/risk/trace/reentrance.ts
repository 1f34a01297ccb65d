import { isCodeCall, type Movement, movementsIn, nativeMovementOf } from './movements.ts'
import type { Frame, Trace } from './trace.ts'

/** A contract was called again before its first call had ended. */
export interface Reentrance {
  /** Whose storage it is. */
  readonly entered: string
  /** Who made it so: somebody in between whom it had paid, else who called it again. */
  readonly by: string
  /**
   * emptied: the same asset left it during its own run and again inside, on balance · leaking: different assets did, and
   * nothing came in for them · refused: the second call was reverted.
   */
  readonly outcome: 'emptied' | 'leaking' | 'refused'
}

/** The first call of a contract that is still running, and what moved in and out of it meanwhile. */
interface Activation {
  /** Place in the path. */
  readonly place: number
  /** Calls of it that run inside of the first, now. */
  inner: number
  /** Balance by asset, while it ran by itself and while it ran inside. */
  readonly outside: Map<string, bigint>
  readonly inside: Map<string, bigint>
  readonly enteredBy: Set<string>
  readonly refusedTo: Set<string>
  readonly gaveTo: Set<string>
}

interface Step {
  readonly frame: Frame
  /** Whose storage the caller of the frame uses. */
  readonly caller: string
  /** Neither the frame's caller nor one above it was reverted. */
  readonly live: boolean
  /** Set once the frame has run. */
  readonly leaves?: string
}

/**
 * Contracts that were re-entered and lost by it. Entering again is ordinary (routers, hooks, flash loans): what counts is
 * that value leaves a contract both times, on balance. One pass; what a reverted frame moved does not count.
 */
export function reentrancesIn({ root }: Trace): Reentrance[] {
  const walk = new Walk()
  walk.through(root)
  return walk.found
}

class Walk {
  readonly found: Reentrance[] = []
  readonly #running = new Map<string, Activation>()
  /** Contracts that are running, each called by the one before. */
  readonly #path: string[] = []
  readonly #steps: Step[] = []

  /** Not by recursion: calls stand up to 1,024 deep in one another. */
  through(root: Frame): void {
    this.#steps.push({ frame: root, caller: root.from, live: true })
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      if (step.leaves !== undefined) this.#leave(step.leaves)
      else this.#enter(step)
    }
  }

  #enter({ frame, caller, live: wasLive }: Step): void {
    const live = wasLive && frame.error === undefined
    const context = isCodeCall(frame) ? caller : (frame.to ?? caller)
    const payment = nativeMovementOf(frame)
    if (payment) this.#give(payment, live)
    if (context !== caller && frame.type !== 'SELFDESTRUCT') {
      this.#activate(frame, context, live)
      this.#steps.push({ frame, caller, live, leaves: context })
    }
    if (payment && live) this.#take(payment)
    if (live)
      for (const movement of movementsIn(frame)) {
        this.#give(movement, live)
        this.#take(movement)
      }
    for (const call of frame.calls.toReversed()) this.#steps.push({ frame: call, caller: context, live })
  }

  #activate(frame: Frame, context: string, live: boolean): void {
    const activation = this.#running.get(context)
    if (!activation) this.#running.set(context, newActivation(this.#path.length))
    else {
      activation.inner++
      const between = this.#path.slice(activation.place + 1)
      const by = between.find((each) => activation.gaveTo.has(each)) ?? frame.from
      // A static call changes nothing: whoever only looks takes nothing.
      if (frame.type !== 'STATICCALL' && live) activation.enteredBy.add(by)
      if (frame.type !== 'STATICCALL' && frame.error !== undefined) activation.refusedTo.add(by)
    }
    this.#path.push(context)
  }

  #leave(context: string): void {
    this.#path.pop()
    const activation = this.#running.get(context)
    if (!activation) return
    if (activation.inner > 0) {
      activation.inner--
      return
    }
    this.#running.delete(context)
    const loss = lossOf(activation)
    if (loss) for (const by of activation.enteredBy) this.found.push({ entered: context, by, outcome: loss })
    for (const by of activation.refusedTo)
      if (activation.gaveTo.has(by)) this.found.push({ entered: context, by, outcome: 'refused' })
  }

  #give({ asset, from, to, amount }: Movement, live: boolean): void {
    const activation = this.#running.get(from)
    if (!activation) return
    activation.gaveTo.add(to)
    if (live) add(activation, asset, -amount)
  }

  #take({ asset, to, amount }: Movement): void {
    const activation = this.#running.get(to)
    if (activation) add(activation, asset, amount)
  }
}

function newActivation(place: number): Activation {
  return {
    place,
    inner: 0,
    outside: new Map(),
    inside: new Map(),
    enteredBy: new Set(),
    refusedTo: new Set(),
    gaveTo: new Set(),
  }
}

function add({ inner, inside, outside }: Activation, asset: string, amount: bigint): void {
  const balance = inner > 0 ? inside : outside
  balance.set(asset, (balance.get(asset) ?? 0n) + amount)
}

/** A flash loan comes back to the run that gave it, and a router gives inside what it got outside: neither is a loss. */
function lossOf({ enteredBy, inside, outside }: Activation): 'emptied' | 'leaking' | undefined {
  if (enteredBy.size === 0) return undefined
  const total = (asset: string) => (inside.get(asset) ?? 0n) + (outside.get(asset) ?? 0n)
  const lost = (balance: ReadonlyMap<string, bigint>) =>
    Array.from(balance.keys()).filter((asset) => (balance.get(asset) ?? 0n) < 0n && total(asset) < 0n)
  const lostOutside = new Set(lost(outside))
  const lostInside = lost(inside)
  if (lostInside.some((asset) => lostOutside.has(asset))) return 'emptied'
  const gained = [...inside.keys(), ...outside.keys()].some((asset) => total(asset) > 0n)
  return lostInside.length > 0 && lostOutside.size > 0 && !gained ? 'leaking' : undefined
}

import { type BalanceChange, Holdings } from '../../evm/holdings.ts'
import { type Movement, movementsIn } from '../../evm/logs.ts'
import { isCodeCall, nativeMovementOf } from './movements.ts'
import type { CallFrame, Trace } from './trace.ts'

/** A contract was called again before its first call ended. */
export interface Reentrancy {
  /** Contract whose storage is used. */
  readonly entered: string
  /** Caused it: an address in between that the contract paid, else the caller. */
  readonly by: string
  /**
   * By net balance. emptied: the same asset left during the outer and the inner call · leaking: different assets did,
   * and nothing came in · refused: the inner call reverted.
   */
  readonly outcome: 'emptied' | 'leaking' | 'refused'
}

/** A running contract, and its net balances since its first call started. */
interface Activation {
  /** Index in the path of running contracts. */
  readonly depth: number
  /** Inner calls that run now. */
  inner: number
  /** What it gets and gives during the outer call and during inner calls. */
  readonly outside: Holdings
  readonly inside: Holdings
  readonly enteredBy: Set<string>
  readonly refusedTo: Set<string>
  readonly gaveTo: Set<string>
}

interface PendingFrame {
  readonly frame: CallFrame
  /** Contract whose storage the caller uses. */
  readonly caller: string
  /** No caller above reverted. */
  readonly live: boolean
  /** Set when the frame has run: the contract to leave. */
  readonly leaves?: string
}

/**
 * Contracts that were re-entered and lost assets. Reentrance alone is common (routers, hooks, flash loans); it counts
 * when net value leaves the contract both times. Transfers in reverted frames do not count.
 */
export function findReentrancies({ root }: Trace): Reentrancy[] {
  const walk = new FrameWalk()
  walk.run(root)
  return walk.found
}

class FrameWalk {
  readonly found: Reentrancy[] = []
  readonly #running = new Map<string, Activation>()
  /** Running contracts, outermost first. */
  readonly #path: string[] = []
  readonly #pending: PendingFrame[] = []

  /** Without recursion: calls nest up to 1,024 deep. */
  run(root: CallFrame): void {
    this.#pending.push({ frame: root, caller: root.from, live: true })
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      if (next.leaves !== undefined) this.#leave(next.leaves)
      else this.#enter(next)
    }
  }

  #enter({ frame, caller, live: wasLive }: PendingFrame): void {
    const live = wasLive && frame.error === undefined
    const context = isCodeCall(frame) ? caller : (frame.to ?? caller)
    const payment = nativeMovementOf(frame)
    if (payment) this.#give(payment, live)
    if (context !== caller && frame.type !== 'SELFDESTRUCT') {
      this.#activate(frame, context, live)
      this.#pending.push({ frame, caller, live, leaves: context })
    }
    if (payment && live) this.#take(payment)
    if (live)
      for (const movement of movementsIn(frame.logs)) {
        this.#give(movement, live)
        this.#take(movement)
      }
    for (const call of frame.calls.toReversed()) this.#pending.push({ frame: call, caller: context, live })
  }

  #activate(frame: CallFrame, context: string, live: boolean): void {
    const activation = this.#running.get(context)
    if (!activation) this.#running.set(context, newActivation(this.#path.length))
    else {
      activation.inner++
      const between = this.#path.slice(activation.depth + 1)
      const by = between.find((each) => activation.gaveTo.has(each)) ?? frame.from
      // A static call moves nothing.
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
    if (live) holdingsOf(activation).add(from, asset, -amount)
  }

  #take({ asset, to, amount }: Movement): void {
    const activation = this.#running.get(to)
    if (activation) holdingsOf(activation).add(to, asset, amount)
  }
}

function newActivation(depth: number): Activation {
  return {
    depth,
    inner: 0,
    outside: new Holdings(),
    inside: new Holdings(),
    enteredBy: new Set(),
    refusedTo: new Set(),
    gaveTo: new Set(),
  }
}

function holdingsOf({ inner, inside, outside }: Activation): Holdings {
  return inner > 0 ? inside : outside
}

/** Not a loss: a flash loan that is returned, or a router that passes on what it received. */
function lossOf({ enteredBy, inside, outside }: Activation): 'emptied' | 'leaking' | undefined {
  if (enteredBy.size === 0) return undefined
  const total = ({ owner, ...asset }: BalanceChange) => inside.amountOf(owner, asset) + outside.amountOf(owner, asset)
  const [changedInside, changedOutside] = [[...inside.net()], [...outside.net()]]
  const isLost = ([, change]: readonly [string, BalanceChange]) => change.amount < 0n && total(change) < 0n
  const lostOutside = new Map(changedOutside.filter(isLost))
  const lostInside = changedInside.filter(isLost)
  if (lostInside.some(([key]) => lostOutside.has(key))) return 'emptied'
  const gained = [...changedInside, ...changedOutside].some(([, change]) => total(change) > 0n)
  return lostInside.length > 0 && lostOutside.size > 0 && !gained ? 'leaking' : undefined
}

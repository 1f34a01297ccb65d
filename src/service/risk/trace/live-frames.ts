import { isCodeCall } from './movements.ts'
import type { CallFrame } from './trace.ts'

/** A frame whose effects last. */
export interface LiveFrame {
  readonly frame: CallFrame
  /** 0 is the transaction itself. */
  readonly depth: number
  /** Contract whose storage the caller uses: the actor of the call. */
  readonly caller: string
  /** Contract whose storage the code uses. */
  readonly context: string
  /** A delegatecall with the data that its contract was called with: a proxy. */
  readonly isForwarded: boolean
  /** The last call of an own account to another contract, perhaps this frame; undefined for a call between own accounts. */
  readonly exit: CallFrame | undefined
}

type PendingLiveFrame = Pick<LiveFrame, 'frame' | 'depth' | 'caller' | 'exit'> & {
  /** Data that the calling contract was called with. */
  readonly input: string
}

/**
 * Frames with effects, callers first: none that reverts or runs below one that does, and no static calls. Without recursion:
 * calls nest up to 1,024 deep.
 */
export function* liveFrames(root: CallFrame, isOwn: (address: string) => boolean): Generator<LiveFrame> {
  const pending: PendingLiveFrame[] = [{ frame: root, depth: 0, caller: root.from, input: '', exit: undefined }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { frame, depth, caller, input } = next
    if (frame.error !== undefined || frame.type === 'STATICCALL') continue
    const context = isCodeCall(frame) ? caller : (frame.to ?? caller)
    const exit = isOwn(caller) ? (isOwn(context) ? undefined : frame) : next.exit
    yield { frame, depth, caller, context, exit, isForwarded: isCodeCall(frame) && frame.input === input }
    const passed = isCodeCall(frame) ? input : frame.input
    for (const call of frame.calls.toReversed())
      pending.push({ frame: call, depth: depth + 1, caller: context, input: passed, exit })
  }
}

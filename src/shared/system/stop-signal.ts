/** Why a process ends, as the reason of its abort signal. */
class Stopped extends DOMException {
  readonly by: NodeJS.Signals

  constructor(by: NodeJS.Signals) {
    super('This operation was aborted', 'AbortError')
    this.by = by
  }
}

export function stopReason(by: NodeJS.Signals): DOMException {
  return new Stopped(by)
}

/** The signal of the system that aborted; undefined: none did, or something else. */
export function stoppedBy({ reason }: AbortSignal): NodeJS.Signals | undefined {
  return reason instanceof Stopped ? reason.by : undefined
}

import type { Service } from '../../service/index.ts'

interface Sending {
  /** How long to send at most (ms); 0: not at all. */
  readonly waitMs: number
  readonly signal: AbortSignal
  readonly note: (line: string) => Promise<void>
  /** What goes on with what is left. */
  readonly next: string
}

/**
 * Alerts that a command raised leave before it ends, as far as the time goes; the rest stays in the outbox, and people
 * are told so. Whatever happens here, the command's outcome stays what it is.
 */
export async function sendBeforeExit(service: Service, { waitMs, signal, note, next }: Sending): Promise<void> {
  try {
    const deliveries = await service.deliveries()
    const { served, pending } = await deliveries.sendDue({ forMs: waitMs, signal })
    if (served || pending === 0) return
    await note(`${pending === 1 ? '1 alert delivery waits' : `${pending} alert deliveries wait`}. Try: ${next}`)
  } catch (error) {
    await note(`! alerts were not sent: ${error instanceof Error ? error.message : String(error)}. Try: ${next}`)
  }
}

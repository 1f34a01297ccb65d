import type { Clock } from '../../shared/time/clock.ts'
import type { Ids } from '../runtime/deps.ts'
import type { Meters } from '../runtime/meters.ts'
import type { Store } from '../store/store.ts'
import type { ScreenDeps } from './screen.ts'

export interface RescreenDeps extends Omit<ScreenDeps, 'now' | 'pause'> {
  readonly store: Store
  readonly clock: Clock
  readonly deadlines: { now(): number }
  readonly newId: Ids
  /** Called after messages were added to the outbox. */
  readonly wake: () => void
  readonly meters?: Pick<Meters, 'rescreened'> | undefined
}

/** Which transactions are compared with which lists. */
export interface RescreenScope {
  /** ms */
  readonly since: number
  readonly source?: string | undefined
  /** Lower case. */
  readonly address?: string | undefined
}

export interface RescreenControl {
  readonly signal?: AbortSignal | undefined
  /** In ms of `clock.elapsed()`: it ends then with what it has. */
  readonly until?: number | undefined
  /** Transactions that were compared. */
  readonly onProgress?: ((read: number) => void) | undefined
}

import { formerConfirmations } from '../../records/alert-filter.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { Reached } from './notify-confirmed.ts'

/**
 * Which alerts may still have to be notified of what waited for the confirmations that they wanted before. Once is enough for each
 * chain; it counts when the next transaction of the database begins at the tip that this one reached, so that it was committed.
 */
export class FormerAlerts {
  /** End of the former condition (ms), by alert. */
  #notified: ReadonlyMap<string, number> = new Map()
  #notifying: { readonly tip: number; readonly until: ReadonlyMap<string, number> } | undefined

  /**
   * Those that were not notified yet.
   * @param alerts of this transaction of the database, which moves the chain from `previous` to `tip`
   */
  take(alerts: readonly StoredAlert[], previous: Reached, tip: number): ReadonlySet<StoredAlert> {
    if (this.#notifying?.tip === previous.tip) {
      this.#notified = this.#notifying.until
      this.#notifying = undefined
    }
    const former = alerts.flatMap((alert) => {
      const until = formerConfirmations(alert)?.until
      return until === undefined ? [] : [{ alert, until }]
    })
    if (tip > previous.tip)
      this.#notifying = { tip, until: new Map(former.map(({ alert, until }) => [alert.id, until])) }
    return new Set(former.flatMap(({ alert, until }) => (this.#notified.get(alert.id) === until ? [] : alert)))
  }
}

import type { AlertType, EventStep, MonitorEventKind, NoticeKind, NoticeStep } from '../../../api/vocabulary.ts'
import type { Flag } from './flag.ts'

export interface AlertRow {
  id: string
  name: string
  type: AlertType
  /** JSON of the interface's transactionFilter. */
  filter: string
  /** An addition: fires on NO DATA, like a flag of the filter's validationStatusConfiguration. */
  on_no_data: Flag
  /** Additions: JSON of the conditions of a MONITOR alert on chain events, and `rescreen` (records/alert-filter.ts); null: none. */
  chain_filter: string | null
  is_active: Flag
  sent_counter: number
  /** Its messages are not sent before (ms); null: it is not silenced. */
  silenced_until: number | null
  /** Whether the silence also hides sanctions and verdicts of BLOCK entries. */
  silences_blocked: Flag
  created_at: number
  updated_at: number
}

export interface AlertDestinationRow {
  alert_id: string
  destination_id: string
  /** Index in the given list of ids. */
  position: number
}

/** What an alert event is about; each alert has one event for it. */
export interface EventSubject {
  /** The stored transaction; null: it is about none. */
  svc_tx_id: string | null
  /** The id of the validation; of a transaction in a block `<chain id>:<hash>` (alerts/matching/event-subject.ts). */
  subject: string
  /** '': a subject without steps. */
  step: EventStep | NoticeStep | ''
  /** Of a step that can come again: 0 the first time. */
  round: number
  /** What happens to a monitored address or in the queue of a Safe, or of what a notice is; null for a verdict. */
  kind: MonitorEventKind | NoticeKind | null
}

/** A match of an alert and its subject, delivered at least once to each destination of the alert at that time. */
export interface AlertEventRow extends EventSubject {
  id: string
  alert_id: string
  alert_name: string
  alert_type: AlertType
  /** JSON of the message content (alerts/delivery/event-content.ts) at the time of the match. */
  content: string
  created_at: number
  /** Time of the first successful delivery, which alertSentCounter counts. */
  confirmed_at: number | null
}

/** Alerts that fired for a subject, until the deliveries of all are planned. */
export interface FanOutRow extends EventSubject {
  id: string
  /** JSON of the message content that the alerts have in common (alerts/delivery/event-content.ts). */
  content: string
  /** JSON of the alerts and their destinations at the time of the match (alerts/delivery/plan-deliveries.ts). */
  alerts: string
  /** Alerts whose deliveries are planned, from the first. */
  planned: number
  unplanned_deliveries: number
  created_at: number
}

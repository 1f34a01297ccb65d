import type { Channel, DeliveryState, TestState } from '../../../api/vocabulary.ts'
import type { Flag } from './flag.ts'

export interface DestinationRow {
  id: string
  name: string
  channel: Channel
  sealed_webhook_url: string | null
  chat_id: string | null
  sealed_token: string | null
  state: 'ACTIVE' | 'INACTIVE'
  error_message: string
  created_at: number
  /** Whether later messages of an alert within a minute are sent as one; null: as the channel does by default. */
  grouping: Flag | null
  /** Interval of heartbeats (ms); null: none. */
  heartbeat_ms: number | null
  /** When the next heartbeat is due (ms). */
  heartbeat_at: number | null
}

/** The delivery of an event to one destination. */
export interface DeliveryRow {
  id: string
  event_id: string
  alert_id: string
  destination_id: string
  destination_name: string
  channel: Channel
  state: DeliveryState
  /** Earliest time of the next attempt (ms); 0: now. */
  due_at: number
  attempts: number
  /** Attempts that do not count against the schedule: aborted by txwarden, or sent to a previous address. */
  uncounted: number
  /** Error of the last attempt, or why there was none; '' otherwise. */
  error_message: string
  created_at: number
  updated_at: number
  /** Severity of its event (alerts/delivery/grouping/severity.ts): the higher, the sooner it is sent. */
  severity: number
  /** GROUPED: the delivery of its digest. The delivery itself: it is sent singly. Null: not decided, or never grouped. */
  group_id: string | null
}

/** How many messages of an alert a destination got lately. Only the process that holds the queue writes it. */
export interface DeliveryGroupRow {
  alert_id: string
  destination_id: string
  /** Begin of the current minute (ms). */
  window_at: number
  /** Deliveries that are sent singly since then. */
  passed: number
  /** The delivery of the digest that still collects; null: none does. */
  digest_id: string | null
  /** When the last digest was closed (ms); 0: there was none. */
  digest_at: number
}

/** Append-only. */
export interface DeliveryAttemptRow {
  delivery_id: string
  /** Starts at 1. */
  number: number
  at: number
  latency_ms: number
  state: TestState
  error_message: string
  /** Lease of the destination queue during the attempt. */
  claim_id: string
}

/** The queue of a destination. One sender at a time, so that order and pauses apply across processes. */
export interface DestinationQueueRow {
  destination_id: string
  claim_id: string | null
  /** End of the lease (ms). */
  lease_until: number
  /** End of the pause (ms): requested by the receiver, or a backoff after failures. */
  paused_until: number
  /** End of the pause requested by the receiver (ms): manual retries wait for it too. */
  closed_until: number
  /** Consecutive failures. */
  failures: number
  failing_since: number | null
}

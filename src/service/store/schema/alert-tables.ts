import {
  type AlertType,
  type Channel,
  deliveryStates,
  destinationStates,
  type EventStep,
  type MonitorEventKind,
  type NoticeKind,
  type NoticeStep,
  testStates,
} from '../../../api/vocabulary.ts'
import {
  bigint,
  type Flag,
  flag,
  index,
  integer,
  primaryKey,
  table,
  text,
  uniqueTogether,
  type ValuesOf,
} from './define.ts'

const eventSubject = {
  /** The stored transaction; null: it is about none. */
  svc_tx_id: text,
  /** The id of the validation; of a transaction in a block `<chain id>:<hash>` (alerts/matching/enqueue-alerts.ts). */
  subject: text.required,
  /** '': a subject without steps. */
  step: text.as<EventStep | NoticeStep | ''>().required,
  /** Counts a step that can come again: 0 the first time. */
  round: integer.required,
  /** What happens to a monitored address or in the queue of a Safe, or of what a notice is; null for a verdict. */
  kind: text.as<MonitorEventKind | NoticeKind>(),
}

/** What an alert event is about; each alert has one event for it. */
export type EventSubject = ValuesOf<typeof eventSubject>

/** Destinations, alerts, their events, and what is delivered of them. */
export const alertTables = {
  destinations: table({
    id: text.key,
    name: text.required,
    channel: text.as<Channel>().required,
    sealed_webhook_url: text,
    chat_id: text,
    sealed_token: text,
    state: text.oneOf(...destinationStates),
    error_message: text.required,
    created_at: bigint.required,
    /** Whether later messages of an alert within a minute are sent as one; null: as the channel does by default. */
    grouping: integer.as<Flag>(),
    /** Interval of heartbeats (ms); null: none. */
    heartbeat_ms: bigint,
    /** When the next heartbeat is due (ms). */
    heartbeat_at: bigint,
  }),

  alerts: table({
    id: text.key,
    name: text.required,
    type: text.as<AlertType>().required,
    /** JSON of the interface's transactionFilter. */
    filter: text.required,
    /** An addition: fires on NO DATA, like a flag of the filter's validationStatusConfiguration. */
    on_no_data: flag,
    /** Additions: JSON of the conditions of a MONITOR alert on chain events, and `rescreen` (records/alert-filter.ts); null: none. */
    chain_filter: text,
    is_active: flag,
    sent_counter: integer.required,
    /** Its messages are not sent before (ms); null: it is not silenced. */
    silenced_until: bigint,
    /** Whether the silence also hides sanctions and verdicts of BLOCK entries. */
    silences_blocked: integer.as<Flag>().required,
    created_at: bigint.required,
    updated_at: bigint.required,
  }).with(index('active', ['type', 'is_active'])),

  alert_destinations: table({
    alert_id: text.partOf('alerts.id').required,
    destination_id: text.references('destinations.id').required,
    /** Index in the given list of ids. */
    position: integer.required,
  }).with(primaryKey('alert_id', 'destination_id'), index('destination', ['destination_id'])),

  /**
   * A match of an alert and its subject, delivered at least once to each destination of the alert at that time. No foreign keys to
   * alerts and transactions: events are delivered also after their deletion.
   */
  alert_events: table({
    id: text.key,
    alert_id: text.required,
    alert_name: text.required,
    alert_type: text.as<AlertType>().required,
    ...eventSubject,
    /** JSON of the message content (alerts/delivery/event-content.ts) at the time of the match. */
    content: text.required,
    created_at: bigint.required,
    /** Time of the first successful delivery, which alertSentCounter counts. */
    confirmed_at: bigint,
  }).with(
    uniqueTogether('subject', 'alert_id', 'step', 'round'),
    index('transaction', ['svc_tx_id']),
    // What belongs to no stored transaction is removed by its age.
    index('alone', ['created_at', 'id'], 'svc_tx_id is null'),
  ),

  /** Alerts that fired for a subject, until the deliveries of all are planned. */
  fan_outs: table({
    id: text.key,
    ...eventSubject,
    /** JSON of the message content that the alerts have in common (alerts/delivery/event-content.ts). */
    content: text.required,
    /** JSON of the alerts and their destinations at the time of the match (alerts/delivery/plan-deliveries.ts). */
    alerts: text.required,
    /** Alerts whose deliveries are planned, from the first. */
    planned: integer.required,
    unplanned_deliveries: integer.required,
    created_at: bigint.required,
  }).with(index('subject', ['subject', 'id'])),

  /** The delivery of an event to one destination. With the id of the alert, because an alert can have millions of events. */
  deliveries: table({
    id: text.key,
    event_id: text.partOf('alert_events.id').required,
    alert_id: text.required,
    destination_id: text.required,
    destination_name: text.required,
    channel: text.as<Channel>().required,
    state: text.oneOf(...deliveryStates),
    /** Severity of its event (alerts/delivery/grouping/severity.ts): the higher, the sooner it is sent. */
    severity: integer.required,
    /** GROUPED: the delivery of its digest. The delivery itself: it is sent singly. Null: not decided, or never grouped. */
    group_id: text,
    /** Earliest time of the next attempt (ms); 0: now. */
    due_at: bigint.required,
    attempts: integer.required,
    /** Attempts that do not count against the schedule: aborted by txwarden, or sent to a previous address. */
    uncounted: integer.required,
    /** Error of the last attempt, or why there was none; '' otherwise. */
    error_message: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
  }).with(
    uniqueTogether('event_id', 'destination_id'),
    index('created', ['created_at', 'id']),
    index('updated', ['updated_at', 'created_at', 'id']),
    index('alert', ['alert_id', 'created_at', 'id']),
    index('destination', ['destination_id', 'created_at']),
    index('group', ['group_id', 'created_at', 'id'], 'group_id is not null'),
    // One index a state: SQLite would use a single index starting with the state for queries by destination.
    ...deliveryStates.map((state) =>
      index(`${state.toLowerCase()}_created`, ['created_at', 'id'], `state = '${state}'`),
    ),
    index('pending', ['destination_id', 'created_at', 'id'], "state = 'PENDING'"),
    index('due', ['destination_id', 'due_at'], "state = 'PENDING'"),
    // The order in which a queue is sent.
    index('severity', ['destination_id', 'severity desc', 'created_at', 'id'], "state = 'PENDING'"),
  ),

  /** Append-only. */
  delivery_attempts: table({
    delivery_id: text.partOf('deliveries.id').required,
    /** Starts at 1. */
    number: integer.required,
    at: bigint.required,
    latency_ms: integer.required,
    state: text.oneOf(...testStates),
    error_message: text.required,
    /** Lease of the destination queue during the attempt. */
    claim_id: text.required,
  }).with(primaryKey('delivery_id', 'number')),

  /** How many messages of an alert a destination got lately. Only the process that holds the queue writes it. */
  delivery_groups: table({
    alert_id: text.required,
    destination_id: text.required,
    /** Begin of the current minute (ms). */
    window_at: bigint.required,
    /** Deliveries that are sent singly since then. */
    passed: integer.required,
    /** The delivery of the digest that still collects; null: none does. */
    digest_id: text,
    /** When the last digest was closed (ms); 0: there was none. */
    digest_at: bigint.required,
  }).with(primaryKey('alert_id', 'destination_id')),

  /** The queue of a destination. One sender at a time, so that order and pauses apply across processes. */
  lanes: table({
    destination_id: text.key,
    claim_id: text,
    /** End of the lease (ms). */
    lease_until: bigint.required,
    /** End of the pause (ms): requested by the receiver, or a backoff after failures. */
    paused_until: bigint.required,
    /** End of the pause requested by the receiver (ms): manual retries wait for it too. */
    closed_until: bigint.required,
    /** Consecutive failures. */
    failures: integer.required,
    failing_since: bigint,
  }),

  /** Events that a later digest reports together. */
  digests: table({
    id: text.key,
    topic: text.as<'poison' | 'dust'>().required,
    chain_id: text.required,
    address: text.required,
    since: bigint.required,
    /** When the digest is sent (ms). */
    due_at: bigint.required,
    count: integer.required,
    /** JSON (follower/notify/digests.ts). */
    content: text.required,
  }).with(uniqueTogether('topic', 'chain_id', 'address'), index('due', ['chain_id', 'topic', 'due_at', 'id'])),
}

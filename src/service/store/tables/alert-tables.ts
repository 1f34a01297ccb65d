import { bigint, type Definition, flag, index, integer, primaryKey, table, text, uniqueTogether } from './define.ts'

const DELIVERY_STATES = ['PENDING', 'SENT', 'FAILED', 'CANCELLED', 'GROUPED', 'SILENCED']

/** Destinations, alerts, their events, and what is delivered of them. */
export const alertTables: readonly Definition[] = [
  table('destinations', {
    id: text.key,
    name: text.required,
    channel: text.required,
    sealed_webhook_url: text,
    chat_id: text,
    sealed_token: text,
    state: text.oneOf('ACTIVE', 'INACTIVE'),
    error_message: text.required,
    created_at: bigint.required,
    grouping: integer,
    heartbeat_ms: bigint,
    heartbeat_at: bigint,
  }),

  table('alerts', {
    id: text.key,
    name: text.required,
    type: text.required,
    filter: text.required,
    on_no_data: flag,
    chain_filter: text,
    is_active: flag,
    sent_counter: integer.required,
    silenced_until: bigint,
    silences_blocked: integer.required,
    created_at: bigint.required,
    updated_at: bigint.required,
  }),
  index('alerts', 'active', ['type', 'is_active']),

  table('alert_destinations', {
    alert_id: text.partOf('alerts.id').required,
    destination_id: text.references('destinations.id').required,
    position: integer.required,
    alert_destinations_pk: primaryKey('alert_id', 'destination_id'),
  }),
  index('alert_destinations', 'destination', ['destination_id']),

  // No foreign keys to alerts and transactions: events are delivered also after their deletion.
  table('alert_events', {
    id: text.key,
    alert_id: text.required,
    alert_name: text.required,
    alert_type: text.required,
    svc_tx_id: text,
    subject: text.required,
    step: text.required,
    round: integer.required,
    kind: text,
    content: text.required,
    created_at: bigint.required,
    confirmed_at: bigint,
    alert_events_once: uniqueTogether('subject', 'alert_id', 'step', 'round'),
  }),
  index('alert_events', 'transaction', ['svc_tx_id']),
  // What belongs to no stored transaction is removed by its age.
  index('alert_events', 'alone', ['created_at', 'id'], 'svc_tx_id is null'),

  table('fan_outs', {
    id: text.key,
    svc_tx_id: text,
    subject: text.required,
    step: text.required,
    round: integer.required,
    kind: text,
    content: text.required,
    alerts: text.required,
    planned: integer.required,
    unplanned_deliveries: integer.required,
    created_at: bigint.required,
  }),
  index('fan_outs', 'subject', ['subject', 'id']),

  // With the id of the alert, because an alert can have millions of events.
  table('deliveries', {
    id: text.key,
    event_id: text.partOf('alert_events.id').required,
    alert_id: text.required,
    destination_id: text.required,
    destination_name: text.required,
    channel: text.required,
    state: text.oneOf(...DELIVERY_STATES),
    severity: integer.required,
    group_id: text,
    due_at: bigint.required,
    attempts: integer.required,
    uncounted: integer.required,
    error_message: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
    deliveries_once: uniqueTogether('event_id', 'destination_id'),
  }),
  index('deliveries', 'created', ['created_at', 'id']),
  index('deliveries', 'updated', ['updated_at', 'created_at', 'id']),
  index('deliveries', 'alert', ['alert_id', 'created_at', 'id']),
  index('deliveries', 'destination', ['destination_id', 'created_at']),
  index('deliveries', 'group', ['group_id', 'created_at', 'id'], 'group_id is not null'),
  // One index a state: SQLite would use a single index starting with the state for queries by destination.
  ...DELIVERY_STATES.map((state) =>
    index('deliveries', `${state.toLowerCase()}_created`, ['created_at', 'id'], `state = '${state}'`),
  ),
  index('deliveries', 'pending', ['destination_id', 'created_at', 'id'], "state = 'PENDING'"),
  index('deliveries', 'due', ['destination_id', 'due_at'], "state = 'PENDING'"),
  // The order in which a queue is sent.
  index('deliveries', 'severity', ['destination_id', 'severity desc', 'created_at', 'id'], "state = 'PENDING'"),

  table('delivery_attempts', {
    delivery_id: text.partOf('deliveries.id').required,
    number: integer.required,
    at: bigint.required,
    latency_ms: integer.required,
    state: text.oneOf('SENT', 'FAILED'),
    error_message: text.required,
    claim_id: text.required,
    delivery_attempts_pk: primaryKey('delivery_id', 'number'),
  }),

  table('delivery_groups', {
    alert_id: text.required,
    destination_id: text.required,
    window_at: bigint.required,
    passed: integer.required,
    digest_id: text,
    digest_at: bigint.required,
    delivery_groups_pk: primaryKey('alert_id', 'destination_id'),
  }),

  table('lanes', {
    destination_id: text.key,
    claim_id: text,
    lease_until: bigint.required,
    paused_until: bigint.required,
    closed_until: bigint.required,
    failures: integer.required,
    failing_since: bigint,
  }),

  table('digests', {
    id: text.key,
    topic: text.required,
    chain_id: text.required,
    address: text.required,
    since: bigint.required,
    due_at: bigint.required,
    count: integer.required,
    content: text.required,
    digests_once: uniqueTogether('topic', 'chain_id', 'address'),
  }),
  index('digests', 'due', ['chain_id', 'topic', 'due_at', 'id']),
]

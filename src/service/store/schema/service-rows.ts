import type { KeyKind } from '../../../api/operations/operation.ts'

export interface ApiKeyRow {
  id: string
  kind: KeyKind
  /** SHA-256 of the key, in hex. */
  hash: string
  /** First characters of the key, for lists. */
  hint: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  /** Null: created without one. */
  name: string | null
}

export interface IdempotentAnswerRow {
  /** SHA-256 of actor, method, path and Idempotency-Key, in hex. */
  scope: string
  request_hash: string
  status: number
  sealed_answer: string
  /** Replays are refused after this time (ms): the response has a payload that expires. */
  good_until: number | null
  /** Replays are refused with another evidence revision: the response is a verdict. */
  evidence_revision: number | null
  created_at: number
  expires_at: number
}

export interface SettingRow {
  name: string
  value: string
  updated_at: number
}

/** Change counter of what servers keep in memory: the evidence of verdicts, alerts with destinations, nodes, monitors, contracts. */
export interface RevisionRow {
  name: 'evidence' | 'alerts' | 'deadlines' | 'chains' | 'monitors' | 'contracts'
  value: number
}

export interface AuditRow {
  id: string
  at: number
  actor: string
  action: string
  resource_id: string
  before: string | null
  after: string | null
}

import type { Alert } from '../../../api/schemas/alert.ts'
import type { ControlListEntry } from '../../../api/schemas/control-list.ts'
import type { Destination } from '../../../api/schemas/destination.ts'
import type { MonitoredAddress } from '../../../api/schemas/monitor.ts'
import type { Safe } from '../../../api/schemas/safe.ts'

/** Everything the rules check, as the endpoints return it. */
export interface LintFacts {
  readonly alerts: readonly Alert[]
  readonly destinations: readonly Destination[]
  readonly entries: readonly ControlListEntry[]
  readonly monitors: readonly MonitoredAddress[]
  /** Their events are sent to MONITOR alerts too. Empty where the service does not list them. */
  readonly safes: readonly Pick<Safe, 'chainId'>[]
  /** Lowest score that blocks, 1–101; undefined where the service does not return it. */
  readonly blockThreshold: number | undefined
  /** Undefined for a remote service. */
  readonly hasPrices: boolean | undefined
}

/** error: it can never work · warning: it may be intended. */
export type LintLevel = 'error' | 'warning'

export interface LintFinding {
  readonly level: LintLevel
  /** Name of the rule. */
  readonly rule: string
  readonly thing: 'alert' | 'destination' | 'control-list'
  readonly id: string
  /** Name of the alert or destination, or the address of the entry. */
  readonly name: string
  /** The problem, as a clause. */
  readonly text: string
  /** A command that fixes it; placeholders are in angle brackets. */
  readonly try: string
}

/** A check for one kind of problem. Pure. */
export type Rule = (facts: LintFacts) => LintFinding[]

type Complaint = Pick<LintFinding, 'level' | 'rule' | 'text' | 'try'>

/** A problem of an inactive alert is only a warning. */
export function aboutAlert(alert: Alert, complaint: Complaint): LintFinding {
  const { alertId: id, alertName: name, isActive } = alert
  return { ...complaint, level: isActive ? complaint.level : 'warning', thing: 'alert', id, name }
}

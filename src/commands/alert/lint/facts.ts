import type { Alert } from '../../../api/schemas/alert.ts'
import type { Entry } from '../../../api/schemas/control-list.ts'
import type { Destination } from '../../../api/schemas/destination.ts'
import type { MonitoredAddress } from '../../../api/schemas/monitor.ts'

/** All that is looked at, as the endpoints give it. */
export interface LintFacts {
  readonly alerts: readonly Alert[]
  readonly destinations: readonly Destination[]
  readonly entries: readonly Entry[]
  readonly monitors: readonly MonitoredAddress[]
  /** Lowest score that blocks, 1–101; undefined where the service does not say. */
  readonly blockThreshold: number | undefined
  /** Undefined where the service does not say. */
  readonly hasPrices: boolean | undefined
}

/** error: it can never do what it is there for · warning: it may be meant so. */
export type Level = 'error' | 'warning'

export interface Finding {
  readonly level: Level
  /** Of the rule. */
  readonly rule: string
  readonly thing: 'alert' | 'destination' | 'control-list'
  readonly id: string
  /** Of the alert or destination, or the address of the entry. */
  readonly name: string
  /** What is wrong, a clause. */
  readonly text: string
  /** A command that mends it, with what is to be filled in in angle brackets. */
  readonly try: string
}

/** One thing that can be wrong. Pure. */
export type Rule = (facts: LintFacts) => Finding[]

type Complaint = Pick<Finding, 'level' | 'rule' | 'text' | 'try'>

/** What is wrong with an alert that is switched off harms nobody yet. */
export function aboutAlert(alert: Alert, complaint: Complaint): Finding {
  const { alertId: id, alertName: name, isActive } = alert
  return { ...complaint, level: isActive ? complaint.level : 'warning', thing: 'alert', id, name }
}

import { isRecord } from '../shared/json/json.ts'

/** States of chain events by the names that servers of the version before gave them. */
const formerStates: Readonly<Record<string, string>> = { IN: 'INCLUDED', GONE: 'REORGED', OUT: 'DROPPED' }

/**
 * An answer of a server of the version before, in the names of this one: the states of chain events (`state`, `chainState`)
 * and `notifiedAlerts`, which was `toldAlerts`. Other answers stay as they are.
 */
export function withPresentNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPresentNames)
  if (!isRecord(value)) return value
  const members = Object.entries(value).map(([name, member]) => {
    const isState = (name === 'state' || name === 'chainState') && typeof member === 'string'
    const present = isState && Object.hasOwn(formerStates, member) ? formerStates[member] : undefined
    return [name, present ?? withPresentNames(member)] as const
  })
  const { toldAlerts, notifiedAlerts = toldAlerts } = value
  return { ...Object.fromEntries(members), ...(notifiedAlerts !== undefined && { notifiedAlerts }) }
}

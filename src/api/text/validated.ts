import type { Verdict } from '../verdict.ts'
import type { activityKinds } from '../vocabulary.ts'

/** Kinds that could not be validated here: others send them, and they use no right of the address. */
const OF_OTHERS: readonly (typeof activityKinds)[number][] = ['received', 'withdrawal', 'poison']

export const NOT_VALIDATED = 'not validated here'

export function isOfOthers(kind: string): boolean {
  return OF_OTHERS.some((each) => each === kind)
}

/** A transaction that a block has although its validation here warned of it. */
export function wasSentAnyway(verdict: Verdict | undefined): boolean {
  return verdict === 'WARNING' || verdict === 'UNSAFE' || verdict === 'BLOCKED'
}

/** "validated here as BLOCKED, sent anyway". @param verdict of the validation; undefined: unknown */
export function validatedText(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'validated here'
  return `validated here as ${verdict}${wasSentAnyway(verdict) ? ', sent anyway' : ''}`
}

import type { HonestGroup } from '../honest-case.ts'

/** Payments to counterparties that the history has. */
export const history: HonestGroup = {
  name: 'history',
  cases: [],
}

import type { HonestGroup } from '../honest-case.ts'

/** Exchanges and orders near their worth. */
export const orderWorth: HonestGroup = {
  name: 'order-worth',
  cases: [],
}

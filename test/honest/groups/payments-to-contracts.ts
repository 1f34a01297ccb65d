import type { HonestGroup } from '../honest-case.ts'

/** Payments that known contracts accept. */
export const paymentsToContracts: HonestGroup = {
  name: 'payments-to-contracts',
  cases: [],
}

import type { HonestGroup } from '../honest-case.ts'

/** Contracts that share digits with others by chance. */
export const lookalikes: HonestGroup = {
  name: 'lookalikes',
  cases: [],
}

import type { HonestGroup } from '../honest-case.ts'

/** Code and modules that owners change on their own accounts. */
export const accountControl: HonestGroup = {
  name: 'account-control',
  cases: [],
}

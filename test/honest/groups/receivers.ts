import type { HonestGroup } from '../honest-case.ts'

/** Receivers on other kinds of chain. */
export const receivers: HonestGroup = {
  name: 'receivers',
  cases: [],
}

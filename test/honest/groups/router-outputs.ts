import type { HonestGroup } from '../honest-case.ts'

/** Exchanges whose output ends at the owner, at a later step or where it should. */
export const routerOutputs: HonestGroup = {
  name: 'router-outputs',
  cases: [],
}

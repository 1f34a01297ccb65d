import { type Family, readFamily } from './family.ts'

const FAMILIES = [
  'routers',
  'lending',
  'restaking',
  'accounts',
  'managers',
  'permits',
  'bridges',
  'vaults',
  'governance',
  'markets',
  'streams',
  'batching',
]

/** Call data that was written and frozen before the rules and the effects were read. */
export const callData: readonly Family[] = FAMILIES.map((name) => readFamily(new URL(`${name}.yaml`, import.meta.url)))

import { type Chain, listedChains } from '../../../src/api/chains.ts'

const LISTED = 50
const all = listedChains()

/** Chains that an operator defines: no list knows them. */
export const definedRollups = Array.from({ length: 10 }, (_, index) => ({
  id: String(777_001 + index),
  name: `rollup-${index}`,
  currency: 'FOO',
}))

/** Of each family of chains, and of all kinds of lists: names, test networks, chains that only a person knows. */
export const anyChains: readonly Pick<Chain, 'id' | 'name' | 'currency'>[] = [
  ...Array.from({ length: LISTED }, (_, index) => all[Math.floor((index * all.length) / LISTED)] as Chain),
  ...definedRollups,
]

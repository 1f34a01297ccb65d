import type { Analysis } from '../analyze.ts'
import type { IntelRecord } from '../evidence.ts'
import { isSafeLibraryName, safeLibraryOf } from './library-code.ts'
import type { ChainObservation } from './observation.ts'

/**
 * What is known of the contracts that run by delegatecall only, corrected by the code that a node shows: a library of Safe is known
 * wherever it is, and its address with other code is not. Of an address that also gets something else nothing is added.
 */
export function withLibraries(
  intel: readonly IntelRecord[],
  { actions }: Analysis,
  chain: ChainObservation | undefined,
): readonly IntelRecord[] {
  const run = new Set(
    actions.flatMap((action) => (action.kind === 'control' && action.form === 'delegatecall' ? action.authority : [])),
  )
  if (!chain || run.size === 0) return intel
  const names = new Map(
    Array.from(run).flatMap((address) => {
      const account = chain.accounts.get(address)
      return account ? [[address, account.codeHash && safeLibraryOf(address, account.codeHash)] as const] : []
    }),
  )
  const kept = intel.filter(({ address, label }) => {
    const at = address.toLowerCase()
    return !names.has(at) || names.get(at) !== undefined || !isSafeLibraryName(label)
  })
  const isOnlyRun = (address: string) =>
    actions.every(({ authority, call }) => authority !== address || call.operation === 'delegatecall')
  const added = Array.from(names).flatMap(([address, name]): IntelRecord[] => {
    if (name === undefined || !isOnlyRun(address) || kept.some((each) => each.address.toLowerCase() === address))
      return []
    const label = `${name}, by its code`
    return [{ address, chainIds: [], kind: 'protocol', label, source: 'code hash', canonical: true, as: ['library'] }]
  })
  return added.length === 0 && kept.length === intel.length ? intel : [...kept, ...added]
}

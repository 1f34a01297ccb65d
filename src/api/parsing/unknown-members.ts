import { isRecord } from '../../shared/json/json.ts'
import { pathOf } from './issues.ts'

/** The paths of the members of a body that its schema did not take: `transactionFilter.minUSD`. */
export function unknownMembers(given: unknown, taken: unknown, path: readonly PropertyKey[] = []): string[] {
  if (given === taken) return []
  if (Array.isArray(given) && Array.isArray(taken))
    return given.flatMap((each, index) => unknownMembers(each, taken[index], [...path, index]))
  if (!isRecord(given) || !isRecord(taken)) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const at = [...path, name]
    return Object.hasOwn(taken, name) ? unknownMembers(value, taken[name], at) : [pathOf(at)]
  })
}

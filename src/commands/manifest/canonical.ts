import { isRecord } from '../../shared/json.ts'
import type { Kind } from './kind-names.ts'
import { addressText, type Members } from './kinds.ts'

/** Members of an object that are said in one way only: lists in order, nothing that means the same as being absent. */
export function canonical(kind: Kind, members: Members): Members {
  switch (kind) {
    case 'destination':
      return present({ ...members, ...(isRecord(members.attributes) && { attributes: present(members.attributes) }) })
    case 'control-list':
      return present({
        ...members,
        address: addressText(members.address),
        ...(Array.isArray(members.chainIds) && { chainIds: sortedNumbers(members.chainIds) }),
      })
    case 'monitor':
      return present({ ...members, address: addressText(members.address) })
    case 'alert':
      return present({
        ...members,
        ...(Array.isArray(members.destinations) && { destinations: [...new Set(members.destinations)].sort() }),
        ...(isRecord(members.transactionFilter) && { transactionFilter: canonicalFilter(members.transactionFilter) }),
      })
  }
}

/** In a filter an empty list constrains nothing and a flag that is false matches nothing: both are as if absent. */
function canonicalFilter(filter: Members): Members {
  const clauses = Object.entries(filter).map(([name, value]): [string, unknown] => {
    if (Array.isArray(value)) return [name, value.length === 0 ? undefined : sorted(name, value)]
    return [name, isRecord(value) ? only(value, (flag) => flag === true) : value]
  })
  return present(Object.fromEntries(clauses.sort(([a], [b]) => order(a) - order(b))))
}

const filterOrder = [
  'validationStatusConfiguration',
  'validationEnforcementConfiguration',
  'fromScore',
  'toScore',
  'fromTotalLoss',
  'toTotalLoss',
  'categories',
  'subCategories',
  'chainIds',
]

function order(name: string): number {
  const at = filterOrder.indexOf(name)
  return at === -1 ? filterOrder.length : at
}

function sorted(name: string, values: readonly unknown[]): unknown[] {
  return name === 'chainIds' ? sortedNumbers(values) : [...new Set(values)].sort()
}

function sortedNumbers(values: readonly unknown[]): unknown[] {
  return [...new Set(values)].sort((a, b) => Number(a) - Number(b))
}

function present(members: Members): Members {
  return only(members, (value) => value != null)
}

function only(members: Members, keep: (value: unknown) => boolean): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => keep(value)))
}

import { type AllowanceKind, allowanceKey } from '../../evm/allowance.ts'
import { eventsOfAddress } from '../../store/repositories/chain-events.ts'
import { allowancesGrantedBy } from '../../store/repositories/granted-allowances.ts'
import type { Db } from '../../store/schema/schema.ts'
import { storedDetails } from '../activity/details.ts'
import type { LoggedApproval } from './approval-logs.ts'
import type { Candidate } from './open-approvals.ts'

/** Allowances that an owner (lower case) may have given: by validations, by followed blocks, and by events of tokens. */
export async function candidatesOf(
  db: Db,
  { chainId, owner }: { readonly chainId: string; readonly owner: string },
  logged: readonly LoggedApproval[],
): Promise<Candidate[]> {
  const found = new Map<string, Candidate>()
  const add = (kind: AllowanceKind, { token, spender, id, since }: Omit<Candidate, 'kind' | 'owner'>) => {
    const candidate = { kind, owner, token, spender, id, since }
    // Who may move an item now is asked for; an event names who might before.
    const key = allowanceKey(candidate)
    const known = found.get(key)
    if (!known || (since ?? -1) > (known.since ?? -1)) found.set(key, candidate)
  }
  for (const { kind, token, spender, id, block } of logged) add(kind, { token, spender, id, since: block })
  for (const { token, spender } of await allowancesGrantedBy(db, chainId, owner))
    for (const kind of ['allowance', 'permit2'] as const) add(kind, { token, spender, id: undefined, since: undefined })
  for (const { kind, content, block_number: since } of await eventsOfAddress(db, chainId, owner, KINDS)) {
    const { token, other: spender } = storedDetails({ content })
    if (token === undefined || spender === undefined) continue
    const kinds = kind === 'operator' ? (['operator'] as const) : (['allowance', 'permit2'] as const)
    for (const each of kinds) add(each, { token, spender, id: undefined, since })
  }
  return [...found.values()]
}

const KINDS = ['allowance-granted', 'operator'] as const

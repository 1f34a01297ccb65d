import { checksummed } from '../../api/address.ts'
import type { SafeFinding } from '../../api/schemas/safe.ts'
import { isoDate } from '../../shared/text/iso-date.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import type { SafeState } from '../chain/accounts/read-safe.ts'

/** A delegate that the service has, as it was noted when it was seen first. */
export interface SeenDelegate {
  readonly delegate: string
  readonly label: string
  /** Ms; null: it was there when the delegates were read first. */
  readonly addedAt: number | null
}

/** Owners from which on two signatures are few. */
const MANY_OWNERS = 4
/** A delegate that was added since then is named (ms). */
const LATELY_MS = 7 * DAY_MS

/** @returns the name of a contract that is known for what it is used as; undefined: it is not known */
export type ContractNameOf = (address: string, use: 'module' | 'handler' | 'guard') => string | undefined

interface WeaknessFacts {
  readonly nameOf: ContractNameOf
  readonly delegates: readonly SeenDelegate[]
  /** ms since 1970. */
  readonly now: number
}

/** What is weak about a Safe. `fail`: its owners should know it before they sign again. */
export function weaknessesOf(state: SafeState, { nameOf, delegates, now }: WeaknessFacts): SafeFinding[] {
  const { owners, threshold, singleton, proxy, version, modules } = state
  const found: SafeFinding[] = []
  const add = (level: SafeFinding['level'], code: SafeFinding['code'], text: string, address?: string) =>
    found.push({ code, level, text, ...(address !== undefined && { address: checksummed(address) }) })

  if (threshold === 1) add('fail', 'threshold-one', `one signature of ${owners.length} owners is enough`)
  else if (threshold === 2 && owners.length >= MANY_OWNERS)
    add('fail', 'threshold-low', `two signatures of ${owners.length} owners are enough`)

  const { known } = singleton
  if (known === undefined)
    add(
      'fail',
      'unknown-singleton',
      singleton.codeHash === undefined
        ? 'its singleton has no code'
        : 'the code of its singleton is no release of Safe: what it answers proves nothing',
      singleton.address,
    )
  else if (version?.replace(/\+L2$/, '') !== known.version)
    add(
      'fail',
      'other-version',
      `it says version ${version ?? 'none'}, its singleton is ${known.name}`,
      singleton.address,
    )
  if (proxy === undefined)
    add('warn', 'unknown-proxy', 'its own code is no known proxy of Safe: it can run other code than its singleton')

  for (const module of modules)
    if (nameOf(module, 'module') === undefined)
      add('fail', 'unknown-module', 'an unknown module executes transactions without signatures', module)
  if (state.hasMoreModules) add('fail', 'more-modules', `it has more than the ${modules.length} modules that were read`)

  for (const guard of [state.guard, state.moduleGuard])
    if (guard !== undefined && nameOf(guard, 'guard') === undefined)
      add('warn', 'unknown-guard', 'an unknown guard can refuse every transaction', guard)
  const { fallbackHandler: handler } = state
  if (handler !== undefined && nameOf(handler, 'handler') === undefined)
    add('warn', 'unknown-handler', 'an unknown fallback handler answers for it, also about signatures', handler)

  for (const { delegate, label, addedAt } of delegates)
    if (addedAt !== null && now - addedAt < LATELY_MS) {
      const date = isoDate(addedAt)
      add(
        'fail',
        'delegate-added',
        `a delegate that may propose was added on ${date}${label && ` (${label})`}`,
        delegate,
      )
    }
  return found
}

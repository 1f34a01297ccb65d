import type { EvidenceSet } from '../evidence.ts'
import { type AddressText, inLowerCase } from '../types.ts'
import { type ChainAccount, hasNoCode, YOUNG_DAYS } from './account.ts'

/** Whether an address is a contract that has been there for some days, and runs the same code since. */
export interface CodeAge {
  readonly isOld: boolean
  /** What speaks against it although its code is old; follows "and". */
  readonly doubt?: string
}

type ProxyCode = NonNullable<ChainAccount['proxy']>

const NOT_OLD: CodeAge = { isOld: false }
const OLD: CodeAge = { isOld: true }

/** A proxy may lead to another one. */
const MAX_DEPTH = 3

/**
 * Only what a node said counts: an account without an answer is not old. Behind a proxy the implementation must
 * be old as well, and no single key may replace it.
 */
export function codeAgeOf(
  address: string,
  evidence: EvidenceSet,
  addressText: AddressText = inLowerCase,
  depth = 0,
): CodeAge {
  const account = evidence.accountOf(address)
  if (account?.kind !== 'contract' || account.hadCodeBefore !== true) return NOT_OLD
  const { proxy } = account
  if (!proxy) return OLD
  const { implementation } = proxy
  if (implementation === undefined || depth === MAX_DEPTH) return doubted('is a proxy whose code is not known')
  const { isOld, doubt } = codeAgeOf(implementation, evidence, addressText, depth + 1)
  if (!isOld)
    return doubted(doubt ?? implementationText(addressText(implementation), evidence.accountOf(implementation)))
  const changer = changersOf(account, proxy, evidence).find((each) => !isContract(each, evidence))
  return changer === undefined ? OLD : doubted(changerText(addressText(changer), evidence.accountOf(changer)))
}

function doubted(doubt: string): CodeAge {
  return { isOld: false, doubt }
}

function implementationText(implementation: string, account: ChainAccount | undefined): string {
  return account?.kind === 'contract' && account.hadCodeBefore === false
    ? `its implementation ${implementation} is younger than ${YOUNG_DAYS} days`
    : `nothing is known about its implementation ${implementation}`
}

/** Forms whose implementation can be replaced; a minimal proxy keeps its own for ever, a Safe is changed by its owners. */
const replaceable: readonly ProxyCode['form'][] = ['eip1967', 'beacon', 'zeppelinos', 'eip1822']

/**
 * Who can replace the implementation: the admin or the beacon, and the owner of that contract where it is known; without
 * an admin, the owner of the proxy itself (UUPS).
 */
function changersOf(account: ChainAccount, { form, admin, beacon }: ProxyCode, { accountOf }: EvidenceSet): string[] {
  if (!replaceable.includes(form)) return []
  const direct = [admin, beacon].filter((each) => each !== undefined)
  const owners = direct.flatMap((each) => accountOf(each)?.owner ?? [])
  const known = owners.filter((owner) => accountOf(owner) !== undefined)
  return direct.length === 0 ? [account.owner ?? []].flat() : [...direct, ...known]
}

export function isContract(address: string, { accountOf }: EvidenceSet): boolean {
  return accountOf(address)?.kind === 'contract'
}

function changerText(changer: string, account: ChainAccount | undefined): string {
  return account && hasNoCode(account)
    ? `${changer}, which has no code, can replace its code`
    : `nothing is known about ${changer}, which can replace its code`
}

import { isZeroAddress } from '../evm/words.ts'
import { type Action, type Asset, erc20, grant, transfer } from './actions/actions.ts'
import { roleOfAuthority } from './actions/authority-role.ts'
import type { Analysis } from './analyze.ts'
import { payerOf } from './controlled-accounts.ts'
import type { ControlForm, GrantForm } from './forms.ts'
import type { Role } from './roles.ts'
import type { Subject } from './types.ts'

/** What an executed transaction does to an account that neither sent it nor had it sent. */
export type Deed =
  | { readonly kind: 'transfer'; readonly owner: string; readonly to: string; readonly asset: Asset }
  | {
      readonly kind: 'grant'
      readonly form: GrantForm
      readonly owner: string
      readonly to: string
      readonly token: string
      /** Undefined: every item, or no limit. */
      readonly amount: bigint | undefined
    }
  | { readonly kind: 'control'; readonly form: ControlForm; readonly owner: string; readonly to: string }

/** Adds actions that neither call data nor trace show, and who gains by them. @param spenders who takes by allowances */
export function withDeeds(analysis: Analysis, deeds: readonly Deed[], spenders: readonly string[]): Analysis {
  const shown = new Set(analysis.actions.map(keyOf))
  const more = deeds.map((deed) => actionOf(deed, analysis)).filter((action) => !shown.has(keyOf(action)))
  const parties = [
    ...spenders.map((address) => [address, 'spender'] as const),
    ...more.map((action) => [action.authority, roleOf(action)] as const),
  ]
  return {
    ...analysis,
    actions: [...analysis.actions, ...more],
    subjects: withParties(analysis.subjects, parties, analysis.transaction.to),
  }
}

function roleOf(action: Action): Role {
  if (action.kind === 'transfer') return 'recipient'
  return action.kind === 'grant' || action.kind === 'control' ? roleOfAuthority(action) : 'named'
}

/** What only the trace names gets the role that is known now. */
function withParties(
  subjects: readonly Subject[],
  parties: readonly (readonly [string, Role])[],
  to: string | undefined,
): Subject[] {
  const found = new Map(subjects.map((subject) => [subject.address, subject]))
  for (const [address, role] of parties) {
    const known = found.get(address)
    if (!known || known.role === 'called' || known.role === 'named')
      found.set(address, { address, role, internal: known?.internal ?? address !== to })
  }
  return Array.from(found.values())
}

/** The same analysis with what is done to some accounts only, and without what the sender wins and loses. */
export function concerning(analysis: Analysis, owners: ReadonlySet<string>): Analysis {
  const { changes: _, ...others } = analysis
  return { ...others, actions: analysis.actions.filter((action) => owners.has(payerOf(action))) }
}

/** In the name of the account that it is done to. */
function actionOf(deed: Deed, { decoded }: Analysis): Action {
  const { owner, to: authority } = deed
  const call = { ...decoded.root, actor: owner, inTrace: true } as const
  switch (deed.kind) {
    case 'transfer':
      return transfer(call, deed.asset, owner, authority)
    case 'grant': {
      const { form, token, amount } = deed
      if (form !== 'approval-for-all') return grant(call, { form, asset: erc20(token, amount), owner, authority })
      const items = { standard: 'erc721', token, amount: undefined, ids: [] } as const
      return grant(call, { form, asset: items, owner, authority, allowed: !isZeroAddress(authority) })
    }
    case 'control':
      return { kind: 'control', call, form: deed.form, contract: owner, authority }
  }
}

/** Standards differ between what call data and events tell. */
function keyOf(action: Action): string {
  const token = action.kind === 'transfer' || action.kind === 'grant' ? action.asset.token : ''
  return `${action.kind} ${payerOf(action)} ${token ?? ''} ${action.authority}`
}

import { lazily } from '../../../shared/lazily.ts'
import type { Action, Asset, Control, Exchange, Grant, Interaction, Right, Transfer } from '../actions/actions.ts'
import { listedToken } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { isOpenExecutor, openActors } from '../parties/controlled-accounts.ts'
import type { Detector, Observation } from './detector.ts'

export const openExecutor: Detector = {
  id: 'open-executor',
  about: 'sender',
  summary:
    'Tokens, an allowance, a right, control or unused value goes to a contract that makes any call for anyone, such as Multicall3.',
  why: 'UNSAFE 85, also for a well-known contract; only an ALLOW entry caps it. Anyone can take what such a contract holds, and bots do. One that refuses to call ERC-20 tokens (0x AllowanceHolder) may have their allowances, and none of Permit2 or of a collection.',
  origin: 'Code of the multicall contracts, which have no access control, and of 0x AllowanceHolder.',
  examples: {
    attack: 'Multicall3 gets an allowance.',
    nearMiss: 'Multicall3 is called and keeps nothing.',
    evasion: 'The same transaction spends a part of the allowance: the rest is found.',
  },
  detect(facts) {
    const { chainId } = facts.transaction
    const found = credited(facts)
    if (!facts.actions.some(({ authority }) => isOpenExecutor(authority, chainId) || isDeputy(authority, facts)))
      return found
    const left = [
      ...facts.transfers,
      ...facts.exchanges,
      ...facts.grants,
      ...facts.rights,
      ...facts.controls,
      ...facts.interactions,
    ].filter((action) => isLeft(action, facts))
    const groups = Map.groupBy(left, (action) => `${action.authority} ${action.kind === 'control'}`)
    return [...Array.from(groups.values(), observation), ...found]
  },
}

/** It pays a known token, such as wrapped ether, whose function names no receiver: what that creates belongs to the executor. */
function credited(facts: Facts): Observation[] {
  const { interactions, transfers, actions, evidence, transaction } = facts
  const open = lazily(() => openActors(facts))
  const isCreated = ({ call, authority }: Interaction | Transfer, at: number) => {
    if (call.inTrace || call.value === 0n) return false
    if (!listedToken(authority, evidence)) return false
    if (!open().has(call.actor) && !isOpenExecutor(call.actor, transaction.chainId)) return false
    return !actions.slice(at + 1).some((step) => step.call.actor === call.actor && step.call.to === authority)
  }
  const made = [...interactions, ...transfers].filter((each) => isCreated(each, actions.indexOf(each)))
  if (made.length === 0) return []
  return [...new Set(made.map(({ call }) => call.actor))].map((subject) =>
    given(subject, 'the tokens that its call creates'),
  )
}

function observation(actions: readonly Action[]): Observation {
  const { authority: subject = '', kind } = actions[0] ?? {}
  return {
    ...given(subject, whatIsGiven(actions)),
    ...(kind === 'control' && { subCategory: 'maliciousProtocolUpgrade' }),
  }
}

function given(subject: string, what: string): Observation {
  return {
    points: 85,
    subject,
    text: `gets ${what} and makes any call for anyone, so anyone can take it`,
    source: 'built-in list of open executors',
    flip: 'use another recipient or spender, such as the contract of the protocol, or add an ALLOW entry',
    evenIfTrusted: true,
  }
}

function whatIsGiven(given: readonly Action[]): string {
  if (given.some(({ kind }) => kind === 'control')) return 'control'
  if (given.some(({ kind }) => kind === 'grant')) return 'a token allowance'
  if (given.some(({ kind }) => kind === 'right')) return 'a right'
  return given.some(({ kind }) => kind === 'transfer' || kind === 'exchange')
    ? 'tokens'
    : 'more value than its calls use'
}

/** Whether others can take it after the transaction. */
function isLeft(action: Transfer | Exchange | Grant | Right | Control | Interaction, all: Facts): boolean {
  const { transaction } = all
  if (!isOpenExecutor(action.authority, transaction.chainId))
    return isDeputy(action.authority, all) && isLeftToDeputy(action)
  const facts = action.call.inTrace ? all : withoutTrace(all)
  switch (action.kind) {
    case 'interaction':
      return leavesValue(action)
    case 'control':
      return lastingControl.includes(action.form)
    case 'grant':
      return !isOpenExecutor(action.owner, transaction.chainId) && !isUsedUp(action, facts)
    case 'transfer':
      // A plain payment to an open executor reverts.
      return isKept(action.asset, action.authority, facts)
    case 'exchange':
      return action.receives.some((asset) => isKept(asset, action.authority, facts) && !isPaidOut(asset, action, facts))
    case 'right':
      return true
  }
}

/** Makes any call for anyone, but those by which it would spend its own allowances of ERC-20 tokens. */
function isDeputy(address: string, { evidence }: Pick<Facts, 'evidence'>): boolean {
  return evidence.intelOn(address).some(({ as = [] }) => as.includes('executor') && as.includes('spender'))
}

/**
 * 0xProject/0x-settler src/allowanceholder/AllowanceHolderBase.sol, `_rejectIfERC20`: it calls nothing that answers `balanceOf(address)`.
 * Permit2 and ERC-1155 collections do not: anyone spends what these let it take.
 */
function isLeftToDeputy(action: Transfer | Exchange | Grant | Right | Control | Interaction): boolean {
  if (action.kind === 'grant') return !ownAllowances.includes(action.form)
  return action.kind === 'right' || (action.kind === 'control' && lastingControl.includes(action.form))
}

const ownAllowances: readonly Grant['form'][] = ['approve', 'increase-allowance', 'permit']

/** The value of the call exceeds the sum that its inner calls use. */
function leavesValue({ value, call }: Interaction): boolean {
  return call.status === 'decoded' && value > call.calls.reduce((sum, made) => sum + made.value, 0n)
}

/** Control that outlasts the call. A delegatecall ends with it; guards and handlers are only queried. */
const lastingControl: readonly Control['form'][] = [
  'account-delegation',
  'upgrade',
  'ownership',
  'role',
  'module',
  'signer',
]

interface Given extends Pick<Facts, 'transfers' | 'grants' | 'exchanges'> {
  readonly changes?: Facts['changes'] | undefined
}

/** What the call data gives is not taken back by a trace: it may be passed on in a simulation only. */
function withoutTrace({ transfers, grants, exchanges }: Given): Given {
  return {
    transfers: transfers.filter(({ call }) => !call.inTrace),
    grants: grants.filter(({ call }) => !call.inTrace),
    exchanges: exchanges.filter(({ call }) => !call.inTrace),
    changes: undefined,
  }
}

/** A permit or allowance that the same transaction spends in full. */
function isUsedUp({ asset, owner, authority, unlimited }: Grant, { transfers }: Given): boolean {
  return (
    !unlimited &&
    covers(
      transfers.filter(({ from, call }) => from === owner && call.actor === authority),
      asset,
    )
  )
}

/** Not passed on in the same transaction. */
function isKept(asset: Asset, authority: string, { transfers, grants, changes }: Given): boolean {
  if (asset.standard === 'native' || asset.amount === 0n) return false
  if (changes?.isComplete && changes.changeOf(authority, asset.token) <= 0n) return false
  const passedOn = [
    ...transfers.filter(({ from }) => from === authority),
    ...grants.filter(({ owner }) => owner === authority),
  ]
  return !covers(passedOn, asset)
}

/** A later step has the executor itself pay out all that it holds of the token, which an amount of zero means. */
function isPaidOut({ token }: Asset, made: Exchange, { exchanges }: Given): boolean {
  return exchanges.slice(exchanges.indexOf(made) + 1).some(({ call, form, authority, receives }) => {
    if (form !== 'withdrawal' || call.to !== made.authority || call.actor !== made.authority) return false
    return authority !== made.authority && receives.some((asset) => asset.token === token && asset.amount === 0n)
  })
}

function covers(taken: readonly (Transfer | Grant)[], { token, amount, ids }: Asset): boolean {
  if (amount === undefined) return false
  const same = taken.map(({ asset }) => asset).filter((asset) => asset.token === token)
  const takenIds = new Set(same.flatMap((asset) => asset.ids))
  return same.reduce((sum, asset) => sum + (asset.amount ?? 0n), 0n) >= amount && ids.every((id) => takenIds.has(id))
}

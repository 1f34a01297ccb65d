import type { Action, Asset, Control, Grant, Interaction, Transfer } from '../actions/actions.ts'
import { isOpenExecutor } from '../open-executors.ts'
import type { Detector, Facts, Observation } from './detector.ts'

const POINTS = 85

export const openExecutor: Detector = {
  id: 'open-executor',
  summary:
    'Tokens, a right over tokens, control, or value that its calls do not take go to a contract that makes whatever call anybody asks it for, such as Multicall3.',
  why: 'It has no owner: who comes first lets it move the tokens to himself, and bots wait for that. Unsafe, however well known the contract is; only an ALLOW entry holds it down. What the same transaction uses up again is no finding, nor is calling such a contract.',
  origin:
    'The code of the multicall contracts, which have no access control by design: the documentation of Multicall3 warns against leaving tokens or approvals with it.',
  detect(facts) {
    const left = [...facts.transfers, ...facts.grants, ...facts.controls, ...facts.interactions].filter((action) =>
      isLeft(action, facts),
    )
    return Array.from(
      Map.groupBy(left, (action) => `${action.authority} ${action.kind === 'control'}`).values(),
      (given) => observation(given, facts),
    )
  },
}

function observation(given: readonly Action[], { roleOf }: Facts): Observation {
  const { authority: subject = '', kind } = given[0] ?? {}
  return {
    subCategory: kind === 'control' ? 'maliciousProtocolUpgrade' : 'maliciousInteraction',
    points: POINTS,
    hops: 0,
    subject,
    role: roleOf(subject),
    text: `given ${whatIsGiven(given)}, and makes every call that anybody asks it for: it is theirs who come first`,
    source: 'known open executors',
    flip: 'another recipient or spender, such as the protocol’s own contract, or an ALLOW entry for the address',
    despiteGoodName: true,
  }
}

function whatIsGiven(given: readonly Action[]): string {
  if (given.some(({ kind }) => kind === 'control')) return 'control'
  if (given.some(({ kind }) => kind === 'grant')) return 'the right to move tokens'
  return given.some(({ kind }) => kind === 'transfer') ? 'tokens' : 'more value than its calls take'
}

/** Whether it is there for others after the transaction. */
function isLeft(action: Transfer | Grant | Control | Interaction, { transaction, ...facts }: Facts): boolean {
  if (!isOpenExecutor(action.authority, transaction.chainId)) return false
  switch (action.kind) {
    case 'interaction':
      return leavesValue(action)
    case 'control':
      return lastingControl.includes(action.form)
    case 'grant':
      return !isOpenExecutor(action.owner, transaction.chainId) && !isUsedUp(action, facts)
    case 'transfer':
      // They take no plain payment: it reverts.
      return action.asset.standard !== 'native' && action.asset.amount !== 0n && !isPassedOn(action, facts)
  }
}

/** More is sent along than the calls that it makes take. */
function leavesValue({ value, call }: Interaction): boolean {
  return call.calls.length > 0 && value > call.calls.reduce((sum, made) => sum + made.value, 0n)
}

/** Of the others, a delegatecall is over with the call, and guards and handlers are only asked. */
const lastingControl: readonly Control['form'][] = [
  'account-delegation',
  'upgrade',
  'ownership',
  'role',
  'module',
  'signer',
]

type Given = Pick<Facts, 'transfers' | 'grants'>

/** Permits redeemed at once, and allowances for a batch that needs them whole. */
function isUsedUp({ asset, owner, authority, unlimited }: Grant, { transfers }: Given): boolean {
  return (
    !unlimited &&
    covers(
      transfers.filter(({ from, call }) => from === owner && call.actor === authority),
      asset,
    )
  )
}

/** Goods that the executor is made to hand on. */
function isPassedOn({ asset, authority }: Transfer, { transfers, grants }: Given): boolean {
  return covers(
    [...transfers.filter(({ from }) => from === authority), ...grants.filter(({ owner }) => owner === authority)],
    asset,
  )
}

function covers(taken: readonly (Transfer | Grant)[], { token, amount, ids }: Asset): boolean {
  if (amount === undefined) return false
  const same = taken.map(({ asset }) => asset).filter((asset) => asset.token === token)
  const takenIds = new Set(same.flatMap((asset) => asset.ids))
  return same.reduce((sum, asset) => sum + (asset.amount ?? 0n), 0n) >= amount && ids.every((id) => takenIds.has(id))
}

import type { Asset } from '../actions/actions.ts'
import { pretendedIn } from '../chain/claims.ts'
import { isNothing } from '../chain/dust.ts'
import { callsOut, measuredBy } from '../chain/observed.ts'
import { standingOf } from '../chain/standing.ts'
import { accountsIn, payerOf } from '../controlled-accounts.ts'
import { type AssetChange, type Dealing, dealingOf } from '../trace/asset-changes.ts'
import { type Detector, type Facts, toKnowPayee } from './detector.ts'

/** The call data shows that assets go in. */
const PAID_IN = 45
/** It does not: an earlier allowance is used, or more is taken. */
const TAKEN = 60

export const unpaidOutflow: Detector = {
  id: 'unpaid-outflow',
  summary:
    'A trace, or balances that were measured, show that assets leave the sender or its accounts through an unknown contract for nothing, or listed tokens for unlisted ones.',
  why: 'WARNING 60; 45 when the call data shows that assets go in, and when it does not and only tokens that no source knows come back for a listed one. A drainer uses an allowance that it already has, and its call data says nothing.',
  origin: 'Asset changes of a simulation, as wallets show them; drainer contracts reported by Forta and ScamSniffer.',
  examples: {
    attack: 'An unknown contract takes tokens by an earlier allowance and returns nothing.',
    nearMiss: 'A deposit returns shares.',
    evasion:
      'The contract returns dust, or a worthless token for a listed one that the call data does not show: it is found. One that returns a worthless item is not.',
  },
  detect(facts) {
    const { isUnknown, roleOf } = facts
    const { source, dealings } = dealingsOf(facts)
    if (dealings.length === 0) return []
    const paid = paymentsIn(facts)
    const pretended = new Set(pretendedIn(facts.evidence).map(({ token }) => token))
    return dealings.flatMap(([contract, { call, gives, gets }]) => {
      const unpaid = gives.filter((change) => !isPaid(change, paid))
      if (unpaid.length === 0 || call.status === 'creation') return []
      const got = gets.filter((change) => !pretended.has(change.token) && !isNothing(change, facts.evidence))
      const hidden = unpaid.filter((change) => !isShown(change, call, facts))
      if (got.length > 0 ? !isTraded(contract, hidden, got, facts) : isKept(contract, unpaid, facts)) return []
      if (!isUnknown({ kind: 'interaction', call, authority: contract, value: call.value })) return []
      const what = unpaid.length === 1 ? 'an asset' : `${unpaid.length} assets`
      return {
        subCategory: 'maliciousInteraction',
        points: hidden.length === 0 || got.length > 0 ? PAID_IN : TAKEN,
        hops: 0,
        subject: contract,
        role: roleOf(contract),
        text: `takes ${what} for ${got.length > 0 ? 'tokens that no source knows' : 'nothing in return'} and is unknown`,
        source,
        flip: toKnowPayee,
      }
    })
  },
}

/**
 * Listed tokens that the call data does not show, for tokens that no source knows. A contract that was there days ago may give
 * shares of its own, or take about as much as the call data names.
 */
function isTraded(
  contract: string,
  hidden: readonly AssetChange[],
  got: readonly AssetChange[],
  { evidence, reputationOf, decoded }: Facts,
): boolean {
  const listed = hidden.filter(({ token, item }) => {
    return token !== '' && item === undefined && reputationOf(token).trustedBy?.canonical === true
  })
  if (listed.length === 0) return false
  const isWorthless = ({ token, item }: AssetChange) => {
    const { trustedBy, allowedBy } = reputationOf(token)
    return token !== '' && item === undefined && trustedBy === undefined && allowedBy === undefined
  }
  if (!got.every(isWorthless)) return false
  if (!standingOf(contract, evidence).isOld) return true
  if (got.some(({ token }) => token === contract)) return false
  const named = decoded.calls.filter(({ to }) => to === contract).flatMap(({ data }) => wordsIn(data))
  return !listed.every(({ amount }) => isNamed(-amount, named))
}

/**
 * By contract: from a trace that shows all effects; and the whole of a measured simulation, for the first unknown contract, where
 * there is no such trace, or more leaves than it shows.
 */
function dealingsOf(facts: Facts): {
  readonly source: string
  readonly dealings: readonly (readonly [string, Dealing])[]
} {
  const { changes } = facts
  const measured = measuredDealing(facts)
  if (!changes?.isComplete) return { source: 'simulation', dealings: measured ? [measured] : [] }
  if (!measured || !leavesMore(measured[1], changes.net)) return { source: 'trace', dealings: [...changes.dealings] }
  const [contract, { call, gives, gets }] = measured
  const traced = changes.dealings.get(contract)
  const others = Array.from(changes.dealings).filter(([each]) => each !== contract)
  return { source: 'simulation', dealings: [[contract, { call, gives, gets: traced?.gets ?? gets }], ...others] }
}

/** Per cent that interest and fees of tokens may differ. */
const TOLERATED = 1n

/** Whether more of a token leaves than a trace shows. Items are counted. */
function leavesMore({ gives }: Dealing, traced: readonly AssetChange[]): boolean {
  const amountOf = (changes: readonly AssetChange[], token: string) =>
    changes.reduce((sum, each) => (each.token === token ? sum + each.amount : sum), 0n)
  return gives.some(({ token }) => {
    const amount = amountOf(gives, token)
    return (amountOf(traced, token) - amount) * 100n > -amount * TOLERATED
  })
}

function measuredDealing(facts: Facts): readonly [string, Dealing] | undefined {
  const { evidence, isUnknown } = facts
  const simulation = measuredBy(evidence)
  const call = callsOut(facts).find((each) =>
    isUnknown({ kind: 'interaction', call: each, authority: each.to, value: each.value }),
  )
  if (!simulation || !call) return undefined
  const sums = Map.groupBy(simulation.changes, ({ token, tokenId }) => `${token} ${tokenId ?? ''}`)
  const net = Array.from(sums.values(), (same): AssetChange => {
    const [{ token, tokenId } = { token: '', tokenId: undefined }] = same
    const amount = same.reduce((sum, each) => sum + each.amount, 0n)
    return { token, item: tokenId === undefined ? undefined : String(tokenId), amount }
  })
  return [call.to, dealingOf(call, net)]
}

/**
 * A stake: a contract that was there days ago keeps the tokens itself, about as much as the call data names, less a reward that it
 * pays, and the call data names nobody else whose stake it may be. Nothing vouches for it, and nothing speaks against it.
 */
function isKept(contract: string, taken: readonly AssetChange[], facts: Facts): boolean {
  const { changes, decoded, evidence } = facts
  if (!changes?.isComplete || !standingOf(contract, evidence).isOld) return false
  const calls = decoded.calls.filter(({ to }) => to === contract).map(({ data }) => wordsIn(data))
  const known = ownIn(facts).add(contract)
  for (const { token } of taken) known.add(token)
  if (calls.some((words) => words.some((word) => isAddress(word) && !known.has(addressText(word))))) return false
  return taken.every(({ token, item, amount }) => {
    if (token === '' || item !== undefined || changes.changeOf(contract, token) !== -amount) return false
    return calls.some((words) => isNamed(-amount, words))
  })
}

const SELECTOR_LENGTH = '0x12345678'.length

function wordsIn(data: string): bigint[] {
  const words = data.slice(SELECTOR_LENGTH).match(/.{64}/g) ?? []
  return words.map((word) => BigInt(`0x${word}`))
}

function isNamed(amount: bigint, words: readonly bigint[]): boolean {
  return words.some((word) => word >= amount && word <= 2n * amount)
}

/** More than any amount, and not as long as a hash: nobody finds an address with eight leading zero bytes. */
function isAddress(word: bigint): boolean {
  return word >= 2n ** 96n && word < 2n ** 160n
}

function addressText(word: bigint): string {
  return `0x${word.toString(16).padStart(40, '0')}`
}

function ownIn({ transaction, decoded }: Facts): Set<string> {
  return accountsIn({ transaction, decoded }).add(transaction.from)
}

/** Assets that the call data pays to others. */
function paymentsIn(facts: Facts): Asset[] {
  const own = ownIn(facts)
  return facts.transfers
    .filter(({ call, from, authority }) => !call.inTrace && own.has(from) && !own.has(authority))
    .map(({ asset }) => asset)
}

function isPaid({ token, item, amount }: AssetChange, paid: readonly Asset[]): boolean {
  const same = paid.filter((asset) => (asset.token ?? '') === token)
  if (item !== undefined) {
    const id = BigInt(item)
    return same.some(
      ({ ids, standard, amount }) => ids.includes(id) || (standard === 'erc20-or-erc721' && amount === id),
    )
  }
  if (same.some((asset) => asset.amount === undefined)) return true
  return same.reduce((sum, asset) => sum + (asset.amount ?? 0n), 0n) >= -amount
}

/** Native currency is sent with the call; tokens by what the call data says that it exchanges. */
function isShown({ token }: AssetChange, { actor }: Dealing['call'], { exchanges }: Facts): boolean {
  return token === '' || exchanges.some((made) => !made.call.inTrace && payerOf(made) === actor)
}

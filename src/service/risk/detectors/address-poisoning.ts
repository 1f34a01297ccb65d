import { compareText } from '../../../shared/text/compare-text.ts'
import type { Counterparty } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { payerOf } from '../parties/controlled-accounts.ts'
import { type SharedDigits, sharedDigits, sharedDigitsText } from '../parties/similarity.ts'
import type { Detector, Observation } from './detector.ts'

const IMITATION = 90
const IMITATION_AFTER_BAIT = 75
const RESEMBLANCE = 50

/** Shared last digits from which the address is taken as generated on purpose; three and three may be chance. */
const GENERATED_LAST = 4

export const addressPoisoning: Detector = {
  id: 'address-poisoning',
  about: 'sender',
  summary:
    'The recipient or spender shares first and last digits with an address that the sender or the paying account paid before, and is another address.',
  why: 'UNSAFE 90 from 3 first and 4 last digits; with 3 and 3, 75 for an address that is in the history only as bait, else WARNING 50. WARNING 50 also where the chain has a node and none confirmed that the other address was paid. Of two similar payees the first is the genuine one. Wallets shorten addresses, and people copy them from the history.',
  origin:
    'All 6,633 confirmed payoffs of Tsuchiya et al. (USENIX Security 2025) share at least 3 first and 4 last digits. No pair in two million unrelated ones shares 3 and 3.',
  examples: {
    attack: 'A recipient has the first 3 and last 4 digits of an earlier payee.',
    nearMiss: 'An address that was paid before itself, although it looks like another payee.',
    evasion: 'A zero-value transfer puts the address into the history first: there it is bait, not a payee.',
  },
  reads: ['counterparties'],
  detect(facts: Facts): Observation[] {
    const gains = [...facts.transfers, ...facts.exchanges, ...facts.grants].filter(
      ({ authority }) => facts.evidence.counterpartiesLike(authority).length > 0,
    )
    return Array.from(Map.groupBy(gains, (action) => action.authority)).flatMap(([address, given]) => {
      const found = imitated(address, new Set(given.map(payerOf)), facts)
      if (!found) return []
      const { owner, shared, baited, isDoubtful } = found
      const original = facts.addressText(found.original)
      const payer = owner === undefined ? 'the sender' : `the account ${facts.addressText(owner)}`
      return [
        {
          subCategory: 'addressPoisoning',
          points: isDoubtful
            ? RESEMBLANCE
            : shared.last >= GENERATED_LAST
              ? IMITATION
              : baited
                ? IMITATION_AFTER_BAIT
                : RESEMBLANCE,
          subject: address,
          text: `looks like ${original}, which ${payer} paid before${isDoubtful ? ' (reported, not confirmed)' : ''}, but is a different address (${sharedDigitsText(shared)})`,
          source: owner === undefined ? 'history of the sender' : 'history of the account',
          flip: `use ${original}, or add an ALLOW entry for the address`,
        },
      ]
    })
  },
}

interface Imitation {
  readonly original: string
  /** Account whose history has it; undefined: the sender. */
  readonly owner: string | undefined
  readonly shared: SharedDigits
  /** The address is in the history, but never received anything of value. */
  readonly baited: boolean
  /** No node confirmed that the original was paid. */
  readonly isDoubtful: boolean
}

/** Looks in two histories: the sender's, and that of the account that pays. */
function imitated(
  address: string,
  payers: ReadonlySet<string>,
  { evidence, transaction }: Facts,
): Imitation | undefined {
  const alike = evidence.counterpartiesLike(address).filter(({ owner }) => owner === undefined || payers.has(owner))
  if (alike.length === 0 || address === transaction.from) return undefined
  const itself = alike.filter((each) => addressOf(each) === address)
  if (itself.some((each) => each.hadValue && each.vouches)) return undefined
  const baited = itself.length > 0
  const paid = itself.filter(({ hadValue, isDoubtful }) => hadValue && !isDoubtful)
  const isOlder = (original: Counterparty) => paid.some(({ firstSeen }) => firstSeen <= original.firstSeen)
  return alike
    .filter((each) => each.hadValue && addressOf(each) !== address && !isOlder(each))
    .map((each) => ({
      original: addressOf(each),
      owner: each.owner,
      shared: sharedDigits(address, addressOf(each)),
      baited,
      isDoubtful: each.isDoubtful === true,
    }))
    .sort(
      (a, b) =>
        Number(a.isDoubtful) - Number(b.isDoubtful) ||
        b.shared.last - a.shared.last ||
        b.shared.first - a.shared.first ||
        compareText(sortKeyOf(a), sortKeyOf(b)),
    )[0]
}

function addressOf({ address }: Counterparty): string {
  return address.toLowerCase()
}

function sortKeyOf({ original, owner = '' }: Imitation): string {
  return `${original} ${owner}`
}

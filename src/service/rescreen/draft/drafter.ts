import { checksummed } from '../../../api/address.ts'
import { chainById } from '../../../api/chains.ts'
import { MAX_CLAUSES, type PolicyGiven } from '../../../api/schemas/policy.ts'
import { MAX_LEFT_OUT } from '../../../api/schemas/policy-draft.ts'
import { counted } from '../../../api/text/amounts.ts'
import type { NameOf } from '../../risk/decode/describe.ts'
import { refusedBy } from '../replay/replay-policies.ts'
import type { ReplayedTransaction } from '../replay/replay-reader.ts'
import { type Done, needsOf } from './needs.ts'
import { PaymentTotals } from './payments.ts'
import { Counts, clauseNotes, type DraftedClause, type Note, timesText, wordNotes } from './tally.ts'

/** Verdicts that a draft denies where nothing that passed has one. */
const DENIED = ['warning', 'unsafe'] as const

/** Of all clauses: a body has at most a megabyte. */
const MOST_WORDS = 10_000

const texts = {
  grants: 'allowances without a limit, so that all can be taken',
  control: 'control that is handed over',
  calls: 'other calls',
  delegatecalls: 'code of others that runs as the account',
  creates: 'new contracts',
} as const

interface Group extends Pick<Done, 'kind' | 'clauseOf' | 'list'> {
  readonly words: Counts
}

/** Makes of what passed the policy that allows no more. */
export class Drafter {
  passed = 0
  /** Why no clause can allow a validation, of the newest. */
  readonly faults = new Map<string, string>()
  readonly #senders = new Counts()
  readonly #chains = new Counts()
  readonly #verdicts = new Counts()
  readonly #groups = new Map<string, Group>()
  readonly #payments = new PaymentTotals()

  add({ svcTxId, at, result, check }: ReplayedTransaction): void {
    // A replay counts in budgets also what only a policy blocked.
    if (!check || !(result.valid || refusedBy(result))) return
    const { request, facts } = check.subject
    if (result.valid) {
      this.passed += 1
      this.#senders.add(checksummed(request.sender), at)
      this.#chains.add(chainById(request.chainId)?.name ?? request.chainId, at)
      this.#verdicts.add(facts.verdict, at)
    }
    const needs = needsOf(check.subject)
    if (typeof needs !== 'string') {
      this.#payments.add(needs, { at, isValid: result.valid })
      if (result.valid) for (const need of needs) if (need.kind !== 'pays') this.#addDone(need, at)
    } else if (result.valid) this.#leaveOut(svcTxId, needs)
  }

  #leaveOut(svcTxId: string, why: string): void {
    this.faults.set(svcTxId, why)
    if (this.faults.size > MAX_LEFT_OUT) this.faults.delete(this.faults.keys().next().value ?? '')
  }

  #addDone({ kind, group: key, word, clauseOf, list }: Done, at: number): void {
    const group = this.#groups.get(`${kind} ${key}`) ?? { kind, clauseOf, list, words: new Counts() }
    group.words.add(word, at)
    this.#groups.set(`${kind} ${key}`, group)
  }

  /** @param sender whose policy it is; undefined: that of every sender that was seen */
  draft(
    { name, sender }: { readonly name: string; readonly sender: string | undefined },
    nameOf: NameOf,
  ): { readonly policy: PolicyGiven; readonly notes: Note[] } {
    const { clauses, beyond } = keptOf([...this.#payments.clauses(), ...Array.from(this.#groups.values(), drafted)])
    const unseen = DENIED.filter((verdict) => !this.#verdicts.has(verdict))
    const applies = this.#appliesTo(sender)
    const policy: PolicyGiven = {
      name,
      mode: 'observe',
      ...(Object.keys(applies).length > 0 && { applies: wordsOf(applies) }),
      default: 'deny',
      ...(unseen.length > 0 && { deny: [{ verdict: unseen }] }),
      ...(clauses.length > 0 && { allow: clauses.map(({ given }) => given) }),
    }
    const notes = [
      ...Object.entries(applies).flatMap(([member, counts]) => wordNotes(counts.kept(), `applies.${member}`, nameOf)),
      ...(this.#senders.beyond > 0 && sender === undefined ? [{ path: 'applies', text: TOO_MANY_SENDERS }] : []),
      ...this.#verdictNotes(),
      ...(beyond > 0
        ? [{ path: 'allow', text: `${counted(beyond, 'clause')} left out: a policy cannot have as many` }]
        : []),
      ...clauses.flatMap((clause, index) => clauseNotes(clause, `allow[${index}]`, nameOf)),
    ]
    return { policy, notes }
  }

  /** All senders where a policy cannot name as many. */
  #appliesTo(sender: string | undefined): { readonly senders?: Counts; readonly chains?: Counts } {
    const senders = sender === undefined ? this.#senders : new Counts([checksummed(sender)])
    return {
      ...(!senders.isEmpty && senders.beyond === 0 && { senders }),
      ...(!this.#chains.isEmpty && { chains: this.#chains }),
    }
  }

  #verdictNotes(): Note[] {
    const seen = DENIED.filter((verdict) => this.#verdicts.has(verdict))
    const texts = seen.map((each) => `${each.toUpperCase()} passed: ${timesText(this.#verdicts.kept().get(each))}`)
    return texts.length === 0 ? [] : [{ path: 'default', text: texts.join('; ') }]
  }
}

const TOO_MANY_SENDERS = 'there are more senders than a policy can name: it applies to all'

/** The most frequent first, as many as a policy can have. */
function keptOf(all: readonly DraftedClause[]): {
  readonly clauses: readonly DraftedClause[]
  readonly beyond: number
} {
  let left = MOST_WORDS
  const clauses = all
    .toSorted((one, two) => two.words.total.count - one.words.total.count)
    .filter(({ words }) => {
      left -= words.kept().size
      return left >= 0
    })
    .slice(0, MAX_CLAUSES)
  return { clauses, beyond: all.length - clauses.length }
}

function drafted({ kind, words, list, clauseOf }: Group): DraftedClause {
  return { given: clauseOf([...words.kept().keys()]), text: texts[kind], words, list, limits: [] }
}

function wordsOf(counts: Readonly<Record<string, Counts>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(counts).map(([member, each]) => [member, [...each.kept().keys()]]))
}

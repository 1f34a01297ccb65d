import { PERMIT2 } from '../../evm/allowance.ts'
import { isZeroAddress } from '../../evm/words.ts'
import { type Take, takeAnswers } from '../state/lens.ts'
import type { AllowanceQuestion, Question } from './questions.ts'

/** What a spender tries to take in the next block. */
export interface PlannedTakes {
  readonly spender: string
  readonly takes: readonly Take[]
  /** Position of the question behind each take. */
  readonly questions: readonly number[]
}

const MAX_SPENDERS = 6
const MAX_TAKES = 4

/**
 * Plans one try for each approval in question. Not for a spender whose code the tries need: a token, or the Permit2
 * contract.
 * @param isNeeded whether the transaction needs the code of an address at the same time
 */
export function planTakes(
  questions: readonly Question[],
  isNeeded: (address: string) => boolean = () => false,
): readonly PlannedTakes[] {
  const needed = new Set([PERMIT2, ...questions.flatMap((question) => ('spender' in question ? question.token : []))])
  const isOff = (spender: string) => isZeroAddress(spender) || needed.has(spender) || isNeeded(spender)
  const bySpender = new Map<string, { readonly take: Take; readonly question: number }[]>()
  for (const [index, question] of questions.entries()) {
    if (!('spender' in question) || isOff(question.spender)) continue
    const tries = bySpender.get(question.spender) ?? []
    if (bySpender.size >= MAX_SPENDERS && tries.length === 0) continue
    const take = tries.length < MAX_TAKES ? takeOf(question, questions) : undefined
    if (take) bySpender.set(question.spender, [...tries, { take, question: index }])
  }
  return Array.from(bySpender, ([spender, tries]) => ({
    spender,
    takes: tries.map(({ take }) => take),
    questions: tries.map(({ question }) => question),
  }))
}

/** Gives what each spender took, by its answer; nothing where it has none: what was not taken proves nothing. */
export function takenBy(
  planned: readonly PlannedTakes[],
  answers: readonly (string | undefined)[],
): ReadonlyMap<PlannedTakes, readonly bigint[]> {
  return new Map(
    planned.flatMap((each, index): [PlannedTakes, readonly bigint[]][] => {
      const amounts = takeAnswers(answers[index], each.takes.length)
      return amounts ? [[each, amounts]] : []
    }),
  )
}

function takeOf(question: AllowanceQuestion, all: readonly Question[]): Take {
  const { kind, token, owner } = question
  if (kind === 'approved') return { kind: 'item', token, owner, id: question.id }
  if (kind === 'allowance' || kind === 'permit2') return { kind, token, owner, id: 0n }
  const held = all.find(
    (each) => 'token' in each && each.token === token && (each.kind === 'items' || each.kind === 'holder'),
  )
  if (held?.kind === 'items') return { kind: 'items', token, owner, id: held.id }
  return held?.kind === 'holder'
    ? { kind: 'item', token, owner, id: held.id }
    : { kind: 'anyItem', token, owner, id: 0n }
}

import { type Analysis, analyze } from '../../src/service/risk/analyze.ts'
import type { HonestCase } from '../../test/honest/honest-case.ts'
import { honestGroups, idOfCase } from '../../test/honest/index.ts'
import { present } from '../detection/adversarial/evidence.ts'
import { type Row, SAFE } from '../detection/adversarial/row.ts'
import { execute, execute7579, inOperation, inSafe, multicall } from '../detection/adversarial/wrap.ts'
import { analysisOf } from '../detection/effect-messages.ts'
import { Knowledge } from '../detection/knowledge.ts'
import { assessed, evidenceOf, verdictOfRisk } from '../detection/run-engine.ts'
import { type Mutation, messageMutationsOf, mutationsOf, STRANGER } from './mutations.ts'
import { messageOrderMutationsOf, orderMutationsOf } from './order-mutations.ts'
import { type Reason, reasonFor, reasonForTerm, reasonForValue } from './reasons.ts'

export interface Outcome {
  /** Case, way of sending, and what was replaced. */
  readonly name: string
  readonly kind: Mutation<unknown>['kind']
  readonly isSafe: boolean
  /** Why an unknown address costs nothing here; undefined: nothing says so. */
  readonly reason?: Reason | undefined
}

type Message = Exclude<HonestCase, Row>

/** The call as it is, and in each way to send it through an own account. */
const wrappings: readonly (readonly [name: string, wrap: (row: Row) => Row])[] = [
  ['plain', (row) => row],
  ['multicall', (row) => ({ ...row, data: multicall(row.data ?? '0x') })],
  [
    'Safe',
    (row) => ({ ...row, ...inSafe({ to: row.to ?? SAFE, value: row.value ?? 0n, data: row.data ?? '0x' }), value: 0n }),
  ],
  [
    'operation',
    (row) => ({
      ...row,
      ...inOperation(execute({ to: row.to ?? SAFE, value: row.value ?? 0n, data: row.data ?? '0x' })),
      value: 0n,
    }),
  ],
  [
    'ERC-7579',
    (row) => ({
      ...row,
      ...inOperation(execute7579({ to: row.to ?? SAFE, value: row.value ?? 0n, data: row.data ?? '0x' })),
      value: 0n,
    }),
  ],
]

/** All mutations of the honest cases that are SAFE. @param isSampled of the cases, by their index */
export function* outcomes(isSampled: (index: number) => boolean = () => true): Generator<Outcome> {
  let index = 0
  for (const group of honestGroups)
    for (const honest of group.cases) {
      if (!isSampled(index++)) continue
      const id = idOfCase(group, honest)
      if ('typedData' in honest) yield* ofMessage(id, honest)
      else yield* ofCall(id, honest)
    }
}

function* ofCall(id: string, row: Row): Generator<Outcome> {
  if (row.to === undefined || (row.data ?? '0x') === '0x') return
  for (const [name, wrap] of wrappings) {
    const sent = wrap(row)
    const { isSafe, analysis } = judge(sent)
    if (!isSafe) continue
    // The signature and the beneficiary of the wrapper are not a part of the case.
    const made = name === 'plain' ? analysis : analyze(present(row).transaction)
    for (const mutation of [...mutationsOf(row, made), ...orderMutationsOf(row, made)]) {
      const { what, changed } = mutation
      const mutated = name === 'plain' ? changed : wrap(changed)
      const after = judge(mutated)
      yield outcome(`${id}, ${name}: ${what}`, mutation, after, isNaming(changed.data ?? ''))
    }
  }
}

function* ofMessage(id: string, message: Message): Generator<Outcome> {
  const { isSafe, analysis } = judgeMessage(message)
  if (!isSafe) return
  const all = [...messageMutationsOf(message), ...messageOrderMutationsOf(message, analysis)]
  for (const mutation of all) {
    const { what, changed } = mutation
    yield outcome(`${id}: ${what}`, mutation, judgeMessage(changed), isNaming(JSON.stringify(changed.typedData)))
  }
}

interface Judged {
  readonly isSafe: boolean
  readonly analysis: Analysis
  reason(): Reason | undefined
}

function outcome(
  name: string,
  { kind, reason: ofWord }: Pick<Mutation<unknown>, 'kind' | 'reason'>,
  { isSafe, analysis, reason }: Judged,
  namesUnknown: boolean,
): Outcome {
  if (!isSafe) return { name, kind, isSafe }
  if (kind === 'value') return { name, kind, isSafe, reason: reasonForValue(analysis) }
  if (kind !== 'order') return { name, kind, isSafe, reason: reason() }
  const ofTerm = ofWord ?? reasonForTerm(name, analysis)
  return { name, kind, isSafe, reason: ofTerm ?? (namesUnknown ? reason() : undefined) }
}

/** Rules about addresses say nothing of a number. */
function isNaming(text: string): boolean {
  return text.toLowerCase().includes(STRANGER.slice(2))
}

function judge(row: Row): Judged {
  const { transaction, knowledge, known } = present(row)
  return judged(analyze(transaction), knowledge, known)
}

function judgeMessage({ lists = [], ...message }: Message): Judged {
  try {
    const entries = lists.map((entry, index) => ({ id: `entry-${index}`, ...entry }))
    return judged(analysisOf(message), new Knowledge(), { entries })
  } catch {
    // The message does not name its signer any more.
    return { isSafe: false, analysis: undefined as never, reason: () => undefined }
  }
}

function judged(analysis: Analysis, ...[knowledge, known]: [Knowledge, Parameters<typeof assessed>[2]]): Judged {
  const isSafe = verdictOfRisk(assessed(analysis, knowledge, known)) === 'SAFE'
  return { isSafe, analysis, reason: () => reasonFor(analysis, evidenceOf(analysis, knowledge, known)) }
}

import { type Analysis, analyze } from '../../src/service/risk/analyze.ts'
import type { HonestCase } from '../../test/honest/honest-case.ts'
import { honestGroups, idOfCase } from '../../test/honest/index.ts'
import { present } from '../detection/adversarial/evidence.ts'
import { type Row, SAFE } from '../detection/adversarial/row.ts'
import { execute, execute7579, inOperation, inSafe, multicall } from '../detection/adversarial/wrap.ts'
import { analysisOf } from '../detection/effect-messages.ts'
import { Knowledge } from '../detection/knowledge.ts'
import { assessed, evidenceOf, verdictOfRisk } from '../detection/run-engine.ts'
import { type Mutation, messageMutationsOf, mutationsOf } from './mutations.ts'
import { type Reason, reasonFor, reasonForValue } from './reasons.ts'

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
    for (const { kind, what, changed } of mutationsOf(
      name === 'plain' ? sent : row,
      name === 'plain' ? analysis : analyze(present(row).transaction),
    )) {
      const mutated = name === 'plain' ? changed : wrap(changed)
      const after = judge(mutated)
      yield outcome(`${id}, ${name}: ${what}`, kind, after)
    }
  }
}

function* ofMessage(id: string, message: Message): Generator<Outcome> {
  if (!judgeMessage(message).isSafe) return
  for (const { kind, what, changed } of messageMutationsOf(message))
    yield outcome(`${id}: ${what}`, kind, judgeMessage(changed))
}

interface Judged {
  readonly isSafe: boolean
  readonly analysis: Analysis
  reason(): Reason | undefined
}

function outcome(name: string, kind: Outcome['kind'], { isSafe, analysis, reason }: Judged): Outcome {
  return { name, kind, isSafe, ...(isSafe && { reason: kind === 'value' ? reasonForValue(analysis) : reason() }) }
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

import { ruleClause } from '../../api/text/rules.ts'
import { strictest, type Verdict, type VerdictTone, verdicts, verdictTone } from '../../api/verdict.ts'
import { flagName } from '../../cli/options.ts'
import { WardenError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { oneLine } from '../../shared/text/one-line.ts'

/** What the agent may do. */
export type AgentStep = 'proceed' | 'stop' | 'ask_human'

export interface ToolAnswer {
  readonly decision: AgentStep
  readonly isFailure?: true
  /** One line of codes, numbers, addresses and our own words. */
  readonly line: string
  /** `decision` first. */
  readonly content: Readonly<Record<string, unknown>>
}

/** A text of a third party: of a feed, a token, a contract, a service, or the sender of a request. */
interface Untrusted {
  /** The member that had it, such as `explanation.reasons[0].text`. */
  readonly at: string
  readonly text: string
}

/** Bounds of an answer, for the context of an agent. */
const LONGEST_TEXT = 120
const MOST_TEXTS = 40
const MOST_ITEMS = 50

const decisions = { good: 'proceed', warn: 'ask_human', bad: 'stop' } as const satisfies Record<VerdictTone, AgentStep>

function decisionOf(verdict: Verdict): AgentStep {
  return decisions[verdictTone(verdict)]
}

/** Undefined for a document without a verdict. */
function verdictIn({ verdict }: Readonly<Record<string, unknown>>): Verdict | undefined {
  return verdicts.find((each) => each === verdict)
}

/** That of the worst item, where one without a verdict is NO DATA. Nothing was checked where there is no item. */
export function worstDecision(items: readonly Readonly<Record<string, unknown>>[]): AgentStep {
  const [first, ...others] = items.map((item) => verdictIn(item) ?? 'NO DATA')
  return decisionOf(first === undefined ? 'NO DATA' : strictest([first, ...others]))
}

/** The answer about a document that a command printed. Without a decision, that of its verdict; without a verdict, ask_human. */
export function answerOf(
  document: Readonly<Record<string, unknown>>,
  {
    decision,
    notes,
    hasLabels,
  }: { readonly decision?: AgentStep; readonly notes: readonly string[]; readonly hasLabels: boolean },
): ToolAnswer {
  const verdict = verdictIn(document)
  const made = decision ?? (verdict === undefined ? 'ask_human' : decisionOf(verdict))
  // What could not be read may be worse.
  const decided = made === 'proceed' && document.isPartial === true ? 'ask_human' : made
  const texts: Untrusted[] = []
  const facts = factsOf(document, '', texts) as Record<string, unknown>
  return {
    decision: decided,
    line: [decided, verdictText(verdict, document.combinedScore), ...reasonLines(document), ...notes]
      .filter(Boolean)
      .join('. '),
    content: {
      decision: decided,
      ...facts,
      ...(hasLabels && texts.length > 0 && { untrusted: texts.slice(0, MOST_TEXTS) }),
    },
  }
}

/** The answer when there is none: what failed is for a person, and no verdict. @param names of the arguments of the tool */
export function failureAnswer(error: unknown, names: readonly string[], hasLabels: boolean): ToolAnswer {
  const known = error instanceof WardenError ? error : undefined
  const code = isCode(known?.code) ? known.code : 'unexpected'
  // The text after the name can be that of a service, or of a page that the agent read.
  const message = oneLine(error instanceof Error ? error.message : String(error))
  const argument = names.map(flagName).find((flag) => message.startsWith(`${flag}:`) || message.startsWith(`${flag} `))
  return {
    decision: 'ask_human',
    isFailure: true,
    line: `ask_human. No answer: ${code}${argument === undefined ? '' : ` (${argument})`}`,
    content: {
      decision: 'ask_human',
      error: { code },
      ...(hasLabels && { untrusted: [{ at: 'error.message', text: message.slice(0, LONGEST_TEXT) }] }),
    },
  }
}

function verdictText(verdict: Verdict | undefined, score: unknown): string {
  return verdict === undefined ? '' : `${verdict}${typeof score === 'number' ? `, score ${score} of 100` : ''}`
}

/** The reasons that count, in words that have no text of a source. */
function reasonLines({ explanation }: Readonly<Record<string, unknown>>): string[] {
  const reasons = isRecord(explanation) && Array.isArray(explanation.reasons) ? explanation.reasons : []
  return reasons.filter(isRecord).flatMap(({ rule, role, subject, subCategory, points }) => {
    const clause = ruleClause(String(rule), String(subCategory))
    const isCounted = typeof points === 'number' && points >= 31 && isValue(String(subject))
    return isCounted && clause ? [`The ${isCode(role) ? role : 'address'} ${subject} ${clause}`] : []
  })
}

/** Members with codes, names of states, and other words of this program. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'verdict',
  'status',
  'state',
  'kind',
  'code',
  'type',
  'rule',
  'role',
  'standing',
  'coverage',
  'operation',
  'category',
  'subCategory',
  'productType',
  'chain',
  'chainName',
  'part',
  'reading',
])
/** Members of what a policy says: names, words and amounts that the operator has chosen. */
const POLICY_WORDS: ReadonlySet<string> = new Set(['policy', 'mode', 'clause', 'result', 'used', 'limit', 'window'])
/** One word, or an amount and its unit. */
const POLICY_WORD = /^(?:\d+(?:\.\d+)? )?[a-z0-9][a-z0-9._[\]-]{0,63}$/i
/** Numbers, hex, ids and times: nothing to read as an instruction. */
const VALUE = /^(?:0x[0-9a-f]*|-?\d+(?:\.\d+)?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/i
const IDENTIFIER = /^[A-Za-z]\w{0,39}$/

/** Words of `OWN_WORDS` that third parties do not choose. */
function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z][A-Za-z0-9 -]{0,39}$/.test(value)
}

function isValue(text: string): boolean {
  return text === '' || VALUE.test(text)
}

/** The value with codes, numbers and addresses only; every other text goes to `texts`, but for what a code says already. */
function factsOf(value: unknown, at: string, texts: Untrusted[], name = ''): unknown {
  if (name === 'subCategoryDescription') return undefined
  if (typeof value === 'string') {
    if (isValue(value) || (OWN_WORDS.has(name) && isCode(value))) return value
    if (POLICY_WORDS.has(name) && POLICY_WORD.test(value)) return value
    texts.push({ at, text: oneLine(value).replace(/\s+/g, ' ').slice(0, LONGEST_TEXT) })
    return undefined
  }
  if (Array.isArray(value)) {
    return value
      .slice(0, MOST_ITEMS)
      .map((each, index) => factsOf(each, `${at}[${index}]`, texts, name))
      .filter((each) => each !== undefined)
  }
  if (!isRecord(value)) return value
  if (name === ARGUMENTS) return byPosition(value, at, texts)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (!IDENTIFIER.test(key)) {
        texts.push({ at, text: oneLine(key).slice(0, LONGEST_TEXT) })
        return []
      }
      const fact = factsOf(member, at === '' ? key : `${at}.${key}`, texts, key)
      return fact === undefined ? [] : [[key, fact]]
    }),
  )
}

/** The member with the arguments of a call, whose names come from a description of its contract. */
const ARGUMENTS = 'args'

function byPosition(named: Readonly<Record<string, unknown>>, at: string, texts: Untrusted[]): unknown[] {
  texts.push({ at, text: oneLine(Object.keys(named).join(', ')).slice(0, LONGEST_TEXT) })
  return Object.values(named).map((each, index) => factsOf(each, `${at}[${index}]`, texts, ARGUMENTS))
}

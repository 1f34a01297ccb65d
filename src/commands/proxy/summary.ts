import type { Paint } from '../../cli/output/paint.ts'
import { wrapWords } from '../../cli/output/words.ts'
import type { Tally, TallyLine } from '../../proxy/tally.ts'

/** One call, as a line of the log. */
export function callLine(line: TallyLine): string {
  const { method, outcome, verdict, score, reason, next } = line
  const what = `${outcomeText(line)} ${method ?? 'request'}`
  if (reason !== null) return `${what}: ${reason}${next === null ? '' : `. ${next}`}`
  if (outcome === 'passed') return what
  if (outcome === 'repeated') return `${what}: it was sent before`
  return `${what}${verdict === null ? ': it cancels what its sender sent' : ` (${verdict}, ${score}/100)`}`
}

function outcomeText({ outcome, isObserved }: TallyLine): string {
  return isObserved ? 'forwarded, as --observe is set,' : outcome
}

/** What a proxy did, and what it did not forward. @param width in characters */
export function summaryText(tally: Tally, paint: Paint, width: number): string {
  const lines = groupsOf(tally.lines).flatMap((group) => groupLines(group, paint, width))
  return [...wrapWords(`${paint.bold('txwarden:')} ${countsText(tally)}`, width), ...lines, ''].join('\n')
}

function countsText({ counts, calls, held }: Tally): string {
  const { passed, forwarded, blocked, repeated } = counts
  const parts = [
    `${forwarded} forwarded`,
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    ...(counts.held > 0 ? [`${counts.held} held${held < counts.held ? ` (${held} still)` : ''}`] : []),
    ...(repeated > 0 ? [`${repeated} sent before`] : []),
  ]
  return `${calls} ${calls === 1 ? 'request' : 'requests'}, ${passed} passed; of those that send or sign ${parts.join(', ')}`
}

interface Group {
  readonly line: TallyLine
  readonly times: number
}

/** Tools repeat what is refused. Each hold has a group: somebody decides about it. */
function groupsOf(lines: readonly TallyLine[]): Group[] {
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const { method, outcome, isObserved, reason, next } = line
    const key = JSON.stringify([method, outcome, isObserved, reason, outcome === 'held' && next])
    groups.set(key, { line, times: (groups.get(key)?.times ?? 0) + 1 })
  }
  return [...groups.values()]
}

function groupLines({ line, times }: Group, paint: Paint, width: number): string[] {
  const tone = line.outcome === 'blocked' ? paint.bad : paint.warn
  const head = `${tone(line.isObserved ? 'would be blocked' : line.outcome)} ${line.method ?? 'request'}${times > 1 ? ` (${times} times)` : ''}`
  const reason = line.reason === null ? [] : wrapWords(line.reason, width - 4).map((text) => `    ${text}`)
  return [`  ${head}`, ...reason, ...(line.next === null ? [] : [`    ${line.next}`])]
}

import { counted } from '../../api/text/amounts.ts'
import { nativeAmount } from '../../api/text/assets.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { clockText } from '../../cli/output/time.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import { wrapWords } from '../../cli/output/words.ts'
import type { ProxyTally, TallyLine } from '../../proxy/record/tally.ts'

/**
 * One call, as a line of the log: "12:07:31 UTC sent eth_sendTransaction 1.5 ETH to 0x7099…79C8 (SAFE, 0/100) 0x…", with the
 * hash, or the id of the hold or validation. `next` is a command that says more.
 * @param at when (ms since 1970)
 */
export function callLine(
  line: TallyLine,
  at: number,
  zone: TimeZone,
): { readonly text: string; readonly next: string | null } {
  const { method, outcome, reason, next, hash } = line
  const what = `${clockText(at, zone)} ${outcomeText(line)} ${method ?? 'request'}${movedText(line)}`
  const id = hash === null ? '' : ` ${hash}`
  if (reason !== null) return { text: `${what}: ${reason}${id}`, next }
  if (outcome === 'repeated') return { text: `${what}: it was sent before${id}`, next }
  return { text: outcome === 'sent' ? `${what}${verdictText(line)}` : `${what}${id}`, next }
}

function verdictText({ verdict, score, svcTxId, hash }: TallyLine): string {
  const id = hash ?? svcTxId
  const verdictText = verdict === null ? ': it cancels what its sender sent' : ` (${verdict}, ${score}/100)`
  return `${verdictText}${id === null ? '' : ` ${id}`}`
}

function movedText({ to, value, chainId }: TallyLine): string {
  if (value === null) return ''
  const where = to === null ? 'to a new contract' : `to ${to.slice(0, 6)}…${to.slice(-4)}`
  return value === '0' ? ` ${where}` : ` ${nativeAmount(value, chainId ?? '')} ${where}`
}

function outcomeText({ outcome, isObserved }: TallyLine): string {
  if (isObserved) return outcome === 'failed' ? outcome : 'sent all the same, as --observe is set:'
  return outcome === 'unjudged' ? 'forwarded without a verdict' : outcome
}

/** What a proxy did, and what it did not forward. @param width in characters */
export function summaryText(tally: ProxyTally, paint: Paint, width: number): string {
  const lines = groupsOf(tally.lines).flatMap((group) => groupLines(group, paint, width))
  return [...wrapWords(`${paint.bold('txwarden:')} ${countsText(tally)}`, width), ...lines, ''].join('\n')
}

function countsText({ counts, calls, held, withoutAnswer }: ProxyTally): string {
  const { passed, sent, unjudged, failed, blocked, repeated } = counts
  const parts = [
    `${passed} passed${withoutAnswer > 0 ? ` (${withoutAnswer} without an answer)` : ''}`,
    `${sent} sent`,
    ...(unjudged > 0 ? [`${unjudged} forwarded without a verdict`] : []),
    ...(failed > 0 ? [`${failed} not taken by the node`] : []),
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    ...(counts.held > 0 ? [`${counts.held} held${held < counts.held ? ` (${held} still)` : ''}`] : []),
    ...(repeated > 0 ? [`${repeated} sent before`] : []),
  ]
  return `${counted(calls, 'request')}: ${parts.join(', ')}`
}

interface Group {
  readonly line: TallyLine
  readonly times: number
}

/** Tools repeat what is refused. Each hold has a group: a person decides about it. */
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
  const head = `${tone(line.isObserved ? 'would be blocked' : outcomeText(line))} ${line.method ?? 'request'}${times > 1 ? ` (${times} times)` : ''}`
  const reason = line.reason === null ? [] : wrapWords(line.reason, width - 4).map((text) => `    ${text}`)
  return [`  ${head}`, ...reason, ...(line.next === null ? [] : [`    ${line.next}`])]
}

import type { Safe, SafeReport } from '../../api/schemas/safe.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { View } from '../../cli/output/view.ts'

export const safeView: View<Safe> = {
  columns: [
    { field: 'name', header: 'NAME', leads: true, importance: 9 },
    { field: 'address', header: 'ADDRESS', kind: 'address', importance: 9 },
    { field: 'chainId', header: 'CHAIN', importance: 8, show: ({ chainId }) => chainName(chainId) },
    { field: 'service', header: 'SERVICE', importance: 7, show: ({ service }) => service ?? 'none' },
    { field: 'interval', header: 'INTERVAL', importance: 7, show: ({ interval }) => interval ?? 'never' },
    { field: 'reason', header: 'WHY', importance: 5 },
    { field: 'queueAt', header: 'QUEUE READ', kind: 'time', importance: 6 },
    { field: 'error', header: 'ERROR', importance: 4, show: ({ error }) => error ?? '' },
    { field: 'id', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
    { field: 'silentSince', header: 'SILENT SINCE', kind: 'time', importance: 7 },
  ],
}

/** How the queue is read. */
export function queueText({ service, interval, reason }: Safe): string {
  return interval === undefined ? reason : `queue at ${service}, read every ${interval} (${reason})`
}

type Known = SafeReport['state']['guard']

/** The Safe as a node shows it, and what is weak about it. */
export function safeCard(report: SafeReport, paint: Paint): string {
  const { state, findings, name, address, chainId, service, interval, reason } = report
  const rows: readonly (readonly [label: string, text: string])[] = [
    ['version', `${state.version ?? 'none'}, singleton ${knownText(state.singleton)}`],
    ['proxy', state.proxy ?? 'unknown code'],
    ['owners', `${state.threshold} of ${state.owners.length} sign`],
    ...state.owners.map((owner) => ['', owner] as const),
    ['nonce', state.nonce],
    ['guard', knownText(state.guard)],
    ['module guard', knownText(state.moduleGuard)],
    ...(state.modules.length === 0 ? [['modules', 'none'] as const] : []),
    ...state.modules.map((module, index) => [index === 0 ? 'modules' : '', knownText(module)] as const),
    ['handler', knownText(state.fallbackHandler)],
    ['service', service === undefined ? 'none' : `${service}, read every ${interval ?? '–'} (${reason})`],
    ['read from', `${state.node}, block ${state.blockNumber}`],
  ]
  const lines = rows.map(([label, text]) => `  ${label.padEnd(14)}${text}`)
  const weak = findings.map(({ level, text, address: at }) => {
    const line = `${level === 'fail' ? '✗' : '!'} ${text}${at === undefined ? '' : `: ${at}`}`
    return `  ${level === 'fail' ? paint.bad(line) : paint.warn(line)}`
  })
  const head = `${paint.bold(`${name === '' ? '' : `${name}  `}${address}`)} on ${chainName(chainId)}`
  return `${[head, ...lines, ...(weak.length > 0 ? ['', ...weak] : [])].join('\n')}\n`
}

function knownText(known: Known): string {
  return known === undefined ? 'none' : `${known.name ?? 'unknown'} ${known.address}`
}

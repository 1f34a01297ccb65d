import type { Safe, SafeReport } from '../../api/schemas/safe.ts'
import { chainName } from '../../api/text/chains.ts'
import { one, text } from '../../cli/options.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { Fact } from '../../cli/output/view.ts'
import { resource } from '../../cli/resource/resource.ts'
import { callAddition } from '../steps/addition.ts'

export const safes = resource<Safe, { chainId?: string | undefined }>({
  command: 'safe',
  noun: 'Safe',
  async list(context, query, sending) {
    return callAddition(context, 'list of Safes', (client) => client.call('listSafes', { query }, sending))
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  addressOf: ({ address }) => address,
  describe: safeText,
  offers: 'names',
  about: ({ address, chainId }) => `${address} on ${chainName(chainId)}`,
  remove: (client, id, sending) => client.call('deleteSafe', { params: { safeId: id } }, sending),
  view: {
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
  },
})

/** What names a Safe in the commands about a registered one. */
export const safeArgument = { safe: one('name, address or id of the Safe', { completes: 'safe' }) }
export const safeChainOption = text('chain', 'chain id or name, where several Safes have the name or address', {
  completes: 'chain',
})

/** "treasury, 0x12…, on ethereum". */
export function safeText({ name, address, chainId }: Pick<Safe, 'name' | 'address' | 'chainId'>): string {
  return `${name === '' ? '' : `${name}, `}${address} on ${chainName(chainId)}`
}

/** How the queue is read. */
export function queueText({ service, interval, reason }: Safe): string {
  return interval === undefined ? reason : `queue at ${service}, read every ${interval} (${reason})`
}

type Known = SafeReport['state']['guard']

/** The Safe as a node shows it, and what is weak about it. */
export function safeCard(report: SafeReport, paint: Paint): string {
  const { state, findings, name, address, chainId, service, interval, reason } = report
  const rows: Fact[] = [
    ['version', `${state.version ?? 'none'}, singleton ${knownText(state.singleton)}`],
    ['proxy', state.proxy ?? 'unknown code'],
    ['owners', `${state.threshold} of ${state.owners.length} sign`],
    ...state.owners.map((owner): Fact => ['', owner]),
    ['nonce', state.nonce],
    ['guard', knownText(state.guard)],
    ['module guard', knownText(state.moduleGuard)],
    ['modules', state.modules.length === 0 ? 'none' : knownText(state.modules[0])],
    ...state.modules.slice(1).map((module): Fact => ['', knownText(module)]),
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

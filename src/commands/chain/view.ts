import type { FollowerStatus, KnownChain, NodeRecord, NodeStatus } from '../../api/schemas/chain.ts'
import { commandFor } from '../../api/text/commands.ts'
import type { Column, View } from '../../cli/output/view.ts'
import type { NodeTest } from '../../service/index.ts'

export const NO_NODES = 'No nodes yet. Try: txwarden chain add --help'

const who: readonly Column<NodeRecord>[] = [
  { field: 'chain', header: 'CHAIN', importance: 9, leads: true },
  { field: 'host', header: 'HOST', importance: 9, paint: (text, _, paint) => paint.bold(text) },
]

const can: Column<NodeRecord> = { field: 'can', header: 'CAN', importance: 6, show: (row) => canText(row) }

const last: readonly Column<NodeRecord>[] = [
  {
    field: 'source',
    header: 'FROM',
    importance: 3,
    show: ({ source, priority }) => (source === 'stored' ? `priority ${priority}` : source),
  },
  { field: 'id', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
  { field: 'silentSince', header: 'SILENT SINCE', kind: 'time', importance: 7 },
]

export const nodeView: View<NodeRecord> = {
  columns: [
    ...who,
    can,
    {
      field: 'paused',
      header: 'STATE',
      importance: 7,
      show: ({ paused }) => (paused ? 'paused' : 'enabled'),
      paint: (text, { paused }, paint) => (paused ? paint.warn(text) : text),
    },
    { field: 'probedAt', header: 'PROBED', kind: 'time', importance: 2 },
    ...last,
  ],
}

export const statusView: View<NodeStatus> = {
  columns: [
    ...(who as readonly Column<NodeStatus>[]),
    { field: 'head', header: 'HEAD', importance: 8 },
    { field: 'headTime', header: 'TIME', importance: 7, show: ({ headTime }, when) => when(headTime) },
    {
      field: 'fault',
      header: 'STATE',
      importance: 9,
      show: ({ faultReason, paused }) => stateText(faultReason, paused),
      paint: (text, { fault, paused }, paint) =>
        fault !== null ? paint.bad(text) : paused ? paint.warn(text) : paint.good(text),
    },
    { field: 'latencyMs', header: 'MS', importance: 4 },
    { field: 'paused', header: 'PAUSED', importance: 0 },
    can as Column<NodeStatus>,
    ...(last as readonly Column<NodeStatus>[]),
  ],
}

export const testView: View<NodeTest> = {
  columns: [
    ...(who as readonly Column<NodeTest>[]),
    { field: 'works', header: 'RESULT', show: ({ works }) => (works ? 'ok' : 'failed') },
    { field: 'method', header: 'METHOD' },
    { field: 'simulationMs', header: 'MS' },
    { field: 'fault', header: 'FAULT' },
    { field: 'id', header: 'ID', kind: 'id' },
  ],
}

/** A paused node is not read, also when it is healthy. */
function stateText(fault: string | null, isPaused: boolean): string {
  return [isPaused ? 'paused' : '', fault ?? ''].filter(Boolean).join(', ') || 'ok'
}

/** "simulate, trace, overrides"; '' for a node that was never probed. */
export function canText({ can: names }: Pick<NodeRecord, 'can'>): string {
  return names?.join(', ') ?? ''
}

/** A chain as commands show it: with the command that goes on; null: nothing to do. */
export interface ChainRow extends Omit<FollowerStatus, 'next'> {
  readonly next: string | null
}

/** A later service may have steps that are not known here. */
export function withCommand(status: FollowerStatus): ChainRow {
  const { next, chain } = status
  const command: ((chain: string) => string) | undefined = next === null ? undefined : commandFor[next]
  return { ...status, next: next === null ? null : (command?.(chain) ?? commandFor.diagnose()) }
}

/** A chain with its configured nodes. */
export interface ChainWithNodes extends KnownChain {
  readonly nodes: readonly NodeRecord[]
}

const known: View<KnownChain>['columns'] = [
  { field: 'name', header: 'CHAIN', importance: 9, leads: true, paint: (text, _, paint) => paint.bold(text) },
  { field: 'id', header: 'ID', importance: 9 },
  { field: 'currency', header: 'CURRENCY', importance: 7 },
  { field: 'source', header: 'KNOWN', importance: 6, show: ({ source }) => sources[source] },
]

const sources: Readonly<Record<KnownChain['source'], string>> = {
  'built-in': 'built in',
  list: 'listed',
  defined: 'defined here',
}

const rest: View<KnownChain>['columns'] = [
  { field: 'decimals', header: 'DECIMALS', importance: 2 },
  { field: 'finality', header: 'FINAL', importance: 3, show: ({ finality }) => finalityText(finality) },
  { field: 'maxFee', header: 'MAX FEE', importance: 3, show: ({ maxFee }) => maxFee ?? '' },
  { field: 'isTest', header: 'TEST', importance: 1, show: ({ isTest }) => (isTest ? 'test network' : '') },
  { field: 'explorer', header: 'EXPLORER', importance: 1 },
]

export const chainView: View<KnownChain> = { columns: [...known, ...rest] }

export const chainsView: View<ChainWithNodes> = {
  columns: [
    ...(known as View<ChainWithNodes>['columns']),
    {
      field: 'nodes',
      header: 'NODES',
      importance: 8,
      show: ({ nodes }, when) => nodes.map((node) => nodeText(node, when)).join(', '),
    },
    ...(rest as View<ChainWithNodes>['columns']),
  ],
}

/** "rpc.example.org", "rpc.example.org (paused)", "rpc.example.org (last answer 3 min ago)" */
function nodeText({ host, paused, silentSince }: NodeRecord, when: (iso: string) => string): string {
  const marks = [paused ? 'paused' : '', silentSince === null ? '' : `last answer ${when(silentSince)}`].filter(Boolean)
  return marks.length === 0 ? host : `${host} (${marks.join(', ')})`
}

function finalityText(finality: KnownChain['finality']): string {
  return typeof finality === 'number' ? `after ${finality} blocks` : (finality ?? '')
}

import type { KnownChain, NodeRecord } from '../../api/schemas/chain.ts'
import type { View } from '../../cli/output/view.ts'

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

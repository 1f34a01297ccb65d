import type { VerdictChange } from '../../api/schemas/verdict-change.ts'
import { chainName } from '../../api/text/chains.ts'
import type { View } from '../../cli/output/view.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'

/** A verdict that changed, with the entry that changed it. */
export const changeView: View<VerdictChange> = {
  columns: [
    { field: 'svcTxId', header: 'ID', kind: 'whole-id', importance: 8 },
    { field: 'from', header: 'FROM', importance: 9 },
    { field: 'to', header: 'TO', leads: true, importance: 9, paint: (text, { to }, paint) => toneOf(to, paint)(text) },
    { field: 'address', header: 'ADDRESS', kind: 'address', importance: 7 },
    { field: 'reason', header: 'REASON', kind: 'phrase', importance: 8 },
    { field: 'source', header: 'SOURCE', importance: 7 },
    { field: 'chainId', header: 'CHAIN', importance: 5, show: ({ chainId }) => chainName(chainId) },
    { field: 'at', header: 'FOUND', kind: 'time', importance: 4 },
    { field: 'owner', header: 'SENDER', importance: 0 },
    { field: 'fromScore', header: 'FROM SCORE', importance: 0 },
    { field: 'toScore', header: 'TO SCORE', importance: 0 },
    { field: 'hops', header: 'HOPS', importance: 0 },
    {
      field: 'inPart',
      header: 'IN PART',
      importance: 6,
      show: ({ inPart }) => (inPart ? 'in part: without the node' : ''),
    },
  ],
}

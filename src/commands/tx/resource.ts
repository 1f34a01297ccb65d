import type { TransactionSummary } from '../../api/schemas/extensions.ts'
import type { VerdictChange } from '../../api/schemas/verdict-change.ts'
import { grouped } from '../../api/text/amounts.ts'
import { nativeAmount } from '../../api/text/assets.ts'
import { chainName } from '../../api/text/chains.ts'
import { recordedVerdict } from '../../api/verdict.ts'
import type { ChainEventState } from '../../api/vocabulary.ts'
import { type View, wideColumns } from '../../cli/output/view.ts'
import { resource } from '../../cli/resource/resource.ts'
import { callAddition } from '../steps/addition.ts'

import { toneOf } from '../validate/verdict-exit-code.ts'

/** Of a list that is searched by an address. */
export const PARTIAL_NOTE =
  '! Older transactions are not indexed by address yet and may be missing. Run the command again later.'

/** Name of the addition in messages. */
export const RECORD = 'record of validated transactions'

export const transactions = resource<TransactionSummary>({
  command: 'tx',
  noun: 'transaction',
  async list(context, query, sending) {
    return callAddition(context, RECORD, (client) => client.call('listTransactions', { query }, sending))
  },
  idOf: ({ svcTxId }) => svcTxId,
  describe: ({ verdict, to, chainId }) => `${verdict}, to ${to ?? 'a new contract'} on ${chainName(chainId)}`,
  about: (row) => `${recordedVerdict(row)} ${row.combinedScore}, to ${row.to ?? 'none'}`,
  view: {
    verdict: recordedVerdict,
    columns: [
      { field: 'svcTxId', header: 'ID', kind: 'whole-id', importance: 8 },
      {
        field: 'verdict',
        header: 'VERDICT',
        leads: true,
        importance: 9,
        show: verdictText,
        paint: (text, row, paint) => toneOf(recordedVerdict(row), paint)(text),
      },
      { field: 'combinedScore', header: 'SCORE', importance: 8 },
      { field: 'subCategory', header: 'SUBCATEGORY', importance: 4 },
      { field: 'chainId', header: 'CHAIN', importance: 7, show: (row) => chainName(row.chainId) },
      { field: 'to', header: 'TO', kind: 'address', importance: 4, show: (row) => row.to ?? 'a new contract' },
      {
        field: 'origin',
        header: 'ORIGIN',
        importance: 5,
        show: originText,
        paint: (text, { chainState }, paint) => (isRemoved(chainState) ? paint.warn(text) : text),
      },
      { field: 'createdAt', header: 'WHEN', kind: 'time', importance: 7, paint: (text, _, paint) => paint.dim(text) },
      { field: 'from', header: 'FROM', importance: 0 },
      { field: 'value', header: 'VALUE', importance: 0, show: ({ value, chainId }) => nativeAmount(value, chainId) },
      { field: 'product', header: 'PRODUCT', importance: 0 },
      { field: 'transactionId', header: 'TRANSACTION', importance: 0 },
      { field: 'blockNumber', header: 'BLOCK', importance: 0 },
      ...wideColumns('blockTime', 'reported', 'blockHash', 'chainState', 'validatedAs'),
      { field: 'what', header: 'WHAT', kind: 'phrase', importance: 8 },
    ],
  },
})

/** What was simulated exactly as called is another NO DATA than what was not read. */
function verdictText(row: TransactionSummary): string {
  const verdict = recordedVerdict(row)
  return verdict === 'NO DATA' && row.coverage === 'simulated' ? `${verdict}, simulated` : verdict
}

function originText({ origin, validatedAs, chainState }: TransactionSummary): string {
  if (origin === undefined) return 'validated here'
  if (origin === 'safe-queue') return 'queue of a Safe'
  return `${isRemoved(chainState) ? 'removed by a reorg' : 'chain'}, ${validatedAs == null ? 'not validated' : 'validated'}`
}

function isRemoved(state: TransactionSummary['chainState']): boolean {
  return state !== undefined && state !== 'INCLUDED'
}

/** Says where a transaction of a followed chain was seen, whether it is there, and whether it was validated here. */
export function seenText({
  origin,
  chainId,
  blockNumber,
  validatedAs,
  chainState,
}: TransactionSummary): string | undefined {
  if (origin === undefined) return undefined
  if (origin === 'safe-queue') return `found in the queue of a Safe on ${chainName(chainId)}`
  const block = blockNumber === undefined ? '' : ` in block ${grouped(BigInt(blockNumber))}`
  const validated = validatedAs == null ? 'not validated here' : `validated as ${validatedAs}`
  return `${chainName(chainId)}${block}${removals[chainState ?? 'INCLUDED']}, ${validated}`
}

const removals: Readonly<Record<ChainEventState, string>> = {
  INCLUDED: '',
  REORGED: ', removed by a reorg (it can return)',
  DROPPED: ', removed by a reorg (it did not return)',
}

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
    ...wideColumns('fromScore', 'toScore', 'hops'),
    {
      field: 'inPart',
      header: 'IN PART',
      importance: 6,
      show: ({ inPart }) => (inPart ? 'in part: without the node' : ''),
    },
  ],
}

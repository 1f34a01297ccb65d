import type { ChainEvent } from '../../api/schemas/chain-event.ts'
import { chainName } from '../../api/text/chains.ts'
import { isOfOthers, NOT_VALIDATED, validatedText, wasSentAnyway } from '../../api/text/validated.ts'
import { recordedVerdict, type Verdict } from '../../api/verdict.ts'
import { type View, wideColumns } from '../../cli/output/view.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'

export const activityView: View<ChainEvent> = {
  verdict: eventVerdict,
  columns: [
    { field: 'blockTime', header: 'WHEN', kind: 'time', importance: 7, leads: true },
    { field: 'chainId', header: 'CHAIN', importance: 6, show: (row) => chainName(row.chainId) },
    { field: 'kind', header: 'KIND', importance: 9, paint: (text, _, paint) => paint.bold(text) },
    { field: 'text', header: 'WHAT', kind: 'phrase', importance: 8, value: ({ text }) => text.join('; ') },
    {
      field: 'verdict',
      header: 'VERDICT',
      importance: 6,
      paint: (text, { verdict }, paint) => (verdict ? toneOf(verdict, paint)(text) : text),
    },
    {
      field: 'validated',
      header: 'VALIDATED',
      importance: 7,
      value: validationText,
      paint: (text, { validatedAs, validation }, paint) =>
        validatedAs == null || wasSentAnyway(validation?.verdict) ? paint.warn(text) : text,
    },
    {
      field: 'state',
      header: 'STATE',
      importance: 8,
      show: ({ state }) => stateTexts[state],
      paint: (text, _, paint) => paint.warn(text),
    },
    { field: 'blockNumber', header: 'BLOCK', importance: 4 },
    { field: 'transactionId', header: 'TRANSACTION', importance: 0 },
    ...wideColumns('address', 'blockHash', 'id'),
  ],
}

/** The verdict of its transaction. */
export function eventVerdict({ transaction }: Pick<ChainEvent, 'transaction'>): Verdict | undefined {
  return transaction && recordedVerdict(transaction)
}

export const stateTexts: Readonly<Record<ChainEvent['state'], string>> = {
  INCLUDED: '',
  REORGED: 'reorged',
  DROPPED: 'retracted',
}

/** "not validated here", or what its validation said; '' for what has no verdict, and for what others send. */
export function validationText({
  kind,
  validatedAs,
  validation,
  transaction,
}: Pick<ChainEvent, 'kind' | 'validatedAs' | 'validation' | 'transaction'>): string {
  if (transaction === undefined) return ''
  if (validatedAs == null) return isOfOthers(kind) ? '' : NOT_VALIDATED
  return validatedText(validation?.verdict)
}

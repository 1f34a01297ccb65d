import { chainById } from '../../api/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { View } from '../../cli/output/view.ts'

/** The tracked nonces of one sender at one contract, as the service's administration gives them. */
export interface NonceRow {
  readonly chainId: string
  readonly to: string
  readonly from: string
  readonly confirmed: number
  readonly issued: number | null
  readonly next: number
}

export const nonceView: View<NonceRow> = {
  columns: [
    { field: 'chainId', header: 'CHAIN' },
    { field: 'to', header: 'TO' },
    { field: 'from', header: 'FROM' },
    { field: 'confirmed', header: 'CONFIRMED' },
    { field: 'issued', header: 'ISSUED' },
    { field: 'next', header: 'NEXT' },
  ],
}

export function nonceCard(record: NonceRow, paint: Paint): string {
  const lines: [string, string][] = [
    ['chain', chainText(record.chainId)],
    ['to', record.to],
    ['from', record.from],
    ['confirmed', record.confirmed === 0 ? 'none yet' : String(record.confirmed)],
    ['issued', record.issued === null ? 'none that holds' : String(record.issued)],
    ['next', String(record.next)],
  ]
  return lines.map(([label, value]) => `  ${paint.dim(label.padEnd(9))}  ${value}\n`).join('')
}

export function chainText(chainId: string): string {
  const chain = chainById(chainId)
  return chain ? `${chain.name} (${chain.id})` : chainId
}

import { chainById } from '../../api/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { cardLines, plainColumns, type View } from '../../cli/output/view.ts'
import type { NonceRecord } from '../../service/index.ts'

export const nonceView: View<NonceRecord> = {
  columns: [{ field: 'chainId', header: 'CHAIN' }, ...plainColumns('to', 'from', 'confirmed', 'issued', 'next')],
}

export function nonceCard(record: NonceRecord, paint: Paint): string {
  const lines: [string, string][] = [
    ['chain', chainText(record.chainId)],
    ['to', record.to],
    ['from', record.from],
    ['confirmed', record.confirmed === 0 ? 'none yet' : String(record.confirmed)],
    ['issued', record.issued === null ? 'none valid' : String(record.issued)],
    ['next', String(record.next)],
  ]
  return cardLines(lines, paint)
}

export function chainText(chainId: string): string {
  const chain = chainById(chainId)
  return chain ? `${chain.name} (${chain.id})` : chainId
}

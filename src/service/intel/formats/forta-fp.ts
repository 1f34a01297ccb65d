import { readAddress, readChain } from './address.ts'
import { type FeedFile, type FeedTableRow, type FormatReader, kept, malformed, noChain } from './format.ts'
import { csvRecords, unclosed } from './reading/csv.ts'

/**
 * False positives of Forta: fp_list.csv (wrong alerts, checked one by one) and failsafe_wallets.csv (users' wallets,
 * without a header). Columns of both: address, chain, comment.
 */
export const fortaFp: FormatReader = {
  isPart: (path) => /(?:^|\/)(?:fp_list|failsafe_wallets)[^/]*\.csv$/.test(path),
  async *read(file) {
    let isFirst = true
    for await (const records of csvRecords(file.text)) {
      const rows: FeedTableRow[] = []
      for (const record of records) {
        const isHeader = isFirst && !('broken' in record) && record[0]?.trim().toLowerCase() === 'address'
        isFirst = false
        if (isHeader) continue
        rows.push('broken' in record ? unclosed(record) : readRow(record, file))
      }
      yield rows
    }
  },
}

function readRow(record: readonly string[], { chainIds }: FeedFile): FeedTableRow {
  const [rawAddress, rawChain = '', ...comment] = record
  const reading = readAddress(rawAddress, record.join(','))
  if ('rejected' in reading) return reading
  if (!/^\d*$/.test(rawChain.trim())) return malformed('no chain id in the second column', record.join(','))
  const chain = rawChain.trim() === '' ? undefined : readChain(rawChain)
  if (chain === undefined && rawChain.trim() !== '') return noChain(rawChain, record.join(','))
  const label = comment.join(',').trim() || 'known false positive'
  return kept({
    key: reading.address,
    chainIds: chain === undefined ? (chainIds ?? []) : [chain],
    kind: 'benign',
    label,
    // The address of a user's wallet is not recognised, so attackers do not imitate it.
    ...(!/wallet address$/i.test(label) && { imitable: true }),
  })
}

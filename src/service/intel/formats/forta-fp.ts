import { foreignChain, readAddress, readChain } from './address.ts'
import { type FeedFile, type Format, kept, malformed, type Row, unread, useless } from './format.ts'
import { csvRecords } from './reading/csv.ts'

/**
 * What Forta's people found to be no scam: fp_list.csv (alerts that were wrong, each looked into), and
 * failsafe_wallets.csv (wallets of users, without a header). Both are address, chain, comment.
 */
export const fortaFp: Format = {
  isPart: (path) => /(?:^|\/)(?:fp_list|failsafe_wallets)[^/]*\.csv$/.test(path),
  async *read(file) {
    let isFirst = true
    for await (const records of csvRecords(file.text)) {
      const rows: Row[] = []
      for (const record of records) {
        const isHeader = isFirst && !('broken' in record) && record[0]?.trim().toLowerCase() === 'address'
        isFirst = false
        if (isHeader) continue
        rows.push('broken' in record ? malformed('a quote that is never closed', record.broken) : readRow(record, file))
      }
      yield rows
    }
  },
}

function readRow(record: readonly string[], { chainIds }: FeedFile): Row {
  const [rawAddress, rawChain = '', ...comment] = record
  const reading = readAddress(rawAddress)
  if ('fault' in reading) return unread(reading, record.join(','))
  if (!/^\s*\d*\s*$/.test(rawChain)) return malformed('no chain id in the second column', record.join(','))
  const chain = rawChain.trim() === '' ? undefined : readChain(rawChain)
  if (chain === undefined && rawChain.trim() !== '') return useless(foreignChain(rawChain), record.join(','))
  const label = comment.join(',').trim() || 'known false positive'
  return kept({
    key: reading.address,
    chainIds: chain === undefined ? (chainIds ?? []) : [chain],
    kind: 'benign',
    label,
    // Nobody knows the wallets of users by sight.
    ...(!/wallet address$/i.test(label) && { imitable: true }),
  })
}

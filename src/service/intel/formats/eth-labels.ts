import { readAddress, readChain } from './address.ts'
import { FROZEN, meaningsOf } from './etherscan-meaning.ts'
import { type FeedRecord, type FeedTableRow, type FormatReader, kept, malformed, noAddress, noChain } from './format.ts'
import { type CsvRow, csvRows } from './reading/csv.ts'

/** Tokens with Etherscan labels, by dawsbot. Symbols come from the contracts themselves: many are forged. */
export const ethLabels: FormatReader = {
  isPart: (path) => /(?:^|\/)tokens\.csv$/.test(path),
  async *read(file) {
    for await (const rows of csvRows(file.text, ['address', 'chainId', 'label', 'name', 'symbol']))
      yield rows.map(readRow)
  },
}

function readRow(row: CsvRow): FeedTableRow {
  if ('broken' in row) return malformed('unclosed quote', row.broken)
  const { address, chainid, label = '', name = '', symbol = '' } = row.fields
  const reading = readAddress(address)
  if ('fault' in reading) return noAddress(reading, row.fields)
  const chain = readChain(chainid)
  if (chain === undefined) return noChain(chainid, row.fields)
  const about = { key: reading.address, chainIds: [chain], ...(symbol !== '' && { symbol }) }
  const accusation = meaningsOf(name, [label]).find(({ kind }) => kind === 'malicious')
  // The token of a mixer or an exchange is an ordinary token.
  const token: FeedRecord = {
    ...about,
    kind: 'token',
    name,
    label: symbol === '' ? name || label : `${name} (${symbol})`,
  }
  return kept(accusation && label !== FROZEN ? { ...about, ...accusation } : token)
}

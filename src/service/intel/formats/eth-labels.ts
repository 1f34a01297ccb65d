import { foreignChain, readAddress, readChain } from './address.ts'
import { meaningsOf } from './etherscan-meaning.ts'
import { type FeedRecord, type Format, kept, malformed, type Row, unread, useless } from './format.ts'
import { type CsvRow, csvRows } from './reading/csv.ts'

/** Tokens as Etherscan labels them, by dawsbot. The symbols are what the contracts say of themselves: many are forged. */
export const ethLabels: Format = {
  isPart: (path) => /(?:^|\/)tokens\.csv$/.test(path),
  async *read(file) {
    for await (const rows of csvRows(file.text, ['address', 'chainId', 'label', 'name', 'symbol']))
      yield rows.map(readRow)
  },
}

function readRow(row: CsvRow): Row {
  if ('broken' in row) return malformed('a quote that is never closed', row.broken)
  const { address, chainid, label = '', name = '', symbol = '' } = row.fields
  const reading = readAddress(address)
  if ('fault' in reading) return unread(reading, row.fields)
  const chain = readChain(chainid)
  if (chain === undefined) return useless(foreignChain(chainid), row.fields)
  const about = { key: reading.address, chainIds: [chain], ...(symbol !== '' && { symbol }) }
  const accusation = meaningsOf(name, [label]).find(({ kind }) => kind === 'malicious')
  // A token of a mixer or an exchange is a token.
  const token: FeedRecord = {
    ...about,
    kind: 'token',
    name,
    label: symbol === '' ? name || label : `${name} (${symbol})`,
  }
  return accusation ? kept({ ...about, ...accusation }, ...(isFrozen(label) ? [token] : [])) : kept(token)
}

/** Tokens whose own contract somebody sent stablecoins to, by mistake. */
function isFrozen(label: string): boolean {
  return label === 'blocked'
}

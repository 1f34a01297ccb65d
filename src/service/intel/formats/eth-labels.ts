import { readAddress, readChain } from './address.ts'
import { FROZEN, meaningsOf } from './etherscan-meaning.ts'
import { type FeedRecord, type FeedTableRow, type FormatReader, kept, noChain } from './format.ts'
import { type CsvFields, csvRows } from './reading/csv.ts'

/** Tokens with Etherscan labels, by dawsbot. Symbols come from the contracts themselves: many are forged. */
export const ethLabels: FormatReader = {
  isPart: (path) => /(?:^|\/)tokens\.csv$/.test(path),
  read: (file) => csvRows(file.text, ['address', 'chainId', 'label', 'name', 'symbol'], readRow),
}

function readRow(fields: CsvFields): FeedTableRow {
  const { address, chainid, label = '', name = '', symbol = '' } = fields
  const reading = readAddress(address, fields)
  if ('rejected' in reading) return reading
  const chain = readChain(chainid)
  if (chain === undefined) return noChain(chainid, fields)
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

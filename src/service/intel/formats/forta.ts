import { foreignChain, readAddress, readChain } from './address.ts'
import { type FeedFile, type FeedRecord, type Format, kept, malformed, type Row, unread, useless } from './format.ts'
import { type CsvRow, csvRows } from './reading/csv.ts'
import { notThisFormat } from './reading/not-this-format.ts'
import { peek } from './reading/peek.ts'

type Fields = Readonly<Record<string, string>>

interface Table {
  /** Columns that only this table has. */
  readonly columns: readonly string[]
  readonly delimiter: string
  readRow(fields: Fields, file: FeedFile): Row
}

/** Phishing, exploits and heists as Etherscan labels them. */
const LABELLED = 90
/** Who deployed a malicious contract; deployers of victims slip in. */
const DEPLOYER = 85
/** Alerts a person copied from social media, by what they were called; "Unknown" is a bot's. */
const REPORTED = 85
const REPORTED_BY_BOT = 60

const tables: readonly Table[] = [
  {
    columns: ['address', 'etherscan_tag', 'etherscan_labels', 'is_contract'],
    delimiter: ',',
    readRow: (fields, file) => {
      const isContract = fields.is_contract?.toLowerCase() !== 'false'
      return readListed(
        fields.address,
        fields.etherscan_tag,
        isContract ? contractChains(file) : everywhere(file),
        fields,
      )
    },
  },
  {
    columns: ['banned_address', 'wallet_tag', 'data_source'],
    delimiter: ',',
    // It does not say which of them are contracts.
    readRow: (fields, file) => readListed(fields.banned_address, fields.wallet_tag, contractChains(file), fields),
  },
  { columns: ['contract_address', 'contract_tag', 'contract_creator'], delimiter: ',', readRow: readContract },
  { columns: ['entitytype', 'entity', 'chain id', 'threat category'], delimiter: '\t', readRow: readReport },
]

/** The labelled data sets (labels/<chain id>/*.csv) and the manual alert list (tab separated). */
export const forta: Format = {
  isPart: (path) => /\/labels\/\d+\/[^/]+\.csv$|manual_alert_list[^/]*\.tsv$/.test(path),
  async *read(file) {
    const { line, text } = await peek(file.text)
    const header = line.toLowerCase()
    const table = tables.find(({ columns, delimiter }) => {
      const names = header.split(delimiter).map((name) => name.trim())
      return columns.every((column) => names.includes(column))
    })
    if (!table) throw notThisFormat('its first line is the header of none of the tables of Forta')
    for await (const rows of csvRows(text, table.columns, table.delimiter))
      yield rows.map((row) => readCsvRow(row, table, file))
  },
}

function readCsvRow(row: CsvRow, table: Table, file: FeedFile): Row {
  return 'broken' in row ? malformed('a quote that is never closed', row.broken) : table.readRow(row.fields, file)
}

function readListed(
  raw: string | undefined,
  tag: string | undefined,
  chainIds: readonly string[],
  fields: Fields,
): Row {
  const reading = readAddress(raw)
  if ('fault' in reading) return unread(reading, fields)
  return kept(accused(reading.address, tag || 'a malicious address', chainIds, LABELLED))
}

/** The contract, and who made it when that one is labelled, too. */
function readContract(fields: Fields, file: FeedFile): Row {
  const { contract_address, contract_tag, contract_creator, contract_creator_tag, notes } = fields
  const reading = readAddress(contract_address)
  if ('fault' in reading) return unread(reading, fields)
  const label = contract_tag || contract_creator_tag || notes || 'a malicious contract'
  const creator = readAddress(contract_creator)
  const isLabelled = Boolean(fields.contract_creator_etherscan_label || contract_creator_tag)
  return kept(
    accused(reading.address, label, contractChains(file), LABELLED),
    ...('address' in creator && isLabelled
      ? [accused(creator.address, contract_creator_tag || `deployer of ${label}`, everywhere(file), DEPLOYER)]
      : []),
  )
}

function readReport(fields: Fields, file: FeedFile): Row {
  if (fields.entitytype?.toLowerCase() !== 'address') return useless('names no address', fields)
  const reading = readAddress(fields.entity)
  if ('fault' in reading) return unread(reading, fields)
  const chain = readChain(fields['chain id'])
  if (fields['chain id'] && chain === undefined) return useless(foreignChain(fields['chain id']), fields)
  const threat = fields['threat category'] ?? ''
  const isKnown = threat !== '' && threat.toLowerCase() !== 'unknown'
  const label = [isKnown ? threat : 'reported', fields.attribution].filter(Boolean).join(', ')
  const chainIds = chain === undefined ? everywhere(file) : [chain]
  return kept(accused(reading.address, label, chainIds, isKnown ? REPORTED : REPORTED_BY_BOT))
}

function accused(key: string, label: string, chainIds: readonly string[], severity: number): FeedRecord {
  const subCategory = /\brug\b/i.test(label) ? 'rugPullInteraction' : 'maliciousInteraction'
  return { key, chainIds, kind: 'malicious', subCategory, severity, label }
}

/** A key pair holds on every chain: so does what is said of whoever has it. */
function everywhere({ chainIds = [] }: FeedFile): readonly string[] {
  return chainIds
}

/** What stands at the address of a contract on another chain is another contract. The folder names the chain. */
function contractChains({ path, chainIds }: FeedFile): readonly string[] {
  if (chainIds) return chainIds
  const chain = readChain(/\/labels\/(\d+)\//.exec(path)?.[1])
  return chain === undefined ? [] : [chain]
}

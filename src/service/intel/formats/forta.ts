import { peek } from '../../../shared/streams/resumed.ts'
import { readAddress, readChain } from './address.ts'
import {
  accusationIn,
  accused,
  type FeedFile,
  type FeedRecord,
  type FeedTableRow,
  type FormatReader,
  irrelevant,
  kept,
  noChain,
} from './format.ts'
import { type CsvFields, csvRows } from './reading/csv.ts'
import { notThisFormat } from './reading/whole-text.ts'

interface Table {
  /** Columns that identify the table. */
  readonly columns: readonly string[]
  readonly delimiter: string
  readRow(fields: CsvFields, file: FeedFile): FeedTableRow
}

/** Phishing, exploits and heists with an Etherscan label. */
const LABELLED = 90
/** Deployers of malicious contracts; includes some deployers of victims. */
const DEPLOYER = 85
/** Alerts copied from social media: by a person with a category, by a bot as "Unknown". */
const REPORTED = 85
const REPORTED_BY_BOT = 60

const tables: readonly Table[] = [
  {
    columns: ['address', 'etherscan_tag', 'etherscan_labels', 'is_contract'],
    delimiter: ',',
    readRow: (fields, file) => {
      const chains = fields.is_contract?.toLowerCase() === 'false' ? everywhere(file) : contractChains(file)
      return readListed(fields.address, fields.etherscan_tag, chains, fields)
    },
  },
  {
    columns: ['banned_address', 'wallet_tag', 'data_source'],
    delimiter: ',',
    // The table does not say which addresses are contracts.
    readRow: (fields, file) => readListed(fields.banned_address, fields.wallet_tag, contractChains(file), fields),
  },
  { columns: ['contract_address', 'contract_tag', 'contract_creator'], delimiter: ',', readRow: readContract },
  { columns: ['entitytype', 'entity', 'chain id', 'threat category'], delimiter: '\t', readRow: readReport },
]

/** Forta's labelled data sets (labels/<chain id>/*.csv) and its manual alert list (tab-separated). */
export const forta: FormatReader = {
  isPart: (path) => /\/labels\/\d+\/[^/]+\.csv$|(?<![^/])(?=[^/]*manual_alert_list)[^/]+\.tsv$/.test(path),
  async *read(file) {
    const { line, whole } = await peek(file.text)
    const header = line.toLowerCase()
    const table = tables.find(({ columns, delimiter }) => {
      const names = header.split(delimiter).map((name) => name.trim())
      return columns.every((column) => names.includes(column))
    })
    if (!table) throw notThisFormat('the first line is not the header of a Forta table')
    yield* csvRows(whole, table.columns, (fields) => table.readRow(fields, file), table.delimiter)
  },
}

function readListed(
  raw: string | undefined,
  tag: string | undefined,
  chainIds: readonly string[],
  fields: CsvFields,
): FeedTableRow {
  const reading = readAddress(raw, fields)
  if ('rejected' in reading) return reading
  return kept(recordOf(reading.address, tag || 'a malicious address', chainIds, LABELLED))
}

/** The contract, and its creator when that has a label too. */
function readContract(fields: CsvFields, file: FeedFile): FeedTableRow {
  const { contract_address, contract_tag, contract_creator, contract_creator_tag, notes } = fields
  const reading = readAddress(contract_address, fields)
  if ('rejected' in reading) return reading
  const label = contract_tag || contract_creator_tag || notes || 'a malicious contract'
  const creator = readAddress(contract_creator, fields)
  const isLabelled = Boolean(fields.contract_creator_etherscan_label || contract_creator_tag)
  return kept(
    recordOf(reading.address, label, contractChains(file), LABELLED),
    ...('address' in creator && isLabelled
      ? [recordOf(creator.address, contract_creator_tag || `deployer of ${label}`, everywhere(file), DEPLOYER)]
      : []),
  )
}

function readReport(fields: CsvFields, file: FeedFile): FeedTableRow {
  if (fields.entitytype?.toLowerCase() !== 'address') return irrelevant('no address', fields)
  const reading = readAddress(fields.entity, fields)
  if ('rejected' in reading) return reading
  const chain = readChain(fields['chain id'])
  if (fields['chain id'] && chain === undefined) return noChain(fields['chain id'], fields)
  const threat = fields['threat category'] ?? ''
  const isKnown = threat !== '' && threat.toLowerCase() !== 'unknown'
  const label = [isKnown ? threat : 'reported', fields.attribution].filter(Boolean).join(', ')
  const chainIds = chain === undefined ? everywhere(file) : [chain]
  return kept(recordOf(reading.address, label, chainIds, isKnown ? REPORTED : REPORTED_BY_BOT))
}

function recordOf(key: string, label: string, chainIds: readonly string[], severity: number): FeedRecord {
  return accused(key, chainIds, { severity, label, subCategory: accusationIn(label) })
}

/** A key pair has the same address on every chain. */
function everywhere({ chainIds = [] }: FeedFile): readonly string[] {
  return chainIds
}

/** The same address on another chain can be another contract. The folder names the chain. */
function contractChains({ path, chainIds }: FeedFile): readonly string[] {
  if (chainIds) return chainIds
  const chain = readChain(/\/labels\/(\d+)\//.exec(path)?.[1])
  return chain === undefined ? [] : [chain]
}

import { readAddress } from './address.ts'
import {
  type FeedFile,
  type FeedRecord,
  type FeedTableRow,
  type FormatReader,
  kept,
  keptIfAny,
  malformed,
  noAddress,
} from './format.ts'
import { type JsonElement, jsonElements } from './reading/json-elements.ts'

/** Addresses of drainers, checked one by one. */
const LISTED = 90

/**
 * Every address a phishing page uses, including the stolen tokens (USDC, USDT, DAI, WETH): a warning that any fact
 * about the address overrides.
 */
const TOUCHED = 45

/** address.json: an array of addresses. combined.json: an object from phishing sites to the addresses they use. */
export const scamsniffer: FormatReader = {
  isPart: (path) => /(?:^|\/)(?:address|combined)\.json$/.test(path),
  async *read(file) {
    for await (const elements of jsonElements(file.text))
      yield elements.map((element) => {
        if ('broken' in element) return malformed('not JSON', element.broken)
        return element.key === undefined ? readAddressRow(element, file) : readSite(element, file)
      })
  },
}

function readAddressRow({ value }: JsonElement, { chainIds = [] }: FeedFile): FeedTableRow {
  const reading = readAddress(value)
  if ('fault' in reading) return noAddress(reading, value)
  return kept({
    key: reading.address,
    chainIds,
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: LISTED,
    label: 'a phishing address',
  })
}

function readSite({ key: site = '', value }: JsonElement, { chainIds = [] }: FeedFile): FeedTableRow {
  const row = { [site]: value }
  // A list of pools by chain has the same shape. One site in the feed has an empty name.
  if (/^\d+$/.test(site) || !Array.isArray(value)) return malformed('not a site with its addresses', row)
  const readings = value.map(readAddress)
  const records = readings.flatMap((reading): FeedRecord[] =>
    'fault' in reading
      ? []
      : [
          {
            key: reading.address,
            chainIds,
            kind: 'malicious',
            subCategory: 'maliciousInteraction',
            severity: TOUCHED,
            label: `touched by the phishing site ${site || '(without a name)'}`,
          },
        ],
  )
  return keptIfAny(records, 'no EVM address', row)
}

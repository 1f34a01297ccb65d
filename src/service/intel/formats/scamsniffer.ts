import { readAddress } from './address.ts'
import { accused, type FeedFile, type FeedTableRow, type FormatReader, kept, keptIfAny, malformed } from './format.ts'
import { type JsonElement, jsonRows } from './reading/json-elements.ts'

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
  read: (file) =>
    jsonRows(file.text, (element) =>
      element.key === undefined ? readAddressRow(element, file) : readSite(element, file),
    ),
}

function readAddressRow({ value }: JsonElement, { chainIds }: FeedFile): FeedTableRow {
  const reading = readAddress(value, value)
  if ('rejected' in reading) return reading
  return kept(accused(reading.address, chainIds, { severity: LISTED, label: 'a phishing address' }))
}

function readSite({ key: site = '', value }: JsonElement, { chainIds }: FeedFile): FeedTableRow {
  const row = { [site]: value }
  // A list of pools by chain has the same shape. One site in the feed has an empty name.
  if (/^\d+$/.test(site) || !Array.isArray(value)) return malformed('not a site with its addresses', row)
  const what = { severity: TOUCHED, label: `touched by the phishing site ${site || '(without a name)'}` }
  const records = value
    .map((each) => readAddress(each, each))
    .flatMap((reading) => ('rejected' in reading ? [] : [accused(reading.address, chainIds, what)]))
  return keptIfAny(records, 'no EVM address', row)
}

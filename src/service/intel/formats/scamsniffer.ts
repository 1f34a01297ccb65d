import { readAddress } from './address.ts'
import { type FeedFile, type FeedRecord, type Format, kept, keptIfAny, malformed, type Row, unread } from './format.ts'
import { type JsonElement, jsonElements } from './reading/json-elements.ts'

/** Addresses of drainers, each looked into. */
const LISTED = 90

/**
 * Everything a phishing page touches, the tokens it steals too: USDC, USDT, DAI and WETH are in it. A warning, which
 * any fact about the address outweighs.
 */
const TOUCHED = 45

/** address.json: an array of addresses. combined.json: an object of phishing sites and the addresses they touch. */
export const scamsniffer: Format = {
  isPart: (path) => /(?:^|\/)(?:address|combined)\.json$/.test(path),
  async *read(file) {
    for await (const elements of jsonElements(file.text))
      yield elements.map((element) => {
        if ('broken' in element) return malformed('not JSON', element.broken)
        return element.key === undefined ? readAddressRow(element, file) : readSite(element, file)
      })
  },
}

function readAddressRow({ value }: JsonElement, { chainIds = [] }: FeedFile): Row {
  const reading = readAddress(value)
  if ('fault' in reading) return unread(reading, value)
  return kept({
    key: reading.address,
    chainIds,
    kind: 'malicious',
    subCategory: 'maliciousInteraction',
    severity: LISTED,
    label: 'a phishing address',
  })
}

function readSite({ key: site = '', value }: JsonElement, { chainIds = [] }: FeedFile): Row {
  const row = { [site]: value }
  // A list of pools by chain has the same shape. One site of the feed has an empty name.
  if (/^\d+$/.test(site) || !Array.isArray(value)) return malformed('no site and its addresses', row)
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
  return keptIfAny(records, 'names no EVM address', row)
}

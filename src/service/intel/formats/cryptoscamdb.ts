import { isRecord } from '../../../shared/json/json.ts'
import { readAnyAddress } from './address.ts'
import { type FeedFile, type FeedRecord, type FeedTableRow, type FormatReader, keptIfAny, malformed } from './format.ts'
import { type YamlItem, yamlItems } from './reading/yaml-items.ts'

/** Reports from 2017 to 2022, checked by volunteers. */
const SEVERITY = 80

/** Currencies with EVM addresses. */
const EVM = ['ETH', 'ETC', 'BNB', 'USDT', 'USDC', 'MATIC', 'AVAX', 'UNKNOWN']

/** Phishing pages impersonate another site; the other categories ask for payments. */
const byCategory: Readonly<Record<string, NonNullable<FeedRecord['subCategory']>>> = {
  phishing: 'impersonationScamInteraction',
  scamming: 'financialScamInteraction',
}

/** Scam sites of CryptoScamDB (urls.yaml) and the addresses their victims paid. Skips sites without an address. */
export const cryptoscamdb: FormatReader = {
  isPart: (path) => /(?:^|\/)urls\.ya?ml$/.test(path),
  async *read(file) {
    for await (const items of yamlItems(file.text)) yield items.map((item) => readItem(item, file))
  },
}

function readItem(item: YamlItem, { chainIds = [] }: FeedFile): FeedTableRow {
  if ('broken' in item) return malformed('not YAML', item.broken)
  const { value } = item
  const { name, url, category, subcategory, addresses } = (value ?? {}) as Readonly<Record<string, unknown>>
  const site = [name, url].find((each) => typeof each === 'string')
  if (site === undefined) return malformed('no name and no url', value)
  const kind = typeof category === 'string' ? category.toLowerCase() : ''
  const about = [subcategory, category].find((each) => typeof each === 'string')
  const records = addressesOf(addresses).map(
    (address): FeedRecord => ({
      ...address,
      chainIds: address.chainIds ?? chainIds,
      kind: 'malicious',
      subCategory: byCategory[kind] ?? 'financialScamInteraction',
      severity: SEVERITY,
      label: about ? `${site} (${about})` : site,
    }),
  )
  return keptIfAny(records, 'no address', value)
}

/** Each once: chains only of those that are no EVM addresses. */
function addressesOf(addresses: unknown): (Pick<FeedRecord, 'key'> & Partial<Pick<FeedRecord, 'chainIds'>>)[] {
  if (!isRecord(addresses)) return []
  const found = Object.entries(addresses).flatMap(([currency, list]) =>
    (Array.isArray(list) ? (list as unknown[]) : []).flatMap((raw) => {
      const reading = readAnyAddress(raw, raw, currency)
      if ('other' in reading) return [{ key: reading.other.text, chainIds: [reading.other.chain ?? currency] }]
      return 'address' in reading && EVM.includes(currency.toUpperCase()) ? [{ key: reading.address }] : []
    }),
  )
  return [...new Map(found.map((each) => [each.key, each])).values()]
}

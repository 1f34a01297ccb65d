import { isRecord } from '../../../shared/json/json.ts'
import { readAddress } from './address.ts'
import { type FeedFile, type FeedRecord, type FeedTableRow, type Format, keptIfAny, malformed } from './format.ts'
import { type YamlItem, yamlItems } from './reading/yaml-items.ts'

/** Reports from 2017 to 2022, checked by volunteers. */
const SEVERITY = 80

/** Currencies with EVM addresses. */
const CURRENCIES = ['ETH', 'ETC', 'BNB', 'USDT', 'USDC', 'MATIC', 'AVAX', 'UNKNOWN']

/** Phishing pages impersonate another site; the other categories ask for payments. */
const byCategory: Readonly<Record<string, NonNullable<FeedRecord['subCategory']>>> = {
  phishing: 'impersonationScamInteraction',
  scamming: 'financialScamInteraction',
}

/** Scam sites of CryptoScamDB (urls.yaml) and the addresses their victims paid. Skips sites without an EVM address. */
export const cryptoscamdb: Format = {
  isPart: (path) => /(?:^|\/)urls\.ya?ml$/.test(path),
  async *read(file) {
    for await (const items of yamlItems(file.text)) yield items.map((item) => readItem(item, file))
  },
}

function readItem(item: YamlItem, { chainIds = [] }: FeedFile): FeedTableRow {
  if ('broken' in item) return malformed('not YAML', item.broken)
  const { value } = item
  const { name, url, category, subcategory, addresses } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' && typeof url !== 'string') return malformed('no name and no url', value)
  const site = String(name ?? url)
  const kind = typeof category === 'string' ? category.toLowerCase() : ''
  const about = [subcategory, category].find((each) => typeof each === 'string')
  const records = addressesOf(addresses).map(
    (key): FeedRecord => ({
      key,
      chainIds,
      kind: 'malicious',
      subCategory: byCategory[kind] ?? 'financialScamInteraction',
      severity: SEVERITY,
      label: about ? `${site} (${about})` : site,
    }),
  )
  return keptIfAny(records, 'no EVM address', value)
}

function addressesOf(addresses: unknown): string[] {
  if (!isRecord(addresses)) return []
  const named = Object.entries(addresses).flatMap(([currency, list]) =>
    CURRENCIES.includes(currency.toUpperCase()) && Array.isArray(list) ? (list as unknown[]) : [],
  )
  return Array.from(
    new Set(
      named.flatMap((raw) => {
        const reading = readAddress(raw)
        return 'address' in reading ? [reading.address] : []
      }),
    ),
  )
}

import { readAddress } from './address.ts'
import { type FeedFile, type FeedRecord, type Format, keptIfAny, malformed, type Row } from './format.ts'
import { type YamlItem, yamlItems } from './reading/yaml-items.ts'

/** Reports of 2017 to 2022, checked by volunteers. */
const SEVERITY = 80

/** Currencies whose addresses are those of EVM chains. */
const CURRENCIES = ['ETH', 'ETC', 'BNB', 'USDT', 'USDC', 'MATIC', 'AVAX', 'UNKNOWN']

/** A page that passes itself off as another takes what is typed there; the rest wants money sent. */
const byCategory: Readonly<Record<string, NonNullable<FeedRecord['subCategory']>>> = {
  phishing: 'impersonationScamInteraction',
  scamming: 'financialScamInteraction',
}

/** Sites and where their victims sent to, by CryptoScamDB: urls.yaml. Sites without an EVM address are left out. */
export const cryptoscamdb: Format = {
  isPart: (path) => /(?:^|\/)urls\.ya?ml$/.test(path),
  async *read(file) {
    for await (const items of yamlItems(file.text)) yield items.map((item) => readItem(item, file))
  },
}

function readItem(item: YamlItem, { chainIds = [] }: FeedFile): Row {
  if ('broken' in item) return malformed('not YAML', item.broken)
  const { value } = item
  const { name, url, category, subcategory, addresses } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' && typeof url !== 'string') return malformed('neither name nor url', value)
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
  return keptIfAny(records, 'names no EVM address', value)
}

function addressesOf(addresses: unknown): string[] {
  if (addresses === null || typeof addresses !== 'object') return []
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

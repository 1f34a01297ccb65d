import { type IntelKind, intelKinds, type SubCategory, subCategories } from '../../../api/vocabulary.ts'
import { readAddress, readChain, unsupportedChain } from './address.ts'
import {
  type FeedFile,
  type FeedRecord,
  type FeedTableRow,
  type Format,
  irrelevant,
  kept,
  malformed,
  rejectAddress,
} from './format.ts'
import { type Fields, fieldRows, textOf } from './reading/field-rows.ts'

/**
 * txwarden's own format, for your own and for converted lists: CSV with a header, or one JSON object a line. Required:
 * address, kind. Optional: chainIds, subCategory, severity, label, symbol, name. Benign records count as canonical,
 * because the operator vouches for them.
 */
export const addresses: Format = {
  isPart: (path) => /\.(?:csv|ndjson|jsonl)$/i.test(path),
  read: (file) => fieldRows(file.text, ['address', 'kind'], (fields) => readFields(fields, file)),
}

function readFields(fields: Fields, file: FeedFile): FeedTableRow {
  const reading = readAddress(fields.address)
  if ('fault' in reading) return rejectAddress(reading, fields)
  const kind = intelKinds.find((each) => each === textOf(fields.kind).toLowerCase())
  if (!kind) return malformed(`kind must be one of ${intelKinds.join(', ')}`, fields)
  const chains = chainsOf(fields.chainids ?? fields.chainid, file)
  if (chains.unsupported !== undefined && chains.ids.length === 0)
    return irrelevant(unsupportedChain(chains.unsupported), fields)
  const subCategory = subCategoryOf(textOf(fields.subcategory))
  if (subCategory === null) return malformed('unknown subCategory', fields)
  const severity = severityOf(fields.severity)
  if (severity === null) return malformed('severity must be an integer from 0 to 100', fields)
  return kept(recordOf({ address: reading.address, kind, chainIds: chains.ids, subCategory, severity, fields }))
}

interface Parsed {
  readonly address: string
  readonly kind: IntelKind
  readonly chainIds: readonly string[]
  readonly subCategory: FeedRecord['subCategory']
  readonly severity: number | undefined
  readonly fields: Fields
}

function recordOf({ address, kind, chainIds, subCategory, severity, fields }: Parsed): FeedRecord {
  const [label, symbol, name] = [textOf(fields.label), textOf(fields.symbol), textOf(fields.name)]
  const isThreat = kind === 'malicious' || kind === 'mixer' || kind === 'sanctioned'
  return {
    key: address,
    chainIds,
    kind,
    ...(kind === 'malicious' && { subCategory: subCategory ?? 'maliciousInteraction' }),
    ...(severity !== undefined && isThreat && { severity }),
    label: label || (name && symbol ? `${name} (${symbol})` : name || symbol) || kind,
    ...(symbol !== '' && { symbol }),
    ...(name !== '' && { name }),
    ...(!isThreat && { canonical: true }),
    ...(!isThreat && kind !== 'burn' && { imitable: true }),
  }
}

/** `["1","10"]`, or ids and names separated by spaces, commas, semicolons or bars. None: as in --chain, or every chain. */
function chainsOf(raw: unknown, { chainIds = [] }: FeedFile): { ids: readonly string[]; unsupported?: string } {
  const words = (Array.isArray(raw) ? raw.map(String) : textOf(raw).split(/[\s,;|[\]"]+/)).filter((word) => word !== '')
  if (words.length === 0) return { ids: chainIds }
  const ids = words.flatMap((word) => readChain(word) ?? [])
  const unsupported = words.find((word) => readChain(word) === undefined)
  return { ids: [...new Set(ids)], ...(unsupported !== undefined && { unsupported }) }
}

/** Null for an unknown sub-category, and for those that sanctions and block lists have as their own kinds. */
function subCategoryOf(text: string): FeedRecord['subCategory'] | null {
  if (text === '') return undefined
  const found = (Object.keys(subCategories) as SubCategory[]).find((name) => name.toLowerCase() === text.toLowerCase())
  return found === undefined || found === 'sanctionedInteraction' || found === 'blockedAddress' ? null : found
}

function severityOf(raw: unknown): number | null | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined
  const severity = Number(raw)
  return Number.isInteger(severity) && severity >= 0 && severity <= 100 ? severity : null
}

import {
  type IntelKind,
  intelKinds,
  isFinal,
  type SubCategory,
  subCategories,
  threatKinds,
} from '../../../api/vocabulary.ts'
import { readAnyAddress, readChain } from './address.ts'
import {
  type FeedFile,
  type FeedRecord,
  type FeedTableRow,
  type FormatReader,
  kept,
  keptAsText,
  malformed,
  noChain,
} from './format.ts'
import { type FeedFields, fieldRows, textOf } from './reading/field-rows.ts'

/**
 * txwarden's own format, for your own and for converted lists: CSV with a header, or one JSON object a line. Required:
 * address (of any chain), kind. Optional: chainIds, subCategory, severity, label, symbol, name. Benign records count as canonical,
 * because the operator vouches for them.
 */
export const addresses: FormatReader = {
  isPart: (path) => /\.(?:csv|ndjson|jsonl)$/i.test(path),
  read: (file) => fieldRows(file.text, ['address', 'kind'], (fields) => readFields(fields, file)),
}

function readFields(fields: FeedFields, file: FeedFile): FeedTableRow {
  const reading = readAnyAddress(fields.address, fields, textOf(fields.chainids ?? fields.chainid))
  if ('rejected' in reading) return reading
  const kind = intelKinds.find((each) => each === textOf(fields.kind).toLowerCase())
  if (!kind) return malformed(`kind must be one of ${intelKinds.join(', ')}`, fields)
  const isOther = 'other' in reading
  const chains = isOther ? { ids: [] } : chainsOf(fields.chainids ?? fields.chainid, file)
  if (chains.unsupported !== undefined && chains.ids.length === 0) return noChain(chains.unsupported, fields)
  const subCategory = subCategoryOf(textOf(fields.subcategory))
  if (subCategory === null) return malformed('unknown subCategory', fields)
  const severity = severityOf(fields.severity)
  if (severity === null) return malformed('severity must be an integer from 0 to 100', fields)
  const what = recordOf(kind, { subCategory, severity }, fields)
  if (isOther) return keptAsText(reading.other, what)
  return kept({ key: reading.address, chainIds: chains.ids, ...what, ...standingOf(kind) })
}

function recordOf(
  kind: IntelKind,
  { subCategory, severity }: Pick<FeedRecord, 'subCategory' | 'severity'>,
  fields: FeedFields,
): Omit<FeedRecord, 'key' | 'chainIds'> {
  const [label, symbol, name] = [textOf(fields.label), textOf(fields.symbol), textOf(fields.name)]
  return {
    kind,
    ...(kind === 'malicious' && { subCategory: subCategory ?? 'maliciousInteraction' }),
    ...(severity !== undefined && threatKinds.includes(kind) && { severity }),
    label: label || (name && symbol ? `${name} (${symbol})` : name || symbol) || kind,
    ...(symbol !== '' && { symbol }),
    ...(name !== '' && { name }),
  }
}

/** What the operator vouches for is imitated. */
function standingOf(kind: IntelKind): Pick<FeedRecord, 'canonical' | 'imitable'> {
  if (threatKinds.includes(kind)) return {}
  return { canonical: true, ...(kind !== 'burn' && { imitable: true }) }
}

/** `["1","10"]`, or ids and names separated by spaces, commas, semicolons or bars. None: as in --chain, or every chain. */
function chainsOf(raw: unknown, { chainIds = [] }: FeedFile): { ids: readonly string[]; unsupported?: string } {
  const words = (Array.isArray(raw) ? raw.map(wordOf) : textOf(raw).split(/[\s,;|[\]"]+/)).filter((word) => word !== '')
  if (words.length === 0) return { ids: chainIds }
  const ids = words.flatMap((word) => readChain(word) ?? [])
  const unsupported = words.find((word) => readChain(word) === undefined)
  return { ids: [...new Set(ids)], ...(unsupported !== undefined && { unsupported }) }
}

/** What is no text is the id of no chain, unless it is a number. */
function wordOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : JSON.stringify(raw)
}

/** Null for an unknown sub-category, and for those that sanctions and block lists have as their own kinds. */
function subCategoryOf(text: string): FeedRecord['subCategory'] | null {
  if (text === '') return undefined
  const found = (Object.keys(subCategories) as SubCategory[]).find((name) => name.toLowerCase() === text.toLowerCase())
  return found === undefined || isFinal(found) ? null : found
}

function severityOf(raw: unknown): number | null | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined
  const severity = typeof raw === 'object' ? Number.NaN : Number(raw)
  return Number.isInteger(severity) && severity >= 0 && severity <= 100 ? severity : null
}

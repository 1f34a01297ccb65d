import { readAddress } from './address.ts'
import { meaningsOf } from './etherscan-meaning.ts'
import { type FeedFile, type FeedTableRow, type FormatReader, keptIfAny, malformed, noAddress } from './format.ts'
import { type CsvRow, csvRows } from './reading/csv.ts'
import { type BrokenElement, type JsonElement, jsonElements } from './reading/json-elements.ts'
import { notThisFormat } from './reading/not-this-format.ts'
import { peek } from './reading/peek.ts'

/** Chain of each explorer's folder. */
const sites: Readonly<Record<string, string>> = {
  etherscan: '1',
  optimism: '10',
  bscscan: '56',
  polygonscan: '137',
  basescan: '8453',
  arbiscan: '42161',
  avalanche: '43114',
  snowtrace: '43114',
  sepolia: '11155111',
}

/**
 * Labels of Etherscan and related explorers, by brianleect: <site>/combined/combinedAllLabels.json (address → name and
 * labels), or <site>/accounts/<label>.csv. A label applies to the chain of its site only.
 */
export const etherscanLabels: FormatReader = {
  isPart: (path) =>
    /\/combined\/combinedAllLabels\.json$|\/accounts\/[^/]+\.csv$/.test(path) && siteOf(path) !== undefined,
  async *read(file) {
    const chainIds = chainsOf(file)
    const { line, text } = await peek(file.text)
    if (line.startsWith('{')) {
      for await (const elements of jsonElements(text)) yield elements.map((element) => readElement(element, chainIds))
    } else {
      const label = labelOf(file.path)
      for await (const rows of csvRows(text, ['Address', 'Name Tag']))
        yield rows.map((row) => readCsvRow(row, label, chainIds))
    }
  },
}

function readElement(element: JsonElement | BrokenElement, chainIds: readonly string[]): FeedTableRow {
  if ('broken' in element) return malformed('not JSON', element.broken)
  const { name, labels } = (element.value ?? {}) as { name?: unknown; labels?: unknown }
  const row = { [element.key ?? '']: element.value }
  if (typeof name !== 'string' || !Array.isArray(labels) || !labels.every((label) => typeof label === 'string'))
    return malformed('no name and labels', row)
  return readLabelled(element.key, name.trim(), labels, chainIds, row)
}

function readCsvRow(row: CsvRow, label: string, chainIds: readonly string[]): FeedTableRow {
  if ('broken' in row) return malformed('unclosed quote', row.broken)
  return readLabelled(row.fields.address, row.fields['name tag'] ?? '', [label], chainIds, row.fields)
}

function readLabelled(
  rawAddress: string | undefined,
  name: string,
  labels: readonly string[],
  chainIds: readonly string[],
  raw: unknown,
): FeedTableRow {
  const reading = readAddress(rawAddress)
  if ('fault' in reading) return noAddress(reading, raw)
  const records = meaningsOf(name, labels).map((meaning) => ({ key: reading.address, chainIds, ...meaning }))
  return keptIfAny(records, 'labels without a known meaning', raw)
}

function chainsOf({ path, chainIds }: FeedFile): readonly string[] {
  if (chainIds) return chainIds
  const site = siteOf(path)
  if (site) return [site]
  throw notThisFormat(`the path names no explorer (${Object.keys(sites).join(', ')}); name the chain with --chain`)
}

function siteOf(path: string): string | undefined {
  const parts = path.split('/')
  // From the end: a clone's folder can have the name of another explorer.
  return parts
    .slice(0, -1)
    .reverse()
    .map((part) => sites[part.toLowerCase()])
    .find((chain) => chain !== undefined)
}

function labelOf(path: string): string {
  const label = /(?<![^/])([^/]+)\.csv$/.exec(path)?.[1]
  if (label) return label.toLowerCase()
  throw notThisFormat('the file name is not a label, as in heist.csv')
}

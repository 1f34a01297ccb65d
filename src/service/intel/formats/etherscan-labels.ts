import { peek } from '../../../shared/streams/resumed.ts'
import { readAddress } from './address.ts'
import { meaningsOf } from './etherscan-meaning.ts'
import { type FeedFile, type FeedTableRow, type FormatReader, keptIfAny, malformed } from './format.ts'
import { csvRows } from './reading/csv.ts'
import { type JsonElement, jsonRows } from './reading/json-elements.ts'
import { notThisFormat } from './reading/whole-text.ts'

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
    const { line, whole } = await peek(file.text)
    if (line.startsWith('{')) {
      yield* jsonRows(whole, (element) => readElement(element, chainIds))
    } else {
      const label = labelOf(file.path)
      yield* csvRows(whole, ['Address', 'Name Tag'], (fields) =>
        readLabelled(fields.address, fields['name tag'] ?? '', [label], chainIds, fields),
      )
    }
  },
}

function readElement({ key, value }: JsonElement, chainIds: readonly string[]): FeedTableRow {
  const { name, labels } = (value ?? {}) as { name?: unknown; labels?: unknown }
  const row = { [key ?? '']: value }
  if (typeof name !== 'string' || !Array.isArray(labels) || !labels.every((label) => typeof label === 'string'))
    return malformed('no name and labels', row)
  return readLabelled(key, name.trim(), labels, chainIds, row)
}

function readLabelled(
  rawAddress: string | undefined,
  name: string,
  labels: readonly string[],
  chainIds: readonly string[],
  raw: unknown,
): FeedTableRow {
  const reading = readAddress(rawAddress, raw)
  if ('rejected' in reading) return reading
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

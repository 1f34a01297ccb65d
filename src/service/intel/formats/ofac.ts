import { peek } from '../../../shared/streams/resumed.ts'
import { linesOf } from '../../../shared/text/lines.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { readCheckedAddress } from './address.ts'
import { type FeedFile, type FeedTableRow, type FormatReader, kept, keptAsText } from './format.ts'
import { jsonRows } from './reading/json-elements.ts'
import { xmlElements } from './reading/xml-elements.ts'

const LABEL = 'OFAC sanctions list'

/**
 * Addresses of the OFAC list: the extracts of 0xB10C (one a line, or an array of strings), and the official files SDN.XML,
 * SDN_ADVANCED.XML, SDN_ENHANCED.XML, SDN.CSV and SDN_COMMENTS.CSV, of which only digital currency addresses are rows. EVM
 * addresses apply to every chain.
 */
export const ofac: FormatReader = {
  isPart: (path) =>
    /(?:sanctioned_addresses_[A-Z0-9]+\.(?:txt|json)|(?:^|\/)(?:sdn|cons)[a-z_]*\.(?:xml|csv))$/i.test(path),
  // OFAC changes its list several times a month, and also removes addresses (Tornado Cash on 2025-03-21).
  maxAgeMs: 7 * DAY_MS,
  async *read(file) {
    const code = /sanctioned_addresses_([A-Z0-9]+)\.[a-z]+$/i.exec(file.path)?.[1]
    const { line, whole } = await peek(file.text)
    if (line.startsWith('<')) yield* readXml(whole, file)
    else if (line.startsWith('[')) yield* jsonRows(whole, ({ value }) => readRow(value, file, { code }))
    else {
      const isOfficial = OFFICIAL_ROW.test(line)
      for await (const batch of linesOf(whole, LONGEST_REMARKS))
        yield batch
          .filter((each) => !each.text.startsWith('#'))
          .flatMap((each) => (isOfficial ? readRemarks(each.text, file) : [readRow(each.text, file, { code })]))
    }
  },
}

interface Origin {
  /** Code of the currency. */
  readonly code?: string | undefined
  /** Number of the entry on the list. */
  readonly entry?: string | undefined
}

function readRow(raw: unknown, { chainIds = [] }: FeedFile, { code, entry }: Origin): FeedTableRow {
  const reading = readCheckedAddress(raw, raw, code)
  const what = { kind: 'sanctioned', label: entry === undefined ? LABEL : `${LABEL}, entry ${entry}` } as const
  if ('other' in reading) return keptAsText(reading.other, what)
  if ('rejected' in reading) return reading
  return kept({ key: reading.address, chainIds, ...what })
}

/** A row of SDN.CSV or SDN_COMMENTS.CSV starts with the number of its entry. */
const OFFICIAL_ROW = /^"?(\d+)"? *,/
/** The remarks of an entry with many addresses (characters). */
const LONGEST_REMARKS = 1024 * 1024
const IN_REMARKS = /Digital Currency Address *- *([A-Z0-9]{2,8}) +([^\s;,"]+)/gi

/** Its addresses stand in its remarks, one behind the other. A row without one is no row here. */
function readRemarks(line: string, file: FeedFile): FeedTableRow[] {
  const entry = OFFICIAL_ROW.exec(line)?.[1]
  return Array.from(line.matchAll(IN_REMARKS), ([, code, text = '']) =>
    readRow(text.replace(/\.$/, ''), file, { code, entry }),
  )
}

const OF_TYPE = /^Digital Currency Address *-? *([A-Z0-9]*)$/i
/** The element with the address, by that with its type: SDN.XML, SDN_ADVANCED.XML, SDN_ENHANCED.XML. */
const VALUES: Readonly<Record<string, string>> = { idType: 'idNumber', Feature: 'VersionDetail', type: 'value' }

/** The types of SDN_ADVANCED.XML stand at its start, and its features name them by number. */
async function* readXml(text: AsyncIterable<string>, file: FeedFile): AsyncGenerator<readonly FeedTableRow[]> {
  const types = new Map<string, string>()
  let entry: string | undefined
  let awaited: { readonly element: string | undefined; readonly code: string } | undefined
  for await (const elements of xmlElements(text)) {
    const rows: FeedTableRow[] = []
    for (const { name, attributes, text: content } of elements) {
      const code = OF_TYPE.exec(content)?.[1]
      if (name === 'FeatureType' && code !== undefined) types.set(attributes.ID ?? '', code)
      else if (name === 'DistinctParty') entry = attributes.FixedRef
      else if (name === 'sdnEntry') entry = undefined
      else if (name === 'uid' && entry === undefined) entry = content
      else if (name === 'entity') entry = attributes.id
      const type = name === 'Feature' ? types.get(attributes.FeatureTypeID ?? '') : code
      if (name in VALUES) awaited = type === undefined ? undefined : { element: VALUES[name], code: type }
      else if (awaited && name === awaited.element) rows.push(readRow(content, file, { code: awaited.code, entry }))
    }
    if (rows.length > 0) yield rows
  }
}

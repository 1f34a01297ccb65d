import { linesOf } from '../../../shared/text/lines.ts'
import { readAddress } from './address.ts'
import { type FeedFile, type FeedTableRow, type Format, kept, malformed, rejectAddress } from './format.ts'
import { jsonElements } from './reading/json-elements.ts'
import { peek } from './reading/peek.ts'

const DAY_MS = 86_400_000

/** Addresses of the OFAC list, extracted by 0xB10C: one a line, or an array of strings. They apply to every chain. */
export const ofac: Format = {
  isPart: (path) => /sanctioned_addresses_(?:ETH|ETC|ARB|BSC|USDC|USDT)\.(?:txt|json)$/i.test(path),
  // OFAC changes its list several times a month, and also removes addresses (Tornado Cash on 2025-03-21).
  maxAgeMs: 7 * DAY_MS,
  async *read(file) {
    const { line, text } = await peek(file.text)
    if (line.startsWith('[')) {
      for await (const elements of jsonElements(text))
        yield elements.map((element) =>
          'broken' in element ? malformed('not JSON', element.broken) : readRow(element.value, file),
        )
    } else {
      for await (const batch of linesOf(text))
        yield batch.filter((each) => !each.text.startsWith('#')).map((each) => readRow(each.text, file))
    }
  },
}

function readRow(raw: unknown, { chainIds = [] }: FeedFile): FeedTableRow {
  const reading = readAddress(raw)
  if ('fault' in reading) return rejectAddress(reading, raw)
  return kept({ key: reading.address, chainIds, kind: 'sanctioned', label: 'OFAC sanctions list' })
}

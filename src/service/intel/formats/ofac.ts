import { readAddress } from './address.ts'
import { type FeedFile, type Format, kept, malformed, type Row, unread } from './format.ts'
import { jsonElements } from './reading/json-elements.ts'
import { lines } from './reading/lines.ts'
import { peek } from './reading/peek.ts'

const DAY_MS = 86_400_000

/** Addresses of the OFAC list as 0xB10C extracts them: one a line, or an array of strings. They are people's: on every chain. */
export const ofac: Format = {
  isPart: (path) => /sanctioned_addresses_(?:ETH|ETC|ARB|BSC|USDC|USDT)\.(?:txt|json)$/i.test(path),
  // OFAC changes its list several times a month, and takes addresses off it: Tornado Cash on 2025-03-21.
  maxAgeMs: 7 * DAY_MS,
  async *read(file) {
    const { line, text } = await peek(file.text)
    if (line.startsWith('[')) {
      for await (const elements of jsonElements(text))
        yield elements.map((element) =>
          'broken' in element ? malformed('not JSON', element.broken) : readRow(element.value, file),
        )
    } else {
      for await (const batch of lines(text))
        yield batch.filter((each) => !each.text.startsWith('#')).map((each) => readRow(each.text, file))
    }
  },
}

function readRow(raw: unknown, { chainIds = [] }: FeedFile): Row {
  const reading = readAddress(raw)
  if ('fault' in reading) return unread(reading, raw)
  return kept({ key: reading.address, chainIds, kind: 'sanctioned', label: 'OFAC sanctions list' })
}

import { readAddress } from './address.ts'
import {
  accused,
  type FeedFile,
  type FeedRecord,
  type FeedTableRow,
  type FormatReader,
  kept,
  malformed,
} from './format.ts'
import { jsonRows } from './reading/json-elements.ts'

/** Comments that name something other than theft; the first match counts. */
const byComment: readonly [RegExp, NonNullable<FeedRecord['subCategory']>][] = [
  [/\bfake (?:copy|token|admin|support)|pretend|impersonat|clone/i, 'impersonationScamInteraction'],
]

/** Reports from 2017 to 2021, mostly unchecked. */
const SEVERITY = 80

/** Lists of MyEtherWallet: darklist, and lightlist (contracts wrongly reported as scams). */
export const mew: FormatReader = {
  isPart: (path) => /addresses-(?:dark|light)list\.json$/.test(path),
  async *read(file) {
    const isLight = /light/i.test(file.path.split('/').at(-1) ?? '')
    yield* jsonRows(file.text, ({ value }) => readRow(value, file, isLight))
  },
}

function readRow(value: unknown, { chainIds }: FeedFile, isLight: boolean): FeedTableRow {
  const { address, comment } = (value ?? {}) as { address?: unknown; comment?: unknown }
  const reading = readAddress(address, value)
  if ('rejected' in reading) return reading
  // Without this check a token list would be imported as a list of scams.
  if (typeof comment !== 'string') return malformed('no comment', value)
  const text = comment.trim()
  // The lightlist has contracts of Ethereum: the same address on another chain can be another contract.
  if (isLight)
    return kept({
      key: reading.address,
      chainIds: chainIds ?? ['1'],
      kind: 'benign',
      label: text || 'MyEtherWallet lightlist',
      imitable: true,
    })
  const subCategory = byComment.find(([pattern]) => pattern.test(text))?.[1] ?? 'financialScamInteraction'
  const what = { severity: SEVERITY, label: text || 'a scam address', subCategory }
  return kept(accused(reading.address, chainIds, what))
}

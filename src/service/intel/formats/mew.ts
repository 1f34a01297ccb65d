import { readAddress } from './address.ts'
import { type FeedFile, type FeedRecord, type Format, kept, malformed, type Row, unread } from './format.ts'
import { jsonElements } from './reading/json-elements.ts'

/** What a comment says that goes beyond "they took money"; the first that fits. */
const byComment: readonly [RegExp, NonNullable<FeedRecord['subCategory']>][] = [
  [/\bfake (?:copy|token|admin|support)|pretend|impersonat|clone/i, 'impersonationScamInteraction'],
]

/** Reports of 2017 to 2021, few of them looked into. */
const SEVERITY = 80

/** The lists of MyEtherWallet: darklist, and lightlist (contracts that were taken for scams and are none). */
export const mew: Format = {
  isPart: (path) => /addresses-(?:dark|light)list\.json$/.test(path),
  async *read(file) {
    const isLight = /light/i.test(file.path.split('/').at(-1) ?? '')
    for await (const elements of jsonElements(file.text))
      yield elements.map((element) =>
        'broken' in element ? malformed('not JSON', element.broken) : readRow(element.value, file, isLight),
      )
  },
}

function readRow(value: unknown, { chainIds }: FeedFile, isLight: boolean): Row {
  const { address, comment } = (value ?? {}) as { address?: unknown; comment?: unknown }
  const reading = readAddress(address)
  if ('fault' in reading) return unread(reading, value)
  // A token list has addresses, too, and must not come to be a list of scams.
  if (typeof comment !== 'string') return malformed('no comment', value)
  const text = comment.trim()
  // The lightlist names contracts of Ethereum, and what is good there need not be good at the same address elsewhere.
  if (isLight)
    return kept({
      key: reading.address,
      chainIds: chainIds ?? ['1'],
      kind: 'benign',
      label: text || 'MyEtherWallet lightlist',
      imitable: true,
    })
  return kept({
    key: reading.address,
    chainIds: chainIds ?? [],
    kind: 'malicious',
    subCategory: byComment.find(([pattern]) => pattern.test(text))?.[1] ?? 'financialScamInteraction',
    severity: SEVERITY,
    label: text || 'a scam address',
  })
}

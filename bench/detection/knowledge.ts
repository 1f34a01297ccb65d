import { endsOf } from '../../src/service/evm/words.ts'
import { baselineFor, baselineLookalikes, baselineTokensLike } from '../../src/service/intel/baseline.ts'
import type { FeedFile, FeedRecord, FormatReader } from '../../src/service/intel/formats/format.ts'
import { formats } from '../../src/service/intel/formats/index.ts'
import { openFeed } from '../../src/service/intel/import/open-feed.ts'
import { holdsOn, type IntelRecord, type KnownEvidence } from '../../src/service/risk/evidence.ts'
import { asOfFeed } from '../../src/service/risk/parties/known-as.ts'
import { skeletonOf } from '../../src/service/risk/parties/similarity.ts'

/** A feed: a file, a folder, or text instead of a file. */
export interface Feed {
  readonly source: string
  readonly format: keyof typeof formats
  readonly path: string
  readonly text?: string
}

/** Feeds and baseline in memory, with the same answers as the database. */
export class Knowledge {
  readonly #byAddress = new Map<string, IntelRecord[]>()
  readonly #byEnds = new Map<string, IntelRecord[]>()
  readonly #bySkeleton = new Map<string, IntelRecord[]>()
  readonly #seen = new Set<string>()

  async read(feed: Feed): Promise<void> {
    const format = formats[feed.format]
    for await (const file of filesOf(feed, format))
      for await (const rows of format.read(file))
        for (const row of rows)
          if ('records' in row) for (const record of row.records) this.add(record, feed.source, feed.format)
  }

  add({ key, kind, imitable, name, ...said }: FeedRecord, source: string, format?: Feed['format']): void {
    const identity = `${source} ${key} ${kind} ${said.subCategory} ${said.severity} ${said.chainIds}`
    if (kind === 'signature' || this.#seen.has(identity)) return
    this.#seen.add(identity)
    const record: IntelRecord = {
      address: key,
      kind,
      source,
      ...(format && { format }),
      ...asOfFeed({ kind, canonical: said.canonical, format }),
      ...said,
    }
    push(this.#byAddress, key, record)
    if (imitable) push(this.#byEnds, endsOf(key), record)
    if (!said.canonical) return
    for (const text of new Set([skeletonOf(said.symbol ?? ''), skeletonOf(name ?? '')]))
      if (text !== '') push(this.#bySkeleton, text, record)
  }

  knownOf(
    addresses: readonly string[],
    chainId: string,
  ): Pick<KnownEvidence, 'intel' | 'lookalikes' | 'tokensBySkeleton'> {
    const onChain = (record: IntelRecord) => holdsOn(record, chainId)
    const intel = addresses.flatMap((address) => [
      ...baselineFor(address, chainId),
      ...(this.#byAddress.get(address) ?? []).filter(onChain),
    ])
    const skeletons = new Set(intel.flatMap(({ symbol }) => (symbol ? [skeletonOf(symbol)] : [])))
    return {
      intel,
      lookalikes: found(addresses, (address) => [
        ...baselineLookalikes(address, chainId),
        ...(this.#byEnds.get(endsOf(address)) ?? []).filter((each) => each.address !== address && onChain(each)),
      ]),
      tokensBySkeleton: found([...skeletons], (skeleton) => [
        ...baselineTokensLike(skeleton, chainId),
        ...(this.#bySkeleton.get(skeleton) ?? []).filter(onChain),
      ]),
    }
  }
}

async function* filesOf({ path, text }: Feed, format: FormatReader): AsyncGenerator<FeedFile> {
  if (text !== undefined) yield { path, chainIds: undefined, text: only(text) }
  else
    yield* (
      await openFeed({ kind: 'path', path }, { format, chainIds: undefined, onBytes: () => {}, signal: undefined })
    ).files
}

async function* only(text: string): AsyncGenerator<string> {
  yield text
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const held = map.get(key)
  if (held) held.push(value)
  else map.set(key, [value])
}

function found(
  keys: readonly string[],
  find: (key: string) => readonly IntelRecord[],
): Map<string, readonly IntelRecord[]> {
  return new Map(keys.map((key) => [key, find(key)] as const).filter(([, records]) => records.length > 0))
}

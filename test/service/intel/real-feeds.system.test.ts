import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedFormat } from '../../../src/api/vocabulary.ts'
import type { FeedRecord } from '../../../src/service/intel/formats/format.ts'
import { formats } from '../../../src/service/intel/formats/index.ts'
import { openFeed } from '../../../src/service/intel/import/open-feed.ts'
import { lookUpIntel } from '../../../src/service/intel/look-up.ts'
import { createReads } from '../../../src/service/records/reads/reads.ts'
import { evidenceSet } from '../../../src/service/risk/evidence.ts'
import { reputationOf } from '../../../src/service/risk/parties/reputation.ts'
import { type LocalIntel, startLocalIntel } from './local-intel.ts'

/** Of a feed with more addresses, so many, evenly spread, are looked up: each costs a request. */
const LOOKED_UP = 2000

/** Feeds in their original formats, where somebody has put them beside the project; none of them is part of it. */
const FEEDS = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'intel')

const feeds: readonly (readonly [FeedFormat, string])[] = [
  ['ofac', 'ofac'],
  ['ofac', 'ofac/sanctioned_addresses_ETH.txt'],
  ['ofac', 'ofac/sanctioned_addresses_ETH.json'],
  ['ofac', 'ofac/sanctioned_addresses_USDT.txt'],
  ['scamsniffer', 'scamsniffer/address.json'],
  ['scamsniffer', 'scamsniffer/combined.json'],
  ['mew', 'mew/addresses-darklist.json'],
  ['mew', 'mew/addresses-lightlist.json'],
  ['forta', 'forta'],
  ['forta', 'forta-starter-kits/manual_alert_list_v2.tsv'],
  ['forta-fp', 'forta-starter-kits'],
  ['etherscan-labels', 'etherscan-labels'],
  ['eth-labels', 'eth-labels/tokens.csv'],
  ['revoke', 'revoke-whois'],
  ['token-list', 'uniswap-token-list'],
  ['cryptoscamdb', 'cryptoscamdb/urls.yaml'],
  ['4byte', '4bytes/signatures'],
]

// Each is imported before what it says is looked for.
describe.skipIf(!existsSync(FEEDS))('the feeds as they are', { shuffle: false }, () => {
  let local: LocalIntel

  beforeAll(async () => {
    const started = await startLocalIntel()
    local = started.local
    return started.close
  })

  test.each(feeds)('%s: %s is imported whole, and every row accounted for', async (format, path) => {
    const report = await local.intel.import({ format, source: path, from: { path: join(FEEDS, path) } })
    expect(report.read).toBe(report.kept + report.rejected)
    expect(report.rejections.reduce((sum, { count }) => sum + count, 0)).toBe(report.rejected)
    expect(report.kept).toBeGreaterThan(0)
    expect(report.entries).toBeGreaterThan(0)
    // Each is what it says it is: next to nothing in them is malformed.
    expect(report.rejections.find(({ why }) => why === 'not an address')?.count ?? 0).toBeLessThanOrEqual(5)
  })

  test.each(feeds.filter(([format]) => format !== '4byte'))(
    '%s: what %s says is found again, under its name',
    async (format, path) => {
      const missing: FeedRecord[] = []
      // A feed may say several things of one address.
      const said = Map.groupBy(await recordsIn(format, path), ({ key, chainIds }) => `${key} ${chainIds[0] ?? ''}`)
      const step = Math.ceil(said.size / LOOKED_UP)
      for (const about of [...said.values()].filter((_, index) => index % step === 0)) {
        const [{ key, chainIds }] = about as [FeedRecord]
        const { records } = await local.check(key, key.startsWith('0x') ? chainIds[0] : undefined)
        const isFound = ({ kind }: FeedRecord) => records.some((each) => each.source === path && each.kind === kind)
        missing.push(...about.filter((record) => !isFound(record)))
      }
      expect(missing).toEqual([])
    },
  )

  test('all feeds together accuse no canonical token', async () => {
    const tokens = await recordsIn('token-list', 'uniswap-token-list')
    expect(tokens.length).toBeGreaterThan(500)
    const flagged = await flaggedOf(local, tokens)
    expect(flagged).toEqual([])
  })

  test('no feed accuses a known false positive of Forta', async () => {
    const benign = (await recordsIn('forta-fp', 'forta-starter-kits')).concat(
      await recordsIn('mew', 'mew/addresses-lightlist.json'),
    )
    const flagged = await flaggedOf(local, benign)
    // One of them is listed by ScamSniffer and by Etherscan: there the many are believed.
    expect(flagged.length).toBeLessThanOrEqual(1)
  })

  test('tokens with the label blocked are clean: CRV, YFI, GHST, FARM', async () => {
    const labelled = JSON.parse(
      readFileSync(join(FEEDS, 'etherscan-labels/etherscan/combined/combinedAllLabels.json'), 'utf8'),
    ) as Record<string, { name: string; labels: string[] }>
    const named = Object.entries(labelled)
      .filter(([, { name, labels }]) => labels.includes('blocked') && / Token$/.test(name))
      .map(([key]) => ({ key: key.toLowerCase(), chainIds: ['1'] }))
    expect(named.length).toBeGreaterThan(5)
    expect(await flaggedOf(local, named)).toEqual([])
  })
})

async function recordsIn(format: FeedFormat, path: string): Promise<FeedRecord[]> {
  const found: FeedRecord[] = []
  const reading = { format: formats[format], chainIds: undefined, onBytes: () => {}, signal: undefined }
  const { files } = await openFeed({ kind: 'path', path: join(FEEDS, path) }, reading)
  for await (const file of files)
    for await (const rows of formats[format].read(file))
      found.push(...rows.flatMap((row) => ('records' in row ? row.records : [])))
  return found
}

/** Those that lists accuse when everything that is known is weighed. */
async function flaggedOf(
  { service }: LocalIntel,
  records: readonly Pick<FeedRecord, 'key' | 'chainIds'>[],
): Promise<string[]> {
  const flagged: string[] = []
  for (const { key, chainIds } of records) {
    const known = await lookUpIntel(createReads(service.store.read), [key], chainIds[0] ?? '1')
    const { flagged: isAccused } = reputationOf(key, evidenceSet(known))
    if (isAccused) flagged.push(key)
  }
  return flagged
}

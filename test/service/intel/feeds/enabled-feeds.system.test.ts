import { existsSync } from 'node:fs'
import { test as base, describe, expect } from 'vitest'
import { importFormats } from '../../../../src/api/vocabulary.ts'
import { catalogue } from '../../../../src/service/intel/feeds/enabled-feeds.ts'
import { openService } from '../../../../src/service/service.ts'
import { seededRandom } from '../../../support/deterministic.ts'
import { ask, send } from '../../../support/requests.ts'
import { type Answer, answering, startReceiver } from '../../alerts/receiver.ts'
import { address, type LocalIntel, openLocalIntel, syncDue } from '../local-intel.ts'
import { catalogueAt, FEEDS, feedAt, realSnapshotOf, snapshotOf } from './local-catalogue.ts'

const test = base.extend('fetched', () => fetchedOnce())

const OPEN = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
const HOUR = 3_600_000

const listOf = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => address(index)))

const enable = ({ service }: LocalIntel, source: string, more: object = {}) =>
  send(service, 'POST', '/ext/v1/intel/enabled', { source, ...more })

/** A server with one feed, enabled and fetched once. */
async function fetchedOnce(first: Answer = answering(200, listOf(10))) {
  let answer = first
  const receiver = await startReceiver((response, received) => answer(response, received))
  const local = await openLocalIntel(OPEN, { feedCatalogue: [feedAt(receiver.origin)] })
  await enable(local, 'phish')
  await syncDue(local)
  return {
    local,
    receiver,
    answerWith: (next: Answer) => {
      answer = next
    },
    async source() {
      const [source] = await local.intel.sources()
      if (!source?.sync) throw new Error('not enabled')
      return { ...source, sync: source.sync }
    },
  }
}

test('each feed of the catalogue has a public address, a known format, and a licence with its consequence', () => {
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length)
  for (const { name, urls, format, licence, licenceNote, intervalMs, maxAgeMs } of catalogue) {
    expect(urls.length, name).toBeGreaterThan(0)
    for (const url of urls) expect(url).toMatch(/^https:\/\/[a-z.]+\/\S*$/)
    expect(importFormats).toContain(format)
    expect(licence && licenceNote).toBeTruthy()
    expect(maxAgeMs, name).toBeGreaterThanOrEqual(2 * intervalMs)
  }
})

describe('enabled feeds', () => {
  test('nothing is fetched before a feed is enabled, and then this one only', async () => {
    const { origin, requests } = await startReceiver((response, received) => response.end(snapshotOf(received)))
    const local = await openLocalIntel(OPEN, { feedCatalogue: catalogueAt(origin) })
    expect(await syncDue(local)).toBeUndefined()
    expect(await local.intel.sources()).toEqual([])
    expect(requests).toEqual([])

    expect(await enable(local, 'mew')).toMatchObject({ source: 'mew', asOf: null, importedAt: null, kept: 0 })
    expect(await syncDue(local)).toMatchObject({ source: 'mew', kept: 1, outcome: 'replaced' })
    expect(requests.map(({ path }) => path.split('/')[1])).toEqual(['mew'])
    const { content } = await send<{ content: { name: string; enabled: boolean }[] }>(
      ...([local.service, 'GET', '/ext/v1/intel/catalogue'] as const),
    )
    expect(content.filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual(['mew'])
  })

  test('each is fetched with all its files, in its format', async () => {
    const { origin, requests } = await startReceiver((response, received) => response.end(snapshotOf(received)))
    const local = await openLocalIntel(OPEN, { feedCatalogue: catalogueAt(origin) })
    for (const { name, urls } of catalogue) {
      const seen = requests.length
      await enable(local, name)
      expect(await syncDue(local)).toMatchObject({
        source: name,
        outcome: 'replaced',
        sync: { failures: 0 },
      })
      expect(requests.slice(seen).map(({ path }) => path)).toEqual(
        urls.map((url) => `/${name}${new URL(url).pathname}`),
      )
    }
    expect(await syncDue(local)).toBeUndefined()
    for (const { source, kept, sync } of await local.intel.sources()) {
      expect(kept, source).toBeGreaterThan(0)
      expect(sync).toMatchObject({ failures: 0, lastSuccessAt: '2026-01-02T03:04:05.000Z' })
    }
    // An address that only the list of a token has is sanctioned, too.
    const { records } = await local.check(address(3))
    expect(records).toContainEqual(expect.objectContaining({ source: 'ofac', kind: 'sanctioned' }))
    expect((await local.check(address(1), '56')).records.map(({ source }) => source)).toContain('etherscan-labels')
  })

  test.skipIf(!existsSync(FEEDS))('each real feed is imported', async () => {
    const { origin } = await startReceiver((response, received) => {
      const text = realSnapshotOf(received)
      response.writeHead(text === undefined ? 404 : 200).end(text)
    })
    const local = await openLocalIntel(OPEN, { feedCatalogue: catalogueAt(origin) })
    for (const { name } of catalogue.filter((feed) => feed.name !== 'revoke-exploits')) {
      await enable(local, name)
      const report = await syncDue(local)
      expect(report).toMatchObject({ source: name, outcome: 'replaced' })
      expect(report?.kept, name).toBeGreaterThan(100)
    }
  })

  test('one is fetched again at its interval, up to a tenth earlier, and only when it changed', async () => {
    const { local, receiver, answerWith, source } = await fetchedOnce(answering(200, listOf(10), { etag: '"one"' }))
    const next = Date.parse((await source()).sync.nextFetchAt) - local.clock.now()
    expect(next).toBeLessThanOrEqual(12 * HOUR)
    expect(next).toBeGreaterThan(10.8 * HOUR)
    local.clock.advance(10 * HOUR)
    expect(await syncDue(local)).toBeUndefined()
    local.clock.advance(2 * HOUR)
    answerWith(answering(304))
    expect(await syncDue(local)).toMatchObject({ outcome: 'unchanged', kept: 10 })
    expect(receiver.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
    expect(await source()).toMatchObject({ isStale: false, sync: { failures: 0 } })
  })

  test('a name that is not in the catalogue, and one of a source with another format, are refused', async () => {
    const local = await openLocalIntel(OPEN, { feedCatalogue: [feedAt('http://127.0.0.1:9')] })
    const refused = async (source: string) => {
      const { status, body } = await ask(local.service, 'POST', '/ext/v1/intel/enabled', { source })
      return [status, body.detail]
    }
    expect(await refused('other')).toEqual([400, 'source "other" is not in the catalogue: phish.'])
    const from = { stream: bytesOf(`address,kind,label\n${address(1)},malicious,x`), name: 'x' }
    await local.intel.import({ format: 'addresses', source: 'phish', from })
    expect(await refused('phish')).toEqual([400, expect.stringContaining('format addresses, not scamsniffer')])
  })

  test('a disabled one keeps its snapshot and is fetched no more; a removed one is not fetched either', async ({
    fetched: { local, receiver },
  }) => {
    const { status, body } = await ask(local.service, 'DELETE', '/ext/v1/intel/enabled/phish')
    expect([status, body]).toMatchObject([200, { kept: 10, sync: null, url: null }])
    local.clock.advance(24 * HOUR)
    expect(await syncDue(local)).toBeUndefined()
    await expect(local.intel.sync('phish')).rejects.toMatchObject({ code: 'no-url' })
    expect((await ask(local.service, 'DELETE', '/ext/v1/intel/enabled/phish')).status).toBe(404)

    await enable(local, 'phish')
    await local.intel.remove('phish')
    expect(await syncDue(local)).toBeUndefined()
    expect(await local.intel.sources()).toEqual([])
    expect(receiver.requests).toHaveLength(1)
  })

  test('a new snapshot begins a rescreen of 90 days, unless it was enabled without', async ({
    fetched: { local, receiver, answerWith },
  }) => {
    const rescreens = () =>
      local.service.store.read.selectFrom('rescreens').select(['source', 'since_at', 'started_at']).execute()
    const [first, ...more] = await rescreens()
    expect(more).toEqual([])
    expect(first?.source).toBe('phish')
    expect(Number(first?.started_at) - Number(first?.since_at)).toBe(90 * 24 * HOUR)
    await enable(local, 'phish', { rescreen: false })
    answerWith(answering(200, listOf(12)))
    expect(await syncDue(local)).toMatchObject({ kept: 12 })
    expect(await rescreens()).toHaveLength(1)
    expect(receiver.requests).toHaveLength(2)
  })
})

describe('a fetch that fails keeps the snapshot, and is shown', () => {
  test.each<[string, Answer, string]>([
    ['is not found', answering(404, 'no'), 'feed-unreachable'],
    ['redirects', answering(302, '', { location: 'http://127.0.0.1/' }), 'feed-refused'],
    ['shrank', answering(200, listOf(7)), 'shrunk-feed'],
    ['is empty', answering(200, '[]'), 'empty-feed'],
    ['is a page', answering(200, '<html>'), 'not-this-format'],
    [
      'is older than the stored one',
      answering(200, listOf(10), { 'last-modified': 'Wed, 31 Dec 2025 00:00:00 GMT' }),
      'older-feed',
    ],
    [
      'breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write(listOf(10).slice(0, 300), () => response.destroy())
      },
      'feed-unreachable',
    ],
  ])('when it %s', async (_, failing, code) => {
    const modified = { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }
    const { local, answerWith, source } = await fetchedOnce(answering(200, listOf(10), modified))
    local.clock.advance(12 * HOUR)
    answerWith(failing)
    await expect(syncDue(local)).rejects.toMatchObject({ code })
    expect(await source()).toMatchObject({
      kept: 10,
      asOf: '2026-01-02T03:04:05.000Z',
      sync: {
        failures: 1,
        lastSuccessAt: '2026-01-02T03:04:05.000Z',
        lastFailureAt: '2026-01-02T15:04:05.000Z',
        lastFailure: { code, message: expect.any(String) },
      },
    })
    expect((await local.check(address(9))).records).toHaveLength(1)
  })

  test('a 503 is tried again after minutes, then less often, and a success ends it', async ({
    fetched: { local, answerWith, source },
  }) => {
    local.clock.advance(12 * HOUR)
    answerWith(answering(503))
    const waits: number[] = []
    for (let failures = 1; failures <= 9; failures++) {
      await expect(syncDue(local)).rejects.toMatchObject({ code: 'feed-unreachable' })
      const { sync } = await source()
      expect(sync.failures).toBe(failures)
      const wait = Date.parse(sync.nextFetchAt) - local.clock.now()
      waits.push(Math.round(wait / 60_000))
      expect(await syncDue(local)).toBeUndefined()
      local.clock.advance(wait)
    }
    expect(waits[0]).toBeLessThanOrEqual(5)
    expect(waits[0]).toBeGreaterThanOrEqual(4)
    expect(waits[3]).toBeGreaterThan(35)
    expect(waits[8]).toBeLessThanOrEqual(12 * 60)
    answerWith(answering(200, listOf(11)))
    expect(await syncDue(local)).toMatchObject({ kept: 11 })
    expect((await source()).sync).toMatchObject({ failures: 0, lastFailure: { code: 'feed-unreachable' } })
  })

  test('a server that says when to ask again is not asked before', async ({
    fetched: { local, answerWith, source },
  }) => {
    local.clock.advance(12 * HOUR)
    answerWith(answering(429, '', { 'retry-after': '7200' }))
    await expect(syncDue(local)).rejects.toMatchObject({ code: 'feed-unreachable' })
    const { sync } = await source()
    expect(Date.parse(sync.nextFetchAt) - local.clock.now()).toBe(2 * HOUR)
    local.clock.advance(2 * HOUR - 1)
    expect(await syncDue(local)).toBeUndefined()
  })

  test('a feed that fails for longer than its maximum age is stale', async ({
    fetched: { local, answerWith, source },
  }) => {
    answerWith(answering(500))
    local.clock.advance(73 * HOUR)
    await expect(syncDue(local)).rejects.toMatchObject({ code: 'feed-unreachable' })
    expect(await source()).toMatchObject({ isStale: true, kept: 10 })
  })

  test('when one of several files is missing, nothing of the others is taken', async () => {
    let isWhole = true
    const { origin } = await startReceiver((response, received) => {
      const isMissing = !isWhole && received.path.includes('_BSC')
      response.writeHead(isMissing ? 404 : 200).end(isMissing ? '' : snapshotOf(received))
    })
    const local = await openLocalIntel(OPEN, { feedCatalogue: catalogueAt(origin) })
    await enable(local, 'ofac')
    const { kept } = (await syncDue(local)) ?? {}
    isWhole = false
    local.clock.advance(12 * HOUR)
    await expect(syncDue(local)).rejects.toMatchObject({ code: 'feed-unreachable' })
    expect(await local.intel.sources()).toMatchObject([{ kept, sync: { failures: 1 } }])
  })

  test('one that never succeeded is listed', async () => {
    const { origin } = await startReceiver(answering(500))
    const { intel, ...local } = await openLocalIntel(OPEN, { feedCatalogue: [feedAt(origin)] })
    await enable({ intel, ...local }, 'phish')
    await expect(syncDue({ intel })).rejects.toMatchObject({ code: 'feed-unreachable' })
    expect((await intel.sources())[0]).toMatchObject({
      source: 'phish',
      asOf: null,
      kept: 0,
      sync: { failures: 1, lastSuccessAt: null, lastFailure: { code: 'feed-unreachable' } },
    })
  })
})

test('of two processes one fetches, and the other goes on without it', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  const { origin, requests } = await startReceiver((response) => {
    void isAnswered.then(() => response.end(listOf(10)))
  })
  const local = await openLocalIntel(OPEN, { feedCatalogue: [feedAt(origin)] })
  const other = await openService({
    database: local.database,
    env: OPEN,
    clock: local.clock,
    random: seededRandom('other'),
    report: () => {},
  })
  await enable(local, 'phish')
  const fetching = syncDue(local)
  await expect.poll(() => requests.length).toBe(1)
  expect(await syncDue({ intel: await other.intel() })).toBeUndefined()
  answer()
  expect(await fetching).toMatchObject({ kept: 10 })
  expect(await syncDue({ intel: await other.intel() })).toBeUndefined()
  await other.close()
  expect(requests).toHaveLength(1)
})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

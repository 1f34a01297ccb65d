import { describe, expect, test } from 'vitest'
import { parseEgressPolicy } from '../../../../src/service/egress/egress-policy.ts'
import { IntelAdministration } from '../../../../src/service/intel/administration.ts'
import { seededRandom } from '../../../support/deterministic.ts'
import { type Answer, answering, startReceiver } from '../../alerts/receiver.ts'
import { address, type LocalIntel, openLocalIntel, ours, rowsOf } from '../local-intel.ts'

const OPEN = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }

const listOf = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => address(index)))

/** Answers 304 to whoever has the current version. */
function versioned(current: () => { body: string; etag: string }): Answer {
  return (response, { headers }) => {
    const { body, etag } = current()
    if (headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag }).end(body)
  }
}

const fetchFrom = (url: string) => ({ format: 'scamsniffer', from: { url }, source: 'feed' }) as const

async function kept({ intel }: LocalIntel) {
  return (await intel.sources()).map((source) => source.kept)
}

describe('a fetched feed', () => {
  test('is fetched again only when it changed; its time is that of the last check', async () => {
    const local = await openLocalIntel(OPEN)
    let current = { body: listOf(10), etag: '"one"' }
    const { origin, requests } = await startReceiver(versioned(() => current))
    const imported = await local.intel.import({
      ...fetchFrom(`${origin}/blacklist/address.json?key=1`),
      maxAgeMs: 1000,
    })
    expect(imported).toMatchObject({ source: 'feed', kept: 10, url: `${origin}/blacklist/address.json?…` })

    local.clock.advance(60_000)
    expect(await local.intel.sync('feed')).toMatchObject({
      outcome: 'unchanged',
      importedAt: '2026-01-02T03:04:05.000Z',
      asOf: '2026-01-02T03:05:05.000Z',
      isStale: false,
    })

    current = { body: listOf(12), etag: '"two"' }
    expect(await local.intel.sync('feed')).toMatchObject({ outcome: 'replaced', kept: 12, replaced: { kept: 10 } })
    expect(requests.map(({ method, path, headers }) => [method, path, headers['if-none-match']])).toEqual([
      ['GET', '/blacklist/address.json?key=1', undefined],
      ['GET', '/blacklist/address.json?key=1', '"one"'],
      ['GET', '/blacklist/address.json?key=1', '"one"'],
    ])
  })

  test('takes its chain from the path, as a file does', async () => {
    const { intel, check } = await openLocalIntel(OPEN)
    const body = JSON.stringify({ [address(1)]: { name: 'Example Exploiter', labels: ['exploit'] } })
    const { origin } = await startReceiver(answering(200, body))
    const url = `${origin}/data/polygonscan/combined/combinedAllLabels.json`
    expect(await intel.import({ format: 'etherscan-labels', from: { url } })).toMatchObject({
      source: 'etherscan-labels:combinedAllLabels.json',
    })
    expect((await check(address(1))).records).toEqual([expect.objectContaining({ chainIds: ['137'] })])
  })

  test('keeps its URL after a file import, and is then fetched unconditionally', async () => {
    const { intel } = await openLocalIntel(OPEN)
    const { origin, requests } = await startReceiver(versioned(() => ({ body: listOf(3), etag: '"one"' })))
    await intel.import(fetchFrom(origin))
    await intel.import({ format: 'scamsniffer', source: 'feed', from: { stream: bytesOf(listOf(3)), name: 'x' } })
    expect(await intel.sync('feed')).toMatchObject({ outcome: 'replaced', kept: 3 })
    expect(requests.at(-1)?.headers['if-none-match']).toBeUndefined()
  })
})

describe('a failed fetch keeps the snapshot', () => {
  test.each<[string, Answer, object]>([
    ['is refused', answering(404, 'no'), { kind: 'unavailable', code: 'feed-unreachable' }],
    [
      'leads elsewhere',
      answering(302, '', { location: 'http://127.0.0.1/' }),
      { kind: 'refused', code: 'feed-refused', message: expect.stringContaining('redirects are not followed') },
    ],
    [
      'breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write(listOf(5).slice(0, 60), () => response.destroy())
      },
      { kind: 'unavailable', code: 'feed-unreachable' },
    ],
    [
      'comes compressed',
      answering(200, 'x', { 'content-encoding': 'gzip' }),
      { kind: 'unavailable', message: expect.stringContaining('content-encoding gzip') },
    ],
    ['is empty', answering(200, '[]'), { kind: 'refused', code: 'empty-feed' }],
    ['shrank', answering(200, listOf(1)), { kind: 'refused', code: 'shrunk-feed' }],
    ['is a page', answering(200, '<html>'), { kind: 'refused', code: 'not-this-format' }],
  ])('when it %s', async (_, failing, failure) => {
    const local = await openLocalIntel(OPEN)
    let answer: Answer = answering(200, listOf(5))
    const { origin } = await startReceiver((response, request) => answer(response, request))
    await local.intel.import(fetchFrom(origin))
    answer = failing
    await expect(local.intel.sync('feed')).rejects.toMatchObject(failure)
    expect(await kept(local)).toEqual([5])
  })

  test('when it exceeds the size limit, by its header or while reading', async () => {
    const { service, clock } = await openLocalIntel(OPEN)
    const intel = new IntelAdministration({
      store: service.store,
      clock,
      newId: () => 'id',
      random: seededRandom(),
      policy: async () => parseEgressPolicy(['127.0.0.1']),
      maxFetchedBytes: 1000,
    })
    const notified = await startReceiver(answering(200, listOf(100)))
    const unreported = await startReceiver((response) => {
      response.writeHead(200)
      response.write(listOf(100).slice(0, 990))
      response.end(listOf(100).slice(990))
    })
    for (const { origin } of [notified, unreported])
      await expect(intel.import(fetchFrom(origin))).rejects.toMatchObject({ kind: 'refused', code: 'feed-too-large' })
    expect(await intel.sources()).toEqual([])
  })

  test('when it has too many rows, sends none for two minutes, or answers 304 to no condition', async () => {
    const { service, clock } = await openLocalIntel(OPEN)
    const intel = new IntelAdministration({
      store: service.store,
      clock,
      newId: () => 'id',
      random: seededRandom(),
      maxFetchedRows: 50,
      policy: async () => parseEgressPolicy(['127.0.0.1']),
    })
    const long = await startReceiver(answering(200, listOf(100)))
    await expect(intel.import(fetchFrom(long.origin))).rejects.toMatchObject({
      kind: 'refused',
      code: 'feed-too-large',
      message: 'the feed has more than 50 rows',
    })
    const slow = await startReceiver(async (response) => {
      response.writeHead(200)
      for (let part = 0; part < 10 && !response.destroyed; part++) {
        response.write('[ ')
        await new Promise((resolve) => setTimeout(resolve, 20))
        clock.advance(30_000)
      }
    })
    await expect(intel.import(fetchFrom(slow.origin))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'feed-timeout',
      message: 'the feed sent no row in 120 s',
    })
    const odd = await startReceiver((response) => response.writeHead(304).end())
    await expect(intel.import(fetchFrom(odd.origin))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'feed-unreachable',
      message: expect.stringContaining('HTTP 304'),
    })
    expect(await intel.sources()).toEqual([])
  })

  test('when the connection is refused', async () => {
    const { intel } = await openLocalIntel(OPEN)
    await expect(intel.import(fetchFrom('http://127.0.0.1:9/feed.json?key=secret'))).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('http://127.0.0.1:9/feed.json?…: '),
    })
  })
})

describe('a URL that is not allowed', () => {
  test.each([
    ['http://127.0.0.1:1/feed', 'loopback'],
    ['http://169.254.169.254/latest/meta-data', 'metadata'],
    ['http://example.com/feed', 'plain http'],
    ['https://user:pass@example.com/feed', 'must not contain a user name or password'],
    ['file:///etc/passwd', 'only https'],
    ['not an address', 'not a URL'],
  ])('%s', async (url, fault) => {
    const { intel } = await openLocalIntel()
    await expect(intel.import({ ...fetchFrom(url) })).rejects.toMatchObject({
      kind: 'refused',
      code: 'feed-refused',
      message: expect.stringContaining(fault),
    })
  })
})

test('a source without a URL and an unknown source cannot be synced', async () => {
  const { intel } = await openLocalIntel()
  await intel.import(ours(...rowsOf(1)))
  await expect(intel.sync('ours')).rejects.toMatchObject({ kind: 'refused', code: 'no-url' })
  await expect(intel.sync('other')).rejects.toMatchObject({ kind: 'not-found' })
})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

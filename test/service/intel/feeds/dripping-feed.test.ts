import { readdirSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { parseEgressPolicy } from '../../../../src/service/egress/egress-policy.ts'
import { IntelAdministration } from '../../../../src/service/intel/administration.ts'
import { test } from '../../../support/cli.ts'
import { seededRandom } from '../../../support/deterministic.ts'
import { send } from '../../../support/requests.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { type Answer, answering, startReceiver } from '../../alerts/receiver.ts'
import { address, type LocalIntel, openLocalIntel } from '../local-intel.ts'
import { feedAt } from './local-catalogue.ts'

const OPEN = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
const LIST = JSON.stringify([address(1), address(2)])

/** A server that sends a row now and then, until it is let end. */
async function startDripping() {
  let isEnding = false
  const dripping: Answer = (response) => {
    response.write(`["${address(100)}"`)
    const timer = setInterval(() => {
      response.write(`,"${address(101)}"`)
      if (!isEnding) return
      clearInterval(timer)
      response.end(']')
    }, 20)
    response.on('close', () => clearInterval(timer))
  }
  const { origin, requests } = await startReceiver(dripping)
  return {
    origin,
    requests,
    end: () => {
      isEnding = true
    },
  }
}

function useTemporaryFolder(folder: string): void {
  const before = process.env.TMPDIR
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  process.env.TMPDIR = folder
}

const keptOf = async ({ intel }: LocalIntel) =>
  Object.fromEntries((await intel.sources()).map(({ source, kept }) => [source, kept]))

test('a command imports a feed while another one still receives one', async ({ cli }) => {
  const drip = await startDripping()
  const { origin } = await startReceiver(answering(200, LIST))
  const folder = temporaryFolder()
  useTemporaryFolder(folder)
  const importing = (source: string, url: string) =>
    cli(['intel', 'import', '--format', 'scamsniffer', '--source', source, '--url', url], { env: OPEN })
  const dripping = importing('dripping', drip.origin)
  await expect.poll(() => drip.requests.length, { timeout: 10_000 }).toBe(1)
  expect(await importing('healthy', origin)).toMatchObject({ code: 0, stderr: '' })
  expect((await cli.json(['intel', 'sources'])).content).toMatchObject([{ source: 'healthy', kept: 2 }])
  // A process that is killed leaves no file.
  expect(readdirSync(folder)).toEqual([])
  drip.end()
  expect(await dripping).toMatchObject({ code: 0 })
})

test('an import that ends after a newer one of its source replaces it only by force', async ({ cli }) => {
  const { origin } = await startReceiver(answering(200, LIST))
  const importing = (url: string, ...flags: readonly string[]) =>
    cli(['intel', 'import', '--format', 'scamsniffer', '--source', 'ours', '--url', url, ...flags], { env: OPEN })
  for (const [flags, code] of [
    [[], 8],
    [['--force'], 0],
  ] as const) {
    const drip = await startDripping()
    const late = importing(drip.origin, ...flags)
    await expect.poll(() => drip.requests.length).toBe(1)
    expect(await importing(origin, '--force')).toMatchObject({ code: 0 })
    drip.end()
    expect(await late).toMatchObject({ code, stderr: code === 0 ? '' : expect.stringContaining('and stays (--force') })
  }
})

test('serve fetches a feed while another one drips, and stops in the midst of it', async () => {
  const drip = await startDripping()
  const { origin } = await startReceiver(answering(200, LIST))
  const feedCatalogue = [feedAt(drip.origin, { name: 'dripping' }), feedAt(origin, { name: 'healthy' })]
  const local = await openLocalIntel(OPEN, { feedCatalogue })
  await send(local.service, 'POST', '/ext/v1/intel/enabled', { source: 'dripping' })
  await send(local.service, 'POST', '/ext/v1/intel/enabled', { source: 'healthy' })
  const failures: unknown[] = []
  const stop = local.service.start('feeds', (error) => failures.push(error))
  await expect.poll(() => keptOf(local), { timeout: 10_000 }).toEqual({ dripping: 0, healthy: 2 })
  expect(drip.requests).toHaveLength(1)
  await stop()
  expect(failures).toEqual([])
  // No failure of the feed: it is fetched again soon.
  const [dripping] = await local.intel.sources()
  expect(dripping?.sync).toMatchObject({ failures: 0, nextFetchAt: '2026-01-02T03:09:05.000Z' })
})

test('what comes late replaces no snapshot that was fetched meanwhile, and brings back none that was removed', async () => {
  let answer: Answer = answering(200, LIST)
  const { origin } = await startReceiver((response, request) => answer(response, request))
  const local = await openLocalIntel(OPEN)
  const { intel } = local
  const from = { url: origin }
  await intel.import({ format: 'scamsniffer', source: 'ours', from })
  const late = async () => {
    const { promise: isAnswered, resolve } = Promise.withResolvers<void>()
    const { promise: isRequested, resolve: requested } = Promise.withResolvers<void>()
    answer = (response) => {
      requested()
      void isAnswered.then(() => response.end(JSON.stringify([7, 8, 9].map(address))))
    }
    const syncing = intel.sync('ours')
    syncing.catch(() => {})
    await isRequested
    return { syncing, send: resolve }
  }
  const replaced = await late()
  answer = answering(200, JSON.stringify([1, 2, 3].map(address)))
  expect(await intel.sync('ours')).toMatchObject({ outcome: 'replaced', kept: 3 })
  replaced.send()
  expect(await replaced.syncing).toMatchObject({ outcome: 'unchanged', kept: 3 })
  expect(await keptOf(local)).toEqual({ ours: 3 })

  const removed = await late()
  await intel.remove('ours')
  removed.send()
  await expect(removed.syncing).rejects.toMatchObject({ kind: 'not-found' })
  expect(await keptOf(local)).toEqual({})
})

test('the size limit is that of all files of a feed together', async () => {
  const list = JSON.stringify(Array.from({ length: 14 }, (_, index) => address(index)))
  const { origin, requests } = await startReceiver(answering(200, list))
  const feed = feedAt(origin, { urls: [`${origin}/a/address.json`, `${origin}/b/address.json`] })
  const local = await openLocalIntel(OPEN, { feedCatalogue: [feed] })
  await send(local.service, 'POST', '/ext/v1/intel/enabled', { source: 'phish' })
  const { store } = local.service
  const intel = new IntelAdministration({
    store,
    clock: local.clock,
    newId: () => 'id',
    random: seededRandom(),
    maxFetchedBytes: 1000,
    policy: async () => parseEgressPolicy(['127.0.0.1']),
  })
  await expect(intel.sync('phish')).rejects.toMatchObject({ kind: 'refused', code: 'feed-too-large' })
  expect(requests).toHaveLength(2)
  expect(await keptOf(local)).toEqual({ phish: 0 })
})

test('without room for temporary files nothing is imported, and the folder is named', async () => {
  const { origin } = await startReceiver(answering(200, LIST))
  const { intel } = await openLocalIntel(OPEN)
  useTemporaryFolder('/proc/none')
  await expect(intel.import({ format: 'scamsniffer', from: { url: origin } })).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'no-temporary-file',
    message: 'the feed cannot be kept in /proc/none until it is stored: ENOENT',
  })
})

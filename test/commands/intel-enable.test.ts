import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, answering, startReceiver } from '../service/alerts/receiver.ts'
import { feedAt } from '../service/intel/feeds/local-catalogue.ts'
import { address } from '../service/intel/local-intel.ts'
import { type Cli, makeCli, says } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const OPEN = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
const LIST = JSON.stringify([address(1), address(2)])

async function withFeeds(answer: Answer) {
  const receiver = await startReceiver(answer)
  const feedCatalogue = [feedAt(receiver.origin), feedAt(receiver.origin, { name: 'other' })]
  const cli = makeCli({ feedCatalogue })
  return { cli, ...receiver, run: (...argv: string[]) => cli(argv, { env: OPEN }) }
}

async function feedsOf(cli: Cli) {
  const { content } = (await cli.json(['doctor'], { env: OPEN })) as {
    content: { check: string; level: string; text: string }[]
  }
  return content.filter(({ check }) => check === 'feeds').map(({ level, text }) => `${level}: ${text}`)
}

test('names with commas are enabled and fetched; sync fetches what is enabled; disabled ones stay as they are', async () => {
  const { cli, requests, run } = await withFeeds(answering(200, LIST))
  expect(await run('intel', 'enable', 'phish', '--dry-run')).toMatchObject({ code: 0 })
  expect(requests).toHaveLength(0)
  const enabled = await run('intel', 'enable', 'phish,other', '--json')
  expect(enabled).toMatchObject({ code: 0 })
  expect(requests).toHaveLength(2)
  const catalogue = JSON.parse((await run('intel', 'catalogue', '--json')).stdout)
  expect(catalogue.content.map(({ enabled: is }: { enabled: boolean }) => is)).toEqual([true, true])

  expect(await run('intel', 'disable', 'other')).toMatchObject({ code: 0 })
  const synced = await run('intel', 'sync', '--json')
  expect(JSON.parse(synced.stdout).content).toMatchObject([{ source: 'phish', sync: { failures: 0 } }])
  expect(requests).toHaveLength(3)
  expect((await cli(['intel', 'sources'], { tty: true, columns: 300 })).stdout).toContain('next ')
  expect(await feedsOf(cli)).toEqual(['pass: 2, none stale'])
})

test('a feed that fails is shown with its reason by sources and doctor, and stays enabled', async () => {
  let answer: Answer = answering(503)
  const { cli, run } = await withFeeds((response, request) => answer(response, request))
  const failed = await run('intel', 'enable', 'phish')
  expect(failed).toMatchObject(says(6, 'phish is enabled; the first fetch failed: '))
  expect(failed.stderr).toMatch(/HTTP 503\n {2}`serve` tries again, .*\nTry: txwarden intel sync phish\n$/)
  expect(failed.stdout).toMatch(/^phish\t/)
  expect(await feedsOf(cli)).toEqual([
    expect.stringMatching(/^warn: phish was never fetched, enabled since 2026-01-02 03:04 UTC \(0 s\): .*HTTP 503$/),
  ])
  const silentSince = async () =>
    (await cli.json(['intel', 'sources'])).content.map((feed: { silentSince: string | null }) => feed.silentSince)
  cli.clock.advance(3_600_000)
  expect(await silentSince()).toEqual(['2026-01-02T03:04:05.000Z'])
  expect((await cli(['intel', 'sources'], { tty: true, columns: 300 })).stdout).toMatch(/SILENT SINCE[\s\S]*1 hour ago/)
  answer = answering(200, LIST)
  expect(await run('intel', 'sync')).toMatchObject({ code: 0 })
  expect(await silentSince()).toEqual([null])
  answer = answering(200, '[]')
  expect(await run('intel', 'sync')).toMatchObject({ code: 8 })
  expect(await feedsOf(cli)).toEqual([
    expect.stringContaining('warn: phish is not fetched since 2026-01-02 04:04 UTC (0 s): '),
  ])
  expect((await cli(['intel', 'sources'], { tty: true, columns: 300 })).stdout).toContain('failed 1 ×')
  cli.clock.advance(73 * 3_600_000)
  expect(await feedsOf(cli)).toEqual([
    expect.stringContaining('warn: phish is stale: not current since 2026-01-02 04:04 UTC (3 days), at most '),
  ])
})

test('kind: feed in manifests: exported, compared, enabled on another service, changed and pruned', async () => {
  const { run } = await withFeeds(answering(200, LIST))
  await run('intel', 'enable', 'phish,other', '--no-rescreen', '--json')
  const { stdout: manifest } = await run('export', 'feed')
  expect(manifest).toBe(
    ['other', 'phish'].map((source) => `kind: feed\nsource: ${source}\nrescreen: false\n`).join('---\n'),
  )

  const other = await withFeeds(answering(200, LIST))
  const file = join(temporaryFolder(), 'feeds.yaml')
  writeFileSync(file, manifest)
  const changes = async (command: string, ...argv: string[]) => {
    const { code, stdout, stderr } = await other.run(command, '-f', file, ...argv, '--json')
    const body = JSON.parse(stdout || '{}') as { content?: { action: string; kind: string; name: string }[] }
    return { code, stderr, changes: body.content?.map(({ action, kind, name }) => `${action} ${kind} ${name}`) }
  }
  const enabled = async () => {
    const { content } = JSON.parse((await other.run('intel', 'sources', '--json')).stdout)
    return content.map((feed: { source: string; sync: { rescreens: boolean } | null }) => [
      feed.source,
      feed.sync?.rescreens,
    ])
  }
  const created = ['create feed other', 'create feed phish']
  expect(await changes('diff')).toMatchObject({ code: 0, changes: created })
  expect(await changes('apply', '--yes')).toMatchObject({ code: 0, changes: created })
  expect(await enabled()).toEqual([
    ['other', false],
    ['phish', false],
  ])
  expect(await changes('diff')).toMatchObject({ code: 0, changes: [] })
  expect((await other.run('intel', 'sync', '--json')).code).toBe(0)
  expect(other.requests).toHaveLength(2)

  writeFileSync(file, 'kind: feed\nsource: phish\nrescreen: true\n')
  expect(await changes('apply', '--prune', '--yes')).toMatchObject({
    code: 0,
    changes: ['update feed phish', 'delete feed other'],
  })
  expect(await enabled()).toEqual([
    ['other', undefined],
    ['phish', true],
  ])

  writeFileSync(file, 'kind: feed\nsource: phis\n')
  expect(await changes('diff')).toMatchObject(says(8, 'is not in the catalogue: phish, other'))
})

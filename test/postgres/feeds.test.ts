import { expect, onTestFinished, test } from 'vitest'
import { openService } from '../../src/service/index.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { startReceiver } from '../service/alerts/receiver.ts'
import { feedAt } from '../service/intel/feeds/local-catalogue.ts'
import { address, syncDue } from '../service/intel/local-intel.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { ask } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('of two servers that keep feeds fresh, one fetches an enabled feed', async () => {
  const { origin, requests } = await startReceiver((response) => {
    setTimeout(() => response.end(JSON.stringify([address(1)])), 300)
  })
  const place = await freshDatabase(temporaryFolder())
  const failures: unknown[] = []
  const open = async () => {
    const service = await openService({
      ...place,
      env: { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' },
      clock: systemClock,
      feedCatalogue: [feedAt(origin)],
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      report: (error) => failures.push(error),
    })
    onTestFinished(() => service.close())
    return service
  }
  const servers = [await open(), await open()] as const
  expect((await ask(servers[0], 'POST', '/ext/v1/intel/enabled', { source: 'phish' })).status).toBe(200)
  const stops = servers.map((server) => server.start('feeds', (error) => failures.push(error)))
  const sources = async () => (await ask(servers[1], 'GET', '/ext/v1/intel/sources')).body.content
  await expect.poll(sources).toMatchObject([{ kept: 1, sync: { failures: 0 } }])
  await Promise.all(stops.map((stop) => stop()))
  // Nor does a third, later.
  expect(await syncDue({ intel: await servers[1].intel() })).toBeUndefined()
  expect([requests.length, failures]).toEqual([1, []])
})

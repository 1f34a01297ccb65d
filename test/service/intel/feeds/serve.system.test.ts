import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { follow } from '../../../../src/service/serve.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { send } from '../../../support/requests.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { answering, inTurn, startReceiver } from '../../alerts/receiver.ts'
import { address, openLocalIntel, syncDue } from '../local-intel.ts'
import { feedAt } from './local-catalogue.ts'

const OPEN = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
const LIST = JSON.stringify([address(1), address(2)])

test('serve fetches an enabled feed, warns of a failure, and ends while a feed is being sent', async () => {
  const { origin, requests } = await startReceiver(
    inTurn(answering(503), (response) => response.write(LIST.slice(0, 50))),
  )
  const lines: string[] = []
  const clock = new TestClock()
  const serving = await follow({
    ...(await freshDatabase(temporaryFolder())),
    env: OPEN,
    clock,
    random: seededRandom(),
    version: '1',
    feedCatalogue: [feedAt(origin)],
    log: { write: (line) => lines.push(line), quiet: false },
  })
  const { service } = serving
  await send(service, 'POST', '/ext/v1/intel/enabled', { source: 'phish' })
  await expect.poll(() => lines.join('')).toMatch(/"level":"warn".*a feed was not fetched: .*HTTP 503/)
  clock.advance(300_000)
  await expect.poll(() => requests.length).toBe(2)
  await serving.stop()
})

test('a process that is killed while it fetches leaves the old snapshot, and the next fetch succeeds', async () => {
  let isWhole = true
  const { origin, requests } = await startReceiver((response) => {
    if (isWhole) response.end(LIST)
    else response.write(LIST.slice(0, 50))
  })
  const feed = feedAt(origin)
  const { intel, service, database, clock } = await openLocalIntel(OPEN, { feedCatalogue: [feed] })
  await send(service, 'POST', '/ext/v1/intel/enabled', { source: 'phish' })
  await syncDue({ intel })
  isWhole = false
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sync-process.ts'), database], {
    env: { ...process.env, ...OPEN },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => requests.length).toBe(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await intel.sources()).toMatchObject([{ kept: 2, sync: { failures: 0 } }])
  isWhole = true
  clock.advance(365 * 86_400_000 * 2)
  expect(await syncDue({ intel })).toMatchObject({ kept: 2, outcome: 'replaced' })
})

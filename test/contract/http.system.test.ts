import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../src/service/index.ts'
import { catalogueAt } from '../service/intel/feeds/local-catalogue.ts'
import { seededRandom, TestClock } from '../support/deterministic.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startNodeOfContract } from './followed-node.ts'
import { sendTo } from './over-http.ts'
import { describeContract } from './suite.ts'

describeContract('over HTTP', async () => {
  const node = await startNodeOfContract()
  const folder = await mkdtemp(join(tmpdir(), 'txwarden-contract-'))
  const serving = await serve({
    ...(await freshDatabase(folder)),
    host: '127.0.0.1',
    port: 0,
    env: node.env,
    feedCatalogue: catalogueAt('http://127.0.0.1:9'),
    hasAdminApi: true,
    clock: new TestClock(),
    random: seededRandom(),
    version: '0.0.0',
    log: { write: () => {}, quiet: true },
  })
  const validation = await serving.service.keys.create('validation')
  const management = await serving.service.keys.create('management')
  return {
    keys: { validation: validation.key, management: management.key },
    isOurs: true,
    send: sendTo(serving.url),
    async close() {
      await serving.stop()
      await node.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
})

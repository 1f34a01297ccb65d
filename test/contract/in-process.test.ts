import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService } from '../../src/service/index.ts'
import { catalogueAt } from '../service/intel/feeds/local-catalogue.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { defaults } from '../support/open-service.ts'
import { startNodeOfContract } from './followed-node.ts'
import { describeContract } from './suite.ts'

describeContract('in this process', async () => {
  const node = await startNodeOfContract()
  const folder = await mkdtemp(join(tmpdir(), 'txwarden-contract-'))
  const service = await openService({
    ...defaults(),
    ...(await freshDatabase(folder)),
    env: node.env,
    feedCatalogue: catalogueAt('http://127.0.0.1:9'),
    hasAdminApi: true,
  })
  const validation = await service.keys.create('validation')
  const management = await service.keys.create('management')
  return {
    keys: { validation: validation.key, management: management.key },
    isOurs: true,
    send({ method, path: pathAndQuery, headers, body }) {
      const [path = '', query = ''] = pathAndQuery.split('?')
      const request = { method, path, query, headers, ...(body !== undefined && { body }) }
      return service.handle(request, { kind: 'network', address: '192.0.2.1' })
    },
    async close() {
      await service.close()
      await node.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
})

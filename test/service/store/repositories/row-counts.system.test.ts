import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Service } from '../../../../src/service/index.ts'
import { listed, send } from '../../../support/requests.ts'
import { column, localDatabase } from '../../administration/local-database.ts'

const LISTS = '/api/v2/management/control-lists'
const MONITORS = '/api/v2/management/monitor'

const address = (index: number) => `0x7e570000000000000000000000000000000000${index.toString(16).padStart(2, '0')}`

const totalOf = async (service: Service, path: string) =>
  (await send<{ totalElements: number }>(service, 'GET', path)).totalElements

test('counters equal the row counts after inserts, deletes, refusals and rollbacks', async () => {
  const local = localDatabase()
  const change = fc.record({
    what: fc.constantFrom('allow', 'block', 'monitor', 'remove', 'unmonitor'),
    about: fc.integer({ min: 0, max: 8 }),
  })
  await local.use((service) =>
    fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        // Concurrently: some share a commit, and one of two duplicates is refused.
        await Promise.allSettled(
          changes.map(async ({ what, about }) => {
            if (what === 'monitor') return send(service, 'POST', MONITORS, { address: address(about), chainId: '1' })
            if (what === 'allow' || what === 'block')
              return listed(service, what === 'allow' ? 'ALLOW' : 'BLOCK', address(about))
            const [table, path] =
              what === 'remove' ? ['control_list_entries', LISTS] : ['monitored_addresses', MONITORS]
            const [id] = column(local.database, `select id from ${table} order by id`)
            return send(service, 'DELETE', `${path}/${String(id)}`, {})
          }),
        )
        const count = (from: string) => column(local.database, `select count(*) from ${from}`)[0]
        expect(await totalOf(service, LISTS)).toBe(count('control_list_entries'))
        expect(await totalOf(service, `${LISTS}?type=BLOCK`)).toBe(count(`control_list_entries where type = 'BLOCK'`))
        expect(await totalOf(service, MONITORS)).toBe(count('monitored_addresses'))
      }),
      { numRuns: 40 },
    ),
  )
})

import { describe, expect, test } from 'vitest'
import type { Service } from '../../src/service/index.ts'
import { type Answered, ask } from '../support/requests.ts'
import { openServices } from './servers.ts'

const SENDER = '0x7e57000000000000000000000000000000000001'
const CONTRACT = '0x7e57000000000000000000000000000000000002'

/** The same request of many at once, by turns on each of the services. */
async function atOnce(
  services: readonly Service[],
  count: number,
  send: (service: Service, index: number) => Promise<Answered>,
) {
  return Promise.all(
    Array.from({ length: count }, (_, index) => send(services[index % services.length] as Service, index)),
  )
}

const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status).sort()

describe('two servers of one database', () => {
  test('issue every tracked nonce once', async () => {
    const services = await openServices(2)
    const answers = await atOnce(services, 60, (service) =>
      ask(service, 'POST', '/api/v2/transaction/validate', {
        transaction: { chainId: '1', from: SENDER, to: CONTRACT, data: '0x' },
        trackNonce: true,
        signTransaction: true,
      }),
    )
    expect(statuses(answers)).toEqual(Array(60).fill(200))
    const [service] = services
    const rows = await (service as Service).store.read.selectFrom('transactions').select('payload_nonce').execute()
    expect(rows.map(({ payload_nonce }) => payload_nonce).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
    // Each signed with the same key, whoever came first.
    expect(await (service as Service).store.read.selectFrom('signers').selectAll().execute()).toHaveLength(1)
  })

  test('accept one of several conflicting entries', async () => {
    const services = await openServices(2)
    const chains = [[], ['1'], ['1', '10'], ['10', '1']]
    const answers = await atOnce(services, 16, (service, index) =>
      ask(service, 'POST', '/api/v2/management/control-lists', {
        address: SENDER,
        type: 'BLOCK',
        productType: 'SONAR',
        chainIds: chains[index % chains.length],
      }),
    )
    expect(statuses(answers)).toEqual([200, ...Array(15).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['entry-overlap']),
    )
  })

  test('hold the same once, and release it once for each approval', async () => {
    const services = await openServices(2)
    const [service] = services as [Service]
    const validated = await ask(service, 'POST', '/api/v2/transaction/validate', {
      transaction: { chainId: '1', from: SENDER, to: CONTRACT, value: '7' },
      trackNonce: false,
    })
    const asked = {
      digest: `0x${'ab'.repeat(32)}`,
      kind: 'transaction',
      method: 'eth_sendTransaction',
      chainId: '1',
      svcTxIds: [validated.body.svcTxId],
      selfApprove: true,
    }
    const held = await atOnce(services, 12, (each) => ask(each, 'POST', '/ext/v1/holds', asked))
    expect(statuses(held)).toEqual(Array(12).fill(200))
    const [id, ...others] = new Set(held.map(({ body }) => body.id))
    expect(others).toEqual([])
    const path = `/ext/v1/holds/${id}`
    for (const outcome of ['refused', 'forwarded']) {
      if (outcome === 'refused') {
        const approved = await atOnce(services, 6, (each) => ask(each, 'POST', `${path}/approve`, {}))
        expect(statuses(approved)).toEqual([200, ...Array(5).fill(409)])
      }
      const released = await atOnce(services, 12, (each) => ask(each, 'POST', `${path}/release`))
      expect(statuses(released)).toEqual([200, ...Array(11).fill(409)])
      const { releaseToken } = released.find(({ status }) => status === 200)?.body ?? {}
      const settled = await ask(service, 'PUT', `${path}/outcome`, {
        outcome,
        ...(outcome === 'refused' && { releaseToken }),
      })
      expect(settled.status).toBe(200)
    }
    expect((await ask(service, 'GET', '/ext/v1/holds?state=forwarded')).body).toMatchObject({ content: [{ id }] })
    expect((await ask(service, 'GET', '/ext/v1/holds?state=expired')).body.content).toEqual([])
  })

  test('monitor an address once', async () => {
    const services = await openServices(2)
    const answers = await atOnce(services, 12, (service) =>
      ask(service, 'POST', '/api/v2/management/monitor', { address: SENDER, chainId: '1' }),
    )
    expect(statuses(answers)).toEqual([200, ...Array(11).fill(409)])
  })

  test('execute a request with one Idempotency-Key once', async () => {
    const services = await openServices(2)
    const body = { address: SENDER, type: 'ALLOW', productType: 'SONAR' }
    for (let round = 0; round < 5; round++) {
      const headers = { 'idempotency-key': `round-${round}` }
      const entry = { ...body, address: `0x7e570000000000000000000000000000000001${round}${round}` }
      const answers = await atOnce(services, 2, (service) =>
        ask(service, 'POST', '/api/v2/management/control-lists', entry, headers),
      )
      expect(statuses(answers)).toEqual([200, 200])
      expect(new Set(answers.map(({ body: { controlListId } }) => controlListId)).size).toBe(1)
    }
  })

  test('do not add an alert to a destination that is being deleted', async () => {
    const services = await openServices(2)
    for (let round = 0; round < 8; round++) {
      const made = await ask(services[0] as Service, 'POST', '/api/v2/management/alert-configurations/destinations', {
        name: 'mail',
        channel: 'EMAIL',
        webhookUrl: 'mailto:ops@example.com',
      })
      const { id } = made.body
      const [deleted, created] = await Promise.all([
        ask(services[0] as Service, 'DELETE', `/api/v2/management/alert-configurations/destinations/${id}`),
        ask(services[1] as Service, 'POST', '/api/v2/management/alert-configurations', {
          alertName: 'all',
          alertType: 'SONAR',
          destinationIds: [id],
        }),
      ])
      // One of the two came first, and the other heard of it.
      expect([
        [200, 400],
        [409, 200],
      ]).toContainEqual([deleted.status, created.status])
    }
  })

  test('lease different destination queues', async () => {
    const { claimQueues } = await import('../../src/service/store/repositories/destination-queues.ts')
    const { enqueueDue } = await import('./due-queues.ts')
    const services = await openServices(2)
    await enqueueDue(services[0] as Service, 40)
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (services[index % 2] as Service).store.write((db) =>
          claimQueues(db, { now: 1000, failing: false, limit: 10, claimId: `claim-${index}`, leaseUntil: 60_000 }),
        ),
      ),
    )
    const lanes = claims.flat().map(({ destination_id }) => destination_id)
    expect(new Set(lanes).size).toBe(lanes.length)
    expect(lanes.length).toBeGreaterThan(0)
  })
})

test('a lock is free for another server as soon as it is released', async () => {
  const services = await openServices(2)
  for (let turn = 0; turn < 20; turn++) {
    const [one, other] = turn % 2 === 0 ? services : services.toReversed()
    const lock = await one?.store.tryLock('addresses')
    expect(lock).toBeDefined()
    expect(await other?.store.tryLock('addresses')).toBeUndefined()
    await lock?.release()
  }
})

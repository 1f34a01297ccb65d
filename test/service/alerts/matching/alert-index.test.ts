import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alertTypes } from '../../../../src/api/vocabulary.ts'
import { AlertIndex } from '../../../../src/service/alerts/matching/alert-index.ts'
import { toMatchable } from '../../../../src/service/alerts/matching/enqueue-alerts.ts'
import { matchAlert } from '../../../../src/service/alerts/matching/match.ts'
import { filterColumns } from '../../../../src/service/records/alert-filter.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import type { Service } from '../../../../src/service/service.ts'
import type { StoredAlert } from '../../../../src/service/store/repositories/alerts.ts'
import { openServices } from '../../../postgres/servers.ts'
import { ask } from '../../../support/requests.ts'
import { anyFilter, anyMatchInput } from './any-alert.ts'

const anyAlert: fc.Arbitrary<StoredAlert> = fc
  .record({ type: fc.constantFrom(...alertTypes), filter: anyFilter, on_no_data: fc.constantFrom(0 as const, 1) })
  .map(({ filter, ...alert }) => ({
    ...alert,
    id: '',
    name: '',
    ...filterColumns(filter, { on_no_data: alert.on_no_data, chain_filter: null }, 0),
    is_active: 1,
    sent_counter: 0,
    silenced_until: null,
    silences_blocked: 0,
    created_at: 0,
    updated_at: 0,
    destinationIds: [],
  }))

test('finds exactly the alerts that match, in their order, for any alerts and any validation', () => {
  const outcomes = { found: 0, not: 0 }
  const anyAlerts = fc.array(anyAlert, { maxLength: 80, size: 'max' })
  fc.assert(
    fc.property(anyAlerts, fc.array(anyMatchInput, { minLength: 3, maxLength: 6 }), (alerts, inputs) => {
      const index = new AlertIndex(alerts)
      for (const input of inputs)
        for (const type of input.monitored.length > 0 ? ([input.product, 'MONITOR'] as const) : [input.product]) {
          const matching = alerts.filter(
            (alert) => alert.type === type && matchAlert(toMatchable(alert), input).matched,
          )
          expect(index.find(type, input)).toEqual(matching)
          outcomes.found += matching.length
          outcomes.not += alerts.length - matching.length
        }
    }),
  )
  expect(Math.min(outcomes.found, outcomes.not)).toBeGreaterThan(500)
})

describe('active alerts in memory', () => {
  const CONFIGURATIONS = '/api/v2/management/alert-configurations'
  const names = async (reads: ReturnType<typeof createReads>) => (await reads.alerts()).map(({ name }) => name)

  test('follow every change by this server and by another one', async () => {
    const [here, there] = (await openServices(2)) as [Service, Service]
    const reads = createReads(here.store.read)
    const body = { alertName: 'first', alertType: 'SONAR' }
    const { alertId } = (await ask(here, 'POST', CONFIGURATIONS, body)).body
    expect(await names(reads)).toEqual(['first'])
    const mail = { name: 'mail', channel: 'EMAIL', webhookUrl: 'mailto:ops@example.com' }
    const ids = [await ask(there, 'POST', `${CONFIGURATIONS}/destinations`, mail)].map((made) => made.body.id)
    ids.unshift((await ask(here, 'POST', `${CONFIGURATIONS}/destinations`, mail)).body.id)

    await ask(there, 'PUT', CONFIGURATIONS, {
      ...body,
      alertId,
      isActive: true,
      alertName: 'new',
      destinationIds: ids,
    })
    expect(await reads.alerts()).toMatchObject([{ name: 'new', destinationIds: ids }])
    await ask(there, 'POST', CONFIGURATIONS, { ...body, alertName: 'second' })
    expect(await names(reads)).toEqual(['new', 'second'])
    await ask(there, 'PUT', `${CONFIGURATIONS}/${alertId}/status`, { alertType: 'SONAR', isActive: false })
    expect(await names(reads)).toEqual(['second'])
    await ask(there, 'PUT', `${CONFIGURATIONS}/${alertId}/status`, { alertType: 'SONAR', isActive: true })
    expect(await names(reads)).toEqual(['new', 'second'])
    await ask(there, 'DELETE', `${CONFIGURATIONS}/${alertId}`)
    expect((await reads.configuration()).alerts.map(({ name }) => name)).toEqual(['second'])
  })

  test('are not read again until one changes', async () => {
    const [service] = (await openServices(1)) as [Service]
    await ask(service, 'POST', CONFIGURATIONS, { alertName: 'only', alertType: 'SONAR' })
    const reads = createReads(service.store.read)
    const { alerts } = await reads.configuration()
    const transaction = { chainId: '1', from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}` }
    const validated = await ask(service, 'POST', '/api/v2/transaction/validate', { transaction, trackNonce: false })
    expect(validated.status).toBe(200)
    expect((await reads.configuration()).alerts).toBe(alerts)
    expect(await reads.alerts()).toBe(alerts)
    await ask(service, 'POST', CONFIGURATIONS, { alertName: 'another', alertType: 'RASP' })
    expect((await reads.alerts()).length).toBe(2)
  })
})

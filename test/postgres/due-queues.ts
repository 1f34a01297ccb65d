import { aboutValidation } from '../../src/service/alerts/matching/enqueue-alerts.ts'
import type { Service } from '../../src/service/index.ts'
import { insertAlertEvents, insertDeliveries } from '../../src/service/store/repositories/alert-events.ts'
import { insertDestination } from '../../src/service/store/repositories/destinations.ts'

/** Destinations with one delivery each that is due at 1 ms. */
export async function enqueueDue({ store }: Service, count: number): Promise<void> {
  await store.write(async (db) => {
    for (let index = 0; index < count; index++) {
      const destination = {
        id: `destination-${index}`,
        name: 'mail',
        channel: 'EMAIL' as const,
        sealed_webhook_url: null,
        chat_id: null,
        sealed_token: null,
        state: 'ACTIVE' as const,
        error_message: '',
        created_at: 1,
        grouping: null,
        heartbeat_ms: null,
        heartbeat_at: null,
      }
      await insertDestination(db, destination)
      const event = {
        alert_id: 'alert',
        alert_name: 'all',
        alert_type: 'SONAR' as const,
        content: '{}',
        confirmed_at: null,
        ...aboutValidation(`tx-${index}`),
      }
      await insertAlertEvents(db, [{ id: `event-${index}`, created_at: 1, ...event }])
      await insertDeliveries(db, [
        {
          id: `delivery-${index}`,
          event_id: `event-${index}`,
          alert_id: 'alert',
          destination_id: destination.id,
          destination_name: 'mail',
          channel: 'EMAIL',
          state: 'PENDING',
          due_at: 1,
          attempts: 0,
          error_message: '',
          created_at: 1,
          updated_at: 1,
          uncounted: 0,
          severity: 0,
          group_id: null,
        },
      ])
    }
  })
}

import type { TransactionRecord } from '../../api/schemas/extensions.ts'
import type { Client } from '../../client/client.ts'
import { fetchAll } from '../steps/paged-list.ts'
import {
  DEMO_SENDERS,
  type DemoValidation,
  demoAddresses,
  demoAlerts,
  demoDestinations,
  demoEntries,
  demoMonitors,
  demoValidations,
} from './demo-data.ts'

export const demoKinds = ['controlLists', 'monitors', 'destinations', 'alerts', 'validations', 'reports'] as const
export type DemoKind = (typeof demoKinds)[number]

/** Adds one missing resource of the demo data. */
export interface DemoStep {
  readonly kind: DemoKind
  add(): Promise<unknown>
}

/** The missing resources, in dependency order. */
export async function missingSteps(client: Client): Promise<DemoStep[]> {
  return [
    ...(await entrySteps(client)),
    ...(await monitorSteps(client)),
    ...(await destinationSteps(client)),
    ...(await alertSteps(client)),
    ...(await validationSteps(client)),
  ]
}

async function entrySteps(client: Client): Promise<DemoStep[]> {
  const { content } = await fetchAll((query) => client.call('listControlLists', { query }))
  return demoEntries
    .filter(
      ({ address, type, productType }) =>
        !content.some(
          (entry) => isSame(entry.address, address) && entry.type === type && entry.productType === productType,
        ),
    )
    .map((body) => ({ kind: 'controlLists', add: () => client.call('createControlList', { body }) }))
}

async function monitorSteps(client: Client): Promise<DemoStep[]> {
  const { content } = await fetchAll((query) => client.call('listMonitors', { query }))
  return demoMonitors
    .filter(
      ({ address, chainId }) => !content.some((each) => isSame(each.address, address) && each.chainId === chainId),
    )
    .map((body) => ({ kind: 'monitors', add: () => client.call('createMonitor', { body }) }))
}

async function destinationSteps(client: Client): Promise<DemoStep[]> {
  const there = await client.call('listDestinations')
  return demoDestinations
    .filter(({ name }) => !there.some((each) => each.name === name))
    .map((body) => ({ kind: 'destinations', add: () => client.call('createDestination', { body }) }))
}

async function alertSteps(client: Client): Promise<DemoStep[]> {
  const { alerts } = await client.call('listAlerts')
  return demoAlerts
    .filter(({ alertName }) => !alerts.some((each) => each.alertName === alertName))
    .map(({ destinations, ...alert }) => ({
      kind: 'alerts',
      add: async () => {
        const there = await client.call('listDestinations')
        const destinationIds = there.filter(({ name }) => destinations.includes(name)).map(({ id }) => id)
        const { alertId } = await client.call('createAlert', { body: { ...alert, destinationIds } })
        // An active demo alert would add a held delivery for each of the user's own validations.
        await client.call('setAlertStatus', {
          params: { alertConfigurationId: alertId },
          body: { alertType: alert.alertType, isActive: false },
        })
      },
    }))
}

async function validationSteps(client: Client): Promise<DemoStep[]> {
  const there = await seededValidations(client)
  return demoValidations.flatMap((demo) => {
    const record = there.get(demo.name)
    let svcTxId = record?.svcTxId
    const validate: DemoStep = {
      kind: 'validations',
      add: async () => {
        svcTxId = (await client.call('validateTransaction', requestOf(demo))).svcTxId
      },
    }
    const report: DemoStep = {
      kind: 'reports',
      add: () =>
        client.call('updateTransaction', {
          params: { 'svc-transaction-id': svcTxId ?? '' },
          body: { transactionId: hashOf(demo), blockNumber: String(demo.block) },
        }),
    }
    return [...(record ? [] : [validate]), ...(demo.block === undefined || record?.blockNumber ? [] : [report])]
  })
}

const USER_AGENT = 'txwarden local seed: '

/** By name. Other validations of the same senders are ignored. */
async function seededValidations(client: Client): Promise<Map<string, TransactionRecord>> {
  const { content } = await fetchAll((query) => client.call('listTransactions', { query }))
  const seeded = new Map<string, TransactionRecord>()
  for (const { svcTxId, from } of content) {
    if (!DEMO_SENDERS.includes(from.toLowerCase())) continue
    const record = await client.call('getTransaction', { params: { 'svc-transaction-id': svcTxId } })
    const agent = record.request.clientData?.userAgent ?? ''
    if (agent.startsWith(USER_AGENT)) seeded.set(agent.slice(USER_AGENT.length), record)
  }
  return seeded
}

function requestOf({ name, chainId = '1', from = demoAddresses.treasury, to, value = '0', ...demo }: DemoValidation) {
  return {
    headers: { 'x-validation-product': demo.product ?? 'SONAR' },
    body: {
      transaction: { chainId, from, to, value, data: demo.data },
      trackNonce: demo.sign === true,
      ...(demo.sign && { signTransaction: true }),
      clientData: { userAgent: USER_AGENT + name },
    },
  } as const
}

/** A made-up hash, one per block. */
function hashOf({ block = 0 }: DemoValidation): string {
  return `0x7e57${String(block).padStart(60, '0')}`
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

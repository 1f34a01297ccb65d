import type { ServeProcess } from './serve-process.ts'

export const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

/** Transactions to this address are blocked and match the alerts. */
export const BLOCKED = address(0xb10c)

export interface DestinationOf {
  readonly name?: string
  readonly channel: 'WEBHOOK' | 'SLACK' | 'DISCORD' | 'TELEGRAM' | 'EMAIL'
  readonly webhookUrl?: string
  readonly attributes?: { readonly chatId?: string; readonly token?: string }
}

/** Returns the id. */
export async function createDestination(server: ServeProcess, destination: DestinationOf): Promise<string> {
  const { id } = await server.must('POST', '/api/v2/management/alert-configurations/destinations', {
    name: 'receiver',
    ...destination,
  })
  return id
}

/** Creates an alert about every blocked transaction; returns its id. */
export async function createAlert(
  server: ServeProcess,
  destinationIds: readonly string[],
  alertName = 'blocked',
): Promise<string> {
  const { alertId } = await server.must('POST', '/api/v2/management/alert-configurations', {
    alertName,
    alertType: 'SONAR',
    transactionFilter: { validationEnforcementConfiguration: { alertOnBlocked: true } },
    destinationIds,
  })
  return alertId
}

export async function blockAddress(server: ServeProcess): Promise<void> {
  await server.must('POST', '/api/v2/management/control-lists', {
    address: BLOCKED,
    type: 'BLOCK',
    productType: 'SONAR',
  })
}

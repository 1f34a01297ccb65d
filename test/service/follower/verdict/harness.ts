import { expect } from 'vitest'
import type { Output } from '../../../../src/api/operations/operations.ts'
import type { Service } from '../../../../src/service/index.ts'
import { startLocalIntel } from '../../intel/local-intel.ts'

/** A service on the database of the run: SQLite, or PostgreSQL. */
export async function withService(work: (service: Service) => Promise<void>): Promise<void> {
  const { local, close } = await startLocalIntel()
  try {
    await work(local.service)
  } finally {
    await close()
  }
}

/** As clients send them. */

export async function send(service: Service, method: string, path: string, body?: object, query = '') {
  const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }
  const text = body === undefined ? '' : JSON.stringify(body)
  const answer = await service.handle({ method, path, query, headers, body: text }, { kind: 'in-process' })
  return { status: answer.status, body: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown) }
}

export async function validate(
  service: Service,
  transaction: object,
  about: object = {},
): Promise<Output<'validateTransaction'>> {
  const body = { transaction: { chainId: '1', ...transaction }, trackNonce: false, ...about }
  const answer = await send(service, 'POST', '/api/v2/transaction/validate', body)
  expect(answer.status).toBe(200)
  return answer.body as Output<'validateTransaction'>
}

export async function stored(service: Service, id: string): Promise<Output<'getTransaction'>> {
  return (await send(service, 'GET', `/ext/v1/transactions/${id}`)).body as Output<'getTransaction'>
}

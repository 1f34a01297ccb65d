import { expect, onTestFinished, test } from 'vitest'
import { openService } from '../../../src/service/index.ts'
import { TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const LISTS = '/api/v2/management/control-lists'
const address = (index: number) => `0x7e57${index.toString(16).padStart(36, '0')}`

async function openOn(where: { database: string; keyFolder: string }) {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const report = (error: unknown) => {
    throw error
  }
  const service = await openService({ ...where, env: {}, clock: new TestClock(), random, report })
  onTestFinished(() => service.close())
  return async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }
    const request = { method, path, query: '', headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await service.handle(request, { kind: 'in-process' })
    expect(answer.status, answer.body).toBe(200)
    return JSON.parse(answer.body || '{}') as Record<string, unknown>
  }
}

test('entries of another process count in the next validation, in short control lists and in long ones', async () => {
  const where = await freshDatabase(temporaryFolder())
  const [manage, check] = [await openOn(where), await openOn(where)]
  const isValid = async (to: string) => {
    const transaction = { chainId: '1', from: address(0), to, value: '1', data: '0x' }
    return (await check('POST', '/api/v2/transaction/validate', { transaction, trackNonce: false })).valid
  }
  const block = (to: string) => manage('POST', LISTS, { address: to, type: 'BLOCK', productType: 'SONAR' })
  for (const others of [0, 1, 98, 1]) {
    for (let index = 0; index < others; index++) await block(`0xb10c${crypto.randomUUID().replaceAll('-', '')}0000`)
    expect(await isValid(address(1))).toBe(true)
    const { controlListId } = await block(address(1))
    expect(await isValid(address(1))).toBe(false)
    expect(await isValid(address(2))).toBe(true)
    await manage('DELETE', `${LISTS}/${controlListId}`)
    expect(await isValid(address(1))).toBe(true)
  }
})

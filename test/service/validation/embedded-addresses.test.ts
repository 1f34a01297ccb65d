import { describe, expect, test } from 'vitest'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import type { Service } from '../../../src/service/service.ts'
import { type LocalIntel, openLocalIntel, ours } from '../intel/local-intel.ts'

const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const CONTRACT = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
const IMPORTED = '0x8f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
const BLOCKED = '0xb10cced1e2d3c4b5a69788796a5b4c3d2e1f0a9b'
const { drainer: DRAINER, sanctioned: SANCTIONED } = testAddresses

const CALLER = { trackNonce: false, clientData: { userAgent: 'a-wallet', ip: '203.0.113.9' } }

/** Call data of an unknown function, longer than what is looked up without the list of what is listed. */
function longDataWith(address: string): string {
  const noise = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, index) => (index * index * 31) >>> 7))
  return `0xdeadbeef${noise.toString('hex')}${address.slice(2)}`
}

const request = async <T>({ handle }: Service, method: string, path: string, body: unknown): Promise<T> => {
  const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }
  const given = { method, path, query: '', headers, body: JSON.stringify(body) }
  const answer = await handle(given, { kind: 'in-process' })
  if (answer.status >= 400) throw new Error(answer.body)
  return (answer.body === '' ? undefined : JSON.parse(answer.body)) as T
}

const scoreOf = async (service: Service, address: string) => {
  const transaction = { chainId: '1', from: SENDER, to: CONTRACT, value: '0', data: longDataWith(address) }
  const path = '/api/v2/transaction/validate'
  return (await request<{ combinedScore: number }>(service, 'POST', path, { transaction, ...CALLER })).combinedScore
}

const block = ({ service }: LocalIntel, address: string) =>
  request<{ controlListId: string }>(service, 'POST', '/api/v2/management/control-lists', {
    ...{ address, type: 'BLOCK', productType: 'SONAR' },
  })

describe('an address behind 70,000 other bytes', () => {
  test('of the built-in records counts in full', async () => {
    const { service } = await openLocalIntel()
    expect(await scoreOf(service, DRAINER.toLowerCase())).toBeGreaterThanOrEqual(70)
    expect(await scoreOf(service, SANCTIONED.toLowerCase())).toBe(100)
    expect(await scoreOf(service, IMPORTED)).toBeLessThan(70)
  })

  test('counts from the import or the BLOCK entry on, and not after it ends', async () => {
    const local = await openLocalIntel()
    const { service, intel } = local
    expect([await scoreOf(service, IMPORTED), await scoreOf(service, BLOCKED)]).toEqual([0, 0])
    await intel.import(ours(`${IMPORTED},sanctioned,a list`))
    expect([await scoreOf(service, IMPORTED), await scoreOf(service, BLOCKED)]).toEqual([100, 0])
    const { controlListId } = await block(local, BLOCKED)
    expect([await scoreOf(service, IMPORTED), await scoreOf(service, BLOCKED)]).toEqual([100, 100])
    await request(service, 'DELETE', `/api/v2/management/control-lists/${controlListId}`, undefined)
    expect([await scoreOf(service, IMPORTED), await scoreOf(service, BLOCKED)]).toEqual([100, 0])
  })
})

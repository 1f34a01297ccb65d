import { describe, expect, test } from 'vitest'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import type { Service } from '../../../src/service/service.ts'
import { listed, unlisted, validate } from '../../support/requests.ts'
import { openLocalIntel, ours } from '../intel/local-intel.ts'

const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const CONTRACT = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
const IMPORTED = '0x8f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
const BLOCKED = '0xb10cced1e2d3c4b5a69788796a5b4c3d2e1f0a9b'
const { drainer: DRAINER, sanctioned: SANCTIONED } = testAddresses

const CALLER = { clientData: { userAgent: 'a-wallet', ip: '203.0.113.9' } }

/** Call data of an unknown function, longer than what is looked up without the list of what is listed. */
function longDataWith(address: string): string {
  const noise = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, index) => (index * index * 31) >>> 7))
  return `0xdeadbeef${noise.toString('hex')}${address.slice(2)}`
}

const scoreOf = async (service: Service, address: string) => {
  const transaction = { from: SENDER, to: CONTRACT, value: '0', data: longDataWith(address) }
  return (await validate(service, transaction, {}, CALLER)).combinedScore
}

describe('an address behind 70,000 other bytes', () => {
  test('of the built-in records counts in full', async () => {
    const { service } = await openLocalIntel()
    expect(await scoreOf(service, DRAINER.toLowerCase())).toBeGreaterThanOrEqual(70)
    expect(await scoreOf(service, SANCTIONED.toLowerCase())).toBe(100)
    expect(await scoreOf(service, IMPORTED)).toBeLessThan(70)
  })

  test('counts from the import or the BLOCK entry on, and not after it ends', async () => {
    const { service, intel } = await openLocalIntel()
    expect([await scoreOf(service, IMPORTED), await scoreOf(service, BLOCKED)]).toEqual([0, 0])
    await intel.import(ours(`${IMPORTED},sanctioned,a list`))
    expect([await scoreOf(service, IMPORTED), await scoreOf(service, BLOCKED)]).toEqual([100, 0])
    const entry = await listed(service, 'BLOCK', BLOCKED)
    expect([await scoreOf(service, IMPORTED), await scoreOf(service, BLOCKED)]).toEqual([100, 100])
    await unlisted(service, entry)
    expect([await scoreOf(service, IMPORTED), await scoreOf(service, BLOCKED)]).toEqual([100, 0])
  })
})

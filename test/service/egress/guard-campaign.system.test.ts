import { expect, test } from 'vitest'
import { runGuardCampaign } from './guard-campaign.ts'

/** Every 9th host; all of them: tsx test/campaigns/address-guard.ts */
test('no entry point reaches this machine, private networks or metadata services', async () => {
  const { doors, trapped, control } = await runGuardCampaign(9)
  expect(doors.flatMap(({ door, open }) => open.map((what) => `${door}: ${what}`))).toEqual([])
  expect(trapped).toEqual({ connections: 0, bytes: 0 })
  expect(control).toBe(2)
  expect(doors.every(({ checks }) => checks > 0)).toBe(true)
})

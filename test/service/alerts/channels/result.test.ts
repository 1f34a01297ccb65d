import { expect, test } from 'vitest'
import { failed, resultOf, sent } from '../../../../src/service/alerts/channels/channel.ts'
import { parseEgressPolicy } from '../../../../src/service/egress/egress-policy.ts'
import { localSender } from '../local-sender.ts'

test('a latency is whole milliseconds, as the interface has it: clocks count parts of them', () => {
  expect(sent(12.7)).toMatchObject({ latencyMs: 13 })
  expect(failed('refused', 'no', 0.4)).toMatchObject({ latencyMs: 0 })
})

test('how to allow a refused address is advised where that is possible: never for a cloud metadata address', async () => {
  const errorOf = async (address: string) => {
    const sender = localSender({ policy: parseEgressPolicy([]), resolve: async () => [{ address, family: 4 }] })
    return resultOf(await sender.send({ url: 'https://hooks.example/in' }), () => undefined).errorMessage
  }
  expect(await errorOf('10.0.0.1')).toContain('; to allow it, set TXWARDEN_ALLOW_DESTINATION=hooks.example')
  expect(await errorOf('169.254.169.254')).toBe(
    'hooks.example resolves to a cloud metadata address, which is never allowed',
  )
})

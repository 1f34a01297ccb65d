import { expect, onTestFinished, test } from 'vitest'
import type { ValidationResult } from '../../../src/api/schemas/transaction.ts'
import { startFaultProxy } from '../../support/fault-proxy.ts'
import { openForTest } from '../../support/open-service.ts'
import { validate } from '../../support/requests.ts'

const SENDER = '0x7e57e185f01f2900f3b969962d790bd76275007a'

test('of many verdicts only one waits for a node that did not answer before', async () => {
  const proxy = await startFaultProxy(() => ({ result: null }))
  proxy.script('slow head')
  onTestFinished(() => proxy.close())
  const service = await openForTest({ env: { TXWARDEN_CHAIN_ETHEREUM_URL: proxy.url } })
  // Time for a busy machine to send the request.
  const headers = { 'x-txwarden-chain-timeout': '500' }
  const judge = () => validate<ValidationResult>(service, { from: SENDER, to: SENDER }, headers)
  await judge()
  expect(proxy.exchanges).toHaveLength(1)
  const results = await Promise.all(Array.from({ length: 10 }, judge))
  expect(proxy.exchanges).toHaveLength(2)
  for (const { simulation, chainCoverage } of results) {
    expect(simulation?.status).toBe('unavailable')
    expect(simulation?.reason).toContain(new URL(proxy.url).host)
    expect(chainCoverage?.status).toBe('none')
  }
})

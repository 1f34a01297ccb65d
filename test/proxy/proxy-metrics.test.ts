import { expect, onTestFinished, test } from 'vitest'
import { serveProxyMetrics } from '../../src/proxy/record/proxy-metrics.ts'
import type { TallyLine } from '../../src/proxy/record/tally.ts'
import { parseMetrics, seriesValue } from '../support/prometheus-text.ts'

const NOTHING = { chainId: null, to: null, value: null, verdict: null, score: null, svcTxId: null, hash: null }
const line = (method: string | null, outcome: TallyLine['outcome']): TallyLine => ({
  ...NOTHING,
  method,
  outcome,
  holdId: null,
  isObserved: false,
  reason: null,
  next: null,
})

test('the calls of a proxy are counted by the treatment of their method and by their outcome', async () => {
  let fault: string | undefined
  const metrics = await serveProxyMetrics({
    host: '127.0.0.1',
    port: 0,
    allowedMethods: ['anvil_*'],
    now: () => Date.now(),
    fault: () => fault,
    report: (error) => {
      throw error
    },
  })
  onTestFinished(() => metrics.close())
  metrics.decided(line('eth_sendRawTransaction', 'blocked'), 'fail-on')
  metrics.decided(line('eth_sendRawTransaction', 'blocked'))
  metrics.decided(line('eth_chainId', 'passed'))
  metrics.decided(line('anvil_mine', 'unjudged'))
  metrics.decided(line('0xdeadbeef_method_of_a_caller', 'blocked'), 'request')
  metrics.decided(line(null, 'blocked'))
  const text = await (await fetch(`${metrics.url}/metrics`)).text()
  const families = parseMetrics(text)
  const calls = (method_class: string, outcome: string) =>
    seriesValue(families, 'txwarden_proxy_requests_total', { method_class, outcome })
  expect(calls('validate', 'blocked')).toBe(2)
  expect(calls('pass', 'passed')).toBe(1)
  expect(calls('allow', 'unjudged')).toBe(1)
  expect(calls('refuse', 'blocked')).toBe(1)
  expect(calls('unreadable', 'blocked')).toBe(1)
  const refusals = (policy: string) => seriesValue(families, 'txwarden_proxy_refusals_total', { policy })
  expect(['fail-on', 'allow-method', 'max-fee', 'request'].map(refusals)).toEqual([1, 1, 0, 0])
  expect(text).not.toContain('deadbeef')
  expect((await fetch(`${metrics.url}/readyz`)).status).toBe(200)
  fault = 'shutting-down'
  expect((await fetch(`${metrics.url}/readyz`)).status).toBe(503)
})

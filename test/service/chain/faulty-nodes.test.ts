import { expect, onTestFinished, test } from 'vitest'
import type { ValidationResult } from '../../../src/api/schemas/transaction.ts'
import { type RpcFaultName, startFaultProxy } from '../../support/fault-proxy.ts'
import { openForTest } from '../../support/open-service.ts'
import { ask } from '../../support/requests.ts'

const SENDER = '0x7e57e185f01f2900f3b969962d790bd76275007a'

async function verdictWith(faults: readonly RpcFaultName[], more: Readonly<Record<string, string>> = {}) {
  const nodes = await Promise.all(
    faults.map(async (fault) => {
      const node = await startFaultProxy(() => ({ result: null }))
      node.script(fault)
      onTestFinished(() => node.close())
      return node
    }),
  )
  const urls = nodes.map(({ url }) => url).join(' ')
  const service = await openForTest({ env: urls === '' ? {} : { TXWARDEN_CHAIN_ETHEREUM_URL: urls } })
  const body = { transaction: { chainId: '1', from: SENDER, to: SENDER }, trackNonce: false }
  const headers = { 'x-txwarden-chain-timeout': '100', ...more }
  const pause = () => ask(service, 'POST', '/ext/v1/chains/1/pause')
  const verdict = () => ask(service, 'POST', '/api/v2/transaction/validate', body, headers)
  return { pause, verdict, hosts: nodes.map(({ url }) => new URL(url).host) }
}

test('without an answer the verdict names the fault of each node once', async () => {
  const { verdict, hosts } = await verdictWith(['slow head', 'closes connection', 'HTML 200'])
  const { simulation, chainCoverage } = (await verdict()).body as ValidationResult
  for (const host of hosts) expect(simulation?.reason?.split(host)).toHaveLength(2)
  expect(chainCoverage?.missing.join()).toContain(hosts[0])
})

test('and of many nodes a bounded number', async () => {
  const { verdict } = await verdictWith(Array.from({ length: 7 }, () => 'closes connection' as const))
  const { simulation } = (await verdict()).body as ValidationResult
  expect(simulation?.reason?.split('; ')).toHaveLength(5)
  expect(simulation?.reason).toMatch(/; 3 more$/)
})

test.each([
  ['a node', ['HTML 200'], false],
  ['a paused node', ['HTML 200'], true],
  ['no node', [], false],
] as const)('a chain with %s refuses a node that is not configured', async (_, faults, isPaused) => {
  const { pause, verdict } = await verdictWith(faults, { 'x-txwarden-node': 'nonsense' })
  if (isPaused) await pause()
  const { status, body } = await verdict()
  expect([status, body.detail]).toEqual([400, expect.stringContaining('chain 1 has no node')])
})

import { expect } from 'vitest'
import type { ValidationResult } from '../../src/api/schemas/transaction.ts'
import { verdictOf, verdicts } from '../../src/api/verdict.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { callData } from '../support/chain/test-chain.ts'
import { type RpcFaultName, rpcFaults, startFaultProxy } from '../support/fault-proxy.ts'
import { needs } from '../support/needs.ts'
import { openForTest } from '../support/open-service.ts'
import { validate } from '../support/requests.ts'

const { test } = needs('anvil')

const SENDER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const SPENDER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const KEY = 'c0ffee5ec3e7'
/** Of a node with a fault. */
const SHORT_MS = 400
/** Of the honest one, however busy the machine is. */
const LONG_MS = 10_000

const transactions = {
  payment: { to: SPENDER, value: '1000000000000000000' },
  approval: { to: USDC, data: callData('approve(address,uint256)', SPENDER, 2n ** 256n - 1n) },
}

/** The verdicts of a new service whose node is at the URL; everything that it reports is added to `reported`. */
async function judged(
  url: string | undefined,
  reported: string[],
  timeoutMs: number,
): Promise<Record<string, ValidationResult>> {
  const service = await openForTest({
    env: url === undefined ? {} : { TXWARDEN_CHAIN_ETHEREUM_URL: url },
    clock: systemClock,
    report: (error) => void reported.push(String(error)),
  })
  const headers = { 'x-txwarden-dry-run': 'true', 'x-txwarden-chain-timeout': String(timeoutMs) }
  const results: Record<string, ValidationResult> = {}
  for (const [name, transaction] of Object.entries(transactions))
    results[name] = await validate(service, { from: SENDER, ...transaction }, headers)
  return results
}

const strictness = (result: ValidationResult) => verdicts.indexOf(verdictOf(result))

/** Where in the exchange the fault starts: at the head, at the first trip, at the second. */
const positions = [0, 2, 4] as const

test('whatever a node does, the verdict is the one without it or stricter, and says what is missing', async () => {
  await using anvil = await startAnvil()
  const reported: string[] = []
  const offline = await judged(undefined, reported, LONG_MS)
  const honest = await judged(anvil.url, reported, LONG_MS)
  expect(honest.approval?.combinedScore).toBeGreaterThan(offline.approval?.combinedScore ?? 100)
  const names = Object.keys(rpcFaults) as RpcFaultName[]
  const cases = names.flatMap((fault) => positions.map((position) => ({ fault, position })))
  const check = async ({ fault, position }: (typeof cases)[number]) => {
    const at = `${fault} after ${position} requests`
    const proxy = await startFaultProxy(anvil.url)
    proxy.script(...Array.from({ length: position }, () => 'none' as const), fault)
    const found = await judged(`${proxy.url}/v3/${KEY}`, reported, SHORT_MS).finally(() => proxy.close())
    for (const [name, result] of Object.entries(found)) {
      const without = offline[name] as ValidationResult
      expect(result.combinedScore, `${at}: ${name}`).toBeGreaterThanOrEqual(without.combinedScore)
      expect(strictness(result), `${at}: ${name}`).toBeGreaterThanOrEqual(strictness(without))
      const { simulation, chainCoverage } = result
      expect(simulation, at).toBeDefined()
      if (simulation?.status === 'unavailable') expect(chainCoverage?.missing, at).not.toEqual([])
      // A method that crashes has others in its place.
      const full = { ...honest[name]?.simulation, method: simulation?.method }
      if (chainCoverage?.status === 'full') expect(simulation, at).toEqual(full)
      expect(JSON.stringify(result), at).not.toContain(KEY)
    }
  }
  // Most of the time nothing happens: they wait for nodes.
  const left = [...cases]
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await check(next)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  expect(reported.join('\n')).not.toContain(KEY)
  expect(reported).toEqual([])
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ValidationResult } from '../../../src/api/schemas/transaction.ts'
import { openService } from '../../../src/service/index.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { startFaultProxy } from '../../support/fault-proxy.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SENDER = '0x7e57e185f01f2900f3b969962d790bd76275007a'

test('of many verdicts only one waits for a node that did not answer before', async () => {
  const proxy = await startFaultProxy(() => ({ result: null }))
  proxy.script('slow head')
  const service = await openService({
    database: join(temporaryFolder(), 'local.db'),
    env: { TXWARDEN_CHAIN_ETHEREUM_URL: proxy.url },
    clock: new TestClock(),
    random: seededRandom('resting'),
    report: (error) => {
      throw error
    },
  })
  const validate = async (): Promise<ValidationResult> => {
    const body = JSON.stringify({ transaction: { chainId: '1', from: SENDER, to: SENDER }, trackNonce: false })
    const headers = {
      'content-type': 'application/json',
      'x-validation-product': 'SONAR',
      // Time for a busy machine to send the request.
      'x-txwarden-chain-timeout': '500',
      prefer: 'explain',
    }
    const answer = await service.handle(
      { method: 'POST', path: '/api/v2/transaction/validate', query: '', headers, body },
      { kind: 'in-process' },
    )
    expect(answer.status).toBe(200)
    return JSON.parse(answer.body) as ValidationResult
  }
  try {
    await validate()
    expect(proxy.exchanges).toHaveLength(1)
    const results = await Promise.all(Array.from({ length: 10 }, validate))
    expect(proxy.exchanges).toHaveLength(2)
    for (const { simulation, chainCoverage } of results) {
      expect(simulation?.status).toBe('unavailable')
      expect(simulation?.reason).toContain(new URL(proxy.url).host)
      expect(chainCoverage?.status).toBe('none')
    }
  } finally {
    await service.close()
    await proxy.close()
  }
})

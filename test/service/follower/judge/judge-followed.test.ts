import { expect, test } from 'vitest'
import type { Output } from '../../../../src/api/operations.ts'
import type { Service } from '../../../../src/service/index.ts'
import { call, localDatabase } from '../../administration/local-database.ts'
import { attacker, callData, drain, follow, hashOf, payee, payment, treasury, usdc } from './followed.ts'

const validate = async (service: Service, transaction: object) => {
  const headers = { 'content-type': 'application/json', 'x-validation-product': 'SONAR' }
  const body = JSON.stringify({ transaction: { chainId: '1', ...transaction }, trackNonce: false })
  const path = '/api/v2/transaction/validate'
  const answer = await service.handle({ method: 'POST', path, query: '', headers, body }, { kind: 'in-process' })
  expect(answer.status).toBe(200)
  return JSON.parse(answer.body) as Output<'validateTransaction'>
}

test('a drain by an allowance is UNSAFE and says what is lost, also without a node', async () => {
  await localDatabase().use(async (service) => {
    const { row, result } = await follow(service, drain())
    expect(row).toMatchObject({
      ...{ origin: 'chain', product: 'SONAR', transaction_id: hashOf(1), block_number: '100', validated_as: null },
      ...{ valid: 1, combined_score: 80, from_key: attacker },
    })
    expect(result.valid).toBe(true)
    expect(result.explanation?.reasons[0]).toMatchObject({ rule: 'spent-allowance', points: 80 })
    expect(result.simulation).toMatchObject({
      ...{ status: 'ok', method: 'receipt', blockNumber: 100 },
      assetChanges: [{ amount: '-12500000000', symbol: 'USDC', decimals: 6, verified: true }],
    })
  })
})

test('a validated payment stands for its transaction, which reports it', async () => {
  await localDatabase().use(async (service) => {
    const { svcTxId } = await validate(service, {
      from: treasury,
      to: usdc,
      data: callData.transfer(payee, 5_000_000n),
    })
    const { row } = await follow(service, payment())
    expect(row.validated_as).toBe(svcTxId)
    const record = await call<Output<'getTransaction'>>(service, 'GET', `/ext/v1/transactions/${svcTxId}`, undefined)
    expect(record).toMatchObject({ transactionId: hashOf(1), blockNumber: '100', reports: [{ blockNumber: '100' }] })
  })
})

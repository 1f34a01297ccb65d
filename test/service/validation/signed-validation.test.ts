import { expect, onTestFinished, test } from 'vitest'
import { openService } from '../../../src/service/index.ts'
import type { Service } from '../../../src/service/service.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const FROM = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const TO = '0x00000000000000000000000000000000000005ed'
const HASH = `0x${'ab'.repeat(32)}`
const LISTS = '/api/v2/management/control-lists'

async function opened() {
  const service = await openService({
    ...(await freshDatabase(temporaryFolder())),
    env: {},
    clock: new TestClock(),
    random: seededRandom(),
    report: (error) => {
      throw error
    },
  })
  onTestFinished(() => service.close())
  const [one, another] = [await service.keys.create('validation'), await service.keys.create('validation')]
  const send = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await service.handle(
      {
        ...{ method, path, query: '' },
        headers: { 'content-type': 'application/json', 'x-validation-product': 'SONAR', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      headers['x-api-key'] ? { kind: 'network', address: '192.0.2.1' } : { kind: 'in-process' },
    )
    expect(answer.status, answer.body).toBe(200)
    return JSON.parse(answer.body || '{}') as Record<string, unknown>
  }
  const validate = async (over: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const transaction = { chainId: '1', from: FROM, to: TO, value: '7', ...over }
    const signed = { 'x-txwarden-signed-hash': HASH, ...headers }
    const { svcTxId } = await send('POST', '/api/v2/transaction/validate', { transaction, trackNonce: false }, signed)
    return String(svcTxId)
  }
  return { service, send, validate, keys: [one.key, another.key] as const }
}

const events = ({ store }: Service) => store.read.selectFrom('alert_events').select('round').execute()
const rows = ({ store }: Service) => store.read.selectFrom('transactions').selectAll().execute()

test('a signed transaction that is validated again replaces its stored verdict, and alerts only when it is worse', async () => {
  const { service, send, validate } = await opened()
  await send('POST', '/api/v2/management/alert-configurations', { alertName: 'all', alertType: 'SONAR' })
  const block = () => send('POST', LISTS, { type: 'BLOCK', productType: 'SONAR', address: TO })
  const id = await validate()
  const before = (await events(service)).length
  const [first] = await rows(service)
  expect(await validate()).toBe(id)
  expect(await events(service)).toHaveLength(before)
  const { controlListId } = await block()
  for (let again = 0; again < 3; again += 1) expect(await validate()).toBe(id)
  expect(await rows(service)).toMatchObject([
    { id, valid: 0, combined_score: 100, sub_category: 'blockedAddress', created_at: first?.created_at },
  ])
  expect(await events(service)).toHaveLength(before + 1)

  // It is better, and as bad again: it was reported.
  await send('DELETE', `${LISTS}/${String(controlListId)}`)
  await validate()
  expect(await rows(service)).toMatchObject([{ id, valid: 1, combined_score: 0 }])
  await block()
  await validate()
  expect(await rows(service)).toMatchObject([{ id, valid: 0 }])
  expect(await events(service)).toHaveLength(before + 1)
})

test('a false hash reaches no other validation, and neither does another key', async () => {
  const { service, validate, keys } = await opened()
  const [one, another] = keys.map((key) => ({ 'x-api-key': key }))
  const id = await validate({}, one)
  const others = [
    await validate({}, another),
    await validate({ to: FROM }, one),
    await validate({ value: '8' }, one),
    await validate({ data: '0x12' }, one),
    await validate({ chainId: '10' }, one),
    await validate({ authorizations: [{ chainId: 1, address: TO, nonce: 0 }] }, one),
    await validate({}, { ...one, 'x-validation-product': 'RASP' }),
    await validate({}, { ...one, 'x-txwarden-signed-hash': `0x${'cd'.repeat(32)}` }),
  ]
  expect(new Set([id, ...others]).size).toBe(1 + others.length)
  expect(
    await validate(
      { from: FROM.toLowerCase() },
      { ...one, 'x-txwarden-signed-hash': HASH.toUpperCase().replace('X', 'x') },
    ),
  ).toBe(id)
  expect(await rows(service)).toHaveLength(1 + others.length)
})

test('a payload is issued for a validation of its own', async () => {
  const { service, send, validate } = await opened()
  const id = await validate()
  const transaction = { chainId: '1', from: FROM, to: TO, value: '7' }
  const body = { transaction, trackNonce: true, signTransaction: true }
  const signed = await send('POST', '/api/v2/transaction/validate', body, { 'x-txwarden-signed-hash': HASH })
  expect(signed.payload).toMatch(/^0x/)
  expect(signed.svcTxId).not.toBe(id)
  expect(await rows(service)).toHaveLength(2)
})

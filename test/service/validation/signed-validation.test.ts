import { expect, test } from 'vitest'
import type { Service } from '../../../src/service/service.ts'
import { openForTest } from '../../support/open-service.ts'
import { listed, send, unlisted, validate as validateOn } from '../../support/requests.ts'

const FROM = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const TO = '0x00000000000000000000000000000000000005ed'
const HASH = `0x${'ab'.repeat(32)}`

async function opened() {
  const service = await openForTest()
  const [one, another] = [await service.keys.create('validation'), await service.keys.create('validation')]
  const validate = async (over: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const signed = { 'x-txwarden-signed-hash': HASH, ...headers }
    return (await validateOn(service, { from: FROM, to: TO, value: '7', ...over }, signed)).svcTxId
  }
  return { service, validate, keys: [one.key, another.key] as const }
}

const events = ({ store }: Service) => store.read.selectFrom('alert_events').select('round').execute()
const rows = ({ store }: Service) => store.read.selectFrom('transactions').selectAll().execute()

test('a signed transaction that is validated again replaces its stored verdict, and alerts only when it is worse', async () => {
  const { service, validate } = await opened()
  await send(service, 'POST', '/api/v2/management/alert-configurations', { alertName: 'all', alertType: 'SONAR' })
  const block = () => listed(service, 'BLOCK', TO)
  const id = await validate()
  const before = (await events(service)).length
  const [first] = await rows(service)
  expect(await validate()).toBe(id)
  expect(await events(service)).toHaveLength(before)
  const entry = await block()
  for (let again = 0; again < 3; again += 1) expect(await validate()).toBe(id)
  expect(await rows(service)).toMatchObject([
    { id, valid: 0, combined_score: 100, sub_category: 'blockedAddress', created_at: first?.created_at },
  ])
  expect(await events(service)).toHaveLength(before + 1)

  // It is better, and as bad again: it was reported.
  await unlisted(service, entry)
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
  const { service, validate } = await opened()
  const id = await validate()
  const transaction = { from: FROM, to: TO, value: '7' }
  const about = { trackNonce: true, signTransaction: true }
  const signed = await validateOn<Record<string, unknown>>(
    service,
    transaction,
    { 'x-txwarden-signed-hash': HASH },
    about,
  )
  expect(signed.payload).toMatch(/^0x/)
  expect(signed.svcTxId).not.toBe(id)
  expect(await rows(service)).toHaveLength(2)
})

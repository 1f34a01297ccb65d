import { expect, test } from 'vitest'
import { testAddresses } from '../../../../src/service/intel/baseline-records.ts'
import { serveForTest } from '../../../support/served.ts'
import { until } from '../../../support/stepped-time.ts'
import { answering, startReceiver } from '../receiver.ts'

const SECRET_PATH = 'plantedsecretpart'

/** A service over HTTP with an alert for UNSAFE to a local Slack webhook. */
async function alerting(status: number, body = '') {
  const receiver = await startReceiver(answering(status, body))
  const served = await serveForTest({ allowDestinations: ['127.0.0.1'] })
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${served.url}${path}`, {
      method,
      headers: {
        'x-api-key': served.keys[path.includes('/management/') || path.includes('/ext/') ? 'management' : 'validation'],
        'x-validation-product': 'SONAR',
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }
  const base = '/api/v2/management/alert-configurations'
  const webhookUrl = `${receiver.origin}/services/${SECRET_PATH}`
  const { id } = await call<{ id: string }>('POST', `${base}/destinations`, {
    name: 'ops',
    channel: 'SLACK',
    webhookUrl,
  })
  await call('POST', base, { alertName: 'unsafe', alertType: 'SONAR', destinationIds: [id] })
  const validate = () =>
    call('POST', '/api/v2/transaction/validate', {
      transaction: { chainId: '1', from: '0x7E57E185F01f2900F3b969962D790bD76275007A', to: testAddresses.drainer },
      trackNonce: false,
    })
  return { receiver, served, call, validate }
}

test('a validation over HTTP wakes the courier', async () => {
  const { receiver, validate } = await alerting(200)
  await validate()
  await until(() => receiver.requests.length === 1)
  expect(receiver.requests[0]?.path).toContain(SECRET_PATH)
})

test('a validation that fires many alerts is sent to every destination', async () => {
  const { receiver, call, validate } = await alerting(200)
  const base = '/api/v2/management/alert-configurations'
  const { id } = (await call<{ id: string }[]>('GET', `${base}/destinations`))[0] ?? {}
  const webhook = { channel: 'WEBHOOK', webhookUrl: receiver.origin }
  const other = await call<{ id: string }>('POST', `${base}/destinations`, { name: 'hook', ...webhook })
  await call('POST', base, { alertName: 'both', alertType: 'SONAR', destinationIds: [id, other.id] })
  for (let count = 0; count < 40; count++)
    await call('POST', base, { alertName: `${count}`, alertType: 'SONAR', destinationIds: [other.id] })
  await validate()
  // One for each alert, also when several send to the same destination.
  await until(() => receiver.requests.filter(({ path }) => path === '/').length === 41)
  await until(() => receiver.requests.length >= 42)
})

test('the log has dead deliveries and switched-off destinations, and no secrets', async () => {
  const { served, call, validate } = await alerting(404, 'no_service')
  await validate()
  await until(() => served.log.some((line) => line.includes('was switched off')))
  expect(served.log.filter((line) => line.includes('"level":"warn"')).map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringMatching(/^delivery \S+ to destination \S+ was given up after 1 try: /),
    expect.stringMatching(/^destination \S+ was switched off: /),
  ])
  const answers = [await call('GET', '/ext/v1/deliveries'), await call('GET', '/ext/v1/audit')]
  for (const text of [served.log.join(), JSON.stringify(answers)]) expect(text).not.toContain(SECRET_PATH)
})

test('the log has the first transient failure of a destination', async () => {
  const { receiver, served, validate, call } = await alerting(503)
  await validate()
  await until(async () => {
    const { content } = await call<{ content: { attempts: number }[] }>('GET', '/ext/v1/deliveries')
    return content[0]?.attempts === 1
  })
  expect(receiver.requests).toHaveLength(1)
  const warnings = () =>
    served.log.filter((line) => line.includes('"level":"warn"')).map((line) => JSON.parse(line).msg)
  const begins = [expect.stringMatching(/^delivery \S+ to destination \S+ failed and is tried again: .*503/)]
  // Logged after the attempt is stored.
  await expect.poll(warnings).toEqual(begins)
  expect(served.log.join()).not.toContain(SECRET_PATH)
})

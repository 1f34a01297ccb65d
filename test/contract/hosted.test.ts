import { expect, test } from 'vitest'
import { sendTo } from './over-http.ts'
import { describeContract } from './suite.ts'

const {
  TXWARDEN_CONTRACT_BASE_URL: baseUrl,
  TXWARDEN_CONTRACT_VALIDATION_KEY: validation,
  TXWARDEN_CONTRACT_MANAGEMENT_KEY: management,
} = process.env

if (baseUrl && validation && management)
  describeContract(`against ${new URL(baseUrl).host}`, async () => ({
    keys: { validation, management },
    isOurs: false,
    send: sendTo(baseUrl),
    close: async () => {},
  }))
else
  test('the three variables of a hosted service are set together', () => {
    expect([baseUrl, validation, management].filter(Boolean)).toEqual([])
  })

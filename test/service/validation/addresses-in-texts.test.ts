import { expect, test } from 'vitest'
import { checksummed } from '../../../src/api/address.ts'
import type { Reason } from '../../../src/api/schemas/transaction.ts'
import { openServices } from '../../postgres/servers.ts'
import { ask } from '../../support/requests.ts'
import { callData } from '../risk/call-data.ts'

const OWN = `0x${'a1'.repeat(20)}`
const OTHER = `0x${'b2'.repeat(20)}`
const TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

async function reasonsOf(path: string, body: object): Promise<readonly Reason[]> {
  const [service] = await openServices(1)
  if (!service) throw new Error('no service')
  const { status, body: answer } = await ask(service, 'POST', path, body)
  expect(status).toBe(200)
  return (
    answer.explanation?.reasons ??
    (await ask(service, 'GET', `/ext/v1/transactions/${answer.svcTxId}`)).body.result.explanation.reasons
  )
}

test('texts name an address by its checksum, and the sender by its role', async () => {
  const data = callData.transferFrom(OTHER, `0x${'c3'.repeat(20)}`, 0n)
  const transaction = { chainId: '8453', from: OWN, to: TOKEN, value: '0', data }
  const [bait] = await reasonsOf('/api/v2/transaction/validate', { transaction, trackNonce: false })
  expect(bait?.text).toContain(`receives a zero-value transfer from ${checksummed(OTHER)}, which`)
})

test('the content of a signed message is shown as it is signed, also where it has the form of an address', async () => {
  const types = {
    Mail: [
      { name: 'text', type: 'string' },
      { name: 'part', type: 'bytes' },
      { name: 'to', type: 'address' },
    ],
  }
  const message = { text: `pay ${OWN}`, part: OTHER, to: OTHER }
  const typedData = { domain: { chainId: 8453 }, types, primaryType: 'Mail', message }
  const reasons = await reasonsOf('/ext/v1/typed-data/validate', { from: OWN, typedData })
  expect(reasons.find(({ rule }) => rule === 'message-fields')?.text).toBe(
    `Mail: text "pay ${OWN}", part ${OTHER}, to ${checksummed(OTHER)}.`,
  )
})

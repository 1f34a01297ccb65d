import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { testMessage } from '../../../../src/service/alerts/delivery/attempts/send-test.ts'
import type { EventActivity } from '../../../../src/service/alerts/delivery/messages/event-content.ts'
import { freePort } from '../../../support/free-port.ts'
import { AT, contentOf, noticeContentOf, SCAM, SENDER, seenContentOf } from './given.ts'

test('examples/monitoring/receiver.mjs prints a line for every kind of message, and survives what is none', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, ['examples/monitoring/receiver.mjs', String(port)])
  onTestFinished(() => void child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value
  expect(await next()).toBe('waiting for messages')
  const post = (body: string) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
  const printed = async (data: unknown) => {
    expect((await post(JSON.stringify({ data }))).status).toBe(200)
    return next()
  }
  const [spent] = seenContentOf().activities as [EventActivity]
  const granted = {
    kind: 'allowance-granted' as const,
    other: SCAM,
    moves: [],
    allowance: { token: SCAM, symbol: 'USDC', decimals: 6, amount: String(2n ** 256n - 1n) },
  }

  expect((await post('no JSON')).status).toBe(400)
  expect(await printed(testMessage('test_1', 'ops', AT).data)).toBe('test: ops')
  expect(await printed(noticeContentOf())).toBe(
    'lag: the follower is 7 min behind the head: monitored addresses are not watched · node.example answers 503',
  )
  expect(await printed(contentOf())).toMatch(/^other: \{"alert"/)
  expect(await printed(seenContentOf())).toBe(
    `included: treasury allowance-spent − 12500 USDC to ${SCAM} · UNSAFE 90/100 · not validated here · block 31402118`,
  )
  expect(await printed(seenContentOf({ kind: granted.kind, activities: [{ ...spent, ...granted }] }))).toBe(
    `included: treasury allowance-granted all USDC for ${SCAM} · UNSAFE 90/100 · not validated here · block 31402118`,
  )
  const { activities, result, ...reported } = seenContentOf()
  expect(await printed(reported)).toBe('included: treasury allowance-spent · not validated here · block 31402118')
  const unnamed = { ...spent, name: '', kind: 'nonce-jumped' as const, moves: [], other: undefined }
  const { svcTxId, transactionId, ...place } = reported.transaction
  expect(await printed({ ...reported, transaction: place, kind: unnamed.kind, activities: [unnamed] })).toBe(
    `included: ${SENDER} nonce-jumped · block 31402118`,
  )
})

import { expect, onTestFinished, test } from 'vitest'
import { send as sendMail } from '../../../../src/service/alerts/channels/email.ts'
import { type Fault, type Misbehaving, startFault } from '../../../support/misbehaving.ts'
import { httpFaults } from '../../../support/misbehaving-http.ts'
import { smtpFaults } from '../../../support/misbehaving-smtp.ts'
import { depsOf, messageOf } from '../channels/given.ts'
import { localSender } from '../local-sender.ts'

const TIMEOUT_MS = 250
const silence = () => new Promise<never>(() => undefined)

async function misbehaving(fault: Fault): Promise<Misbehaving> {
  const server = await startFault(fault)
  onTestFinished(() => server.close())
  return server
}

test.each(httpFaults)(
  'a receiver with the fault "$name" is a failure without its own texts, within the timeout',
  async (fault) => {
    const { port } = await misbehaving(fault)
    const url = fault.origin?.(port) ?? `http://127.0.0.1:${port}`
    // The only name there is has a name server that never answers.
    const sender = localSender({ timeoutMs: TIMEOUT_MS, resolve: silence })
    const started = performance.now()
    const outcome = await sender.send({ url, body: '{}', replyBytes: 100 })
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS + 2000)
    expect(outcome).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/^(the|no|127)[^<>]*$/) })
  },
)

test.each(smtpFaults.filter(({ host }) => host === undefined))(
  'an SMTP server with the fault "$name" is a failure without its own texts, within the timeout',
  async ({ name, serve }) => {
    const { port } = await misbehaving(serve ? { serve } : {})
    const smtp = { url: `smtp://127.0.0.1:${port}`, timeoutMs: TIMEOUT_MS }
    const started = performance.now()
    const result = await sendMail({ webhookUrl: 'mailto:ops@example.org' }, messageOf(), depsOf({ smtp }))
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS + 2000)
    expect(result.errorMessage).not.toContain('SECRET')
    // What comes after the mail was taken changes nothing.
    if (name.endsWith('QUIT')) expect(result).toMatchObject({ state: 'SENT', errorMessage: '' })
    else expect(result).toMatchObject({ state: 'FAILED', errorMessage: expect.stringContaining('the SMTP server') })
  },
)

import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { send as sendMail } from '../../../../src/service/alerts/channels/email.ts'
import { inTime } from '../../../support/in-time.ts'
import { type Fault, type Misbehaving, startFault } from '../../../support/misbehaving.ts'
import { httpFaults } from '../../../support/misbehaving-http.ts'
import { smtpFaults } from '../../../support/misbehaving-smtp.ts'
import { depsOf, messageOf } from '../channels/given.ts'
import { localSender } from '../local-sender.ts'

const TIMEOUT_MS = 250
/** What the end of a connection may take after the timeout. */
const SLACK_MS = 2000
const silence = () => new Promise<never>(() => undefined)

/** Loading them is no part of the time that a send takes. */
beforeAll(() => Promise.all([import('undici'), import('nodemailer')]))

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
    const outcome = await inTime(sender.send({ url, body: '{}', replyBytes: 100 }), TIMEOUT_MS + SLACK_MS)
    expect(outcome).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/^(the|no|127)[^<>]*$/) })
  },
)

test.each(smtpFaults.filter(({ host }) => host === undefined))(
  'an SMTP server with the fault "$name" is a failure without its own texts, within the timeout',
  async ({ name, serve }) => {
    const { port } = await misbehaving(serve ? { serve } : {})
    const isMailTaken = name.endsWith('QUIT')
    // The steps before QUIT must not run out of time on a busy machine; QUIT itself is not waited for.
    const smtp = { url: `smtp://127.0.0.1:${port}`, timeoutMs: isMailTaken ? 20 * TIMEOUT_MS : TIMEOUT_MS }
    const sending = sendMail({ webhookUrl: 'mailto:ops@example.org' }, messageOf(), depsOf({ smtp }))
    const result = await inTime(sending, TIMEOUT_MS + SLACK_MS)
    expect(result.errorMessage).not.toContain('SECRET')
    // What comes after the mail was taken changes nothing.
    if (isMailTaken) expect(result).toMatchObject({ state: 'SENT', errorMessage: '' })
    else expect(result).toMatchObject({ state: 'FAILED', errorMessage: expect.stringContaining('the SMTP server') })
  },
)

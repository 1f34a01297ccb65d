import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly user: string | undefined
  readonly text: string
}

export interface SmtpReceiver {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
}

const file = (name: string) => readFileSync(new URL(`../../../support/certificates/${name}`, import.meta.url))

/** An SMTP server on 127.0.0.1 that keeps its mails; by default without AUTH and STARTTLS. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    logger: false,
    key: file('self-signed.key.pem'),
    cert: file('self-signed.pem'),
    onData(stream, { envelope, user }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({
          from,
          to,
          user: user === undefined ? undefined : String(user),
          text: Buffer.concat(chunks).toString('utf8'),
        })
        callback()
      })
    },
    ...options,
  })
  // A client that gives up in the middle of TLS is part of some tests.
  server.on('error', () => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => new Promise<void>((closed) => server.close(closed)))
  return { port: (server.server.address() as AddressInfo).port, mails }
}

/** An error that smtp-server turns into a response with the code. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

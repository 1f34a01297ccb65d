import { isIP } from 'node:net'
import { parseMailto } from '../../destinations/mailto.ts'
import { isTlsCode } from '../../egress/send-failure.ts'
import {
  type ChannelDeps,
  type ChannelTarget,
  failed,
  type Meaning,
  type Message,
  type SendResult,
  type SmtpSettings,
  sent,
} from './channel.ts'
import { emailBody } from './email-body.ts'

const DEFAULT_FROM = 'txwarden@localhost'

/** Sends a mail, text and HTML, through the SMTP server of the settings, the only place mail goes to: no address guard here. */
export async function send(target: ChannelTarget, message: Message, deps: ChannelDeps): Promise<SendResult> {
  const to = parseMailto(target.webhookUrl ?? '')
  if (to === undefined) return failed('the destination has no mailto: address', 'no')
  if (!deps.smtp.url) return failed('email needs TXWARDEN_SMTP_URL', 'later')
  const server = URL.parse(deps.smtp.url)
  if (!server?.hostname || !['smtp:', 'smtps:'].includes(server.protocol)) {
    return failed('TXWARDEN_SMTP_URL is not an smtp:// or smtps:// address', 'later')
  }
  const from = senderOf(deps.smtp.from, server)
  if (from === undefined) return failed('TXWARDEN_SMTP_FROM is not an e-mail address', 'later')
  const started = deps.now()
  try {
    await deliver(server, deps.smtp, { from, to }, message)
    return sent(deps.now() - started)
  } catch (error) {
    const meaning = meaningOf(error)
    if (!meaning) throw error
    const isTimeout = meaning.errorMessage === codes.ETIMEDOUT
    return { ...failed(meaning.errorMessage, meaning.retry, deps.now() - started), ...(isTimeout && { isTimeout }) }
  }
}

interface Envelope {
  readonly from: string
  readonly to: string
}

async function deliver(server: URL, smtp: SmtpSettings, { from, to }: Envelope, message: Message): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: server.href,
    // A password must not travel in the clear because somebody on the way left STARTTLS out of the greeting.
    requireTLS: server.username !== '' && !isLoopback(server.hostname),
    connectionTimeout: smtp.timeoutMs,
    greetingTimeout: smtp.timeoutMs,
    socketTimeout: smtp.timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: { name: 'txwarden', address: from },
      to: { name: '', address: to },
      ...emailBody(message),
      // A try whose 250 got lost is repeated with the same id: mail servers drop the second copy.
      messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      date: new Date(message.at),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(smtp.timeoutMs),
    })
  } finally {
    transport.close()
  }
}

/** Undefined when what was given is no address. */
function senderOf(given: string | undefined, server: URL): string | undefined {
  if (given !== undefined) return parseMailto(`mailto:${encodeURIComponent(given)}`)
  return parseMailto(`mailto:${server.username}`) ?? DEFAULT_FROM
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** What nodemailer's error codes come to; its messages quote the server, which may quote the address and more. */
const codes: Readonly<Record<string, string>> = {
  EDNS: 'the SMTP server is not found',
  ESOCKET: 'the SMTP server cannot be reached',
  ECONNECTION: 'the SMTP server closed the connection',
  EPROTOCOL: 'the SMTP server does not speak SMTP',
  ETIMEDOUT: 'the SMTP server did not answer in time',
  EABORT: 'the SMTP server did not answer in time',
  ETLS: 'no trusted TLS connection to the SMTP server',
  EAUTH: 'the SMTP server refuses the user or password',
  ENOAUTH: 'the SMTP server asks for a user and password',
  ECONFIG: 'TXWARDEN_SMTP_URL has settings that the mailer does not take',
}

/** What nodemailer adds to errors; `originalCode` is the code of the socket's own error, `command` what was answered. */
interface MailErrorFields {
  readonly code?: string
  readonly originalCode?: string
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
}

/** Undefined for an error that is no SMTP server's doing. */
function meaningOf(error: unknown): Meaning | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', originalCode = '', responseCode = 0, response = '', command } = error as MailErrorFields
  const answer = responseCode === 0 ? '' : ` (${responseCode})`
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return ours(`the SMTP server refuses the sender${answer}`)
  if (code === 'EENVELOPE' && responseCode >= 500 && NO_SUCH_MAILBOX.test(response)) {
    return { errorMessage: `there is no such mailbox${answer}`, retry: 'gone' }
  }
  if (code === 'EENVELOPE') return refusal(`the SMTP server refuses the recipient${answer}`, responseCode)
  if (code === 'EMESSAGE') return refusal(`the SMTP server refuses the message${answer}`, responseCode)
  if (code === 'EPROTOCOL' && responseCode >= 400) return ours(`the SMTP server turns us away${answer}`)
  const errorMessage = isTlsCode(originalCode) ? codes.ETLS : codes[code]
  return errorMessage === undefined ? undefined : ours(errorMessage)
}

/**
 * RFC 3463, 3.2, of the recipient: bad mailbox, bad system, bad syntax, mailbox that has moved; RFC 7505: a domain that
 * takes no mail. A plain 550 may be the server's mood about the sender.
 */
const NO_SUCH_MAILBOX = /^\d{3}[ -]5\.1\.(?:1|2|3|6|10)\b/

/** The trouble of the server or of its settings, not of the destination: mails wait until somebody has mended it. */
function ours(errorMessage: string): Meaning {
  return { errorMessage, retry: 'later' }
}

/** RFC 5321 4.2.1: 5yz is for good, 4yz for now. */
function refusal(errorMessage: string, responseCode: number): Meaning {
  return { errorMessage, retry: responseCode >= 500 ? 'no' : 'later' }
}

import { isIP } from 'node:net'
import { parseMailto } from '../../destinations/mailto.ts'
import { isTlsCode } from '../../egress/send-failure.ts'
import { emailBody } from './bodies/email-body.ts'
import { type ChannelFailure, failed, type Message, type SendMessage, type SmtpSettings, sent } from './channel.ts'

const DEFAULT_FROM = 'txwarden@localhost'

/** Sends a mail in text and HTML through the configured SMTP server. The operator chose that server: no address guard. */
export const send: SendMessage = async (target, message, deps) => {
  const to = parseMailto(target.webhookUrl ?? '')
  if (to === undefined) return failed('the destination has no mailto: address', 'no')
  if (!deps.smtp.url) return failed('no SMTP server: set TXWARDEN_SMTP_URL', 'later')
  const server = URL.parse(deps.smtp.url)
  if (!server?.hostname || !['smtp:', 'smtps:'].includes(server.protocol)) {
    return failed('TXWARDEN_SMTP_URL is not an smtp:// or smtps:// URL', 'later')
  }
  const from = senderOf(deps.smtp.from, server)
  if (from === undefined) return failed('TXWARDEN_SMTP_FROM is not an e-mail address', 'later')
  const started = deps.clock.elapsed()
  try {
    await deliver(server, deps.smtp, { from, to }, message)
    return sent(deps.clock.elapsed() - started)
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    const isTimeout = failure.errorMessage === codes.ETIMEDOUT
    return {
      ...failed(failure.errorMessage, failure.retry, deps.clock.elapsed() - started),
      ...(isTimeout && { isTimeout }),
    }
  }
}

interface MailEnvelope {
  readonly from: string
  readonly to: string
}

async function deliver(server: URL, smtp: SmtpSettings, { from, to }: MailEnvelope, message: Message): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: server.href,
    // Prevents STARTTLS stripping, which would send the password in clear text.
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
      // The same for every attempt: mail servers drop a duplicate after a lost response.
      messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      date: new Date(message.at),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(smtp.timeoutMs),
    })
  } finally {
    transport.close()
  }
}

/** Undefined when `given` is not an e-mail address. */
function senderOf(given: string | undefined, server: URL): string | undefined {
  if (given !== undefined) return parseMailto(`mailto:${encodeURIComponent(given)}`)
  return parseMailto(`mailto:${server.username}`) ?? DEFAULT_FROM
}

/** Stricter than what is shared: nodemailer asks DNS servers for names below localhost, too. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Texts for nodemailer's error codes. Its own messages quote the server, which may quote secrets. */
const codes: Readonly<Record<string, string>> = {
  EDNS: 'the SMTP server was not found',
  ESOCKET: 'no connection to the SMTP server',
  ECONNECTION: 'the SMTP server closed the connection',
  EPROTOCOL: 'the SMTP server does not speak SMTP',
  ETIMEDOUT: 'the SMTP server did not answer in time',
  EABORT: 'the SMTP server did not answer in time',
  ETLS: 'no trusted TLS connection to the SMTP server',
  EAUTH: 'the SMTP server rejected the user name or password',
  ENOAUTH: 'the SMTP server requires a user name and password',
  ECONFIG: 'TXWARDEN_SMTP_URL has unsupported options',
}

/** Fields of nodemailer's errors; `originalCode` is the code of the socket error, `command` the SMTP command that failed. */
interface MailErrorFields {
  readonly code?: string
  readonly originalCode?: string
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
}

/** Undefined for an error that has nothing to do with the SMTP server. */
function failureOf(error: unknown): ChannelFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', originalCode = '', responseCode = 0, response = '', command } = error as MailErrorFields
  const answer = responseCode === 0 ? '' : ` (${responseCode})`
  if (code === 'EENVELOPE' && command === 'MAIL FROM')
    return serverFailure(`the SMTP server rejected the sender${answer}`)
  if (code === 'EENVELOPE' && responseCode >= 500 && NO_SUCH_MAILBOX.test(response)) {
    return { errorMessage: `the mailbox does not exist${answer}`, retry: 'disable' }
  }
  if (code === 'EENVELOPE') return rejection(`the SMTP server rejected the recipient${answer}`, responseCode)
  if (code === 'EMESSAGE') return rejection(`the SMTP server rejected the message${answer}`, responseCode)
  if (code === 'EPROTOCOL' && responseCode >= 400)
    return serverFailure(`the SMTP server rejected the connection${answer}`)
  const errorMessage = isTlsCode(originalCode) ? codes.ETLS : codes[code]
  return errorMessage === undefined ? undefined : serverFailure(errorMessage)
}

/**
 * RFC 3463, 3.2, of the recipient: bad mailbox, bad system, bad syntax, mailbox has moved; RFC 7505: the domain accepts no
 * mail. A 550 without one of these codes may be about the sender.
 */
const NO_SUCH_MAILBOX = /^\d{3}[ -]5\.1\.(?:1|2|3|6|10)\b/

/** A problem of the server or its settings, not of the destination: retried until an operator fixes it. */
function serverFailure(errorMessage: string): ChannelFailure {
  return { errorMessage, retry: 'later' }
}

/** RFC 5321, 4.2.1: 5yz is permanent, 4yz transient. */
function rejection(errorMessage: string, responseCode: number): ChannelFailure {
  return { errorMessage, retry: responseCode >= 500 ? 'no' : 'later' }
}

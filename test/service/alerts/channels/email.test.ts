import type { SMTPServerOptions } from 'smtp-server'
import { test as base, describe, expect } from 'vitest'
import { send } from '../../../../src/service/alerts/channels/email.ts'
import { readMail } from '../../../support/channels/mail.ts'
import { freePort } from '../../../support/free-port.ts'
import { startTrap } from '../receiver.ts'
import { AT, depsOf, messageOf } from './given.ts'
import { smtpError, startSmtp } from './smtp-receiver.ts'

const test = base.extend('smtp', () => startSmtp())

interface Given {
  readonly smtpUrl: string | undefined
  readonly from?: string
  readonly to?: string
  readonly message?: Parameters<typeof messageOf>[0]
  readonly timeoutMs?: number
}

async function sendMail({ smtpUrl, from, to = 'mailto:alice@example.com', message = {}, timeoutMs = 5000 }: Given) {
  const smtp = { url: smtpUrl, timeoutMs, ...(from === undefined ? {} : { from }) }
  return await send({ webhookUrl: to }, messageOf(message), depsOf({ smtp }))
}

test('a mail arrives as text and HTML, with its subject, date and id', async ({ smtp: server }) => {
  const result = await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, message: { headline: 'UNSAFE 92/100' } })
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  expect(server.mails.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'txwarden@localhost', to: ['alice@example.com'] },
  ])
  const { headers, text, html } = readMail(server.mails[0]?.text)
  expect(headers).toEqual([
    'Auto-Submitted: auto-generated',
    'From: txwarden <txwarden@localhost>',
    'To: alice@example.com',
    'Subject: UNSAFE 92/100',
    'Message-ID: <msg_01890000@localhost>',
    `Date: ${new Date(AT).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="…"',
  ])
  expect(text.trim().split(/\r?\n/)).toEqual([
    'UNSAFE 92/100',
    'approval to a drainer',
    '',
    'Chain: ethereum (1)',
    'To: 0xBBbb',
    '',
    '• a known drainer',
    '',
    'Details: txwarden tx show 1',
  ])
  expect(html).toContain('<h2 style="color: #b42318">UNSAFE 92/100</h2>')
  expect(html).toContain('<a href="https://etherscan.io/address/0xBBbb?a=1&amp;b=2">0xBBbb</a>')
  expect(html).toContain('<code>txwarden tx show 1</code>')
})

test('a second attempt has the same Message-ID, so that mail servers drop duplicates', async ({ smtp: server }) => {
  await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'alerts@example.com' })
  await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'alerts@example.com' })
  const ids = server.mails.map(({ text }) => readMail(text).headers.find((line) => line.startsWith('Message-ID')))
  expect(ids).toEqual(['Message-ID: <msg_01890000@example.com>', 'Message-ID: <msg_01890000@example.com>'])
})

describe('the sender', () => {
  const signIn: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'plantedPassword' ? callback(null, { user: username }) : callback(smtpError(535, 'planted: no')),
  }

  test.each([
    ['given', 'smtp://', 'alerts@example.com', 'alerts@example.com', undefined],
    [
      'the user, when that is a mailbox',
      'smtp://ops%40example.com:plantedPassword@',
      undefined,
      'ops@example.com',
      'ops@example.com',
    ],
    ['made up, when the user is only a name', 'smtp://ops:plantedPassword@', undefined, 'txwarden@localhost', 'ops'],
    ['made up, when there is no user', 'smtp://', undefined, 'txwarden@localhost', undefined],
  ])('is %s', async (_which, start, from, expected, user) => {
    const server = await startSmtp(signIn)
    const result = await sendMail({
      smtpUrl: `${start}127.0.0.1:${server.port}`,
      ...(from === undefined ? {} : { from }),
    })
    expect(result.state).toBe('SENT')
    expect(server.mails.map((mail) => [mail.from, mail.user])).toEqual([[expected, user]])
  })

  test('does not send its password in clear text to another machine without TLS', async () => {
    const server = await startSmtp(signIn)
    // This address is 127.0.0.1 for the network, and not known as this machine to us.
    const result = await sendMail({ smtpUrl: `smtp://ops:plantedPassword@[::ffff:127.0.0.1]:${server.port}` })
    expect(result).toMatchObject({ errorMessage: 'no trusted TLS connection to the SMTP server', retry: 'later' })
    expect(server.mails).toEqual([])
  })

  test('with a wrong password fails without the server’s text', async () => {
    const server = await startSmtp(signIn)
    expect(await sendMail({ smtpUrl: `smtp://ops:planted@127.0.0.1:${server.port}` })).toEqual({
      state: 'FAILED',
      errorMessage: 'the SMTP server rejected the user name or password',
      latencyMs: 0,
      retry: 'later',
    })
  })
})

describe('untrusted text', () => {
  test('adds no header and no recipient', async ({ smtp: server }) => {
    const message = {
      headline: 'UNSAFE\r\nBcc: eve@evil\r\n\r\n<script>',
      summary: '.',
      reasons: ['name\r\n.\r\nMAIL FROM:<eve@evil>'],
    }
    const result = await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, message })
    expect(result.state).toBe('SENT')
    const { headers, text } = readMail(server.mails[0]?.text)
    expect(headers.filter((line) => /^(bcc|to|subject):/i.test(line))).toEqual([
      'To: alice@example.com',
      'Subject: UNSAFE Bcc: eve@evil <script>',
    ])
    expect(server.mails.map(({ to }) => to)).toEqual([['alice@example.com']])
    expect(text).toContain('\n• name . MAIL FROM:<eve@evil>')
  })

  test('is escaped in the HTML, which loads no remote content', async ({ smtp: server }) => {
    const hostile = '<img src="https://evil.example/x.png"><script>alert(1)</script>"><a href=//evil.example>'
    const message = {
      headline: hostile,
      summary: hostile,
      reasons: [hostile],
      facts: [{ label: 'Alert', value: hostile }],
    }
    await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, message })
    const { html } = readMail(server.mails[0]?.text)
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)/g)].map((match) => match[1])
    expect(new Set(tags)).toEqual(new Set(['html', 'body', 'h2', 'p', 'table', 'tr', 'th', 'td', 'ul', 'li', 'code']))
    expect(html.replaceAll('\u200b', '')).toContain('&lt;img src=&quot;https://evil.example/x.png&quot;&gt;')
  })

  test('is truncated to 200 characters in the subject', async ({ smtp: server }) => {
    await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, message: { headline: 'x'.repeat(900) } })
    expect(readMail(server.mails[0]?.text).headers).toContain(`Subject: ${'x'.repeat(199)}…`)
  })
})

describe('a server that', () => {
  const failing: readonly [string, SMTPServerOptions, string, string][] = [
    [
      'knows no such mailbox',
      { onRcptTo: (_address, _session, callback) => callback(smtpError(550, '5.1.1 planted: no such user')) },
      'the mailbox does not exist (550)',
      'disable',
    ],
    [
      'does not want this recipient, and does not say more',
      { onRcptTo: (_address, _session, callback) => callback(smtpError(550, 'planted 5.1.1')) },
      'the SMTP server rejected the recipient (550)',
      'no',
    ],
    [
      'puts the recipient off (greylisting)',
      { onRcptTo: (_address, _session, callback) => callback(smtpError(451, 'planted: try later')) },
      'the SMTP server rejected the recipient (451)',
      'later',
    ],
    [
      'does not take the sender',
      { onMailFrom: (_address, _session, callback) => callback(smtpError(553, 'planted: not you')) },
      'the SMTP server rejected the sender (553)',
      'later',
    ],
    [
      'refuses the content',
      {
        onData: (stream, _session, callback) =>
          stream.resume().on('end', () => callback(smtpError(554, 'planted: spam'))),
      },
      'the SMTP server rejected the message (554)',
      'no',
    ],
    [
      'is full for now',
      {
        onData: (stream, _session, callback) =>
          stream.resume().on('end', () => callback(smtpError(452, 'planted: full'))),
      },
      'the SMTP server rejected the message (452)',
      'later',
    ],
    [
      'wants nobody',
      { onConnect: (_session, callback) => callback(smtpError(554, 'planted: go away')) },
      'the SMTP server rejected the connection (554)',
      'later',
    ],
    [
      'shows a certificate that nobody signed',
      { disabledCommands: ['AUTH'] },
      'no trusted TLS connection to the SMTP server',
      'later',
    ],
  ]

  test.each(failing)('%s', async (_what, options, errorMessage, retry) => {
    const server = await startSmtp(options)
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}` })).toEqual({
      state: 'FAILED',
      errorMessage,
      latencyMs: 0,
      retry,
    })
    expect(server.mails).toEqual([])
  })

  test('refuses connections', async () => {
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` })).toMatchObject({
      errorMessage: 'no connection to the SMTP server',
      retry: 'later',
    })
  })

  test('never answers', async () => {
    const { port } = await startTrap({ host: '127.0.0.1', onConnection: () => undefined })
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${port}`, timeoutMs: 200 })).toMatchObject({
      errorMessage: 'the SMTP server did not answer in time',
      retry: 'later',
    })
  })

  test('never ends its greeting', async () => {
    const { port } = await startTrap({
      host: '127.0.0.1',
      onConnection: (socket) => {
        const drip = setInterval(() => socket.write('220-planted\r\n'), 20)
        socket.on('close', () => clearInterval(drip))
      },
    })
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${port}`, timeoutMs: 300 })).toMatchObject({
      errorMessage: 'the SMTP server did not answer in time',
      retry: 'later',
    })
  })

  test('speaks another protocol', async () => {
    const { port } = await startTrap({
      host: '127.0.0.1',
      onConnection: (socket) => socket.end('HTTP/1.1 400 planted\r\n\r\n'),
    })
    const result = await sendMail({ smtpUrl: `smtp://127.0.0.1:${port}` })
    expect(result).toMatchObject({ state: 'FAILED', retry: 'later' })
    expect(result.errorMessage).toMatch(/^the SMTP server (does not speak SMTP|closed the connection)$/)
  })

  test('closes the connection before it accepts the content: retried with the same id', async () => {
    const { port } = await startTrap({
      host: '127.0.0.1',
      onConnection: (socket) => {
        socket.write('220 here\r\n')
        let mail: string | undefined
        socket.on('data', (data) => {
          if (mail !== undefined) mail += data
          if (mail?.endsWith('\r\n.\r\n')) socket.destroy()
          if (mail !== undefined) return
          if (/^DATA/m.test(String(data))) mail = ''
          socket.write(mail === undefined ? '250 fine\r\n' : '354 go\r\n')
        })
      },
    })
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${port}` })).toMatchObject({
      errorMessage: 'the SMTP server closed the connection',
      retry: 'later',
    })
  })
})

describe('nothing is sent', () => {
  test.each([undefined, ''])('without an SMTP server (%j)', async (smtpUrl) => {
    expect(await sendMail({ smtpUrl })).toEqual({
      state: 'FAILED',
      errorMessage: 'no SMTP server: set TXWARDEN_SMTP_URL',
      latencyMs: 0,
      retry: 'later',
    })
  })

  test.each(['planted', 'https://planted@example.com', 'smtp://', 'file:///planted'])(
    'with %j for one',
    async (smtpUrl) => {
      expect(await sendMail({ smtpUrl })).toMatchObject({
        errorMessage: 'TXWARDEN_SMTP_URL is not an smtp:// or smtps:// URL',
        retry: 'later',
      })
    },
  )

  test.each(['', 'https://example.com', 'mailto:a@example.com,b@example.com'])('for the destination %j', async (to) => {
    const server = await startSmtp()
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, to })).toMatchObject({
      errorMessage: 'the destination has no mailto: address',
      retry: 'no',
    })
    expect(server.mails).toEqual([])
  })
})

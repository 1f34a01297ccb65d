import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { send } from '../../../../src/service/alerts/channels/email.ts'
import { closedPort, startTrap } from '../receiver.ts'
import { AT, depsOf, messageOf } from './given.ts'
import { smtpError, startSmtp } from './smtp-receiver.ts'

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

/** Header block and body of a mail, with the lines that differ in every run taken out. */
function partsOf(text = ''): { headers: string[]; body: string } {
  const [head = '', ...body] = text.split('\r\n\r\n')
  return { headers: head.replaceAll(/\r\n\s+/g, ' ').split('\r\n'), body: body.join('\r\n\r\n') }
}

test('a mail arrives as plain text with its subject, date and id', async () => {
  const server = await startSmtp()
  const message = { title: 'UNSAFE 92', lines: ['Chain: ethereum'], url: 'https://x.example/1' }
  const result = await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, message })
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  expect(server.mails.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'txwarden@localhost', to: ['alice@example.com'] },
  ])
  expect(partsOf(server.mails[0]?.text)).toEqual({
    headers: [
      'Auto-Submitted: auto-generated',
      'From: txwarden <txwarden@localhost>',
      'To: alice@example.com',
      'Subject: UNSAFE 92',
      'Message-ID: <msg_01890000@localhost>',
      `Date: ${new Date(AT).toUTCString().replace('GMT', '+0000')}`,
      'Content-Transfer-Encoding: 7bit',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
    ],
    body: 'UNSAFE 92\r\n\r\nChain: ethereum\r\n\r\nhttps://x.example/1\r\n',
  })
})

test('a second try carries the same Message-ID, so that a lost 250 does not make two mails', async () => {
  const server = await startSmtp()
  await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'alerts@example.com' })
  await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'alerts@example.com' })
  const ids = server.mails.map(({ text }) => partsOf(text).headers.find((line) => line.startsWith('Message-ID')))
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

  test('does not send its password in the clear to another machine, even when that offers no TLS', async () => {
    const server = await startSmtp(signIn)
    // This address is 127.0.0.1 for the network, and not known as this machine to us.
    const result = await sendMail({ smtpUrl: `smtp://ops:plantedPassword@[::ffff:127.0.0.1]:${server.port}` })
    expect(result).toMatchObject({ errorMessage: 'no trusted TLS connection to the SMTP server', retry: 'later' })
    expect(server.mails).toEqual([])
  })

  test('with a wrong password is refused, without the server’s words', async () => {
    const server = await startSmtp(signIn)
    expect(await sendMail({ smtpUrl: `smtp://ops:planted@127.0.0.1:${server.port}` })).toEqual({
      state: 'FAILED',
      errorMessage: 'the SMTP server refuses the user or password',
      latencyMs: 0,
      retry: 'later',
    })
  })
})

describe('a title or line of a stranger', () => {
  test('adds no header and no recipient', async () => {
    const server = await startSmtp()
    const message = {
      title: 'UNSAFE\r\nBcc: eve@example.com\r\n\r\n<script>',
      lines: ['.', 'name\r\n.\r\nMAIL FROM:<eve@example.com>'],
    }
    const result = await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, message })
    expect(result.state).toBe('SENT')
    const { headers, body } = partsOf(server.mails[0]?.text)
    expect(headers.filter((line) => /^(bcc|to|subject):/i.test(line))).toEqual([
      'To: alice@example.com',
      'Subject: UNSAFE Bcc: eve@example.com <script>',
    ])
    expect(server.mails.map(({ to }) => to)).toEqual([['alice@example.com']])
    expect(body).toBe('UNSAFE Bcc: eve@example.com <script>\r\n\r\n.\r\nname . MAIL FROM:<eve@example.com>\r\n')
  })

  test('is cut to 200 characters in the subject', async () => {
    const server = await startSmtp()
    await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, message: { title: 'x'.repeat(900), lines: [] } })
    const subject = partsOf(server.mails[0]?.text).headers.find((line) => line.startsWith('Subject'))
    expect(subject).toBe(`Subject: ${'x'.repeat(200)}`)
  })
})

describe('a server that', () => {
  const failing: readonly [string, SMTPServerOptions, string, string][] = [
    [
      'knows no such mailbox',
      { onRcptTo: (_address, _session, callback) => callback(smtpError(550, 'planted: no such user')) },
      'the SMTP server refuses the sender or recipient (550)',
      'no',
    ],
    [
      'puts the recipient off (greylisting)',
      { onRcptTo: (_address, _session, callback) => callback(smtpError(451, 'planted: try later')) },
      'the SMTP server refuses the sender or recipient (451)',
      'later',
    ],
    [
      'does not take the sender',
      { onMailFrom: (_address, _session, callback) => callback(smtpError(553, 'planted: not you')) },
      'the SMTP server refuses the sender or recipient (553)',
      'no',
    ],
    [
      'refuses the content',
      {
        onData: (stream, _session, callback) =>
          stream.resume().on('end', () => callback(smtpError(554, 'planted: spam'))),
      },
      'the SMTP server refuses the message (554)',
      'no',
    ],
    [
      'is full for now',
      {
        onData: (stream, _session, callback) =>
          stream.resume().on('end', () => callback(smtpError(452, 'planted: full'))),
      },
      'the SMTP server refuses the message (452)',
      'later',
    ],
    [
      'wants nobody',
      { onConnect: (_session, callback) => callback(smtpError(554, 'planted: go away')) },
      'the SMTP server turns us away (554)',
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

  test('is not there', async () => {
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${await closedPort()}` })).toMatchObject({
      errorMessage: 'the SMTP server cannot be reached',
      retry: 'later',
    })
  })

  test('says nothing', async () => {
    const { port } = await startTrap({ host: '127.0.0.1', onConnection: () => undefined })
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${port}`, timeoutMs: 200 })).toMatchObject({
      errorMessage: 'the SMTP server did not answer in time',
      retry: 'later',
    })
  })

  test('drips its greeting for ever', async () => {
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

  test('hangs up after the content, before its answer: tried again, with the same id', async () => {
    const { port } = await startTrap({
      host: '127.0.0.1',
      onConnection: (socket) => {
        socket.write('220 here\r\n')
        socket.on('data', (data) => {
          if (/^DATA/m.test(String(data))) socket.write('354 go\r\n')
          else if (String(data).endsWith('\r\n.\r\n')) socket.destroy()
          else socket.write('250 fine\r\n')
        })
      },
    })
    expect(await sendMail({ smtpUrl: `smtp://127.0.0.1:${port}` })).toMatchObject({
      errorMessage: 'the SMTP server closed the connection',
      retry: 'later',
    })
  })
})

describe('nothing is tried', () => {
  test.each([undefined, ''])('without an SMTP server (%j)', async (smtpUrl) => {
    expect(await sendMail({ smtpUrl })).toEqual({
      state: 'FAILED',
      errorMessage: 'email needs TXWARDEN_SMTP_URL',
      latencyMs: 0,
      retry: 'no',
    })
  })

  test.each(['planted', 'https://planted@example.com', 'smtp://', 'file:///planted'])(
    'with %j for one',
    async (smtpUrl) => {
      expect(await sendMail({ smtpUrl })).toMatchObject({
        errorMessage: 'TXWARDEN_SMTP_URL is not an smtp:// or smtps:// address',
        retry: 'no',
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

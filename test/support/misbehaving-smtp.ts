import type { Socket } from 'node:net'
import { type Misbehaving, SILENT_NAME, startFault } from './misbehaving.ts'

const steps = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'the mail', 'QUIT'] as const
type Step = (typeof steps)[number]

export interface SmtpFault {
  readonly name: string
  /** Default: 127.0.0.1 */
  readonly host?: string
  readonly serve?: (socket: Socket) => void
}

/** Correct server replies for each step. */
const replies: Readonly<Record<Step, string>> = {
  greeting: '220 mail.example.org ESMTP',
  EHLO: '250 mail.example.org',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 go on',
  'the mail': '250 taken',
  QUIT: '221 bye',
}

type SocketAction = (socket: Socket) => void

const say =
  (line: string): SocketAction =>
  (socket) =>
    void socket.write(`${line}\r\n`)

const faults: Readonly<Record<string, SocketAction>> = {
  'answers 421': (socket) => void socket.end('421 busy\r\n'),
  'answers 451': say('451 SECRET-OF-RECEIVER try later'),
  'answers 554': say('554 SECRET-OF-RECEIVER no'),
  'closes at': (socket) => void socket.end(),
  'resets at': (socket) => void socket.resetAndDestroy(),
  'says nothing at': () => {},
  'garbage at': say('\u0000\u0001 what?'),
  'drips at': (socket) => {
    const timer = setInterval(() => socket.write('2'), 500)
    socket.once('close', () => clearInterval(timer))
  },
  'never ends its answer at': (socket) => {
    const timer = setInterval(() => socket.write('250-more\r\n'.repeat(1000)), 20)
    socket.once('close', () => clearInterval(timer))
  },
}

/** Every step of a mail × every fault of a server, plus faults of STARTTLS and the network. */
export const smtpFaults: readonly SmtpFault[] = [
  { name: 'refused port' },
  { name: 'name server that never answers', host: SILENT_NAME, serve: (socket) => converse(socket, usual()) },
  ...steps.flatMap((step) =>
    Object.entries(faults).map(([fault, action]) => ({
      name: `${fault} ${step}`,
      serve: (socket: Socket) => converse(socket, { ...usual(), [step]: action }),
    })),
  ),
  {
    name: 'STARTTLS that closes',
    serve: (socket) =>
      converse(
        socket,
        withStartTls((to) => void to.end()),
      ),
  },
  { name: 'STARTTLS that is refused', serve: (socket) => converse(socket, withStartTls(say('454 not now'))) },
  {
    name: 'STARTTLS, then plain text',
    serve: (socket) => converse(socket, withStartTls(say('220 go on\r\n250 hello'))),
  },
  { name: 'STARTTLS, then silence', serve: (socket) => converse(socket, withStartTls(say('220 go on'))) },
]

export function startSmtpFault({ serve }: SmtpFault): Promise<Misbehaving> {
  return startFault(serve ? { serve } : {})
}

type Script = Readonly<Record<Step | 'STARTTLS', SocketAction>>

function usual(): Script {
  return Object.fromEntries([
    ...steps.map((step) => [step, say(replies[step])]),
    ['STARTTLS', say('502 no')],
  ]) as unknown as Script
}

function withStartTls(action: SocketAction): Script {
  return { ...usual(), EHLO: say('250-mail.example.org\r\n250 STARTTLS'), STARTTLS: action }
}

/** Speaks SMTP line by line and runs the script's action at each step. */
function converse(socket: Socket, script: Script): void {
  let unread = ''
  let inMail = false
  script.greeting(socket)
  socket.setEncoding('latin1').on('data', (text: string) => {
    unread += text
    for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end)
      unread = unread.slice(end + 2)
      if (inMail) {
        if (line !== '.') continue
        inMail = false
        script['the mail'](socket)
        continue
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'DATA') inMail = true
      if (verb === 'STAR') script.STARTTLS(socket)
      else if (verb === 'HELO') script.EHLO(socket)
      else script[(['EHLO', 'MAIL', 'RCPT', 'DATA', 'QUIT'] as const).find((known) => known === verb) ?? 'QUIT'](socket)
    }
  })
}

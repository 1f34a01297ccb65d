import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { json, serveHttp } from '../client/support/http-server.ts'
import { asTyped, type Cli, makeCli, refuses, says, test } from '../support/cli.ts'

const ENTER = '\r'
const DOWN = '\u001b[B'
const UNKNOWN = '00000000-0000-7000-8000-000000000000'
const SLACK_URL = 'https://hooks.slack.com/services/T000/B000/abcdefghijklmnopqrst1234'
const SLACK_SHOWN = 'https://hooks.slack.com/services/T000/B000/••••1234'
const BOT_TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

interface Shown {
  readonly id: string
  readonly attributes: { readonly token?: string; readonly chatId?: string }
  readonly [member: string]: unknown
}

async function create(cli: Cli, flags: readonly string[], stdin?: string): Promise<Shown> {
  const { stdout, stderr } = await cli(
    ['destination', 'create', ...flags, '--json'],
    stdin === undefined ? {} : { stdin },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Shown
}

async function destinationsOf(cli: Cli): Promise<Shown[]> {
  return (await cli.json(['dest', 'list'])).content as Shown[]
}

const email = ['--name', 'ops', '--channel', 'EMAIL', '--email', 'ops@example.org']
const webhook = (url: string) => ['--name', 'siem', '--channel', 'webhook', '--webhook-url', url]

describe('destination create', () => {
  test('takes a mail address as people write it', async ({ cli }) => {
    await create(cli, ['--name', 'ops', '--channel', 'email', '--email', 'on+call%1@example.org'])
    expect(await destinationsOf(cli)).toMatchObject([
      {
        name: 'ops',
        channel: 'EMAIL',
        webhookUrl: 'mailto:on+call%251@example.org',
        state: 'ACTIVE',
        errorMessage: '',
      },
    ])
    expect((await cli(['dest', 'list'], { tty: true })).stdout).toContain('on+call%1@example.org')
  })

  test.each(['-', 'file'])('reads the address of a Slack webhook from %s, and shows it masked', async (source) => {
    const cli = makeCli()
    const file = join(cli.home, 'url.txt')
    writeFileSync(file, `${SLACK_URL}\n`)
    const flags = ['--name', 'team', '--channel', 'SLACK', '--webhook-url-file', source === '-' ? '-' : file]
    const created = await create(cli, [...flags, '--state', 'inactive'], `${SLACK_URL}\n`)
    expect(created).toMatchObject({ webhookUrl: SLACK_SHOWN, state: 'INACTIVE', active: false })
  })

  test.each(['-', 'file'])('reads a bot token from %s, and never prints it', async (source) => {
    const cli = makeCli()
    const file = join(cli.home, 'token.txt')
    writeFileSync(file, `${BOT_TOKEN}\n`)
    const flags = ['--name', 'phone', '--channel', 'TELEGRAM', '--chat-id', '-100', '--token-file']
    const created = await create(cli, [...flags, source === '-' ? '-' : file], BOT_TOKEN)
    expect(created.attributes).toEqual({ chatId: '-100', token: '••••K-bc' })
  })

  test('shows the signing secret that the service made, this once', async ({ cli }) => {
    const created = await cli(['destination', 'create', ...webhook('https://siem.example.org/in')], { tty: true })
    expect(created.stdout).toMatch(/\n {2}signing secret {2}whsec_[A-Za-z0-9+/]{43}=\n {2}Shown only once/)
    const [stored] = await destinationsOf(cli)
    expect(stored?.attributes.token).toMatch(/^••••/)
  })

  test('a pipe gets the id alone, and the secret goes to a file for its owner', async ({ cli }) => {
    const argv = ['destination', 'create', ...webhook('https://siem.example.org/in')]
    const file = join(cli.home, 'secret.txt')
    const created = await cli([...argv, '--secret-file', file])
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{36}\n$/), stderr: '' })
    expect(readFileSync(file, 'utf8')).toMatch(/^whsec_\S{44}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await cli([...argv, '--force', '--secret-file', file])).toMatchObject(refuses(8, `${file} already exists`))
    expect(await destinationsOf(cli)).toHaveLength(1)
    expect(await cli([...argv, '--if-absent', '--secret-file', file])).toMatchObject({
      code: 0,
      stdout: created.stdout,
    })
  })

  test.each([[], ['--fields', 'id'], ['-o', 'table'], ['-o', 'csv']])(
    'without a place for the secret (%j), nothing is created',
    async (...flags) => {
      const cli = makeCli()
      const refused = await cli(['destination', 'create', ...webhook('https://a.example.org/'), ...flags])
      expect(refused).toMatchObject(
        refuses(2, 'the service creates a signing secret, and this output does not show it'),
      )
      expect(refused.stderr).toContain('--secret-file')
      expect(await destinationsOf(cli)).toEqual([])
    },
  )

  test.each([
    ['SLACK', SLACK_URL, ''],
    ['SLACK', 'https://chat.example.org/hooks/1', '! chat.example.org is no address of Slack'],
  ])('an address of another service than %s is a warning: %s', async (channel, url, words) => {
    const created = await makeCli()([
      'destination',
      'create',
      '--name',
      'a',
      '--channel',
      channel,
      '--webhook-url',
      url,
    ])
    expect(created).toMatchObject({ code: 0, stderr: words === '' ? '' : expect.stringContaining(words) })
  })

  test.each([
    ['WEBHOOK', 'https://contoso.webhook.office.com/webhookb2/1'],
    ['SLACK', 'https://prod-1.westus.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke'],
  ])('%s with an address of Teams is refused, with what shows messages there', async (channel, url) => {
    const refused = await makeCli()([
      'destination',
      'create',
      '--name',
      'a',
      '--channel',
      channel,
      '--webhook-url',
      url,
      '--json',
    ])
    expect(refused).toMatchObject(says(8, 'is an address of Microsoft Teams'))
    expect(refused.stderr).toContain('use EMAIL with the email address of the Teams channel')
  })

  test('says nothing of a secret that was given', async () => {
    const created = await makeCli()(
      ['destination', 'create', ...webhook('https://a.example.org/'), '--token-file', '-'],
      {
        stdin: SIGNING_SECRET,
      },
    )
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{36}\n$/), stderr: '' })
  })

  test.each([
    [[], '--name, --channel'],
    [['--channel', 'slack'], '--name, --webhook-url'],
    [['--channel', 'email', '--name', 'a'], '--email'],
    [['--channel', 'telegram'], '--name, --chat-id, --token-file'],
    [['--channel', 'webhook', '--name', 'a'], '--webhook-url'],
  ])('off a terminal, with %j, names everything that is missing', async (flags, missing) => {
    expect(await makeCli()(['destination', 'create', ...flags])).toMatchObject(
      refuses(2, `destination create needs ${missing}\nTry: txwarden destination create --name`),
    )
  })

  test.each([
    [['--channel', 'slack', '--email', 'a@example.org'], 2, 'SLACK does not use --email'],
    [['--channel', 'email', '--chat-id', '1', '--token-file', '-'], 2, 'EMAIL does not use --chat-id, --token-file'],
    [['--channel', 'telegram', '--webhook-url-file', '-'], 2, 'TELEGRAM does not use --webhook-url-file'],
    [['--channel', 'email', '--email', 'a@b.c', '--webhook-url', 'mailto:a@b.c'], 2, 'exclude each other'],
    [['--channel', 'webhook', '--webhook-url-file', '-', '--token-file', '-'], 2, 'stdin can hold one secret'],
    [['--channel', 'pigeon'], 2, '"pigeon" is not one of SLACK, DISCORD, TELEGRAM, EMAIL, WEBHOOK'],
    [['--channel', 'email', '--email', 'nobody'], 2, '--email: "nobody" is not an email address'],
    [['--channel', 'email', '--email', 'a@example.org,b@example.org'], 8, 'webhookUrl must be one mailto: URL'],
    [['--channel', 'slack', '--webhook-url', 'ftp://x'], 8, 'webhookUrl must be an https URL'],
    [['--channel', 'slack', '--webhook-url', SLACK_SHOWN], 8, 'webhookUrl is masked: send the complete value'],
    [['--channel', 'slack', '--webhook-url-file', '/nowhere'], 8, '/nowhere: no such file'],
  ])('with %j it is refused and nothing is written', async (flags, code, text) => {
    const cli = makeCli()
    const refused = await cli(['destination', 'create', '--name', 'a', ...flags], { stdin: 'some text' })
    expect(refused).toMatchObject(refuses(code, text))
    expect(await destinationsOf(cli)).toEqual([])
  })

  test.each([
    ['', 'stdin is empty'],
    ['one\ntwo\n', 'stdin has more than one line'],
  ])('a token of %j is refused', async (stdin, text) => {
    const flags = ['--name', 'a', '--channel', 'telegram', '--chat-id', '1', '--token-file', '-']
    expect(await makeCli()(['destination', 'create', ...flags], { stdin })).toMatchObject(says(8, text))
  })

  test('a token is not read from a terminal, where it would be seen', async () => {
    const flags = ['--name', 'a', '--channel', 'telegram', '--chat-id', '1', '--token-file', '-']
    expect(await makeCli()(['destination', 'create', ...flags], { tty: true })).toMatchObject(
      says(2, '--token-file - reads stdin, but stdin is a terminal'),
    )
  })

  test('asks on a terminal for what the channel needs, and gives a command line without the secrets', async ({
    cli,
  }) => {
    const created = await cli(['destination', 'create', '--name', 'team'], {
      typed: [
        ['❯ SLACK', ENTER],
        ['Webhook URL', `hooks${ENTER}`],
        ['It must be an https URL', '\u0015'],
        ['Webhook URL', `${SLACK_URL}${ENTER}`],
        ['Create this destination', ENTER],
      ],
    })
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ Created destination team (SLACK)') })
    expect(created.stderr).toContain('  to       https://hooks.slack.com/[hidden]\n')
    expect(created.stderr).toContain(
      '  printf %s "$TXWARDEN_DESTINATION_URL" | txwarden destination create --name team --channel SLACK --webhook-url-file -\n',
    )
    expect(created.stderr).not.toContain('T000')
  })

  test('a webhook of one’s own is asked for an address and, if there is one, a secret', async () => {
    const created = await makeCli()(['destination', 'create'], {
      typed: [
        ['Name of the destination', `siem${ENTER}`],
        ['❯ SLACK', `${DOWN}${DOWN}${DOWN}${DOWN}`],
        ['❯ WEBHOOK', ENTER],
        ['Webhook URL', `https://siem.example.org/in${ENTER}`],
        ['Signing secret', ENTER],
        ['Create this destination', ENTER],
      ],
    })
    expect(created.stderr).toContain('  signing secret  created by the service, shown once\n')
    expect(created.stdout).toContain('signing secret  whsec_')
    expect(created.stderr).toContain(
      '  txwarden destination create --name siem --channel WEBHOOK --webhook-url https://siem.example.org/in\n',
    )
  })

  test('where address and token are both secret, stdin holds the token and a file the address', async () => {
    const created = await makeCli()(
      ['destination', 'create', ...webhook('https://a.example.org/in?key=s3cr3t')].slice(0, 2),
      {
        typed: [
          ['Name of the destination', `siem${ENTER}`],
          ['❯ SLACK', `${DOWN}${DOWN}${DOWN}${DOWN}`],
          ['❯ WEBHOOK', ENTER],
          ['Webhook URL', `https://a.example.org/in?key=s3cr3t${ENTER}`],
          ['Signing secret', `${SIGNING_SECRET}${ENTER}`],
          ['Create this destination', ENTER],
        ],
      },
    )
    expect(created.stderr).toContain(
      `  printf %s "$TXWARDEN_DESTINATION_TOKEN" | txwarden destination create --name siem --channel WEBHOOK --webhook-url-file '<file>' --token-file -\n`,
    )
    expect(created.stderr).not.toContain(SIGNING_SECRET)
  })
})

describe('destination list and destination get', () => {
  test('show people where each one goes, secrets masked', async ({ cli }) => {
    const { id } = await create(cli, ['--name', 'team', '--channel', 'SLACK', '--webhook-url', SLACK_URL])
    const listed = await cli(['destination', 'list'], { tty: true, columns: 140 })
    expect(listed.stdout).toBe(
      ['NAME  CHANNEL  STATE   ID       TO', `team  SLACK    active  …${id.slice(-6)}  ${SLACK_SHOWN}`, ''].join('\n'),
    )
  })

  test('hide on the screen what a service shows in the open', async () => {
    const open = {
      id: 'd-1',
      name: 'team',
      channel: 'DISCORD',
      webhookUrl: 'https://discord.com/api/webhooks/1/s3cr3t',
    }
    await using server = await serveHttp((response) => json(response, [open]))
    const remote = { env: { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' } }
    const got = await makeCli()(['destination', 'get', 'd-1'], { ...remote, tty: true })
    expect(got.stdout).toContain('https://discord.com/[hidden]')
    expect(got.stdout).not.toContain('s3cr3t')
  })

  test('get finds one destination in the list', async ({ cli }) => {
    const { id } = await create(cli, email)
    const found = await cli(['destination', 'get', id, '--json'])
    expect([JSON.parse(found.stdout)]).toEqual(await destinationsOf(cli))
  })

  test('an empty list says what to do next', async () => {
    expect(await makeCli()(['destination', 'list'], { tty: true })).toMatchObject({
      code: 0,
      stdout: 'No destinations yet. Try: txwarden destination create\n',
    })
  })

  test.each([['get'], ['update', '--name', 'b']])('%s of an unknown id is exit code 5', async (verb, ...flags) => {
    expect(await makeCli()(['destination', verb, UNKNOWN, ...flags])).toEqual({
      code: 5,
      stdout: '',
      stderr: `txwarden: there is no destination "${UNKNOWN}"\nTry: txwarden destination list\n`,
    })
  })
})

describe('on a terminal, an answer is checked as it is given', () => {
  const CLEAR = '\u0015'
  const create = (channel: string) => ['destination', 'create', '--name', 'ops', '--channel', channel]

  test.each([
    ['https://10.1.2.3/hook', '10.1.2.3 is a private address', '10.1.2.3'],
    ['https://127.0.0.1:9000/hook', '127.0.0.1 is a loopback address', '127.0.0.1:9000'],
    ['https://localhost/hook', '127.0.0.1 is a loopback address', 'localhost'],
    ['http://hooks.example.org/', 'plain http to hooks.example.org is not allowed', 'hooks.example.org'],
  ])('%s would be refused, and the prompt says what allows it', async (url, reason, host) => {
    const { code, stderr } = await makeCli()(create('webhook'), {
      columns: 240,
      typed: [
        ['Webhook URL', `${url}${ENTER}`],
        [reason, `${CLEAR}https://siem.example.org/in${ENTER}`],
        ['Signing secret', `s3cr3t${ENTER}`],
        ['It is not a signing secret', `${CLEAR}${ENTER}`],
        ['Create this destination', ENTER],
      ],
    })
    expect(code).toBe(0)
    expect(stderr).toContain(`txwarden config set allow-destination ${host}`)
  })

  test('an allowed host passes', async () => {
    const allowed = await makeCli()(create('webhook'), {
      env: { TXWARDEN_ALLOW_DESTINATION: 'localhost' },
      typed: [
        ['Webhook URL', `http://localhost:9000/hook${ENTER}`],
        ['Signing secret', ENTER],
        ['Create this destination', ENTER],
      ],
    })
    expect(allowed.code).toBe(0)
  })

  test('a chat id and a bot token have their form', async () => {
    const { code } = await makeCli()(create('telegram'), {
      typed: [
        ['Chat id', `my chat${ENTER}`],
        ['It is not a chat id', `${CLEAR}-100123${ENTER}`],
        ['Bot token', `abc${ENTER}`],
        ['It is not a bot token', `${CLEAR}${BOT_TOKEN}${ENTER}`],
        ['Create this destination', ENTER],
      ],
    })
    expect(code).toBe(0)
  })

  test('a mail address is one address', async () => {
    const { code } = await makeCli()(create('email'), {
      typed: [
        ['Email address', `a@example.org,b@example.org${ENTER}`],
        ['It must be one mailto: URL', `${CLEAR}a@example.org${ENTER}`],
        ['Create this destination', ENTER],
      ],
    })
    expect(code).toBe(0)
  })
})

describe('destination update', () => {
  test('changes only what is given and keeps the secrets', async ({ cli }) => {
    const { id } = await create(
      cli,
      ['--name', 'phone', '--channel', 'telegram', '--chat-id', '1', '--token-file', '-'],
      BOT_TOKEN,
    )
    const updated = await cli(['destination', 'update', id, '--chat-id', '2', '--state', 'inactive', '--json'])
    expect(JSON.parse(updated.stdout)).toMatchObject({
      name: 'phone',
      state: 'INACTIVE',
      attributes: { chatId: '2', token: '••••K-bc' },
    })
  })

  test('groups messages and sends heartbeats', async ({ cli }) => {
    const { id } = await create(cli, ['--name', 'mail', '--channel', 'email', '--email', 'ops@a.test'])
    const update = async (...flags: string[]) => await cli.json(['destination', 'update', id, ...flags])
    expect(await update('--group', 'off', '--heartbeat', '24h')).toMatchObject({
      group: false,
      heartbeatMs: 86_400_000,
    })
    const off = await update('--heartbeat', 'off', '--state', 'inactive')
    expect(off).toMatchObject({ state: 'INACTIVE', group: false })
    expect(off).not.toHaveProperty('heartbeatMs')
  })

  test('checks what changes, and everything of one that is switched on', async ({ cli }) => {
    const allowed = { env: { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' } }
    const inside = ['--name', 'inside', '--channel', 'webhook', '--webhook-url', 'http://127.0.0.1:9/hook']
    const made = await cli(['destination', 'create', ...inside, '--json'], allowed)
    const { id } = JSON.parse(made.stdout) as { id: string }
    const update = (flags: readonly string[], options = {}) => cli(['destination', 'update', id, ...flags], options)
    expect(await update(['--name', 'within'])).toMatchObject({ code: 0 })
    expect(await update(['--state', 'inactive'])).toMatchObject({ code: 0 })
    expect(
      await update(['--webhook-url', 'http://127.0.0.1:9/other', '--token-file', '-'], { stdin: SIGNING_SECRET }),
    ).toMatchObject(says(8, 'webhookUrl is refused'))
    const refused = await update(['--state', 'active'])
    expect(refused.stderr).toContain('webhookUrl is refused')
    expect(await destinationsOf(cli)).toMatchObject([{ name: 'within', state: 'INACTIVE' }])
    expect(await update(['--state', 'active'], allowed)).toMatchObject({ code: 0 })
  })

  test('never sends a mask back: a service that does not know it would store it', async () => {
    const stored = {
      id: 'd-1',
      name: 'team',
      channel: 'SLACK',
      webhookUrl: 'https://hooks.slack.com/***',
      state: 'ACTIVE',
    }
    await using server = await serveHttp((response, { method }) => json(response, method === 'GET' ? [stored] : stored))
    await makeCli()(['destination', 'update', 'd-1', '--name', 'crew'], {
      env: { TXWARDEN_BASE_URL: server.url.href, TXWARDEN_MANAGEMENT_KEY: 'k' },
    })
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual({ name: 'crew', channel: 'SLACK', state: 'ACTIVE' })
  })

  test('another channel starts afresh and needs its own fields', async ({ cli }) => {
    const { id } = await create(cli, email)
    expect(await cli(['destination', 'update', id, '--channel', 'telegram'])).toMatchObject(
      says(2, 'from EMAIL to TELEGRAM needs --chat-id, --token-file'),
    )
    const flags = ['--channel', 'telegram', '--chat-id', '1', '--token-file', '-', '--json']
    const moved = await cli(['destination', 'update', id, ...flags], { stdin: BOT_TOKEN })
    const body = JSON.parse(moved.stdout) as Shown
    expect(body).toMatchObject({ channel: 'TELEGRAM', attributes: { chatId: '1' } })
    expect(body).toHaveProperty('webhookUrl', '')
  })

  test('a webhook with another origin needs its token again', async ({ cli }) => {
    const { id } = await create(cli, [...webhook('https://siem.example.org/in'), '--token-file', '-'], SIGNING_SECRET)
    const move = ['destination', 'update', id, '--webhook-url', 'https://siem.example.com/in']
    expect(await cli(move)).toMatchObject(says(8, 'is required again'))
    expect(await cli([...move, '--token-file', '-'], { stdin: SIGNING_SECRET })).toMatchObject({ code: 0 })
  })

  test('without a flag and off a terminal says what could be changed', async () => {
    expect(await makeCli()(['destination', 'update', UNKNOWN])).toMatchObject(
      says(2, 'destination update needs at least one of --name, --channel, --webhook-url'),
    )
  })

  test('without a flag asks on a terminal; an empty secret stays', async ({ cli }) => {
    const { id } = await create(cli, ['--name', 'team', '--channel', 'SLACK', '--webhook-url', SLACK_URL])
    const updated = await cli(['destination', 'update', id], {
      typed: [
        ['Name of the destination (team)', `crew${ENTER}`],
        ['New webhook URL (empty: keep the current one)', ENTER],
        ['❯ ACTIVE', DOWN],
        ['❯ INACTIVE', ENTER],
        ['Update this destination', ENTER],
      ],
    })
    expect(updated).toMatchObject({ code: 0, stdout: '✓ Updated destination crew (SLACK) (profile local)\n' })
    expect(updated.stderr).toContain(`  txwarden destination update ${id} --name crew --state INACTIVE\n`)
    expect(await destinationsOf(cli)).toMatchObject([{ name: 'crew', state: 'INACTIVE', webhookUrl: SLACK_SHOWN }])
  })

  test('sends nothing when every answer is the present one', async ({ cli }) => {
    const { id } = await create(cli, email)
    const updated = await cli(['destination', 'update', id], {
      typed: [
        ['Name of the destination (ops)', ENTER],
        ['Email address (ops@example.org)', ENTER],
        ['❯ ACTIVE', ENTER],
      ],
    })
    expect(updated.stdout).toBe('✓ Nothing to change in destination ops\n')
  })
})

describe('destination delete', () => {
  test('refuses a destination that an alert uses, and names the alert', async ({ cli }) => {
    const { id } = await create(cli, email)
    await cli(['alert', 'create', '--name', 'Losses', '--type', 'sonar', '--destination', id])
    expect(await cli(['destination', 'delete', id, '--yes'])).toMatchObject(refuses(8, '(Losses)'))
    expect(await destinationsOf(cli)).toHaveLength(1)
  })

  test('off a terminal wants --yes before anything is sent', async ({ cli }) => {
    const { id } = await create(cli, email)
    expect(await cli(['destination', 'delete', id])).toMatchObject(says(2, '--yes'))
    expect(await cli(['dest', 'rm', id, '--yes'])).toEqual({ code: 0, stdout: `${id}\n`, stderr: '' })
    expect(await destinationsOf(cli)).toEqual([])
  })

  test('of several, those that are there go', async ({ cli }) => {
    const { id } = await create(cli, email)
    expect(await cli(['destination', 'delete', id, UNKNOWN, '--yes'])).toMatchObject({ code: 4, stdout: `${id}\n` })
  })
})

describe('destination test', () => {
  test('says that the message was sent, and it was', async ({ cli }) => {
    await using receiver = await serveHttp((response) => response.end())
    const env = { TXWARDEN_ALLOW_DESTINATION: receiver.url.host }
    const created = await cli(['destination', 'create', ...webhook(`${receiver.url.href}in`), '--json'], { env })
    const { id } = JSON.parse(created.stdout) as Shown
    const tested = await cli(['destination', 'test', id, '--wait'], { tty: true, env })
    expect(tested).toEqual({
      code: 0,
      stdout: `✓ SENT a test message to WEBHOOK ${receiver.url.href}in (profile local), 2026-01-02 03:04 UTC after 0 ms\n`,
      stderr: '',
    })
    expect(receiver.seen).toMatchObject([{ method: 'POST', url: '/in' }])
  })

  test('reaches what the profile allows, unless the variable says otherwise', async ({ cli }) => {
    await using receiver = await serveHttp((response) => response.end())
    await cli(['config', 'set', 'allow-destination', `hooks.internal, ${receiver.url.host}`])
    const { id } = await create(cli, webhook(`${receiver.url.href}in`))
    expect(await cli(['destination', 'test', id])).toMatchObject({ code: 0 })
    expect(receiver.seen).toHaveLength(1)
    const env = { TXWARDEN_ALLOW_DESTINATION: 'hooks.internal' }
    expect(await cli(['destination', 'test', id], { env })).toMatchObject({ code: 13 })
    expect(receiver.seen).toHaveLength(1)
  })

  test('a message that did not arrive is a failed check, with the reason', async ({ cli }) => {
    const { id } = await create(cli, email)
    const failed = await cli(['destination', 'test', id, '--json'])
    expect(failed).toMatchObject({ code: 13, stderr: '' })
    expect(JSON.parse(failed.stdout)).toEqual({
      webhookUrl: 'mailto:ops@example.org',
      state: 'FAILED',
      alertChannel: 'EMAIL',
      errorMessage: expect.stringContaining('TXWARDEN_SMTP_URL'),
      timestamp: '2026-01-02T03:04:05.000Z',
      latencyMs: 0,
    })
    const shown = await cli(['destination', 'test', id], { tty: true })
    expect(shown.stdout).toMatch(
      /^✗ FAILED EMAIL mailto:ops@example.org \(profile local\), 2026-01-02 03:04 UTC after 0 ms\n {2}.*TXWARDEN_SMTP_URL/,
    )
    expect(await destinationsOf(cli)).toMatchObject([{ errorMessage: expect.stringContaining('TXWARDEN_SMTP_URL') }])
  })

  test('of an unknown id is exit code 5', async () => {
    expect(await makeCli()(['destination', 'test', UNKNOWN])).toMatchObject({ code: 5, stdout: '' })
  })
})

test('a receiver on this machine is refused once, with what opens it', async ({ cli }) => {
  const hook = asTyped('destination create --name r --channel WEBHOOK --webhook-url http://127.0.0.1:9797/')
  const make = [...hook, '--secret-file', join(cli.home, 'secret.txt')]
  const { code, stderr } = await cli(make)
  expect(code).toBe(8)
  expect(stderr.split('is refused')).toHaveLength(2)
  const [command = ''] = /config set allow-destination [^`]+/.exec(stderr) ?? []
  expect(command).toBe('config set allow-destination 127.0.0.1:9797')
  await cli(command.split(' '))
  expect(await cli(make)).toMatchObject({ code: 0 })
})

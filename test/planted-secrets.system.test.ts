import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type OperationId, operation, operationIds } from '../src/api/operations/operations.ts'
import { type Channel, channels } from '../src/api/vocabulary.ts'
import { open, sealingContext } from '../src/service/secrets/sealing.ts'
import { answering, startReceiver } from './service/alerts/receiver.ts'
import { fakeNode } from './support/chain/fake-node.ts'
import { type Cli, test } from './support/cli.ts'
import type { FaultProxy } from './support/fault-proxy.ts'
import { type Served, serveForTest } from './support/served.ts'

/** Secrets of every kind that can enter, each to be known again wherever it comes out. */
const planted = {
  slackPath: 'PlantedSlackSecret0123456789',
  discordToken: 'PlantedDiscordToken0123456789-abcdefghijklmnopqrstuvwxyz',
  telegramToken: '123456789:PlantedTelegramToken0123456789abcd',
  signingSecret: `whsec_${Buffer.from('PlantedSigningSecret-32-bytes-00').toString('base64')}`,
  smtpPassword: 'PlantedSmtpPassword0123456789',
  proxyPassword: 'PlantedProxyPassword0123456789',
  masterKey: Buffer.from('PlantedMasterKey-of-32-bytes-000').toString('base64'),
  passphrase: 'PlantedPassphrase correct horse',
  nodeKey: 'PlantedNodeKey0123456789',
  nodeQuery: 'PlantedNodeQuery0123456789',
  validationKey: 'PlantedValidationKey0123456789',
  managementKey: 'PlantedManagementKey0123456789',
} as const

/** Of the people behind a transaction: stored and shown to the operator, never sent to a destination. */
const personal = { ip: '198.51.100.77', userAgent: 'PlantedUserAgent/1.0' } as const

const SENDER = '0x7e57000000000000000000000000000000000001'
const TARGET = '0x7e57000000000000000000000000000000000002'

/** Where each secret is found, in any of the ways a program might write it down. */
function found(where: string, bytes: string, secrets: Readonly<Record<string, string>> = planted): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => bytes.includes(form)))
    .map(([name]) => `${name} in ${where}`)
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    JSON.stringify(secret).slice(1, -1),
    // Raw bytes of a key that is written in base64.
    ...(/^[A-Za-z0-9+/]{43}=$/.test(secret) ? [Buffer.from(secret, 'base64').toString('latin1')] : []),
  ]
}

function foundInFiles(pattern: string, secrets: Readonly<Record<string, string>> = planted): string[] {
  const files = globSync(pattern).filter((path) => statSync(path).isFile())
  expect(files.length).toBeGreaterThan(0)
  return files.flatMap((path) => found(path, readFileSync(path, 'latin1'), secrets))
}

const environment = (allowed: string, node: FaultProxy) => ({
  TXWARDEN_CHAIN_ETHEREUM_URL: `${node.url}/rpc?key=${planted.nodeQuery}`,
  // Not the real one; there is no TLS there.
  TXWARDEN_TELEGRAM_URL: `https://${allowed}`,
  TXWARDEN_MASTER_KEY: planted.masterKey,
  TXWARDEN_SMTP_URL: `smtp://mailer:${planted.smtpPassword}@127.0.0.1:9`,
  HTTPS_PROXY: `http://proxy:${planted.proxyPassword}@127.0.0.1:9`,
  https_proxy: `http://proxy:${planted.proxyPassword}@127.0.0.1:9`,
  TXWARDEN_ALLOW_DESTINATION: allowed,
})

interface Given {
  readonly webhookUrl?: string
  readonly attributes?: Readonly<Record<string, string>>
}

const givenTo = ({ origin }: { origin: string }): Readonly<Record<Channel, Given>> => ({
  SLACK: { webhookUrl: `${origin}/services/T0/B0/${planted.slackPath}` },
  DISCORD: { webhookUrl: `${origin}/api/webhooks/123/${planted.discordToken}` },
  TELEGRAM: { attributes: { chatId: '42', token: planted.telegramToken } },
  EMAIL: { webhookUrl: 'mailto:ops@example.org' },
  WEBHOOK: { webhookUrl: `${origin}/in`, attributes: { token: planted.signingSecret } },
})

function destinations(receiver: { origin: string }) {
  const given = givenTo(receiver)
  return channels.map((channel) => ({ name: channel, channel, ...given[channel] }))
}

const transaction = {
  chainId: '1',
  from: SENDER,
  to: TARGET,
  clientData: { ip: personal.ip, userAgent: personal.userAgent },
}

describe('planted secrets come out', () => {
  test('in no output of a command, on this machine or against a server, and in no file', async ({ cli }) => {
    const receiver = await startReceiver(answering(500, 'no'))
    const node = await fakeNode()
    const env = environment(`127.0.0.1:${receiver.port}`, node)
    const served = await serveForTest({ env })
    const said: string[] = []
    const run = recorder(cli, env, said)

    await createAll(run, receiver)
    const listed = (await cli.json(['destination', 'list'], { env })).content as {
      id: string
    }[]
    expect(listed).toHaveLength(5)
    const ids = listed.map(({ id }) => id)
    for (const id of ids) {
      await run(['destination', 'test', id, '-v'])
      await run(['destination', 'get', id, '--json'])
    }
    await run(['alert', 'create', '--name', 'all', '--type', 'SONAR', '--destination', ids.join(',')])
    await run(['validate', '--file', '-', '--sign', '-v'], JSON.stringify(transaction))
    await run(['chain', 'add', 'ethereum', '--url-file', '-', '-v'], `${node.url}/v2/${planted.nodeKey}`)
    const [ethereum] = (await cli.json(['chain', 'list'], { env })).content as { nodes: unknown[] }[]
    expect(ethereum?.nodes).toHaveLength(2)
    node.script('echoes everything')
    await run(['validate', '--file', '-', '-v', '--json'], JSON.stringify(transaction))
    await run(['chain', 'add', 'base', '--url-file', '-', '-v'], `${node.url}/v2/${planted.nodeKey}`)
    await run(['chain', 'test', '-v'])
    await run(['chain', 'status', '--json'])
    node.script('redirect')
    await run(['validate', '--file', '-', '-v', '--json'], JSON.stringify(transaction))
    const commands = [
      ['chain', 'list', '--json'],
      ['chain', 'list', '-o', 'csv'],
      ['chain', 'pause', 'ethereum'],
      ['chain', 'remove', 'env:ethereum:1', '--yes'],
      ['chain', 'add', 'ethereum', '--url-file', '-', '--dry-run'],
      ['export'],
      ['destination', 'list'],
      ['destination', 'list', '--json'],
      ['destination', 'list', '-o', 'yaml'],
      ['delivery', 'send'],
      ['delivery', 'list', '--json'],
      ['alert', 'list', '--json'],
      ['audit', 'list', '--json'],
      ['tx', 'list', '--json'],
      ['keys', 'list', '--json'],
      ['config', 'service', 'get', '--json'],
      ['local', 'status', '--json'],
      ['local', 'rekey', '--yes'],
      ['config', 'explain', '--json'],
      ['config', 'list', '--json'],
      ['auth', 'status', '--json'],
      // Faults: what was typed or read must not be repeated.
      ['destination', 'create', '--name', 'x', '--channel', 'SLACK', '--webhook-url-file', '-'],
      ['destination', 'create', '--name', 'x', '--channel', 'SLACK', '--token-file', '-'],
    ]
    for (const argv of commands) await run(argv, `ftp://x/${planted.slackPath}`)
    const noKey = join(cli.home, 'backup.db')
    await run(['local', 'backup', noKey])
    const withKey = join(cli.home, 'with-key.db')
    await run(['local', 'backup', withKey, '--with-key', '--passphrase-file', '-'], planted.passphrase)
    await run(['local', 'restore', withKey, '--yes', '--passphrase-file', '-'], planted.passphrase)
    await run(['local', 'restore', withKey, '--yes', '--passphrase-file', '-'], planted.passphrase, {
      TXWARDEN_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
    })

    // Repeat the passphrasest a server, with keys it does not know and with good ones.
    for (const keys of [{ validation: planted.validationKey, management: planted.managementKey }, served.keys]) {
      const remote = {
        TXWARDEN_BASE_URL: served.url,
        TXWARDEN_VALIDATION_KEY: keys.validation,
        TXWARDEN_MANAGEMENT_KEY: keys.management,
      }
      // Ten unknown keys a minute, then the server makes one wait.
      if (keys === served.keys) await createAll((argv, stdin) => run(argv, stdin, remote), receiver)
      for (const way of ['-v', '--curl', '--dry-run', '--json']) {
        await run(['destination', 'list', way], undefined, remote)
        await run(['validate', '--file', '-', way], JSON.stringify(transaction), remote)
        await run(['config', 'explain', way === '--json' ? way : '-v'], undefined, remote)
      }
      for (const way of ['--curl', '--dry-run'])
        await run(
          ['destination', 'create', '--name', 'x', '--channel', 'TELEGRAM', '--chat-id', '1', '--token-file', '-', way],
          planted.telegramToken,
          remote,
        )
    }
    const all = said.join('\n')
    expect(found('what was said', all)).toEqual([])
    expect(found('what was said', all, served.keys)).toEqual([])
    expect(foundInFiles(join(cli.home, '**/*'))).toEqual([])
    expect(said.length).toBeGreaterThan(60)
  })

  test('in no answer over HTTP, log, message or file of a server', async () => {
    const receiver = await startReceiver(answering(200, 'ok'))
    const node = await fakeNode()
    const env = environment(`127.0.0.1:${receiver.port}`, node)
    const served = await serveForTest({ env })
    const answers: string[] = []
    const ask = async (id: OperationId, init: { params?: Record<string, string>; body?: unknown } = {}) => {
      const text = await request(served, id, init)
      answers.push(text)
      return JSON.parse(text === '' ? '{}' : text) as Record<string, string>
    }

    const made = await Promise.all(destinations(receiver).map((body) => ask('createDestination', { body })))
    const destinationIds = made.map(({ id = '' }) => id)
    const unsigned = { transaction, trackNonce: false, signTransaction: false }
    await ask('validateTransaction', { body: unsigned })
    node.script('echoes everything')
    await ask('validateTransaction', { body: unsigned })
    expect(node.exchanges.length).toBeGreaterThan(2)
    const alert = await ask('createAlert', { body: { alertName: 'all', alertType: 'SONAR', destinationIds } })
    const body = { transaction, trackNonce: false, signTransaction: true }
    const { svcTxId = '' } = await ask('validateTransaction', { body })
    for (const id of destinationIds) await ask('testDestination', { params: { alertIntegrationId: id } })
    await expect.poll(() => receiver.requests.length).toBeGreaterThanOrEqual(6)

    const deliveries = JSON.parse(await request(served, 'listDeliveries', {})) as { content: { id: string }[] }
    expect(deliveries.content).toHaveLength(destinationIds.length)
    const known: Record<string, string> = {
      'svc-transaction-id': svcTxId,
      alertConfigurationId: alert.id ?? '',
      deliveryId: deliveries.content[0]?.id ?? '',
    }
    // Every read there is, those to come as well.
    for (const id of operationIds) if (operation(id).method === 'GET') await ask(id, { params: known })
    // And what is refused.
    await ask('createDestination', { body: { name: 'x', channel: 'SLACK', webhookUrl: `ftp://${planted.slackPath}` } })
    await ask('createDestination', { body: { name: 1, channel: 'NONE', attributes: { token: planted.telegramToken } } })

    const keyring = served.serving.service.masterKey.require()
    const [signer] = await served.serving.service.store.read.selectFrom('signers').selectAll().execute()
    const privateKey = open(keyring, signer?.sealed_private_key ?? '', sealingContext.signer(signer?.address ?? ''))
    const secrets = { ...planted, ...served.keys, privateKey: privateKey.replace('0x', '') }
    expect(found('answers', answers.join('\n'), secrets)).toEqual([])
    expect(found('the log', served.log.join('\n'), secrets)).toEqual([])
    // The address is where it goes; everything else of a message must hold no secret, nor who stood behind the wallet.
    const messages = receiver.requests.map(({ headers, body: text }) => JSON.stringify(headers) + text).join('\n')
    expect(found('messages', messages, { ...secrets, ...personal })).toEqual([])
    const folder = join(served.serving.service.database, '..')
    expect(foundInFiles(join(folder, '*'), secrets)).toEqual([])
  })

  test('when they are there: the search sees each form', () => {
    for (const secret of Object.values(planted))
      for (const form of formsOf(secret)) expect(found('it', `before ${form} after`)).not.toEqual([])
  })
})

type Run = (argv: readonly string[], stdin?: string) => Promise<void>

/** A destination of each channel, its secrets given in every way there is, traced. */
async function createAll(run: Run, receiver: { origin: string }): Promise<void> {
  for (const { name, channel, webhookUrl = '', attributes = {} } of destinations(receiver)) {
    const flags = ['destination', 'create', '--name', name, '--channel', channel, '-v']
    const { chatId, token } = attributes
    if (channel === 'EMAIL') await run([...flags, '--email', 'ops@example.org'])
    else if (token === undefined) await run([...flags, '--webhook-url-file', '-'], webhookUrl)
    else if (chatId !== undefined) await run([...flags, '--chat-id', chatId, '--token-file', '-'], token)
    else await run([...flags, '--webhook-url', webhookUrl, '--token-file', '-'], token)
  }
}

function recorder(cli: Cli, env: Readonly<Record<string, string>>, said: string[]) {
  return async (argv: readonly string[], stdin?: string, more: Readonly<Record<string, string>> = {}) => {
    const { stdout, stderr } = await cli(argv, { env: { ...env, ...more }, ...(stdin !== undefined && { stdin }) })
    said.push(stdout, stderr)
  }
}

async function request(
  { url, keys }: Served,
  id: OperationId,
  { params = {}, body }: { params?: Record<string, string>; body?: unknown },
): Promise<string> {
  const { method, path, key } = operation(id)
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => params[name] ?? 'unknown')
  const response = await fetch(url + filled, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': keys[key], 'x-validation-product': 'SONAR' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.text()
}

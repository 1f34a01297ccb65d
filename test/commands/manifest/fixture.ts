import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, onTestFinished } from 'vitest'
import { type Cli, type CliOptions, type CliResult, makeCli } from '../../support/cli.ts'
import { serveForTest } from '../../support/served.ts'

/** Runs a command line against one service. */
export type Run = (argv: readonly string[], options?: CliOptions) => Promise<CliResult>

export interface House {
  readonly run: Run
  /** What changes something on the service, so far (over HTTP only). */
  readonly writes: readonly string[]
  /** From now on the n-th write is answered with 500. */
  failAt(write: number): void
  /** Called with the number of each write, before it is passed on. */
  beforeWrite(listener: (count: number) => unknown): void
}

export const SECRETS = {
  TXWARDEN_SECRET_TEAM_WEBHOOK_URL: 'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstuvwx',
  TXWARDEN_SECRET_PHONE_TOKEN: '123456789:AAH-abcdefghijklmnopqrstuvwxyz01234',
  TXWARDEN_SECRET_SIEM_TOKEN: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
} as const

const withSecrets = (run: Cli, env: Record<string, string>): Run => {
  return (argv, options = {}) => run(argv, { ...options, env: { ...SECRETS, ...env, ...options.env } })
}

/** A service in this process, with a database of its own. */
export function localHouse(): House {
  return { run: withSecrets(makeCli(), {}), writes: [], failAt: () => undefined, beforeWrite: () => undefined }
}

/** A served one, behind a door that counts writes and can break one. */
export async function servedHouse(): Promise<House> {
  const served = await serveForTest()
  const writes: string[] = []
  let failing = 0
  let listener: (count: number) => unknown = () => undefined
  const door = createServer(async (request, response) => {
    const body: Buffer[] = []
    for await (const piece of request) body.push(piece as Buffer)
    const method = request.method ?? ''
    if (method !== 'GET') {
      writes.push(`${method} ${request.url}`)
      listener(writes.length)
      failing -= 1
      if (failing === 0) return response.writeHead(500, { 'content-type': 'application/json' }).end('{"detail":"lost"}')
    }
    const answer = await fetch(served.url + request.url, {
      method,
      headers: { 'x-api-key': String(request.headers['x-api-key']), 'content-type': 'application/json' },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: Buffer.concat(body) }),
    })
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void door.close())
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  const run = withSecrets(makeCli(), {
    TXWARDEN_BASE_URL: url,
    TXWARDEN_MANAGEMENT_KEY: served.keys.management,
    TXWARDEN_VALIDATION_KEY: served.keys.validation,
  })
  return {
    run: (argv, options) => run([...argv, '--retries', '0'], options),
    writes,
    failAt: (write) => {
      failing = write
    },
    beforeWrite: (wanted) => {
      listener = wanted
    },
  }
}

export const houses = [
  ['in this process', async () => localHouse()],
  ['over HTTP', servedHouse],
] as const

export const A = '0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d'
export const B = '0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7'

/** One of everything. */
export const everything = `# What pages whom.
kind: destination
name: team            # the channel #security
channel: SLACK
webhookUrl: \${TXWARDEN_SECRET_TEAM_WEBHOOK_URL}
---
kind: destination
name: phone
channel: TELEGRAM
attributes: { chatId: -1001234567890123456789, token: "\${TXWARDEN_SECRET_PHONE_TOKEN}" }
---
kind: destination
name: siem
channel: WEBHOOK
webhookUrl: https://siem.example.org/alerts
attributes:
  token: \${TXWARDEN_SECRET_SIEM_TOKEN}
state: INACTIVE
---
# Unquoted, YAML itself would make a number of this address.
kind: control-list
type: BLOCK
productType: SONAR
address: ${A}
chainIds: [1, 8453]
---
kind: control-list
type: ALLOW
productType: RASP
address: ${B.toLowerCase()}
---
kind: monitor
chainId: 1
address: ${B}
name: treasury
enabled: false
---
kind: alert
alertName: blocked
alertType: SONAR
destinations: [team, phone]
transactionFilter:
  # Whatever was stopped.
  validationEnforcementConfiguration: { alertOnBlocked: true }
  chainIds: [8453, 1]
---
kind: alert
alertName: treasury moves
alertType: MONITOR
isActive: false
destinations:
  - siem
`

/** A test with a house on this machine: `house`. */
export const test = base.extend('house', () => localHouse())

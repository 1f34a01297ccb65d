import { setTimeout as pause } from 'node:timers/promises'
import { hostOf } from '../../../src/service/egress/address-guard.ts'
import { type EgressPolicy, parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import type { Resolve } from '../../../src/service/egress/guarded-connect.ts'
import { createSafeHttpClient } from '../../../src/service/egress/safe-http-client.ts'
import type { Service } from '../../../src/service/index.ts'
import { TestClock } from '../../support/deterministic.ts'
import { type Answered, ask } from '../../support/requests.ts'

/** What one way in was tried with, and what it let pass. */
export interface DoorResult {
  readonly door: string
  readonly checks: number
  /** What was not refused, in words. */
  readonly open: readonly string[]
}

const BASE = '/api/v2/management/alert-configurations'
const HARMLESS = 'https://hooks.example.com/in'

/** Counts checks of one door. */
class Door {
  checks = 0
  readonly open: string[] = []

  expect(what: string, holds: boolean): void {
    this.checks += 1
    if (!holds) this.open.push(what)
  }

  as(door: string): DoorResult {
    return { door, checks: this.checks, open: this.open }
  }
}

async function call(...[service, method, path, body]: Parameters<typeof ask>): Promise<Answered> {
  const answer = await ask(service, method, path, body)
  if (answer.status !== 200 && !isDestinationBody(body)) throw new Error(`${path}: ${answer.status}`)
  return answer
}

/** Of those only, refusals are answers here. */
function isDestinationBody(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'webhookUrl' in body
}

const slack = (webhookUrl: string) => ({ name: 'trap', channel: 'SLACK', webhookUrl })

/** create, update, test and deliver of a whole service, its courier included. */
export async function throughService(service: Service, urls: readonly string[]): Promise<DoorResult[]> {
  const [create, update, test, deliver] = [new Door(), new Door(), new Door(), new Door()]
  const { body: kept } = await call(service, 'POST', `${BASE}/destinations`, slack(HARMLESS))
  const made: string[] = []
  for (const url of urls) {
    const created = await call(service, 'POST', `${BASE}/destinations`, slack(url))
    create.expect(`${url} was taken`, created.status === 400 || isHttps(url))
    if (created.status === 200) made.push(String(created.body.id))
    const updated = await call(service, 'PUT', `${BASE}/destinations/${kept.id}`, slack(url))
    update.expect(`${url} was taken`, updated.status === 400 || isHttps(url))
  }
  for (const id of made) {
    const { body } = await call(service, 'POST', `${BASE}/integration/${id}/test`)
    test.expect(`${body.webhookUrl} was sent to`, body.state === 'FAILED')
  }
  await call(service, 'POST', BASE, { alertName: 'all', alertType: 'SONAR', destinationIds: made })
  const transaction = { chainId: '1', from: `0x${'7e'.repeat(20)}`, to: `0x${'57'.repeat(20)}` }
  await call(service, 'POST', '/api/v2/transaction/validate', { transaction, trackNonce: false })
  for (const { state, attempts, id } of await attemptedDeliveries(service, made.length))
    deliver.expect(`delivery ${id} is ${state} after ${attempts}`, state !== 'SENT' && attempts > 0)
  return [create.as('create'), update.as('update'), test.as('test'), deliver.as('deliver')]
}

interface Attempted {
  readonly id: string
  readonly state: string
  readonly attempts: number
}

async function attemptedDeliveries(service: Service, count: number): Promise<readonly Attempted[]> {
  for (;;) {
    const { body } = await call(service, 'GET', '/ext/v1/deliveries?size=1000')
    const content = body.content as readonly Attempted[]
    if (content.length === count && content.every(({ attempts }) => attempts > 0)) return content
    await pause(50)
  }
}

/** The trap's port counts as open, so that nothing but the address can be what refuses. */
function openAt(port: number, ...allowances: string[]): EgressPolicy {
  return { ...parseEgressPolicy(allowances), publicPorts: [port] }
}

async function outcomeOf(url: string, policy: EgressPolicy, resolve: Resolve): Promise<string> {
  const sender = createSafeHttpClient({ policy, timeoutMs: 5000, clock: new TestClock(), resolve })
  try {
    const sent = await sender.send({ url, body: 'payload' })
    return sent.outcome === 'failed' ? sent.kind : sent.outcome
  } finally {
    await sender.close()
  }
}

const answering =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Where `URL` leads with a host in whatever spelling. */
function addressOf(host: string): string {
  return hostOf(new URL(`https://${host}/`))
}

/** One message to each URL, as the channels send it. */
export async function throughSender(urls: readonly string[], port: number): Promise<DoorResult> {
  const door = new Door()
  for (const url of urls)
    door.expect(url, (await outcomeOf(url, openAt(port), answering('127.0.0.1'))) === 'refused-address')
  return door.as('send')
}

/** Names that resolve to each of the addresses, alone and beside one that is allowed but elsewhere. */
export async function throughNames(names: readonly string[], hosts: readonly string[], port: number) {
  const door = new Door()
  const addresses = [...new Set(hosts.map(addressOf))]
  for (const [index, address] of addresses.entries()) {
    const name = names[index % names.length] ?? 'localhost'
    const outcome = await outcomeOf(`https://${name}:${port}/`, openAt(port), answering(address))
    door.expect(`${name} -> ${address}: ${outcome}`, outcome === 'refused-address')
  }
  return door.as('resolve')
}

/** Names that lead to an allowed receiver first and to each of the addresses the next time, or to both at once. */
export async function throughRebinding(receiver: string, hosts: readonly string[], port: number) {
  const door = new Door()
  const policy = openAt(port, receiver)
  for (const address of new Set(hosts.map(addressOf))) {
    const answers = [[receiver], [address], [address, receiver]]
    const resolve: Resolve = (host) => answering(...(answers.shift() ?? [address]))(host)
    // A sender of its own each: each connects, and resolves, anew.
    const url = `http://rebound.example:${port}/`
    const kinds = [await outcomeOf(url, policy, resolve), await outcomeOf(url, policy, resolve)]
    door.expect(`then ${address}: ${kinds}`, kinds.join() === 'accepted,refused-address')
    door.expect(`with ${address}`, (await outcomeOf(url, policy, resolve)) === 'accepted')
  }
  return door.as('rebind')
}

/** An allowed receiver that answers with a redirect, of every kind, to each URL. */
export async function throughRedirects(receiver: string, urls: readonly string[], port: number) {
  const door = new Door()
  const policy = openAt(port, receiver)
  for (const url of urls)
    for (const status of [301, 302, 303, 307, 308]) {
      const from = `http://${receiver}:${port}/redirect/${status}?to=${encodeURIComponent(url)}`
      const outcome = await outcomeOf(from, policy, answering('127.0.0.1'))
      door.expect(`${status} to ${url}: ${outcome}`, outcome === 'redirect')
    }
  return door.as('redirect')
}

/** Metadata addresses with everything around them allowed. */
export async function throughAllowances(hosts: readonly string[], port: number) {
  const door = new Door()
  const policy = openAt(port, '100.64.0.0/10', '168.0.0.0/8', '169.254.0.0/16', '192.0.0.0/8', 'fc00::/7', 'fe80::/10')
  for (const host of hosts)
    for (const scheme of ['https', 'http']) {
      const outcome = await outcomeOf(`${scheme}://${host}:${port}/`, policy, answering('169.254.169.254'))
      door.expect(`${scheme} ${host}: ${outcome}`, outcome === 'refused-address')
    }
  return door.as('metadata, allowed around')
}

function isHttps(url: string): boolean {
  return URL.parse(url)?.protocol === 'https:'
}

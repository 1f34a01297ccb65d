import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../../src/service/index.ts'
import { systemClock } from '../../../src/shared/time/clock.ts'
import { malformedUrls, metadataHosts } from './guard-cases.ts'
import {
  type DoorResult,
  throughAllowances,
  throughNames,
  throughRebinding,
  throughRedirects,
  throughSender,
  throughService,
} from './guard-doors.ts'
import { innerLiterals, innerNames } from './guard-encodings.ts'

export interface CampaignResult {
  readonly hosts: number
  readonly doors: readonly DoorResult[]
  /** What arrived at the traps during the campaign. */
  readonly trapped: { readonly connections: number; readonly bytes: number }
  /** Bytes that arrived when the traps were then sent one each: they do listen. */
  readonly control: number
}

/** Allowed, as an operator might allow one receiver inside; Linux has all of 127.0.0.0/8. */
const RECEIVER = '127.0.0.77'

/**
 * Tries every spelling of every address that must not be reached through every way in, with traps on 127.0.0.1 and ::1.
 * @param step takes every nth host only
 */
export async function runGuardCampaign(step: number): Promise<CampaignResult> {
  await using owned = new AsyncDisposableStack()
  const trapped = { connections: 0, bytes: 0 }
  const traps = [createTrap(trapped), createTrap(trapped)] as const
  const port = await listen(traps[0], '127.0.0.1', 0)
  await listen(traps[1], '::1', port)
  const receiver = createReceiver()
  await listen(receiver, RECEIVER, port)
  for (const server of [...traps, receiver]) owned.defer(() => void server.close())
  const folder = await mkdtemp(join(tmpdir(), 'txwarden-guard-'))
  owned.defer(() => rm(folder, { recursive: true, force: true }))
  const serving = await serve({
    database: join(folder, 'served.db'),
    env: {},
    clock: systemClock,
    random: (length) => randomBytes(length),
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: { write: () => {}, quiet: true },
  })
  owned.defer(() => serving.stop())

  const every = (list: readonly string[]) => list.filter((_, index) => index % step === 0)
  const literals = every(innerLiterals)
  const names = every(innerNames)
  const urlsOf = (hosts: readonly string[]) =>
    hosts.flatMap((host) => [`https://${host}:${port}/in`, `http://${host}:${port}/in`])
  const urls = [...urlsOf([...literals, ...names]), ...every(malformedUrls(port))]
  const doors = [
    ...(await throughService(serving.service, urls)),
    await throughSender(urls, port),
    await throughNames(names, literals, port),
    await throughRebinding(RECEIVER, literals, port),
    await throughRedirects(RECEIVER, urls, port),
    await throughAllowances(every(metadataHosts), port),
  ]
  const result = { ...trapped }
  await Promise.all(['127.0.0.1', '::1'].map((host) => poke(host, port)))
  return {
    hosts: literals.length + names.length,
    doors,
    trapped: result,
    control: trapped.bytes - result.bytes,
  }
}

function createTrap(trapped: { connections: number; bytes: number }): Server {
  return createTcpServer((socket) => {
    trapped.connections += 1
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      trapped.bytes += chunk.length
      socket.end()
    })
  })
}

/** Takes everything, or answers as its path says: `/redirect/307?to=…`. */
function createReceiver(): Server {
  return createServer((request, response) => {
    request.resume()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receiver')
    const status = Number(/^\/redirect\/(\d+)$/.exec(pathname)?.[1] ?? 200)
    const location = searchParams.get('to')
    // What a header cannot hold, no receiver can send.
    const headers = location === null ? {} : { location: encodeURI(location) }
    response.writeHead(status, { ...headers, connection: 'close' }).end()
  })
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => done((server.address() as AddressInfo).port))
  })
}

function poke(host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(port, host, () => socket.write('!'))
    socket.once('error', fail)
    socket.once('close', () => done())
    socket.resume()
  })
}

import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { judgeAddress, judgeScheme } from './address-guard.ts'
import type { EgressPolicy } from './egress-policy.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** All addresses of a name, as `dns.promises.lookup(name, { all: true })` answers them. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

/** The guard said no; the message is ours and may be shown. */
export class AddressRefused extends Error {}

/** The name did not resolve; the cause is the resolver's. */
export class NameUnresolved extends Error {}

interface GuardedConnectOptions {
  readonly policy: EgressPolicy
  readonly resolve: Resolve
  readonly connectTimeoutMs: number
}

type Build = (options: buildConnector.BuildOptions) => buildConnector.connector

/**
 * A connector for undici that resolves first, judges every address, and lets the socket go to the judged ones only.
 * Resolving is not left to `lookup`: node never calls it for IP literals, and a second resolution at connect time
 * could answer something else than the first one did (DNS rebinding).
 */
export function guardedConnector(build: Build, options: GuardedConnectOptions): buildConnector.connector {
  return (target, callback) => {
    connectGuarded(build, options, target).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

async function connectGuarded(
  build: Build,
  { policy, resolve, connectTimeoutMs }: GuardedConnectOptions,
  target: buildConnector.Options,
): Promise<Socket> {
  const judge = (ip: string) =>
    judgeScheme(judgeAddress(ip, portOf(target), policy, nameOf(target)), target.protocol, nameOf(target))
  const lookUp: Resolve = (host) => Promise.race([resolve(host), timeout(connectTimeoutMs)])
  const addresses = await permittedAddresses(target.hostname, lookUp, judge)
  const connect = build({ timeout: connectTimeoutMs, allowH2: false, lookup: answerWith(addresses) })
  const socket = await new Promise<Socket>((done, fail) => {
    connect(target, (error, connected) => (connected ? done(connected) : fail(error)))
  })
  const reached = judge(socket.remoteAddress ?? '')
  if (reached.allowed) return socket
  socket.destroy()
  throw new AddressRefused(reached.reason)
}

async function permittedAddresses(
  host: string,
  resolve: Resolve,
  judge: (ip: string) => ReturnType<typeof judgeAddress>,
): Promise<readonly ResolvedAddress[]> {
  const literal = isIP(host)
  const all = literal === 0 ? await resolveName(host, resolve) : [{ address: host, family: literal }]
  const verdicts = all.map((entry) => ({ entry, verdict: judge(entry.address) }))
  // A name of a house network often has a public and a private address: the allowed ones are enough.
  const permitted = verdicts.filter(({ verdict }) => verdict.allowed).map(({ entry }) => entry)
  if (permitted.length > 0) return permitted
  for (const { verdict } of verdicts) if (!verdict.allowed) throw new AddressRefused(withName(host, verdict.reason))
  throw new NameUnresolved(host)
}

async function resolveName(host: string, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  try {
    return await resolve(host)
  } catch (cause) {
    throw new NameUnresolved(host, { cause })
  }
}

/** A resolver of the system cannot be stopped, but nobody has to wait for it. */
function timeout(ms: number): Promise<never> {
  const signal = AbortSignal.timeout(ms)
  return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }))
}

/**
 * A `lookup` that knows its answer; node asks for all addresses when it races IPv6 against IPv4. It answers on the next
 * tick, as the system's does: an address without a route fails at once, and the caller has no listeners yet.
 */
function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all) process.nextTick(callback, null, [...addresses])
    else process.nextTick(callback, null, first?.address ?? '', first?.family)
  }
}

function nameOf(target: buildConnector.Options): string {
  return target.hostname.replace(/\.$/, '')
}

function portOf(target: buildConnector.Options): number {
  if (target.port !== '') return Number(target.port)
  return target.protocol === 'https:' ? 443 : 80
}

function withName(host: string, reason: string): string {
  return isIP(host) === 0 && !reason.includes(host) ? `${host}: ${reason}` : reason
}

import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { checkAddress, checkScheme, portOf } from './address-guard.ts'
import type { EgressPolicy } from './egress-policy.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Returns all addresses of a name, as `dns.promises.lookup(name, { all: true })` does. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

/** The message is safe to show. */
export class AddressRefused extends Error {
  /** No allow list can change it. */
  readonly isFinal: boolean

  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}

/** The message is the host name; the cause is the error of the resolver. */
export class NameUnresolved extends Error {}

interface GuardedConnectOptions {
  readonly policy: EgressPolicy
  readonly resolve: Resolve
  readonly connectTimeoutMs: number
}

type Build = (options: buildConnector.BuildOptions) => buildConnector.connector

/**
 * A connector for undici that resolves the host, checks every address, and connects only to the checked ones. It does not
 * resolve in `lookup`, because Node does not call that for IP literals, and because a second resolution could return other
 * addresses (DNS rebinding).
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
  const check = (ip: string) =>
    checkScheme(checkAddress(ip, portOf(target), policy, nameOf(target)), target.protocol, nameOf(target))
  const lookUp: Resolve = (host) => Promise.race([resolve(host), timeout(connectTimeoutMs)])
  const addresses = await permittedAddresses(target.hostname, lookUp, check)
  const connect = build({ timeout: connectTimeoutMs, allowH2: false, lookup: fixedLookup(addresses) })
  const socket = await new Promise<Socket>((done, fail) => {
    connect(target, (error, connected) => (connected ? done(connected) : fail(error)))
  })
  if (check(socket.remoteAddress ?? '').allowed) return socket
  socket.destroy()
  throw new AddressRefused(`the connection to ${nameOf(target)} reached an address that is not allowed`)
}

async function permittedAddresses(
  host: string,
  resolve: Resolve,
  check: (ip: string) => ReturnType<typeof checkAddress>,
): Promise<readonly ResolvedAddress[]> {
  const literal = isIP(host)
  const all = literal === 0 ? await resolveName(host, resolve) : [{ address: host, family: literal }]
  const verdicts = all.map((entry) => ({ entry, verdict: check(entry.address) }))
  // Names in private networks often have a public and a private address: one allowed address is enough.
  const permitted = verdicts.filter(({ verdict }) => verdict.allowed).map(({ entry }) => entry)
  if (permitted.length > 0) return permitted
  for (const { verdict } of verdicts)
    if (!verdict.allowed) throw new AddressRefused(withName(host, verdict.reason), verdict.isFinal)
  throw new NameUnresolved(host)
}

async function resolveName(host: string, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  try {
    return await resolve(host)
  } catch (cause) {
    throw new NameUnresolved(host, { cause })
  }
}

/** The system's resolver cannot be aborted. */
function timeout(ms: number): Promise<never> {
  const signal = AbortSignal.timeout(ms)
  return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }))
}

/**
 * A `lookup` with a fixed result; Node asks for all addresses when it races IPv6 against IPv4. It calls back on the next
 * tick, as the system's does: an address without a route fails at once, before the caller has added listeners.
 */
function fixedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all) process.nextTick(callback, null, [...addresses])
    else process.nextTick(callback, null, first?.address ?? '', first?.family)
  }
}

function nameOf(target: buildConnector.Options): string {
  return target.hostname.replace(/\.$/, '')
}

function withName(host: string, reason: string): string {
  return isIP(host) === 0 && !reason.includes(host) ? `${host}: ${reason}` : reason
}

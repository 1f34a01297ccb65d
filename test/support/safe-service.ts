import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from 'ox/Hex'
import { checksummed } from '../../src/api/address.ts'
import { safeHashes } from '../../src/shared/safe/hashes.ts'
import { plainCall, type SafeTransaction } from '../../src/shared/safe/transaction.ts'
import { type SafeVersion, safeVersion } from '../../src/shared/safe/versions.ts'

/** A transaction as the Safe Transaction Service writes it (v2: numbers are texts). */
export type ServiceRow = Readonly<Record<string, unknown>> & { readonly safeTxHash: string; readonly nonce: string }

export interface QueuedSafe {
  readonly safe: string
  readonly chainId?: string
  readonly version?: string
}

const NOBODY = `0x${'0'.repeat(40)}`

/** A row of the queue with the members that the service has. @param more members that are to be others */
export function serviceRow(
  { safe, chainId = '1', version = '1.4.1' }: QueuedSafe,
  fields: Partial<SafeTransaction> & { readonly nonce: bigint },
  more: Readonly<Record<string, unknown>> = {},
): ServiceRow {
  const transaction = { ...plainCall(NOBODY as Hex, '0x', fields.nonce), ...fields }
  const signed = {
    safe: safe.toLowerCase() as Hex,
    chainId: BigInt(chainId),
    version: safeVersion(version) as SafeVersion,
  }
  const { safeTxHash } = safeHashes({ ...signed, transaction })
  return {
    safe: checksummed(safe),
    to: checksummed(transaction.to),
    value: String(transaction.value),
    data: transaction.data === '0x' ? null : transaction.data,
    operation: transaction.operation,
    gasToken: checksummed(transaction.gasToken),
    safeTxGas: String(transaction.safeTxGas),
    baseGas: String(transaction.baseGas),
    gasPrice: String(transaction.gasPrice),
    refundReceiver: checksummed(transaction.refundReceiver),
    nonce: String(transaction.nonce),
    executionDate: null,
    submissionDate: '2026-11-27T08:00:00.123456Z',
    modified: '2026-11-27T08:00:00.123456Z',
    blockNumber: null,
    transactionHash: null,
    safeTxHash,
    proposer: null,
    proposedByDelegate: null,
    executor: null,
    isExecuted: false,
    isSuccessful: null,
    ethGasPrice: null,
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
    gasUsed: null,
    fee: null,
    payment: null,
    origin: '{}',
    dataDecoded: null,
    confirmationsRequired: 2,
    confirmations: [],
    trusted: true,
    signatures: null,
    ...more,
  }
}

export interface ServiceRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
}

/** What is answered in place of the list. */
export interface ServiceAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text as it is, other values as JSON. */
  readonly body?: unknown
}

export class SafeServiceStandIn {
  readonly requests: ServiceRequest[] = []
  url = ''
  /** What the service has of all Safes. Tests change it. */
  transactions: ServiceRow[] = []
  messages: Readonly<Record<string, unknown>>[] = []
  delegates: Readonly<Record<string, unknown>>[] = []
  /** The key that it wants; undefined: none. */
  key: string | undefined
  /** Headers of each answer, such as those of a quota. */
  headers: () => Readonly<Record<string, string>> = () => ({})
  /** Entries of a page at most. */
  pageSize = 100
  /** Answers in place of the list. */
  instead: (request: ServiceRequest, number: number) => ServiceAnswer | undefined = () => undefined

  answerTo(request: ServiceRequest): ServiceAnswer {
    this.requests.push(request)
    const other = this.instead(request, this.requests.length)
    if (other) return other
    if (this.key !== undefined && request.headers.authorization !== `Bearer ${this.key}`)
      return { status: 401, body: { message: 'Invalid API key' } }
    const { path, query } = request
    const [, safe, list] =
      /^\/api\/v[12]\/safes\/(0x[0-9a-fA-F]{40})\/(multisig-transactions|messages)\/$/.exec(path) ?? []
    if (safe !== undefined) {
      if (checksummed(safe) !== safe)
        return { status: 422, body: { code: 1, message: 'Checksum address validation failed', arguments: [safe] } }
      if (list === 'messages')
        return this.#page(
          this.messages.filter((each) => each.safe === safe),
          request,
        )
      const from = BigInt(query.nonce__gte ?? 0)
      const found = this.transactions
        .filter((row) => row.safe === safe && BigInt(row.nonce) >= from)
        .filter((row) => query.nonce === undefined || row.nonce === query.nonce)
        .filter((row) => query.executed === undefined || String(row.isExecuted) === query.executed)
      return this.#page(found, request)
    }
    const [, hash] = /^\/api\/v2\/multisig-transactions\/(0x[0-9a-f]{64})\/$/.exec(path) ?? []
    const row = this.transactions.find(({ safeTxHash }) => safeTxHash === hash)
    if (row) return { body: row }
    if (path === '/api/v2/delegates/')
      return this.#page(
        this.delegates.filter((each) => each.safe === query.safe),
        request,
      )
    if (path === '/api/v1/about/') return { body: { name: 'Safe Transaction Service', version: '6.10.1' } }
    return { status: 404, body: { detail: 'Not found.' } }
  }

  #page(rows: readonly unknown[], { path, query }: ServiceRequest): ServiceAnswer {
    const limit = Math.min(Number(query.limit ?? this.pageSize), this.pageSize)
    const offset = Number(query.offset ?? 0)
    const next = offset + limit
    const link = next < rows.length ? `${this.url}${path}?limit=${limit}&offset=${next}` : null
    return { body: { count: rows.length, next: link, previous: null, results: rows.slice(offset, next) } }
  }
}

/** A Safe Transaction Service on a port of this machine, until the test ends. */
export async function startSafeService(): Promise<SafeServiceStandIn> {
  // A campaign is no test.
  const { onTestFinished } = await import('vitest')
  const { service, close } = await openSafeService()
  onTestFinished(close)
  return service
}

/** The same, until it is closed. */
export async function openSafeService(): Promise<{ service: SafeServiceStandIn; close(): Promise<void> }> {
  const service = new SafeServiceStandIn()
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname: path, searchParams } = new URL(url, 'http://localhost')
    const {
      status = 200,
      headers: more,
      body = {},
    } = service.answerTo({ path, query: Object.fromEntries(searchParams), headers })
    response.writeHead(status, { 'content-type': 'application/json', ...service.headers(), ...more })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { service, close }
}

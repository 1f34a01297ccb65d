/** Room: The HTTP client of transaction services, and how their answers are read. */

import { checksummed } from '../../../api/address.ts'
import { parseJson } from '../../../shared/json/json.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { ResponseHeaders } from '../../../shared/time/retry-after.ts'
import type { BodyClient } from '../../egress/body-client.ts'
import {
  readDelegate,
  readItem,
  readMessage,
  readPage,
  type ServiceDelegate,
  type ServiceItem,
  type ServiceMessage,
  type ServicePage,
} from './read-answers.ts'
import { type SafeServiceError, statusError, unavailable } from './service-error.ts'
import type { SafeService } from './service-url.ts'

/** Counts requests, and hears what the service says about its quota. */
export interface RequestMeter {
  /** Called before each request. @throws SafeServiceError `safe-quota` */
  spend(): Promise<void>
  /** Called after each answer. */
  note(status: number, headers: ResponseHeaders): Promise<SafeServiceError | undefined>
}

export interface ServiceClientOptions {
  readonly service: SafeService
  readonly client: BodyClient
  readonly meter: RequestMeter
  readonly clock: Pick<Clock, 'elapsed'>
}

/** All transactions of a Safe that wait, in no certain order, each once. */
export interface ServiceQueue {
  readonly items: readonly ServiceItem[]
  /** Entries that are too large to be read at all, or have no hash: something waits, and nothing is known of it. */
  readonly unreadable: number
}

const TIMEOUT_MS = 20_000
/** An item of 5 MB is sent as 10 MB of digits, and what the service decoded of it. */
const MAX_BYTES = 32 * 1024 * 1024
/** Entries of a page at most; fewer where they are too large together. A list has no more than that for each request. */
const PAGE_SIZES = [100, 10, 1] as const
/** Requests for one list. */
const MAX_REQUESTS = 60
/** The most bytes of the answers for one list: room for an entry that is too large, found by three requests, and for the others. */
const MAX_LIST_BYTES = 4 * MAX_BYTES
/** For one list (ms). */
const MAX_LIST_MS = 60_000

const CHANGED = 'the list changed while its pages were read'

interface Wanted<T> {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Undefined for what is no entry. */
  readonly readOne: (value: unknown) => T | undefined
  readonly keyOf: (value: T) => string
}

/** Bounds of the requests for one list, in all. */
class ListBudget {
  readonly #host: string
  readonly #clock: ServiceClientOptions['clock']
  readonly #until: number
  #bytes = MAX_LIST_BYTES

  constructor(host: string, clock: ServiceClientOptions['clock']) {
    this.#host = host
    this.#clock = clock
    this.#until = clock.elapsed() + MAX_LIST_MS
  }

  /** Bounds of the next request. @throws SafeServiceError when nothing is left */
  next(): { readonly maxBytes: number; readonly timeoutMs: number } {
    const ms = this.#until - this.#clock.elapsed()
    if (ms <= 0) throw unavailable(this.#host, `the list was not complete after ${MAX_LIST_MS / 1000} s`)
    if (this.#bytes <= 0)
      throw unavailable(this.#host, `the answers for one list are larger than ${MAX_LIST_BYTES / 1024 ** 2} MiB`)
    return { maxBytes: Math.min(MAX_BYTES, this.#bytes), timeoutMs: Math.min(TIMEOUT_MS, ms) }
  }

  spend(bytes: number): void {
    this.#bytes -= bytes
  }
}

interface Found<T> {
  readonly found: ReadonlyMap<string, T>
  readonly unreadable: number
  /** An entry is on two pages. */
  readonly hasRepeated: boolean
}

/** Reads a Safe Transaction Service. Every method throws `SafeServiceError`; no error has a text of the service. */
export class TransactionService {
  /** `host` or `host:port`. */
  readonly host: string
  readonly #base: URL
  readonly #headers: Readonly<Record<string, string>>
  readonly #options: ServiceClientOptions

  constructor(options: ServiceClientOptions) {
    const { service } = options
    this.#options = options
    this.#base = new URL(service.url)
    this.host = this.#base.host
    this.#headers = {
      accept: 'application/json',
      ...(service.key !== undefined && { authorization: `Bearer ${service.key}` }),
    }
  }

  /** What waits from a nonce on. An incomplete set of pages is an error, never a shorter queue. */
  queue(safe: string, fromNonce: bigint): Promise<ServiceQueue> {
    return this.#list(safe, { executed: 'false', nonce__gte: String(fromNonce) })
  }

  /** All transactions of a nonce, also executed ones. */
  async withNonce(safe: string, nonce: bigint): Promise<ServiceQueue> {
    const found = await this.#list(safe, { nonce: String(nonce) })
    if (found.items.some((item) => item.nonce !== undefined && item.nonce !== nonce))
      throw this.#unavailable(`the answer has another nonce than ${nonce}`)
    return found
  }

  async transaction(safeTxHash: string): Promise<ServiceItem> {
    const item = readItem(await this.#read(`api/v2/multisig-transactions/${safeTxHash}/`))
    if (!item) throw this.#unavailable('the answer is not a transaction of a Safe')
    // A signer who verified a hash must not get the verdict of another transaction.
    if (item.claimedHash !== safeTxHash.toLowerCase())
      throw this.#unavailable(`the answer is another transaction than ${safeTxHash}`)
    return item
  }

  /** The newest messages. */
  async messages(safe: string): Promise<readonly ServiceMessage[]> {
    // Messages stay for ever: the first page has the newest ones.
    const limit = PAGE_SIZES[0]
    const body = await this.#read(`api/v1/safes/${checksummed(safe)}/messages/`, { limit: String(limit) })
    return this.#pageOf(body, limit)
      .results.map(readMessage)
      .filter((message) => message !== undefined)
  }

  async delegates(safe: string): Promise<readonly ServiceDelegate[]> {
    const keyOf = ({ delegate, delegator }: ServiceDelegate) => `${delegate} ${delegator}`
    const query = { safe: checksummed(safe) }
    const { found } = await this.#readAll({ path: 'api/v2/delegates/', query, readOne: readDelegate, keyOf })
    return [...found.values()]
  }

  async #list(safe: string, query: Readonly<Record<string, string>>): Promise<ServiceQueue> {
    const path = `api/v2/safes/${checksummed(safe)}/multisig-transactions/`
    const ordered = { ...query, ordering: 'nonce' }
    const { found, unreadable } = await this.#readAll({ path, query: ordered, readOne: readItem, keyOf: itemKey })
    return { items: [...found.values()], unreadable }
  }

  /**
   * Reads a list by offsets of its own, so that no link of the service is followed. Where an entry is on two pages, the list may have
   * moved and left out another one: it is read again, and has to be the same.
   */
  async #readAll<T>(wanted: Wanted<T>): Promise<Found<T>> {
    const budget = this.#newBudget()
    const first = await this.#readPages(wanted, budget)
    if (!first.hasRepeated) return first
    const second = await this.#readPages(wanted, budget)
    const isSame = second.found.size === first.found.size && first.found.keys().every((key) => second.found.has(key))
    if (!isSame || second.unreadable !== first.unreadable) throw this.#unavailable(CHANGED)
    return second
  }

  async #readPages<T>({ path, query, readOne, keyOf }: Wanted<T>, budget: ListBudget): Promise<Found<T>> {
    const found = new Map<string, T>()
    const lengths = new Set<number>()
    let [unreadable, size, offset, pages] = [0, 0, 0, 0]
    for (let requests = 1; ; requests++) {
      if (requests > MAX_REQUESTS) throw this.#unavailable(`the list has more than ${MAX_REQUESTS} pages`)
      const limit = PAGE_SIZES[size] as number
      const body = await this.#tryRead(path, { ...query, limit: String(limit), offset: String(offset) }, budget)
      if (body === undefined) {
        if (limit > 1) size++
        // Nothing says that the service can send a page that is not.
        else if (pages === 0)
          throw this.#unavailable(`a page with one entry is larger than ${MAX_BYTES / 1024 ** 2} MiB`)
        else {
          unreadable++
          offset++
        }
        continue
      }
      const page = this.#pageOf(body, limit)
      if (page.count !== undefined) lengths.add(page.count)
      for (const value of page.results) {
        const one = readOne(value)
        if (one === undefined) unreadable++
        else found.set(keyOf(one), one)
      }
      pages++
      offset += page.results.length
      if (!page.hasMore) break
      if (page.results.length === 0) throw this.#unavailable('a page without entries is not the last one')
    }
    const [length = 0] = lengths
    if (lengths.size > 1 || offset < length) throw this.#unavailable(CHANGED)
    return { found, unreadable, hasRepeated: pages > 1 && found.size + unreadable < offset }
  }

  #pageOf(body: unknown, limit: number): ServicePage {
    const page = readPage(body)
    if (!page) throw this.#unavailable('the answer is not a page of a list')
    const { length } = page.results
    if (length > limit) throw this.#unavailable(`a page has ${length} entries where ${limit} were requested`)
    return page
  }

  async #read(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const body = await this.#tryRead(path, query, this.#newBudget())
    if (body === undefined) throw this.#unavailable(`the answer is larger than ${MAX_BYTES} bytes`)
    return body
  }

  /** @returns undefined: the answer is too large */
  async #tryRead(path: string, query: Readonly<Record<string, string>>, budget: ListBudget): Promise<unknown> {
    const { client, meter } = this.#options
    const url = new URL(path, this.#base)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const limits = budget.next()
    await meter.spend()
    const result = await client.get({ url, headers: this.#headers, ...limits })
    if (result.outcome === 'failed') {
      if (result.kind !== 'too-large') throw this.#unavailable(result.reason)
      budget.spend(limits.maxBytes)
      return undefined
    }
    budget.spend(Buffer.byteLength(result.body))
    const refusal = await meter.note(result.status, 'headers' in result ? result.headers : {})
    if (refusal) throw refusal
    if (result.status !== 200) throw statusError(this.host, result.status, result.retryAfterMs)
    const body = parseJson(result.body)
    if (body === undefined) throw this.#unavailable('the answer is not JSON')
    return body
  }

  #newBudget(): ListBudget {
    return new ListBudget(this.host, this.#options.clock)
  }

  #unavailable(reason: string): SafeServiceError {
    return unavailable(this.host, reason)
  }
}

/** With its fields: a wrong hash hides no item that has the right one. */
function itemKey({ claimedHash, transaction }: ServiceItem): string {
  const fields = transaction && Object.values(transaction).map(String)
  return [claimedHash, ...(fields ?? [])].join(' ')
}

import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { fetchAll } from '../steps/paged-list.ts'

interface Wanted {
  readonly address: string
  readonly type: string
  readonly productType: string
  readonly chainIds?: readonly string[] | undefined
}

interface Existing {
  readonly id: string
  /** None: every chain. */
  readonly chainIds: readonly string[]
}

/** Whether the service answered that such an entry exists. */
export function isConflict(error: unknown): error is WardenError {
  return error instanceof WardenError && error.status === 409
}

/** The entries of a service, read when the first conflict asks for them. */
export class KnownEntries {
  readonly #client: Client
  #entries: Promise<Map<string, Existing[]>> | undefined
  /** Entries added since they were read. */
  #unread = 0

  constructor(client: Client) {
    this.#client = client
  }

  added({ chainIds = [], ...entry }: Wanted, id: string): void {
    this.#unread += 1
    void this.#entries?.then((entries) => put(entries, entry, { id, chainIds }))
  }

  /** The id of an entry that covers this one: same address, type and product, at least its chains. */
  async covering(wanted: Wanted): Promise<string | undefined> {
    const found = find(await this.#read(), wanted)
    if (found !== undefined || this.#unread === 0) return found
    // An entry that another row has just added is missing in the list read before.
    this.#entries = undefined
    return find(await this.#read(), wanted)
  }

  #read(): Promise<Map<string, Existing[]>> {
    if (!this.#entries) {
      this.#unread = 0
      this.#entries = this.#fetch()
    }
    return this.#entries
  }

  async #fetch(): Promise<Map<string, Existing[]>> {
    const page = await fetchAll((query) => this.#client.call('listControlLists', { query }), {
      sort: ['createdAt,asc'],
    })
    const entries = new Map<string, Existing[]>()
    for (const { id, chainIds = [], ...entry } of page.content) put(entries, entry, { id, chainIds })
    return entries
  }
}

function put(entries: Map<string, Existing[]>, entry: Wanted, held: Existing): void {
  const key = keyOf(entry)
  entries.set(key, [...(entries.get(key) ?? []), held])
}

function find(entries: Map<string, Existing[]>, wanted: Wanted): string | undefined {
  return entries.get(keyOf(wanted))?.find((held) => covers(held.chainIds, wanted.chainIds ?? []))?.id
}

function covers(held: readonly string[], wanted: readonly string[]): boolean {
  if (held.length === 0) return true
  return wanted.length > 0 && wanted.every((chain) => held.includes(chain))
}

function keyOf({ address, type, productType }: Wanted): string {
  return `${type} ${productType} ${address.toLowerCase()}`
}

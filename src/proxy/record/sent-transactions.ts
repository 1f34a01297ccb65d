import { HEX_HASH } from '../../api/hash.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { atMost } from '../../shared/time/sleep.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { RequestValidation } from '../decide/verdicts.ts'
import type { Upstream } from '../http/upstream.ts'
import type { SigningRequest } from '../params/signing-request.ts'
import type { RpcCall } from '../rpc/json-rpc.ts'

/** For calls of the service that neither Ctrl-C nor a client that leaves may end: what is known would be lost. */
export const NEVER = new AbortController().signal

/** What was sent and has no receipt yet; older ones are forgotten. */
const MAX_SENT = 10_000
/** The most receipts that are read at the end. */
const MOST_READ = 200

export interface SentDeps {
  readonly client: Client
  readonly upstream: Pick<Upstream, 'read'>
  /** Takes errors of reports, which change no answer. */
  readonly report: (error: unknown) => void
}

/** What a receipt is about. */
type Kind = 'transaction' | 'user operation' | 'calls'

const kindOfReceipt: Readonly<Record<string, Kind>> = {
  eth_getTransactionReceipt: 'transaction',
  eth_getUserOperationReceipt: 'user operation',
  wallet_getCallsStatus: 'calls',
}

/**
 * What was forwarded on one upstream, by hash or id, until a receipt that passes says that it is in a block: then the stored
 * validation gets its transaction id. A reverted one is not reported, because a report makes its counterparties known.
 */
export class SentTransactions {
  readonly #deps: SentDeps
  /** Ids of validations, in the order of the parts. */
  readonly #waiting: Readonly<Record<Kind, BoundedMap<string, readonly string[]>>> = {
    transaction: new BoundedMap(MAX_SENT),
    'user operation': new BoundedMap(MAX_SENT),
    calls: new BoundedMap(MAX_SENT),
  }
  readonly #reporting = new Set<Promise<void>>()

  constructor(deps: SentDeps) {
    this.#deps = deps
  }

  /** Learns from the result of what was forwarded. */
  sent({ method, parts }: SigningRequest, validation: RequestValidation, result: unknown): void {
    if (validation.kind !== 'validated') return
    const ids = validation.parts.map((part) => part?.svcTxId ?? null)
    const known = ids.filter((id) => id !== null)
    for (const [index, part] of parts.entries()) {
      const id = ids[index]
      if (part.kind === 'transaction' && id) this.#wait('transaction', part.hash, [id])
    }
    if (method === 'eth_sendTransaction') this.#wait('transaction', result, known)
    if (method === 'eth_sendUserOperation') this.#wait('user operation', result, known)
    if (method === 'wallet_sendCalls') this.#wait('calls', isRecord(result) ? result.id : result, known)
    if (method === 'eth_sendRawTransactionSync' && isRecord(result))
      this.#learn('transaction', result.transactionHash, result)
  }

  #wait(kind: Kind, name: unknown, ids: readonly string[]): void {
    if (typeof name === 'string' && ids.length > 0) this.#waiting[kind].set(name.toLowerCase(), ids)
  }

  /**
   * Takes the result of a call that may be a receipt of what was sent, and reports it in the background; undefined: the call reads
   * something else.
   */
  receipt({ method, params }: RpcCall): ((result: unknown) => void) | undefined {
    const kind = Object.hasOwn(kindOfReceipt, method) ? kindOfReceipt[method] : undefined
    const [name] = params
    if (kind === undefined || typeof name !== 'string' || !this.#waiting[kind].get(name.toLowerCase())) return undefined
    return (result) => this.#learn(kind, name, result)
  }

  /** Reads the missing receipts once, then waits for the reports, `ms` at most. */
  async settle(ms: number): Promise<void> {
    const hashes = Array.from(this.#waiting.transaction.entries(), ([hash]) => hash).slice(-MOST_READ)
    const readReceiptOf = async (hash: string) => {
      try {
        this.#learn('transaction', hash, await this.#deps.upstream.read('eth_getTransactionReceipt', [hash]))
      } catch {
        // The node has stopped, as test nodes have at the end of a run.
      }
    }
    const work = Promise.all(hashes.map(readReceiptOf)).then(() => Promise.all(this.#reporting))
    await atMost(ms, work)
  }

  #learn(kind: Kind, name: unknown, result: unknown): void {
    if (typeof name !== 'string') return
    const key = name.toLowerCase()
    const ids = this.#waiting[kind].get(key)
    if (!ids) return
    const receipts = receiptsIn(kind, key, result)
    if (receipts.length === 0) return
    this.#waiting[kind].delete(key)
    // A node or wallet that does the calls one by one has a receipt for each.
    const pairs = ids.flatMap((id, index) => {
      const receipt = receipts.length === ids.length ? receipts[index] : receipts[0]
      return receipt?.isDone ? [{ id, receipt }] : []
    })
    const again = () => void (ids.length === 1 && this.#waiting[kind].set(key, ids))
    for (const { id, receipt } of pairs) this.#report(id, receipt, again)
  }

  #report(id: string, { hash, blockNumber, blockTime }: Receipt, again: () => void): void {
    const body = { transactionId: hash, blockNumber, blockTime }
    const path = { 'svc-transaction-id': id }
    const work = this.#deps.client
      .call('updateTransaction', { params: path, headers: {}, body }, { signal: NEVER })
      .then(() => undefined)
      .catch((error: unknown) => {
        // Another one of the same nonce, or an older report.
        if (error instanceof WardenError && error.status === 409) return
        again()
        this.#deps.report(error)
      })
      .finally(() => this.#reporting.delete(work))
    this.#reporting.add(work)
  }
}

interface Receipt {
  readonly hash: string
  /** Decimal. */
  readonly blockNumber: string
  readonly blockTime: string | undefined
  /** False: it reverted. */
  readonly isDone: boolean
}

const HEX = /^0x[0-9a-f]{1,16}$/i

/** None: it is not in a block yet, or the answer is none. */
function receiptsIn(kind: Kind, name: string, result: unknown): Receipt[] {
  if (!isRecord(result)) return []
  if (kind === 'transaction') return readReceipt(result).filter(({ hash }) => hash.toLowerCase() === name)
  if (kind === 'user operation')
    return readReceipt(result.receipt).map((receipt) => ({
      ...receipt,
      isDone: receipt.isDone && result.success === true,
    }))
  return Array.isArray(result.receipts) ? result.receipts.flatMap(readReceipt) : []
}

function readReceipt(value: unknown): Receipt[] {
  if (!isRecord(value)) return []
  const { transactionHash: hash, blockNumber, status, logs } = value
  if (typeof hash !== 'string' || !HEX_HASH.test(hash) || typeof blockNumber !== 'string' || !HEX.test(blockNumber))
    return []
  const [log] = Array.isArray(logs) ? (logs as unknown[]) : []
  const time = [value, log].map((each) => (isRecord(each) ? each.blockTimestamp : undefined)).find(isTime)
  const blockTime = time === undefined ? undefined : new Date(Number(time) * 1000).toISOString()
  return [{ hash, blockNumber: String(BigInt(blockNumber)), blockTime, isDone: status === '0x1' }]
}

/** Whether it is a block time in 0x-hex (s), which only some nodes give. */
function isTime(value: unknown): value is string {
  return typeof value === 'string' && HEX.test(value) && Number(value) > 0 && Number(value) < 253_402_300_800
}

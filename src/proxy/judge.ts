import { createHash } from 'node:crypto'
import { chainById, chainIds } from '../api/chains.ts'
import type { ValidationResult } from '../api/schemas/transaction.ts'
import { type Verdict, verdictOf, worstOf } from '../api/verdict.ts'
import type { Client } from '../client/client.ts'
import { WardenError } from '../shared/errors.ts'
import { sleep } from '../shared/sleep.ts'
import { type Asked, type AskedMessage, type AskedTransaction, isSigned } from './asked/asked.ts'
import { BoundedMap } from './bounded-map.ts'
import { isCancel } from './cancel.ts'
import { invalidParams, type RpcFault } from './rpc/json-rpc.ts'

/** The verdict on one part of what is asked. */
export interface PartVerdict {
  readonly verdict: Verdict
  readonly result: Omit<ValidationResult, 'svcTxId'>
  /** Null: a message, which is not stored, or a dry run. */
  readonly svcTxId: string | null
  /** The command that says more. */
  readonly explain: string | null
}

export type Judgement =
  /** `worst` is one of `parts`. */
  | { readonly kind: 'judged'; readonly parts: readonly PartVerdict[]; readonly worst: PartVerdict }
  /** Only cancels what the sender sent before. */
  | { readonly kind: 'cancel' }
  | Unavailable

/** There is no verdict. */
export interface Unavailable {
  readonly kind: 'unavailable'
  /** In words of our own, without a period. */
  readonly why: string
  /** A command that says more. */
  readonly next: string | null
}

export interface Judge {
  /** @throws RpcFault for what the service refuses to read */
  judge(asked: Asked): Promise<Judgement>
  /** It was refused: the same request has the same verdict when it is sent again. */
  refused(asked: Asked): void
}

export interface JudgeOptions {
  readonly client: Client
  /** The command line of txwarden for the profile: `txwarden`, or `txwarden -p prod`. */
  readonly program: string
  /** For keys. */
  readonly random: (length: number) => Uint8Array
  /** The longest a judgement takes (ms): viem gives up after 10 s. */
  readonly limitMs?: number
}

const LIMIT_MS = 8_000
/** Between attempts while another process judges the same (ms). */
const BUSY_MS = 100
/** Lists and feeds may change while a verdict is asked for again. */
const MAX_ATTEMPTS = 20
/** Requests whose keys are kept. */
const MAX_KEYS = 10_000

/** Judges by the service of the profile. Parts are judged at the same time; the worst verdict counts for all. */
export function createJudge({ client, program, random, limitMs = LIMIT_MS }: JudgeOptions): Judge {
  const keys = createKeys(random)
  /** A client that sends again while its first request is judged. */
  const running = new Map<string, Promise<Judgement>>()

  const judgePart = async (asked: Asked, index: number, signal: AbortSignal): Promise<PartVerdict> => {
    const part = asked.parts[index]
    if (!part) throw new Error(`there is no part ${index}`)
    if (part.kind === 'message') {
      const result = await client.call('validateTypedData', { headers: {}, body: part.request }, { signal })
      return { verdict: verdictOf(result), result, svcTxId: null, explain: null }
    }
    const input = {
      headers: { 'x-validation-product': 'SONAR', prefer: 'explain' },
      body: { transaction: part.transaction, trackNonce: false },
    } as const
    const ask = (idempotencyKey: string) => client.call('validateTransaction', input, { signal, idempotencyKey })
    const result = await untilCurrent(
      ask,
      () => keys.of(asked, part, index),
      () => keys.renew(asked, part, index),
      signal,
    )
    const svcTxId = isId(result.svcTxId) ? result.svcTxId : null
    return { verdict: verdictOf(result), result, svcTxId, explain: svcTxId && `${program} tx explain ${svcTxId}` }
  }

  const judge = async (asked: Asked): Promise<Judgement> => {
    if (isCancel(asked)) return { kind: 'cancel' }
    const unknown = unknownChain(asked)
    if (unknown !== undefined) return { kind: 'unavailable', why: unknown, next: null }
    const over = new AbortController()
    const limit = over.signal
    const timer = setTimeout(() => over.abort(), limitMs)
    try {
      const parts = await within(limit, Promise.all(asked.parts.map((_, index) => judgePart(asked, index, limit))))
      return { kind: 'judged', parts, worst: worstOf(parts, judgementOf) }
    } catch (error) {
      if (limit.aborted)
        return { kind: 'unavailable', why: `the service gave no verdict within ${limitMs / 1000} s`, next: null }
      if (error instanceof WardenError) return { kind: 'unavailable', ...reasonOf(error, asked, program) }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    judge(asked) {
      if (!isSigned(asked)) return judge(asked)
      const found = running.get(asked.digest)
      if (found) return found
      const started = judge(asked).finally(() => running.delete(asked.digest))
      running.set(asked.digest, started)
      return started
    },
    refused: (asked) => keys.refused(asked),
  }
}

interface Keys {
  of(asked: Asked, part: AskedTransaction, index: number): string
  /** The answer under the key is outdated. */
  renew(asked: Asked, part: AskedTransaction, index: number): void
  refused(asked: Asked): void
}

/**
 * Idempotency keys, so that a request that is sent again has the same verdict and no second alert, while lists and feeds
 * have not changed. Of a signed transaction also with other fees, and across restarts. Of one without a signature only after
 * it was refused: otherwise the same request is another payment.
 */
function createKeys(random: JudgeOptions['random']): Keys {
  const generations = new BoundedMap<string, number>(MAX_KEYS)
  const refused = new BoundedMap<string, string>(MAX_KEYS)
  /** Of requests that are being judged, by part. */
  const current = new WeakMap<Asked, Map<number, string>>()
  const nameOf = (part: AskedTransaction) => createHash('sha256').update(JSON.stringify(part.transaction)).digest('hex')
  const placeOf = (asked: Asked, index: number) => `${asked.digest}/${index}`
  const use = (asked: Asked, index: number, key: string) => {
    const keys = current.get(asked) ?? new Map<number, string>()
    current.set(asked, keys.set(index, key))
    return key
  }
  const newKey = () => `proxy-${Buffer.from(random(16)).toString('hex')}`
  return {
    of(asked, part, index) {
      if (part.hash !== undefined) {
        const name = nameOf(part)
        return `proxy-${name}-${generations.get(name) ?? 0}`
      }
      const used = current.get(asked)?.get(index)
      if (used !== undefined) return used
      const place = placeOf(asked, index)
      const known = refused.get(place)
      refused.delete(place)
      return use(asked, index, known ?? newKey())
    },
    renew(asked, part, index) {
      if (part.hash === undefined) use(asked, index, newKey())
      else {
        const name = nameOf(part)
        generations.set(name, (generations.get(name) ?? 0) + 1)
      }
    },
    refused(asked) {
      for (const [index, key] of current.get(asked) ?? []) refused.set(placeOf(asked, index), key)
    },
  }
}

const OUTDATED = ['verdict-outdated', 'idempotency-key-reused']

async function untilCurrent<T>(
  ask: (key: string) => Promise<T>,
  key: () => string,
  renew: () => void,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const tried = key()
    try {
      return await ask(tried)
    } catch (error) {
      if (!(error instanceof WardenError) || signal.aborted) throw error
      if (error.code === 'idempotency-in-progress') {
        await sleep(BUSY_MS, signal)
        continue
      }
      if (!OUTDATED.includes(error.code) || attempt >= MAX_ATTEMPTS) throw error
      // Another request may have renewed it.
      if (key() === tried) renew()
    }
  }
}

/** Rejects when the signal aborts, whatever the work does. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  return Promise.race([work, late])
}

function judgementOf({ verdict, result }: PartVerdict) {
  return { verdict, combinedScore: result.combinedScore }
}

/** Shown in a command; a service sends it. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && /^[0-9A-Za-z-]{1,64}$/.test(text)
}

function unknownChain({ parts }: Asked): string | undefined {
  const chainId = parts
    .map((part: AskedTransaction | AskedMessage) =>
      part.kind === 'transaction' ? part.transaction.chainId : part.request.chainId,
    )
    .find((id) => typeof id === 'string' && !chainById(id))
  if (chainId === undefined) return undefined
  return `chain ${chainId} is not supported (${chainIds.join(', ')} are); a local node can run as one of them, as in anvil --chain-id 1`
}

/** In words of our own: what a service says may come from others. @throws RpcFault for what it refuses to read */
function reasonOf({ kind, code, status }: WardenError, { parts }: Asked, program: string): Omit<Unavailable, 'kind'> {
  const only = (why: string) => ({ why, next: null })
  const and = (why: string, command: string) => ({ why, next: `${program} ${command}` })
  const isMessage = parts.some((part) => part.kind === 'message')
  if (isMessage && status !== undefined && [404, 405, 501].includes(status))
    return only('the service of the profile cannot check messages')
  switch (kind) {
    case 'auth':
      return and('the service does not accept the validation key', 'auth login')
    case 'rate-limited':
      return only('the service answers no more requests for now (rate limit)')
    case 'refused':
      if (status === undefined) return and('the local service cannot be used', 'local status')
      if (status !== 409) throw unreadable(isMessage)
      return only('the service is busy with the same request')
    case 'interrupted':
      return only('the proxy is stopping')
    case 'unavailable':
      if (code === 'timeout' || code === 'connect-timeout') return only('the service did not answer in time')
      return and('the service is not available', 'doctor')
    default:
      return and(`the service failed${status === undefined ? '' : ` (${status})`}`, 'doctor')
  }
}

function unreadable(isMessage: boolean): RpcFault {
  return invalidParams(`the service cannot read this ${isMessage ? 'message' : 'transaction'}`)
}

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { UnjudgedCall } from '../../api/schemas/unjudged-call.ts'
import type { Client } from '../../client/client.ts'
import { ErrorReporter } from '../../shared/dedupe-errors.ts'
import { WardenError } from '../../shared/errors.ts'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { readIfThere } from '../../shared/files/read-if-there.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'
import { isPassing } from '../../shared/passing.ts'
import { faultWithoutVerdict } from '../decide/refusal.ts'
import type { SigningRequest } from '../params/signing-request.ts'
import { NEVER } from './sent-transactions.ts'

export interface UnvalidatedJournalOptions {
  readonly client: Client
  /** Path of the journal. */
  readonly journal: string
  /** ms since 1970. */
  readonly now: () => number
  /** For names. */
  readonly random: (length: number) => Uint8Array
  readonly report: (error: unknown) => void
}

/**
 * Records what is forwarded without a verdict: in a journal of one file a call, which is handed in to the audit log as
 * soon as the service answers. The service is not called first, because it may be what is down.
 */
export class UnvalidatedJournal {
  readonly #options: UnvalidatedJournalOptions
  #handingIn: Promise<void> | undefined
  #isEmpty = false
  readonly #errors: ErrorReporter

  constructor(options: UnvalidatedJournalOptions) {
    this.#options = options
    this.#errors = new ErrorReporter(options.report)
  }

  /** Writes the record to the disk. @throws RpcFault where that fails */
  async record(request: SigningRequest, why: string): Promise<void> {
    const { journal, now, random } = this.#options
    try {
      makeFolder(journal)
      for (const call of callsOf(request, why, new Date(now()).toISOString())) {
        const name = `${String(now()).padStart(15, '0')}-${Buffer.from(random(8)).toString('hex')}.json`
        writeWhole(join(journal, name), `${JSON.stringify(call)}\n`, { replace: false, sweeps: false })
      }
    } catch (error) {
      this.#options.report(error)
      throw faultWithoutVerdict(`there is no verdict: ${why}; and the journal of such calls cannot be written`)
    }
    this.#isEmpty = false
    void this.handIn()
  }

  /** Sends what is in the journal, unless that is under way. Never rejects. */
  handIn(): Promise<void> {
    if (this.#isEmpty) return Promise.resolve()
    this.#handingIn ??= this.#sendAll()
      .catch((error: unknown) => this.#reportOnce(error))
      .finally(() => {
        this.#handingIn = undefined
      })
    return this.#handingIn
  }

  async #sendAll(): Promise<void> {
    const { journal, client } = this.#options
    for (let names = namesIn(journal); names.length > 0; names = namesIn(journal))
      for (const name of names) {
        const path = join(journal, name)
        const text = readIfThere(path)
        if (text === undefined) continue
        const body = JSON.parse(text) as UnjudgedCall
        // Another proxy may send the same file at the same time.
        await client.call('recordUnjudgedCall', { body }, { idempotencyKey: `unjudged-${name}`, signal: NEVER })
        rmSync(path, { force: true })
      }
    this.#isEmpty = true
    this.#errors.reset()
  }

  #reportOnce(error: unknown): void {
    const isInProgress = error instanceof WardenError && error.code === 'idempotency-in-progress'
    // The next call tries again.
    if (isPassing(error) || isInProgress) return
    this.#errors.report(error)
  }
}

/** The oldest first. */
function namesIn(journal: string): string[] {
  try {
    return readdirSync(journal)
      .filter((name) => /^\d{15}-[0-9a-f]{16}\.json$/.test(name))
      .toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** One for each part, without call data and contents of messages. */
function callsOf({ method, parts, digest }: SigningRequest, why: string, at: string): UnjudgedCall[] {
  return parts.map((part) => {
    const known = part.kind === 'transaction' ? part.transaction : part.kind === 'text' ? part : part.request
    const { chainId = null, from = null } = known
    const to = part.kind === 'transaction' ? part.transaction.to || null : null
    const hash = part.kind === 'transaction' ? part.hash : undefined
    return { at, method, chainId, from, to, digest: hash ?? digest, why: why.slice(0, 300) }
  })
}

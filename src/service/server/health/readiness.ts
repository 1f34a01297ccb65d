import { ErrorReporter } from '../../../shared/dedupe-errors.ts'
import { WardenError } from '../../../shared/errors.ts'
import { atMost } from '../../../shared/time/sleep.ts'
import { failureProblem } from '../../http/error-to-problem.ts'
import { Problem } from '../../problems/problem.ts'
import { requireMasterKey } from '../../records/master-key.ts'
import type { MasterKey } from '../../secrets/keyring.ts'
import { requireKnownSchema } from '../../store/migrate.ts'
import { touch } from '../../store/repositories/health.ts'
import { readSettings } from '../../store/repositories/settings.ts'
import type { Store } from '../../store/store.ts'

/** Longest wait for the database (ms): probes come every second or so. */
const LIMIT_MS = 800
/** Interval of writes that change nothing (ms): each is synced to the disk. */
const WRITE_EVERY_MS = 10_000

export interface ReadinessDeps {
  readonly store: Store
  readonly masterKey: MasterKey
  /** Gets the reason of a failure, which the answer does not have; one of each kind until it is ready again. */
  readonly report: (error: unknown) => void
}

/** Whether requests would be answered. */
export class Readiness {
  readonly #deps: ReadinessDeps
  readonly #errors: ErrorReporter
  #isDraining = false
  #writtenAt = Number.NEGATIVE_INFINITY
  #writing: Promise<void> | undefined
  #writeFailure: { readonly error: unknown } | undefined

  constructor(deps: ReadinessDeps) {
    this.#deps = deps
    this.#errors = new ErrorReporter(deps.report)
  }

  /** From now on it is not ready. */
  drain(): void {
    this.#isDraining = true
  }

  /** The code of what is missing; undefined: nothing. */
  async fault(): Promise<string | undefined> {
    try {
      await this.require()
      return undefined
    } catch (error) {
      return error instanceof Problem ? error.code : 'internal'
    }
  }

  /** @throws Problem 503 */
  async require(): Promise<void> {
    if (this.#isDraining) throw new Problem('shutting-down', 'The service is shutting down.')
    try {
      const isAnswered = await atMost(
        LIMIT_MS,
        this.#check().then(() => true),
      )
      if (!isAnswered) throw new Error(`the database did not answer within ${LIMIT_MS} ms`)
      this.#errors.reset()
    } catch (error) {
      this.#errors.report(error)
      const failure = this.#deps.store.failureOf(error)
      if (failure) throw failureProblem(failure)
      throw new Problem('database-unavailable', detailOf(error), { cause: error })
    }
  }

  async #check(): Promise<void> {
    const { store, masterKey } = this.#deps
    await readSettings(store.read)
    await requireKnownSchema(store.read)
    await requireMasterKey(store.read, masterKey)
    store.requireWritable()
    await this.#write()
  }

  /** A write that waits for the lock of another process is no failure. */
  async #write(): Promise<void> {
    const now = performance.now()
    if (!this.#writing && now - this.#writtenAt >= WRITE_EVERY_MS) {
      this.#writing = this.#deps.store
        .write(touch)
        .then(
          () => {
            this.#writeFailure = undefined
            this.#writtenAt = performance.now()
          },
          (error: unknown) => {
            this.#writeFailure = { error }
          },
        )
        .finally(() => {
          this.#writing = undefined
        })
      await atMost(LIMIT_MS / 2, this.#writing)
    }
    if (this.#writeFailure && this.#deps.store.failureOf(this.#writeFailure.error) !== 'busy')
      throw this.#writeFailure.error
  }
}

function detailOf(error: unknown): string {
  if (!(error instanceof WardenError)) return 'The database does not respond.'
  if (error.code === 'newer-database') return 'A newer version of the service migrated the database.'
  return error.code === 'unpublished-build'
    ? 'Another build of the service made the database.'
    : 'The master key of the stored secrets is missing.'
}

import { checksummed } from '../../../api/address.ts'
import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { chainName } from '../../../api/text/chains.ts'
import { type Verdict, verdictOf, withVerdict } from '../../../api/verdict.ts'
import { misuse, refusal, WardenError } from '../../../shared/errors.ts'
import { safeHashes } from '../../../shared/safe/hashes.ts'
import { rejection } from '../../../shared/safe/transaction.ts'
import { safeVersion } from '../../../shared/safe/versions.ts'
import { readSafe } from '../../chain/accounts/read-safe.ts'
import { knownSafeItems } from '../../store/repositories/safe-items.ts'
import { findSafeAt, listSafes } from '../../store/repositories/safes.ts'
import type { SafeItemRow } from '../../store/schema/schema.ts'
import type { OpenServicesDeps } from '../follow/start-poller.ts'
import { openServices } from '../follow/start-poller.ts'
import { isOverLimit, UNREAD_SIGNATURES } from '../queue/signatures.ts'
import { isExecutable } from '../queue/transitions.ts'
import { faultText } from '../transaction-service/read-answers.ts'
import type { TransactionService } from '../transaction-service/service-client.ts'
import { parseServiceUrl } from '../transaction-service/service-url.ts'
import { type CheckDeps, checkSafe, type SafeCheck, type SafeCheckRequest } from './check-safe.ts'
import { inspect, validateInspected } from './inspect.ts'
import { hasLessEvidence, hasWorseVerdict, isCurrent, storedValidation } from './stored-verdict.ts'

export type SafeChecksDeps = CheckDeps &
  OpenServicesDeps & { readonly env: Readonly<Record<string, string | undefined>> }

/** A Safe as commands name it. */
export interface NamedSafe {
  readonly chainId: string
  /** Lower case. */
  readonly address: string
  readonly name: string
}

/** A transaction that waits. */
export interface QueueRow {
  readonly verdict: Verdict
  readonly combinedScore: number
  readonly safe: string
  readonly name: string
  readonly chainId: string
  readonly nonce: string | null
  /** Null: entries that are not legible at all. */
  readonly safeTxHash: string | null
  /** Its validation; null: it was validated for this answer only. */
  readonly svcTxId: string | null
  readonly what: string
  readonly signed: number
  readonly threshold: number
  readonly executable: boolean
  readonly proposer: string | null
  /** ISO 8601, as the service claims it. */
  readonly submittedAt: string | null
  /** Why it must not be signed; absent: nothing. */
  readonly error?: string
  /** What it does is not known: its content is too large, or no content of a transaction. */
  readonly isIllegible?: true
  /** More owners may have signed it than `signed`: there are more signatures than are read of one list. */
  readonly hasUnreadSignatures?: true
}

/** Checks transactions of Safes and lists their queues, for commands. Nothing is stored. */
export class SafeChecks {
  readonly #deps: SafeChecksDeps
  readonly #services: ReturnType<typeof openServices>

  constructor(deps: SafeChecksDeps) {
    this.#deps = deps
    this.#services = openServices(deps)
  }

  close(): Promise<void> {
    return this.#services.close()
  }

  /**
   * The Safe with a name, or with an address: on the given chain, or where it is registered.
   * @throws WardenError `unknown-safe`, `several-safes`
   */
  async find(text: string, chainId: string | undefined): Promise<NamedSafe> {
    const rows = await listSafes(this.#deps.store.read)
    const key = text.toLowerCase()
    const named = rows.filter(
      (row) => (row.name === text || row.address_key === key) && (chainId ?? row.chain_id) === row.chain_id,
    )
    const [only] = named
    const isAddress = /^0x[0-9a-f]{40}$/.test(key)
    if (only && named.length === 1) return { chainId: only.chain_id, address: only.address_key, name: only.name }
    if (only) {
      const details = named.map(
        (row) => `${row.name} ${checksummed(row.address_key)} --chain ${chainName(row.chain_id)}`,
      )
      throw misuse('several-safes', `${text} is several Safes: add --chain`, { details })
    }
    if (isAddress && chainId !== undefined) return { chainId, address: key, name: '' }
    const message = isAddress
      ? `the Safe ${text} is not registered: add --chain`
      : `no Safe is named ${JSON.stringify(text)}`
    throw new WardenError({ kind: isAddress ? 'usage' : 'not-found', code: 'unknown-safe', message })
  }

  async check(
    safe: NamedSafe,
    request: Omit<SafeCheckRequest, 'chainId' | 'safe' | 'name' | 'service'>,
  ): Promise<SafeCheck> {
    const { chainId, address, name } = safe
    const service = await this.#serviceOf(safe)
    return checkSafe(
      {
        ...request,
        chainId,
        safe: address,
        name,
        service,
      },
      this.#deps,
    )
  }

  /** What waits in the queue of a Safe, by nonce. @throws WardenError `no-safe-service`, errors of node and service */
  async queue(safe: NamedSafe): Promise<QueueRow[]> {
    const { chainId, address } = safe
    const { store } = this.#deps
    const service = await this.#serviceOf(safe)
    if (!service) throw misuse('no-safe-service', `${safe.name || address} has no transaction service`)
    const state = await readSafe(this.#deps, chainId, address)
    const { items, unreadable } = await service.queue(address, state.nonce)
    const inspected = (await inspect(this.#deps, state, items)).filter(
      // The nonce of what is not legible is a claim.
      ({ given }) => !given.transaction || given.transaction.nonce >= state.nonce,
    )
    const row = await findSafeAt(store.read, chainId, address)
    const hashes = inspected.map(({ safeTxHash }) => safeTxHash)
    const known = row ? await knownSafeItems(store.read, { safeId: row.id, kind: 'transaction', hashes }) : []
    const found: QueueRow[] = []
    for (const item of inspected) {
      const { given, safeTxHash, signed, mismatch } = item
      const isProven = given.transaction !== undefined && mismatch === undefined
      const stored = isProven ? known.find((each) => each.safe_tx_hash === safeTxHash) : undefined
      const checked = await this.#verdictOf(item, stored, safe)
      const isOver = isOverLimit(item.confirmations)
      const waits = { safeTxHash, nonce: given.nonce ?? 0n, signed }
      found.push(
        withVerdict(
          {
            combinedScore: checked.combinedScore,
            safe: checksummed(address),
            name: safe.name,
            chainId,
            nonce: given.nonce === undefined ? null : String(given.nonce),
            safeTxHash,
            svcTxId: checked.svcTxId,
            what: checked.what,
            signed,
            threshold: state.threshold,
            executable: isExecutable(waits, state),
            proposer: given.proposer === undefined ? null : checksummed(given.proposer),
            submittedAt: given.submittedAt === undefined ? null : new Date(given.submittedAt).toISOString(),
            ...(isOver && { error: `${UNREAD_SIGNATURES}.`, hasUnreadSignatures: true as const }),
            ...(given.fault && { error: faultText(given.fault) }),
            ...(mismatch !== undefined && { error: mismatch }),
            ...(given.fault && { isIllegible: true as const }),
          },
          checked.verdict,
        ),
      )
    }
    found.sort((a, b) => Number(BigInt(a.nonce ?? 0) - BigInt(b.nonce ?? 0)))
    return unreadable > 0 ? [...found, illegible(unreadable, safe, state.threshold)] : found
  }

  /** Registered Safes, and whether each has a transaction service. */
  async registered(): Promise<(NamedSafe & { readonly hasService: boolean })[]> {
    const { store, env } = this.#deps
    const rows = await listSafes(store.read)
    return rows.map(({ chain_id: chainId, address_key: address, name, sealed_service: own }) => ({
      chainId,
      address,
      name,
      hasService: own !== null || Boolean(env.SAFE_TRANSACTION_SERVICE_URL?.trim()),
    }))
  }

  /** The transaction that makes all others of a nonce void, with its hashes. Without a node it has no hashes. */
  async reject({ chainId, address, name }: NamedSafe, nonce: bigint) {
    const state = await readSafe(this.#deps, chainId, address)
    const version = safeVersion(state.version ?? '')
    if (!version) throw refusal('unknown-safe-version', `the version ${state.version ?? ''} of the Safe is not known`)
    const transaction = rejection(address as `0x${string}`, nonce)
    const hashes = safeHashes({ safe: address as `0x${string}`, chainId: BigInt(chainId), version, transaction })
    const { value: _, nonce: __, ...fields } = transaction
    return {
      safe: checksummed(address),
      name,
      chainId,
      nextNonce: String(state.nonce),
      ...fields,
      to: checksummed(address),
      value: '0',
      nonce: String(nonce),
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      ...hashes,
    }
  }

  /** The stored verdict where it is that of now, else a new one. */
  async #verdictOf(
    item: Parameters<typeof validateInspected>[0],
    stored: SafeItemRow | undefined,
    { chainId, address }: NamedSafe,
  ) {
    const { reads, chain, clock, store } = this.#deps
    const now = clock.now()
    const { revision } = await reads.configuration()
    const last = stored && (await storedValidation(store.read, stored))?.result
    if (last && isCurrent(stored, { now, revision })) return shownOf(last, stored.svc_tx_id)
    const checked = await validateInspected(item, { chainId, address }, { reads, chain, now })
    if (!checked)
      return { verdict: 'NO DATA' as const, combinedScore: 0, svcTxId: null, what: 'content that cannot be read' }
    const { result } = checked
    // Who asks before signing sees NO DATA while no node simulates it. The poller keeps the last verdict then: it notifies of changes.
    const isLast = last && hasLessEvidence(result, last) && !hasWorseVerdict(result, last)
    return isLast ? shownOf(last, stored.svc_tx_id) : shownOf(result, null)
  }

  /** That of the registered Safe, else the one of the environment, as cast has it. */
  async #serviceOf({ chainId, address }: NamedSafe): Promise<TransactionService | undefined> {
    const { store, env } = this.#deps
    const row = await findSafeAt(store.read, chainId, address)
    if (row?.sealed_service != null) return this.#services.openService(row)
    const url = env.SAFE_TRANSACTION_SERVICE_URL?.trim()
    if (!url) return undefined
    const key = env.SAFE_API_KEY?.trim()
    return this.#services.connect({ url: parseServiceUrl(url, chainId).href, ...(key && { key }) })
  }
}

function shownOf(result: ValidationResult, svcTxId: string | null) {
  const { combinedScore, explanation } = result
  return { verdict: verdictOf(result), combinedScore, svcTxId, what: explanation?.actions?.[0] ?? '' }
}

/** Entries of which nothing is known, in one row. */
function illegible(count: number, { chainId, address, name }: NamedSafe, threshold: number): QueueRow {
  const row = {
    combinedScore: 0,
    safe: checksummed(address),
    name,
    chainId,
    nonce: null,
    safeTxHash: null,
    svcTxId: null,
    what: count === 1 ? 'an entry that cannot be read' : `${count} entries that cannot be read`,
    signed: 0,
    threshold,
    executable: false,
    proposer: null,
    submittedAt: null,
    error: 'They may be anything: check the queue in the wallet, and sign nothing that is not listed here.',
    isIllegible: true as const,
  }
  return withVerdict(row, 'NO DATA')
}

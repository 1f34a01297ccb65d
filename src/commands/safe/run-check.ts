import { parseQuantity } from '../../api/quantity.ts'
import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import type { Context } from '../../cli/context/context.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, requireAddresses } from '../../cli/input/check-values.ts'
import { inputName, readJson } from '../../cli/input/read-input.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { cardLines, plainColumns, type View } from '../../cli/output/view.ts'
import type { SafeCheck, SafeChecks, SafeFacts } from '../../service/index.ts'
import { WardenError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { capitals } from '../steps/hash-text.ts'
import { prepareCard } from '../validate/prepare-card.ts'
import { gateExitCode, type VerdictGate } from '../validate/verdict-exit-code.ts'

export interface CheckFlags {
  readonly safe: string
  readonly chain?: string | undefined
  readonly nonce?: string | undefined
  readonly txHash?: string | undefined
  readonly file?: string | undefined
  readonly index?: number | undefined
  readonly expect?: string | undefined
  readonly explain?: boolean | undefined
  readonly failOn?: VerdictGate | undefined
  readonly simulate?: 'auto' | 'yes' | 'no' | undefined
}

const view: View<SafeCheck> = {
  verdict: ({ verdict }) => verdict,
  columns: plainColumns('verdict', 'combinedScore', 'safe.safeTxHash', 'safe.nonce', 'safe.executable'),
}

/** @returns the exit code: `blocked` for another hash or other fields than expected, otherwise that of the verdict */
export async function runSafeCheck(context: Context, flags: CheckFlags): Promise<number> {
  const which = await whichOf(context, flags)
  const expected = flags.expect === undefined ? undefined : await expectedIn(context, flags.expect)
  const { explain = false, failOn = 'unsafe' } = flags
  const result = await withChecks(context, async (checks) => {
    const safe = await findSafe(context, checks, flags)
    const { simulate: mode = 'auto' } = flags
    const simulate = { mode, node: undefined, block: undefined, timeoutMs: TIMEOUT_MS }
    return checks.check(safe, { which, expected, simulate })
  })
  const request = requestOf(result)
  const shown = await prepareCard(context, { verdict: result.verdict, request, explain }, result)
  await context.out.record(
    result,
    view,
    (safe, paint, width) => `${shown(safe, paint, width)}${factLines(safe, paint)}`,
  )
  return result.safe.mismatches.length > 0 ? exitCodes.blocked : gateExitCode(result.verdict, failOn)
}

/** Of the requests to nodes about one transaction (ms). */
const TIMEOUT_MS = 10_000

async function whichOf(context: Context, { nonce, txHash, file, index }: CheckFlags) {
  const given = [nonce, txHash, file].filter((each) => each !== undefined)
  if (given.length !== 1) throw usageError('safe check needs one of --nonce, --tx-hash, --file')
  if (index !== undefined && nonce === undefined) throw usageError('--index needs --nonce')
  if (nonce !== undefined) return { nonce: parseQuantity(nonce) ?? 0n, index }
  if (txHash !== undefined) {
    if (!/^0x[0-9a-f]{64}$/i.test(txHash)) throw usageError('--tx-hash: expected 0x and 64 hex digits')
    return { safeTxHash: txHash.toLowerCase() }
  }
  const { readSafeTransaction } = await import('../../shared/safe/read-transaction.ts')
  const value = await readJson(context, file as string)
  return { file: named(file as string, () => readSafeTransaction(value)), confirmations: confirmationsIn(value) }
}

async function expectedIn(context: Context, file: string) {
  const { readExpected } = await import('../../shared/safe/expected.ts')
  const value = await readJson(context, file)
  return readExpected(value).catch((error: unknown) => named(file, () => throwing(error)))
}

/** An error with the name of its file. */
function named<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw refusedError(`${inputName(file)}: ${error.message}`)
  }
}

function throwing(error: unknown): never {
  throw error
}

/** Signatures in a file of the service. */
function confirmationsIn(value: unknown) {
  const list = isRecord(value) && Array.isArray(value.confirmations) ? value.confirmations : []
  return list.flatMap((each: unknown) => {
    if (!isRecord(each) || typeof each.owner !== 'string') return []
    return [{ owner: each.owner, signature: typeof each.signature === 'string' ? each.signature : null }]
  })
}

/** Runs work on the checks of the local service. @throws on a remote profile */
export async function withChecks<T>(context: Context, work: (checks: SafeChecks) => Promise<T>): Promise<T> {
  const service = await context.local()
  const checks = await service.safeChecks()
  try {
    return await work(checks)
  } finally {
    await checks.close()
  }
}

export async function findSafe(
  context: Context,
  checks: SafeChecks,
  { safe, chain }: { readonly safe: string; readonly chain?: string | undefined },
) {
  if (/^0x/i.test(safe)) await requireAddresses({ safe })
  return checks.find(safe, chain === undefined ? undefined : await chainIdOf(context, chain))
}

function requestOf({ safe }: SafeCheck): ValidationRequest {
  return { transaction: { chainId: safe.chainId, from: safe.address, to: safe.address }, trackNonce: false }
}

function factLines({ safe }: SafeCheck, paint: Paint): string {
  const { confirmations, mismatches, sameNonce, gaps, refund, approves, guard } = safe
  const list = (label: string, values: readonly string[]) => values.map((value): [string, string] => [label, value])
  const lines: [string, string][] = [
    ...list('mismatch', mismatches.map(paint.bad)),
    ['nonce', safe.nextNonce === null ? (safe.nonce ?? '') : `${safe.nonce} (next: ${safe.nextNonce})`],
    ['safeTxHash', safe.safeTxHash],
    ...(safe.domainHash === undefined ? [] : list('domain hash', [capitals(safe.domainHash)])),
    ...(safe.messageHash === undefined ? [] : list('message hash', [capitals(safe.messageHash)])),
    ['signed', signedText(safe)],
    ...list(
      'signature',
      confirmations.map(
        ({ owner, valid, fault }) => `${owner} ${valid ? 'valid' : 'not valid'}${fault ? ` (${fault})` : ''}`,
      ),
    ),
    ...(guard === undefined ? [] : list('guard', [guardText(guard, paint)])),
    ...list('same nonce', sameNonce),
    ...(gaps.length === 0 ? [] : list('gaps below', [gaps.join(', ')])),
    ...(refund === undefined
      ? []
      : list('refund', [`gas price ${refund.gasPrice} in ${refund.token} to ${refund.receiver}`])),
    ...(approves === undefined
      ? []
      : list('approves', [`${approves.safeTxHash} of ${approves.safe}: ${approves.verdict}`])),
  ]
  return `\n  Safe\n${cardLines(lines, paint).replace(/^(?=.)/gm, '  ')}\n`
}

function guardText({ address, outcome, reason }: NonNullable<SafeFacts['guard']>, paint: Paint): string {
  if (outcome === 'passes') return `${address} lets it pass`
  if (outcome === 'not simulated') return `${address}, not simulated`
  return paint.bad(`${address} refuses it${reason ? ` (${reason})` : ''}; the verdict is that without the guard`)
}

function signedText({ confirmations, threshold, executable }: SafeFacts): string {
  const count = confirmations.filter(({ valid }) => valid).length
  if (threshold === null) return `not verified: no node says who the owners are`
  const isOver = confirmations.some(({ fault }) => fault === 'over-limit')
  return `${count}${isOver ? ' or more' : ''} of ${threshold}${executable ? ': anyone can execute it now' : ''}`
}

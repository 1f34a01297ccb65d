import { parseQuantity } from '../../api/quantity.ts'
import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import type { Context } from '../../cli/context/context.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { maybeChainIdOf, requireAddresses } from '../../cli/input/check-values.ts'
import { inputName, readJson } from '../../cli/input/read-input.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { cardLines, type Fact, plainColumns, type View } from '../../cli/output/view.ts'
import type { SafeCheck, SafeChecks, SafeFacts } from '../../service/index.ts'
import { hashOf } from '../../shared/json/evm-json.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { inputsIn } from '../inputs/file-inputs.ts'
import { formText } from '../inputs/forms.ts'
import { named } from '../inputs/safe-batch.ts'
import { safeContentOf } from '../inputs/safe-calls.ts'
import { capitals } from '../steps/hash-text.ts'
import { prepareCard } from '../validate/prepare-card.ts'
import { gateExitCode } from '../validate/verdict-exit-code.ts'
import type { CheckFlags } from './check-options.ts'

const view: View<SafeCheck> = {
  verdict: ({ verdict }) => verdict,
  columns: plainColumns('verdict', 'combinedScore', 'safe.safeTxHash', 'safe.nonce', 'safe.executable'),
}

/** @returns the exit code: `blocked` for another hash or other fields than expected, otherwise that of the verdict */
export async function runSafeCheck(context: Context, flags: CheckFlags): Promise<number> {
  const which = await whichOf(context, flags)
  const expected = flags.expect === undefined ? undefined : await expectedIn(context, flags.expect)
  const { explain, failOn } = flags
  const result = await withChecks(context, async (checks) => {
    const safe = await findSafe(context, checks, flags)
    const { simulate: mode = 'auto' } = flags
    const simulate = { mode, node: undefined, block: undefined, timeoutMs: TIMEOUT_MS }
    return checks.check(safe, { which, expected, simulate })
  })
  const { chainId, address } = result.safe
  const request: ValidationRequest = { transaction: { chainId, from: address, to: address }, trackNonce: false }
  const shown = await prepareCard(
    context,
    { verdict: result.verdict, request, detail: explain ? 'full' : 'short' },
    result,
  )
  await context.out.record(
    result,
    view,
    (safe, paint, width) => `${shown(safe, paint, width)}${factLines(safe, paint)}`,
  )
  return result.safe.mismatches.length > 0 ? exitCodes.blocked : gateExitCode(result.verdict, failOn)
}

/** Limit for the requests to nodes about one transaction (ms). */
const TIMEOUT_MS = 10_000

async function whichOf(context: Context, { nonce, txHash, file, index }: CheckFlags) {
  const given = [nonce, txHash, file].filter((each) => each !== undefined)
  if (given.length > 1)
    throw usageError('--nonce, --tx-hash and --file exclude each other', {
      details: file === undefined ? [] : ['The nonce of a transaction in a file is that of the file.'],
    })
  if (given.length === 0) throw usageError('safe check needs one of --nonce, --tx-hash, --file')
  if (index !== undefined && txHash !== undefined) throw usageError('--index needs --nonce or --file')
  if (nonce !== undefined) return { nonce: parseQuantity(nonce) ?? 0n, index }
  if (txHash !== undefined) {
    const safeTxHash = hashOf(txHash)
    if (safeTxHash === undefined) throw usageError('--tx-hash: expected 0x and 64 hex digits')
    return { safeTxHash }
  }
  const source = file as string
  const inputs = await inputsIn(context, { file: source })
  const content = await safeContentOf(inputs, inputName(source), index)
  if (content.kind === 'transaction') return { file: content.file, confirmations: content.signatures }
  throw refusedError(`${inputName(source)} is ${formText(inputs.form)}, and this is about one transaction of a Safe`, {
    details: ['safe hash --batch has the hashes of a batch; validate --file has a verdict about each call.'],
    try: `txwarden validate --file ${quoteWord(source)}`,
  })
}

async function expectedIn(context: Context, file: string) {
  const { readExpected } = await import('../../shared/safe/expected.ts')
  const value = await readJson(context, file)
  return named(inputName(file), () => readExpected(value))
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
  return checks.find(safe, await maybeChainIdOf(context, chain))
}

function factLines({ safe }: SafeCheck, paint: Paint): string {
  const { confirmations, mismatches, sameNonce, gaps, refund, approves, guard } = safe
  const list = (label: string, values: readonly string[]) => values.map((value): Fact => [label, value])
  const facts: Fact[] = [
    ...list('mismatch', mismatches.map(paint.bad)),
    ['nonce', safe.nextNonce === null ? safe.nonce : `${safe.nonce} (next: ${safe.nextNonce})`],
    ['safeTxHash', safe.safeTxHash],
    ['domain hash', safe.domainHash && capitals(safe.domainHash)],
    ['message hash', safe.messageHash && capitals(safe.messageHash)],
    ['executing digest', safe.executionDigest && capitals(safe.executionDigest)],
    ['signed', signedText(safe)],
    ...list(
      'signature',
      confirmations.map(
        ({ owner, valid, fault }) => `${owner} ${valid ? 'valid' : 'not valid'}${fault ? ` (${fault})` : ''}`,
      ),
    ),
    ['guard', guard && guardText(guard, paint)],
    ...list('same nonce', sameNonce),
    ['gaps below', gaps.join(', ')],
    ['refund', refund && `gas price ${refund.gasPrice} in ${refund.token} to ${refund.receiver}`],
    ['approves', approves && `${approves.safeTxHash} of ${approves.safe}: ${approves.verdict}`],
  ]
  return `\n  Safe\n${cardLines(facts, paint).replace(/^(?=.)/gm, '  ')}\n`
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

import type { Hex } from 'ox/Hex'
import { execTransactionData } from '../../../shared/safe/hashes.ts'
import { controlSlots, mappingSlot, safeLists } from '../../evm/control-slots.ts'
import { SAFE_FAILURE } from '../../evm/executions.ts'
import type { Log } from '../../evm/logs.ts'
import { word } from '../../evm/words.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import { isBuiltIn } from '../../risk/decode/calls.ts'
import { safeTransactionIn } from '../../risk/decode/safe-transaction.ts'
import type { RandomBytes } from '../../runtime/deps.ts'
import type { SafeExecution, SimulatedCall, SimulationSubject } from './simulated.ts'

/**
 * A Safe executes with made-up owners that are contracts and accept every signature (EIP-1271), as many as any usual threshold
 * needs. They are in no list, and the threshold stays as it is: a run that overrides it cannot see that it changes.
 */
const SIGNERS = 20

/** Returns the selector of its call: the magic value of both forms of isValidSignature. */
const SIGNER_CODE = '0x60003560e01c60e01b60005260206000f3'

/** Length of a signature: r, s, v. */
const SIGNATURE = 65

interface ExecutedCall {
  readonly call: SimulatedCall
  readonly execution: SafeExecution
}

/** The call by which a Safe executes what an analysis is about; undefined where that is no transaction of a Safe. */
export function executionOf(analysis: Analysis, randomBytes: RandomBytes): ExecutedCall | undefined {
  const { transaction, decoded, message } = analysis
  const { root } = decoded
  const safe = root.to
  const isMessage = message?.reading === 'known' && root.name === 'SafeTx'
  if (safe === undefined || root.status !== 'decoded' || (!isMessage && !isBuiltIn(root, 'execTransaction')))
    return undefined
  // The last byte numbers them: signatures are in the order of their owners.
  const start = Buffer.from(randomBytes(19)).toString('hex')
  const signers = Array.from({ length: SIGNERS }, (_, index) => `0x${start}${index.toString(16).padStart(2, '0')}`)
  const isOpen = isMessage && transaction.from === safe
  const executor = isOpen ? `0x${start}${SIGNERS.toString(16)}` : transaction.from
  // The nonce is that of the Safe, and not in the call.
  const data = execTransactionData({ ...safeTransactionIn(root.args), nonce: 0n }, signaturesOf(signers))
  const owners = signers.map((signer) => [mappingSlot(signer, safeLists.owners), `0x${word(1n)}`] as const)
  const overrides = {
    ...Object.fromEntries(signers.map((signer) => [signer, { code: SIGNER_CODE }])),
    [safe]: { stateDiff: Object.fromEntries(owners) },
  }
  const value = isMessage ? 0n : transaction.value
  return {
    call: { actor: executor, caller: executor, to: safe, value, operation: 'call', data },
    execution: { safe, isUnguarded: false, isOpen, overrides },
  }
}

/** Signatures of contracts (v is 0) with one content, which is empty and follows all of them. */
function signaturesOf(signers: readonly string[]): Hex {
  const position = word(BigInt(signers.length * SIGNATURE))
  return `0x${signers.map((signer) => `${word(signer)}${position}00`).join('')}${word(0n)}`
}

export function overridesWithoutGuard({ safe, overrides }: SafeExecution): SafeExecution['overrides'] {
  const { stateDiff } = overrides[safe] as { readonly stateDiff: Readonly<Record<string, string>> }
  return { ...overrides, [safe]: { stateDiff: { ...stateDiff, [controlSlots.guard]: `0x${word(0n)}` } } }
}

/** The same with an owner as executor, where it was made up. */
export function withExecutor(
  subject: SimulationSubject,
  accounts: ReadonlyMap<string, ChainAccount>,
): SimulationSubject {
  const { execution, calls } = subject
  const owner = execution?.isOpen ? accounts.get(execution.safe)?.safe?.owners[0] : undefined
  return owner === undefined ? subject : { ...subject, calls: [{ ...calls[0], actor: owner, caller: owner }] }
}

/** Whether the Safe executed, but not its call: it only says so by an event where it refunds gas, and before 1.3.0. */
export function didCallFail({ execution }: SimulationSubject, logs: readonly Log[]): boolean {
  return (
    execution !== undefined &&
    logs.some(({ address, topics }) => address === execution.safe && topics[0] === SAFE_FAILURE)
  )
}

export const CALL_FAILED = 'the call of the Safe fails'

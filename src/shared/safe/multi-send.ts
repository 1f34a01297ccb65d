import type { Hex } from 'ox/Hex'
import { type ExpectedCall, multiSendData } from './expected.ts'
import { DELEGATECALL, NO_REFUND, type SafeTransaction } from './transaction.ts'
import type { SafeVersion } from './versions.ts'

interface MultiSendDeployment {
  readonly callsOnly: Hex
  /** Also makes delegatecalls. */
  readonly any: Hex
}

/** Contracts of a version by how they were deployed (safe-global/safe-deployments at d0989c95, multi_send and multi_send_call_only). */
const deployments = {
  '1.3.0': {
    callsOnly: '0x40a2accbd92bca938b02010e17a5b8929b49130d',
    any: '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  },
  '1.3.0-eip155': {
    callsOnly: '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
    any: '0x998739bfdaadde7c933b942a68053933098f9eda',
  },
  '1.4.1': {
    callsOnly: '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
    any: '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  },
  '1.5.0': {
    callsOnly: '0xa83c336b20401af773b6219ba5027174338d1836',
    any: '0x218543288004cd07832472d464648173c77d7eb7',
  },
} as const satisfies Record<string, MultiSendDeployment>

/** Chains where wallets take the contract of 1.3.0 that came first there, the one of a deployer with EIP-155, by the same list. */
const EIP_155_FIRST: ReadonlySet<bigint> = new Set([
  10n,
  8453n,
  43114n,
  11155111n,
  25n,
  5000n,
  42220n,
  252n,
  255n,
  204n,
])
/** Chains where it is known that the contract of 1.3.0 above comes first. */
const CANONICAL_FIRST: ReadonlySet<bigint> = new Set([1n, 56n, 100n, 137n, 42161n, 59144n, 534352n])

/**
 * The contract through which wallets send a batch of a Safe: MultiSendCallOnly, or MultiSend for a batch with a delegatecall.
 * Undefined: which one a wallet takes is not known for the version on the chain.
 */
export function multiSendOf({ name }: SafeVersion, chainId: bigint, calls: readonly ExpectedCall[]): Hex | undefined {
  const kind = calls.some(({ operation }) => operation === DELEGATECALL) ? 'any' : 'callsOnly'
  if (name === '1.4.1' || name === '1.5.0') return isZkSync(chainId) ? undefined : deployments[name][kind]
  if (name !== '1.3.0') return undefined
  if (EIP_155_FIRST.has(chainId)) return deployments['1.3.0-eip155'][kind]
  return CANONICAL_FIRST.has(chainId) ? deployments['1.3.0'][kind] : undefined
}

/** Where addresses of contracts depend on other things than elsewhere, by the same list. */
function isZkSync(chainId: bigint): boolean {
  return [232n, 300n, 324n, 2741n, 11124n, 50104n, 531050104n].includes(chainId)
}

/** The transaction of a Safe that makes calls: one directly, several as a delegatecall of MultiSend. */
export function safeTransactionOf(
  calls: readonly [ExpectedCall, ...ExpectedCall[]],
  multiSend: () => Hex,
): Omit<SafeTransaction, 'nonce'> {
  const [only, second] = calls
  const call = second ? { to: multiSend(), value: 0n, data: multiSendData(calls), operation: DELEGATECALL } : only
  const { to, value, data, operation } = call
  return { to, value, data, operation, ...NO_REFUND }
}

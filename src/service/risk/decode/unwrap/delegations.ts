import { lazily } from '../../../../shared/lazily.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { callsWithin, joined, type Unwrap, type Unwrapped, type UnwrapTable } from './inner-call.ts'
import { executionCalls } from './smart-accounts.ts'

/** Modules that make calls in the name of an account that let them. */

const chain = lazily(
  () =>
    new Layout(
      '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[] delegations',
    ),
)

/** ERC-7710: the account at the root of each chain of delegations makes the calls; without a chain, the caller. */
const redeemed: Unwrap = (frame, args, work) => {
  const { contexts, modes, executions } = argumentsAs<{
    contexts: readonly string[]
    modes: readonly string[]
    executions: readonly string[]
  }>(args)
  const each = executions.map((execution, index): Unwrapped => {
    const mode = modes[index] ?? '0x'
    const context = contexts[index] ?? '0x'
    if (context === '0x') return executionCalls(frame.actor, mode, execution, work)
    return callsWithin<{ delegations: readonly { delegator: string }[] }>(
      { layout: chain(), data: context, work, fault: 'its delegations do not decode' },
      ({ delegations }) => executionCalls(delegations.at(-1)?.delegator ?? frame.actor, mode, execution, work),
    )
  })
  const lengths = new Set([contexts, modes, executions].map(({ length }) => length))
  return joined(lengths.size === 1 ? each : [...each, { calls: [], fault: 'its arrays differ in length' }])
}

const SINGLE = '0x00'
const BATCH = '0x01'

/** Rhinestone: an owner of an account has the module execute on it. */
const onAccount =
  (mode: string): Unwrap =>
  (_, args, work) => {
    const { account, executionData } = argumentsAs<{ account: string; executionData: string }>(args)
    return executionCalls(account, mode, executionData, work)
  }

export const delegationUnwraps: UnwrapTable = {
  '0xcef6d209': redeemed,
  '0xd26cdce3': onAccount(SINGLE),
  '0xe5086003': onAccount(BATCH),
}

import { quantity } from '../../../shared/json/evm-json.ts'
import { LENS_CODE } from '../contracts/lens-code.ts'
import { delegateCall } from '../state/lens.ts'
import { type BlockEnvironment, fees } from './environment.ts'
import type { Overrides, SimulatedCall, SimulationSubject } from './simulated.ts'

/** A call has the form of a transaction object of the execution APIs. */
export type WireCall = Readonly<Record<string, string>>

/** A delegatecall runs in code of ours that stands for the account. */
export function wireCall({ caller, actor, to, value, operation, data }: SimulatedCall): WireCall {
  const isDelegate = operation === 'delegatecall' && to !== undefined
  const target = isDelegate ? actor : to
  return {
    from: isDelegate ? caller : actor,
    ...(target !== undefined && { to: target }),
    value: quantity(isDelegate ? 0n : value),
    data: isDelegate ? delegateCall(to, data) : data === '' ? '0x' : data,
  }
}

/** Gives the code, and the storage, that accounts need for the calls of a subject. */
export function codeOverrides({ calls, delegations, execution }: SimulationSubject): Overrides {
  const delegated = Array.from(delegations, ([account, code]) => [account, { code }] as const)
  const replaced = calls
    .filter(({ operation, to }) => operation === 'delegatecall' && to !== undefined)
    .map(({ actor }) => [actor, { code: LENS_CODE }] as const)
  return { ...execution?.overrides, ...Object.fromEntries([...delegated, ...replaced]) }
}

/** Adds a balance of an account to the overrides. */
export function withBalance(overrides: Overrides, account: string, balance: bigint): Overrides {
  return { ...overrides, [account]: { ...overrides[account], balance: quantity(balance) } }
}

/** Computes the native currency that the sender of the first call needs for all of its calls. */
export function valueSent({ calls }: SimulationSubject): bigint {
  const [{ actor }] = calls
  return calls.reduce((sum, call) => (call.actor === actor ? sum + call.value : sum), 0n)
}

/** Gives a call with the gas and the fees of an environment. */
export function paid(call: WireCall, environment: BlockEnvironment, gas: bigint): WireCall {
  return { ...call, gas: quantity(gas), ...fees(environment) }
}

import { array, bytes, call, type Encoded, leftBytes, tuple, value, withoutPrefix } from './encoding.ts'

/**
 * Wraps a call so that `to` and the first selector do not show it.
 * Every builder returns call data and shares no code with the decoder.
 */

export const entryPoint = '0xe47e4c9d8a5b6c7d8e9fa0b1c2d3e4f506172839'
/** Smart account of the signer; the actor of the calls in a user operation. */
export const account = '0xacc04b5c6d7e8f9fa0b1c2d3e4f5061728394a5b'
export const safe = '0x5afe0c1d2e3f405162738495a6b7c8d9e0f10213'
const beneficiary = '0xbe4ef1c3d4e5f60718293a4b5c6d7e8f90a1b2c3'
const NOBODY = '0x0000000000000000000000000000000000000000'

/** multicall(bytes[]) of the called contract; msg.sender stays the same. */
export function wrapInMulticall(...data: readonly string[]): string {
  return call('0xac9650d8', array(...data.map(bytes)))
}

/** execTransaction of a Safe; operation 1 is a delegatecall. Send to a Safe. */
export function wrapInSafe(to: string, amount: bigint, data: string, operation: 0 | 1 = 0): string {
  const noRefund = [value(0), value(0), value(0), value(NOBODY), value(NOBODY)]
  const signatures = bytes('aa'.repeat(65))
  return call('0x6a761202', value(to), value(amount), bytes(data), value(operation), ...noRefund, signatures)
}

/** execute(address,uint256,bytes) of an ERC-4337 account. Send to the account. */
export function wrapInExecute(to: string, amount: bigint, data: string): string {
  return call('0xb61d27f6', value(to), value(amount), bytes(data))
}

/** Two numbers of 16 bytes in a word. */
const halves = (high: bigint, low: bigint) => high * 2n ** 128n + low

/** handleOps with one user operation of `sender` with call data `data`. Send to the entry point. */
export function wrapInUserOperation(sender: string, data: string, version: '0.6' | '0.7' = '0.7'): string {
  const start = [value(sender), value(7), bytes(''), bytes(data)]
  const end = [bytes(''), bytes('bb'.repeat(65))]
  const operation =
    version === '0.6'
      ? tuple(...start, value(90_000), value(80_000), value(50_000), value(30), value(2), ...end)
      : tuple(...start, value(halves(80_000n, 90_000n)), value(50_000), value(halves(2n, 30n)), ...end)
  return call(version === '0.6' ? '0x1fad948c' : '0x765e827f', array(operation), value(beneficiary))
}

/**
 * entry point → `account`.execute → `safe`.execTransaction → `to`.multicall → the call. Send to the entry point.
 * The actor of the call is `safe`.
 */
export function wrapInAll(to: string, data: string): string {
  return wrapInUserOperation(account, wrapInExecute(safe, 0n, wrapInSafe(to, 0n, wrapInMulticall(data))))
}

/** One packed transaction of multiSend: operation, to, value, length, data. */
export interface Step {
  readonly to: string
  readonly value?: bigint
  readonly data?: string
  readonly operation?: 0 | 1
}

/** multiSend(bytes) of Safe's library. A Safe sends it as a delegatecall. */
export function wrapInMultiSend(...steps: readonly Step[]): string {
  const packed = steps.map(({ to, value: amount = 0n, data = '0x', operation = 0 }) => {
    const digits = withoutPrefix(data)
    const header = `0${operation}${withoutPrefix(to)}${value(amount).digits}${value(digits.length / 2).digits}`
    return header + digits
  })
  return call('0x8d80ff0a', bytes(packed.join('')))
}

/** aggregate3(Call3[]) of Multicall3, which makes the calls itself. */
export function wrapInAggregate3(...steps: readonly Step[]): string {
  const calls = steps.map(({ to, data = '0x' }) => tuple(value(to), value(true), bytes(data)))
  return call('0x82ad56cb', array(...calls))
}

/** ERC-7579 execute(bytes32,bytes) in batch mode. Send to the account. */
export function wrapInBatchMode(...steps: readonly Step[]): string {
  return call('0xe9ae5c53', leftBytes('01'), bytes(executions(steps).digits))
}

function executions(steps: readonly Step[]): Encoded {
  const items = steps.map(({ to, value: amount = 0n, data = '0x' }) => tuple(value(to), value(amount), bytes(data)))
  return tuple(array(...items))
}

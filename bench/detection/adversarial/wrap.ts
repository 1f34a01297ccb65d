import { call, packed } from './encode.ts'
import { ENTRY_POINT_7, MULTI_SEND } from './protocols.ts'
import { ACCOUNT, DEADLINE, NOBODY, ONE, SAFE, SIGNER, usd } from './row.ts'

export interface Inner {
  readonly to: string
  readonly value?: bigint
  readonly data: string
}

const SIGNATURE = `0x${'5a'.repeat(65)}`

/** A transaction of the signer’s Safe; operation 1 is a delegatecall. */
export function safeCall({ to, value = 0n, data }: Inner, operation = 0): string {
  return call(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[to, value, data, operation, 0n, 0n, 0n, NOBODY, NOBODY, SIGNATURE],
  )
}

export function inSafe(inner: Inner, operation = 0) {
  return { to: SAFE, data: safeCall(inner, operation) }
}

/** A call of the Safe to itself. */
export function ofSafe(data: string) {
  return inSafe({ to: SAFE, data })
}

/** ERC-4337: a bundler’s call with one operation of the signer’s account. */
export function inOperation(callData: string) {
  const gas = `0x${'00'.repeat(14)}ffff${'00'.repeat(14)}ffff`
  const operation = [ACCOUNT, 7n, '0x', callData, gas, 50_000n, gas, '0x', SIGNATURE]
  const data = call(
    'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
    ...[[operation], ACCOUNT],
  )
  return { to: ENTRY_POINT_7, data }
}

export function execute({ to, value = 0n, data }: Inner): string {
  return call('execute(address,uint256,bytes)', to, value, data)
}

/** ERC-7579: mode 0x01 is a batch, otherwise the calls side by side of one. */
export function execute7579(...inner: readonly Inner[]): string {
  const [only] = inner
  if (inner.length === 1 && only) {
    const single = packed(only.to, [256, only.value ?? 0n], only.data)
    return call('execute(bytes32,bytes)', `0x${'00'.repeat(32)}`, single)
  }
  const calls = inner.map(({ to, value = 0n, data }) => [to, value, data])
  const batch = call('batch((address,uint256,bytes)[])', calls)
  return call('execute(bytes32,bytes)', `0x01${'00'.repeat(31)}`, `0x${batch.slice(10)}`)
}

/** Calls packed for MultiSend, which the Safe runs by delegatecall. */
export function inMultiSend(...inner: readonly Inner[]) {
  const calls = inner.map(({ to, value = 0n, data }) =>
    packed([8, 0], to, [256, value], [256, (data.length - 2) / 2], data),
  )
  return inSafe({ to: MULTI_SEND, data: call('multiSend(bytes)', packed(...calls)) }, 1)
}

export function multicall(...calls: readonly string[]): string {
  return call('multicall(bytes[])', calls)
}

/** A position of a Uniswap V4 pool, whose hook runs whenever its liquidity changes. */
export function v4Mint(key: readonly unknown[], [first, second] = [usd(50_000), 15n * ONE]): string {
  const position = call(
    'mint((address,address,uint24,int24,address),int24,int24,uint256,uint128,uint128,address,bytes)',
    ...[key, -600, 600, ONE, first, second, SIGNER, '0x'],
  )
  const settle = call('settle(address,address)', key[0], key[1])
  const plan = call(
    'plan(bytes,bytes[])',
    '0x020d',
    [position, settle].map((each) => `0x${each.slice(10)}`),
  )
  return call('modifyLiquidities(bytes,uint256)', `0x${plan.slice(10)}`, DEADLINE)
}

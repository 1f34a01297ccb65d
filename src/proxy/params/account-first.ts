import { HEX_ADDRESS } from '../../api/address.ts'

/**
 * The params of eth_signTypedData, account before typed data. Some clients send them in the other order, which is the same
 * request: an address is no typed data.
 */
export function accountFirst(params: readonly unknown[]): readonly unknown[] {
  const [first, second, ...others] = params
  const isReversed = isAddress(second) && !isAddress(first) && !Array.isArray(first)
  return isReversed ? [second, first, ...others] : params
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && HEX_ADDRESS.test(value)
}

import { addressOf } from '../../shared/json/evm-json.ts'

/**
 * The params of eth_signTypedData, account before typed data. Some clients send them in the other order, which is the same
 * request: an address is no typed data.
 */
export function accountFirst(params: readonly unknown[]): readonly unknown[] {
  const [first, second, ...others] = params
  const isReversed = addressOf(second) && !addressOf(first) && !Array.isArray(first)
  return isReversed ? [second, first, ...others] : params
}

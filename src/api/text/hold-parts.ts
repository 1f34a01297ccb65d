import type { HoldPart } from '../schemas/hold.ts'
import { nativeAmount } from './assets.ts'

/** "1.5 ETH to 0x…, function 0x12345678", "message for 0x…: Permit". */
export function holdPartText({ svcTxId, to, value, selector, primaryType }: HoldPart, chainId: string): string {
  if (svcTxId === undefined) {
    const message = to === undefined ? 'message' : `message for ${to}`
    return primaryType === undefined ? message : `${message}: ${primaryType}`
  }
  const amount = nativeAmount(value ?? '0', chainId)
  const call = selector === undefined ? '' : `, function ${selector}`
  return `${amount} ${to === undefined ? 'to a new contract' : `to ${to}`}${call}`
}

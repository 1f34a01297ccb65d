import { parseQuantity } from '../../api/quantity.ts'
import { nativeAmount } from '../../api/text/assets.ts'

/** OP Mainnet and Base charge for data on Ethereum besides gas: docs.optimism.io, "Transaction fees on OP Mainnet". */
const WITH_DATA_FEE: readonly string[] = ['10', '8453']

/**
 * What it costs with its fees, and the fees alone, which are no part of the verdict. The data fee has no limit in a transaction, so
 * that it cannot be known.
 * @param maxFee wei, decimal or 0x-hex, like the values
 */
export function costTexts(chainId: string, maxFee: string, values: readonly (string | undefined)[]) {
  const cost = [maxFee, ...values].reduce((sum, wei = '0') => sum + (parseQuantity(wei) ?? 0n), 0n)
  const dataFee = WITH_DATA_FEE.includes(chainId) ? ', and the data fee of the chain, which is not known' : ''
  return {
    costs: `at most ${nativeAmount(String(cost), chainId)}`,
    fees: `at most ${nativeAmount(maxFee, chainId)}${dataFee}`,
  }
}

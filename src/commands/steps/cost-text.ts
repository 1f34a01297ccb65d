import { chainById } from '../../api/chains.ts'
import { nativeAmount } from '../../api/text/assets.ts'

/** OP Mainnet and Base charge for data on Ethereum besides gas: docs.optimism.io, "Transaction fees on OP Mainnet". */
const WITH_DATA_FEE: readonly string[] = ['10', '8453']

/** @param wei decimal */
export function costText(wei: string, chainId: string): string {
  return nativeAmount(wei, chainById(chainId)?.currency)
}

/** The data fee has no limit in a transaction, so that it cannot be known. @param wei decimal, or 0x-hex */
export function feeText(wei: string, chainId: string): string {
  return `${costText(wei, chainId)}${WITH_DATA_FEE.includes(chainId) ? ', and the data fee of the chain, which is not known' : ''}`
}

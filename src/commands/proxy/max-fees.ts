import { findChain, listChains } from '../../api/chains.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { list, type Option } from '../../cli/options.ts'
import type { MaxFees } from '../../proxy/decide/fees.ts'
import { amountFault, weiOf } from '../options/transaction-options.ts'

/** `0.2ether`, or with a chain `polygon=50ether`; repeatable, and takes commas. */
export function maxFeesOption(help: string): Option<MaxFees, false> {
  const option = list('amount', help)
  return { ...option, parse: (flagName, texts) => readMaxFees(flagName, option.parse(flagName, texts)) }
}

function readMaxFees(flagName: string, texts: readonly string[]): MaxFees {
  const byChain = new Map<string, bigint>()
  let other: bigint | undefined
  for (const text of texts) {
    const [, named, amount = text] = /^([^=]*)=(.*)$/.exec(text) ?? []
    const wei = weiOf(amount)
    if (wei === undefined) throw usageError(`${flagName}: ${amountFault(amount)}`)
    if (named === undefined) {
      if (other !== undefined) throw usageError(`${flagName}: there are two amounts without a chain`)
      other = BigInt(wei)
      continue
    }
    const chain = findChain(named)
    if (!chain) throw usageError(`${flagName}: ${JSON.stringify(named)} is not a chain: ${listChains()}`)
    if (byChain.has(chain.id)) throw usageError(`${flagName}: there are two amounts for ${chain.name}`)
    byChain.set(chain.id, BigInt(wei))
  }
  return { other, byChain }
}

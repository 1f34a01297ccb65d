import { usageError } from '../../cli/errors/usage.ts'
import { type Option, parsed } from '../../cli/options.ts'
import { amountOption } from '../options/transaction-options.ts'

/** What can be set for any chain. */
export const chainLimits = {
  finality: finalityOption(),
  maxFee: amountOption('the most that fees of a transaction cost where they are no finding: 0.5ether, or wei'),
}

function finalityOption(): Option<'finalized' | 'safe' | number, false> {
  const help = 'when a block is final: finalized or safe as the node says it, or so many blocks later'
  return parsed('blocks|tag', help, (flag, given) => {
    if (given === 'finalized' || given === 'safe') return given
    if (/^\d{1,6}$/.test(given)) return Number(given)
    throw usageError(`${flag}: ${JSON.stringify(given)} is not finalized, safe, or a number of blocks`)
  })
}

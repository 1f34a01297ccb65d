import { choice, flag, integer, type OptionValues, text } from '../../cli/options.ts'
import { quantityOption } from '../options/transaction-options.ts'
import { simulateFlags } from '../validate/simulate-flags.ts'
import { gates } from '../validate/verdict-exit-code.ts'

export const checkOptions = {
  chain: text('chain', 'chain id or name; default: where the Safe is registered'),
  nonce: quantityOption('nonce of the transaction in the queue'),
  txHash: text('hash', 'safeTxHash of the transaction'),
  file: text('file', 'the transaction as JSON: the ten fields, one of the service, or typed data; - is stdin'),
  index: integer('n', 'which of several transactions of the nonce, oldest first; from 1', { min: 1 }),
  expect: text('file', 'what was prepared, as JSON: the transaction must be that'),
  explain: flag('show every reason and the missing data'),
  failOn: choice(gates, 'lowest verdict that fails the command; default unsafe'),
  simulate: simulateFlags.simulate,
}

export type CheckFlags = OptionValues<typeof checkOptions> & { readonly safe: string }

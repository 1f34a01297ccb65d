import { isZeroAddress } from '../../evm/words.ts'
import { argumentsAs } from '../decode/arguments.ts'
import { type ActionTable, currency, exchange, interaction, type ReadActions } from './actions.ts'

/** A Safe can refund the gas to any address, in any token, at any price that its owners sign. */
const execTransaction: ReadActions = (call) => {
  const { gasPrice, gasToken, refundReceiver } = argumentsAs<{
    gasPrice: bigint
    gasToken: string
    refundReceiver: string
  }>(call.args)
  if (gasPrice === 0n || isZeroAddress(refundReceiver)) return [interaction(call, call.to)]
  const terms = { form: 'refund', payer: call.to, gives: [currency(gasToken, undefined)], receives: [] } as const
  return [interaction(call, call.to), exchange(call, { ...terms, to: refundReceiver })]
}

export const safeActions: ActionTable = { '0x6a761202': execTransaction }

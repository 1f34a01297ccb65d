import { isZeroAddress } from '../../../evm/words.ts'
import { type Action, type DecodedCall, exchange } from '../../actions/actions.ts'
import type { RightName } from '../../actions/forms.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { Meaning, ReadMeaning, SignedMessage } from '../known-message.ts'

/** Actions of Hyperliquid that a wallet signs. The exchange accepts them, not a contract. */

const ADDRESS = /^0x[0-9a-f]{40}$/i

interface Sent {
  /** Text: the chain of the exchange has no type for addresses. */
  readonly destination: string
  readonly amount: string
  /** `PURR:0xc1fb…`; absent: USDC. */
  readonly token?: string
}

/** Assets leave the exchange, or the account on it. */
export const sends: ReadMeaning = ({ message, signer: payer }) => {
  const { destination, amount, token = 'USDC' } = argumentsAs<Sent>(message)
  if (!ADDRESS.test(destination)) return { unreadable: 'The destination is not an address.' }
  const to = destination.toLowerCase()
  return {
    actions: (call) => [exchange(call, { form: 'withdrawal', payer, gives: [], receives: [], to })],
    remarks: [`Hyperliquid pays ${JSON.stringify(amount)} of ${JSON.stringify(token.split(':')[0])}.`],
  }
}

/** @param ends whether the right ends */
function rightOf(right: RightName, authority: string, { signer: owner }: SignedMessage, ends: boolean): Meaning {
  const revokes = isZeroAddress(authority) || ends
  return { actions: (call) => [{ kind: 'right', call, right, owner, authority, revokes }] }
}

const ZERO_RATE = /^0*(?:\.0*)?%?$/

export const builderFee: ReadMeaning = (signed) => {
  const { builder, maxFeeRate } = argumentsAs<{ builder: string; maxFeeRate: string }>(signed.message)
  return rightOf('spend', builder, signed, ZERO_RATE.test(maxFeeRate))
}

export const staking: ReadMeaning = (signed) => {
  const { validator, isUndelegate } = argumentsAs<{ validator: string; isUndelegate: boolean }>(signed.message)
  return rightOf('stake', validator, signed, isUndelegate)
}

/** The account is then controlled by these signers alone. */
export const multiSig: ReadMeaning = ({ message, signer: contract }) => {
  const { signers } = argumentsAs<{ signers: string }>(message)
  const found = signers.match(/0x[0-9a-f]{40}(?![0-9a-f])/gi) ?? []
  if (found.length === 0 && signers !== 'null') return { unreadable: 'The signers of the account cannot be read.' }
  const control = (call: DecodedCall, authority: string): Action => ({
    kind: 'control',
    call,
    form: 'ownership',
    contract,
    authority,
  })
  return { actions: (call) => found.map((address) => control(call, address.toLowerCase())) }
}

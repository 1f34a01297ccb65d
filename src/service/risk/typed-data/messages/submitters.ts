import { chainById } from '../../../../api/chains.ts'
import { dollarDecimals } from '../../../../shared/money/dollars.ts'
import { mostFees } from '../../../../shared/most-fees.ts'
import { isZeroAddress } from '../../../evm/words.ts'
import { currency, type DecodedCall, type Order } from '../../actions/actions.ts'
import type { SignedMessage } from '../known-message.ts'

/** What an account pays for gas, to the submitter of its message or to the receiver that the message names. */
export interface Pay {
  readonly account: string
  readonly receiver?: string
  readonly gas: bigint
  /** Of a unit of gas. */
  readonly price: bigint
  /** The zero address: the native currency. */
  readonly token: string
}

const MOST_DOLLARS = 100n

/** More than any gas costs: it is an order that gives the rest to anyone, or to the receiver, for nothing. */
export function paysSubmitter(call: DecodedCall, pay: Pay, { domain }: Pick<SignedMessage, 'domain'>): Order[] {
  const { account, gas, price, token, receiver } = pay
  const limit = limitOf(pay, domain.chainId)
  if (limit === undefined || gas * price <= limit) return []
  return [
    {
      ...{ kind: 'order', call, market: 'gas refund', signer: account, gives: [currency(token, gas * price)] },
      ...{
        receives: [],
        authority: call.to,
        beneficiaries: [receiver ?? call.to],
        ...(receiver === undefined && { isOpen: true }),
      },
    },
  ]
}

/** Whether something is paid in a token of which no worth is known here. */
export function isOfUnknownWorth(pay: Pay, { domain }: Pick<SignedMessage, 'domain'>): boolean {
  return pay.gas * pay.price > 0n && limitOf(pay, domain.chainId) === undefined
}

function limitOf({ token }: Pay, chain: bigint | undefined): bigint | undefined {
  const chainId = String(chain)
  if (isZeroAddress(token)) return mostFees(chainById(chainId)?.currency)
  const decimals = dollarDecimals(chainId, token)
  return decimals === undefined ? undefined : MOST_DOLLARS * 10n ** BigInt(decimals)
}

import { mostFees } from '../../../../api/chains.ts'
import { dollarDecimals } from '../../../../shared/money/dollars.ts'
import { isZeroAddress } from '../../../evm/words.ts'
import { currency, type DecodedCall, type Order } from '../../actions/actions.ts'
import type { Meaning, SignedMessage } from '../known-message.ts'

/** What an account pays for gas, to the submitter of its message or to the receiver that the message names. */
export interface Pay {
  readonly account: string
  readonly receiver?: string
  readonly gas: bigint
  /** Price of a unit of gas. */
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
      kind: 'order',
      call,
      market: 'gas refund',
      signer: account,
      gives: [currency(token, gas * price)],
      receives: [],
      authority: call.to,
      beneficiaries: [receiver ?? call.to],
      ...(receiver === undefined && { isOpen: true }),
    },
  ]
}

/** @param what it is, for a token whose worth is not known here */
export function paidToAnyone(pay: Pay, signed: SignedMessage, what: string): Pick<Meaning, 'actions' | 'unreadable'> {
  const isOfUnknownWorth = pay.gas * pay.price > 0n && limitOf(pay, signed.domain.chainId) === undefined
  return {
    actions: (call) => paysSubmitter(call, pay, signed),
    unreadable: isOfUnknownWorth ? `${what} is in a token whose worth is not known here.` : undefined,
  }
}

function limitOf({ token }: Pay, chain: bigint | undefined): bigint | undefined {
  const chainId = String(chain)
  if (isZeroAddress(token)) return mostFees(chainId)
  const decimals = dollarDecimals(chainId, token)
  return decimals === undefined ? undefined : MOST_DOLLARS * 10n ** BigInt(decimals)
}

import { most } from '../../../../shared/bigints.ts'
import { currency, erc20, grant, transfer } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { Meaning, ReadMeaning, SignedMessage } from '../known-message.ts'
import { paidToAnyone } from './submitters.ts'
import { tradeActions } from './trade.ts'

interface TokenPermission {
  readonly token: string
  readonly amount: bigint
}

/** The witness says what the spender has to do with the tokens that it takes. */
interface PermitTransfer<Witness = unknown> {
  readonly permitted: TokenPermission | readonly TokenPermission[]
  readonly spender: string
  readonly witness: Witness
}

/** The spender names the recipient when it uses the signature, so it is the spender that gains. */
export const permit2Transfer: ReadMeaning = (signed) => transferred(signed, () => [])

function transferred({ message, signer }: SignedMessage, more: NonNullable<Meaning['actions']>): Meaning {
  const { spender: authority } = argumentsAs<PermitTransfer>(message)
  const form = 'permit2-permit'
  const given = givenBy(message).map(({ token, amount }) => erc20(token, amount))
  return {
    actions: (call) => [...given.map((asset) => grant(call, { form, asset, owner: signer, authority })), ...more(call)],
  }
}

function givenBy(message: SignedMessage['message']): TokenPermission[] {
  return [argumentsAs<PermitTransfer>(message).permitted].flat().filter(({ amount }) => amount > 0n)
}

interface OrderOutput extends Readonly<Partial<Record<(typeof amounts)[number], bigint>>> {
  readonly token: string
  readonly recipient: string
}

/** Members for the amount: the least of them is what comes. */
const amounts = ['amount', 'minAmount', 'startAmount', 'endAmount'] as const

/** An order of UniswapX names what comes back for the tokens; nothing comes for an empty list. */
export const permit2Order: ReadMeaning = (signed) => {
  const { message, signer } = signed
  const { outputs, baseOutputs = [] } =
    argumentsAs<PermitTransfer<{ outputs?: readonly OrderOutput[]; baseOutputs?: readonly OrderOutput[] }>>(
      message,
    ).witness
  const gives = givenBy(message).map(({ token, amount }) => erc20(token, amount))
  const receives = (outputs ?? baseOutputs).map((each) => {
    return { asset: currency(each.token, leastOf(each)), to: each.recipient }
  })
  const trade = tradeActions({ market: 'uniswapx', signer, gives, receives })
  return transferred(signed, gives.length > 0 ? trade : () => [])
}

function leastOf(output: OrderOutput): bigint {
  const [least = 0n] = amounts.flatMap((name) => output[name] ?? []).toSorted((a, b) => (a < b ? -1 : 1))
  return least
}

interface Relayed {
  readonly input: TokenPermission & { readonly recipient: string }
  readonly fee: { readonly token: string; readonly startAmount: bigint; readonly endAmount: bigint }
  readonly universalRouterCalldata: string
}

/** Nothing comes back: the input is paid, mostly to a router that is then called with the data, and a fee to anyone who does it. */
export const permit2Relay: ReadMeaning = (signed) => {
  const { input, fee, universalRouterCalldata } = argumentsAs<PermitTransfer<Relayed>>(signed.message).witness
  const pay = { account: signed.signer, gas: 1n, price: most(fee.startAmount, fee.endAmount), token: fee.token }
  const calls = universalRouterCalldata !== '0x'
  const { actions: pays, unreadable } = paidToAnyone(pay, signed, 'The fee of its relayer')
  return {
    ...transferred(signed, (call) => [
      ...(calls ? [] : [transfer(call, erc20(input.token, input.amount), signed.signer, input.recipient)]),
      ...(pays?.(call) ?? []),
    ]),
    unreadable,
    hides: calls ? 'what the router does with the tokens that it is paid' : undefined,
  }
}

import { currency, erc20, transfer } from '../../actions/actions.ts'
import { type ArgumentValue, argumentsAs } from '../../decode/arguments.ts'
import type { Meaning, SignedMessage } from '../known-message.ts'
import { typeText } from '../read-message.ts'
import { isOfUnknownWorth, paysSubmitter } from './submitters.ts'
import { tradeActions } from './trade.ts'

/** Witnesses of Permit2: what the spender has to do with the tokens that it takes. */

export interface Permission {
  readonly token: string
  readonly amount: bigint
}

type Members = Readonly<Record<string, ArgumentValue>>

/** @param given what the spender may take */
type ReadWitness = (signed: SignedMessage, given: readonly Permission[], witness: Members) => Meaning

interface Output extends Readonly<Partial<Record<(typeof amounts)[number], bigint>>> {
  readonly token: string
  readonly recipient: string
}

/** Of which the least is what comes. */
const amounts = ['amount', 'minAmount', 'startAmount', 'endAmount'] as const

/** An order of UniswapX names what comes back for the tokens; nothing comes for an empty list. */
const order: ReadWitness = ({ signer }, given, witness) => {
  const { outputs, baseOutputs = [] } = argumentsAs<{ outputs?: readonly Output[]; baseOutputs?: readonly Output[] }>(
    witness,
  )
  return {
    ...(given.length > 0 && {
      actions: tradeActions({
        market: 'uniswapx',
        signer,
        gives: given.map(({ token, amount }) => erc20(token, amount)),
        receives: (outputs ?? baseOutputs).map((each) => ({
          asset: currency(each.token, leastOf(each)),
          to: each.recipient,
        })),
      }),
    }),
    // Who may fill it first, and who may only raise what comes.
    harmless: ['cosigner', 'exclusiveFiller'],
  }
}

function leastOf(output: Output): bigint {
  const [least = 0n] = amounts.flatMap((name) => output[name] ?? []).toSorted((a, b) => (a < b ? -1 : 1))
  return least
}

interface Relayed {
  readonly input: Permission & { readonly recipient: string }
  readonly fee: { readonly token: string; readonly startAmount: bigint; readonly endAmount: bigint }
  readonly universalRouterCalldata: string
}

/** Nothing comes back: the input is paid, mostly to a router that is then called with the data, and a fee to anyone who does it. */
const relayed: ReadWitness = (signed, _, witness) => {
  const { input, fee, universalRouterCalldata } = argumentsAs<Relayed>(witness)
  const price = fee.startAmount > fee.endAmount ? fee.startAmount : fee.endAmount
  const pay = { account: signed.signer, gas: 1n, price, token: fee.token }
  const calls = universalRouterCalldata !== '0x'
  return {
    actions: (call) => [
      ...(calls ? [] : [transfer(call, erc20(input.token, input.amount), signed.signer, input.recipient)]),
      ...paysSubmitter(call, pay, signed),
    ],
    ...(isOfUnknownWorth(pay, signed) && {
      unreadable: 'The fee of its relayer is in a token whose worth is not known here.',
    }),
    ...(calls && { hides: 'what the router does with the tokens that it is paid' }),
  }
}

const info =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)'
const dutchOutput = 'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'

/** By their encodeType, as the contracts have it. */
const witnesses: ReadonlyMap<string, ReadWitness> = new Map([
  [
    `DutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${dutchOutput}${info}`,
    order,
  ],
  [
    `ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${dutchOutput}${info}`,
    order,
  ],
  [
    `V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)${dutchOutput}${info}`,
    order,
  ],
  [
    `V3DutchOrder(OrderInfo info,address cosigner,uint256 startingBaseFee,V3DutchInput baseInput,V3DutchOutput[] baseOutputs)NonlinearDutchDecay(uint256 relativeBlocks,int256[] relativeAmounts)${info}V3DutchInput(address token,uint256 startAmount,NonlinearDutchDecay curve,uint256 maxAmount,uint256 adjustmentPerGweiBaseFee)V3DutchOutput(address token,uint256 startAmount,NonlinearDutchDecay curve,address recipient,uint256 minAmount,uint256 adjustmentPerGweiBaseFee)`,
    order,
  ],
  [
    `PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)${info}PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)`,
    order,
  ],
  [
    `LimitOrder(OrderInfo info,address inputToken,uint256 inputAmount,OutputToken[] outputs)${info}OutputToken(address token,uint256 amount,address recipient)`,
    order,
  ],
  [
    'RelayOrder(RelayOrderInfo info,Input input,FeeEscalator fee,bytes universalRouterCalldata)FeeEscalator(address token,uint256 startAmount,uint256 endAmount,uint256 startTime,uint256 endTime)Input(address token,uint256 amount,address recipient)RelayOrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline)',
    relayed,
  ],
])

/** The last member of the message. A struct of an unknown type may let the spender do anything, also with what looks like an output. */
export function witnessed(signed: SignedMessage, given: readonly Permission[]): Meaning {
  const { primaryType, types, message } = signed
  const { name = '', type = '' } = types.get(primaryType)?.at(-1) ?? {}
  const read = types.has(type) ? witnesses.get(typeText(types, type)) : undefined
  return (
    read?.(signed, given, message[name] as Members) ?? {
      hides: 'what the spender does with the tokens, which the witness says',
    }
  )
}

import { argumentsAs } from '../decode/arguments.ts'
import { type ActionTable, currency, exchange, type ReadActions } from './actions.ts'

interface Fill {
  readonly order: { readonly makerAsset: bigint; readonly takerAsset: bigint }
  readonly takerTraits: bigint
  readonly args: string
}

/** TakerTraits: the arguments start with who gets the maker's asset, instead of the taker. */
const HAS_TARGET = 1n << 251n
const ADDRESS_DIGITS = 40

function addressOf(word: bigint): string {
  return `0x${BigInt.asUintN(160, word).toString(16).padStart(ADDRESS_DIGITS, '0')}`
}

const filled: ReadActions = (call) => {
  const { order, takerTraits, args } = argumentsAs<Fill>(call.args)
  const target = `0x${args.slice(2, 2 + ADDRESS_DIGITS).padEnd(ADDRESS_DIGITS, '0')}`
  const gives = [currency(addressOf(order.takerAsset), undefined)]
  const receives = [currency(addressOf(order.makerAsset), undefined)]
  const to = (takerTraits & HAS_TARGET) === 0n ? call.actor : target
  return [exchange(call, { form: 'swap', payer: call.actor, gives, receives, to })]
}

export const oneInchActions: ActionTable = { '0xf497df75': filled, '0x56a75868': filled }

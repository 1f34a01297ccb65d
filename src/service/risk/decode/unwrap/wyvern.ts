import { argumentsAs } from '../arguments.ts'
import type { Unwrap, UnwrapTable } from './inner-call.ts'

interface Match {
  readonly addresses: readonly string[]
  readonly kinds: readonly number[]
  readonly buyData: string
  readonly sellData: string
  readonly sellMask: string
}

/** Positions in the arrays: the maker and the target of the sell order; how its target is called. */
const SELLER = 8
const TARGET = 11
const HOW_TO_CALL = 7
const DELEGATECALL = 1

/** The proxy of the seller makes the call of the sell order, with the parts that the order leaves to the buyer. */
const atomicMatch: Unwrap = (_, args) => {
  const { addresses, kinds, buyData, sellData, sellMask } = argumentsAs<Match>(args)
  const [actor = '', to = ''] = [addresses[SELLER], addresses[TARGET]]
  const operation = kinds[HOW_TO_CALL] === DELEGATECALL ? 'delegatecall' : 'call'
  const call = { actor, to, value: 0n, operation } as const
  if (sellMask.length > 2 && sellMask.length !== sellData.length)
    return { calls: [{ ...call, data: sellData }], fault: 'the mask of the sell order differs from its data in length' }
  return { calls: [{ ...call, data: masked(sellData, buyData, sellMask) }] }
}

/** Bits under the mask come from the buyer. */
function masked(sell: string, buy: string, mask: string): string {
  if (mask.length <= 2 || buy.length !== sell.length) return sell
  const from = Buffer.from(buy.slice(2), 'hex')
  const bits = Buffer.from(mask.slice(2), 'hex')
  const merged = Buffer.from(sell.slice(2), 'hex').map((byte, index) => {
    const bit = bits[index] ?? 0
    return (byte & ~bit) | ((from[index] ?? 0) & bit)
  })
  return `0x${Buffer.from(merged).toString('hex')}`
}

export const wyvernUnwraps: UnwrapTable = { '0xab834bab': atomicMatch }

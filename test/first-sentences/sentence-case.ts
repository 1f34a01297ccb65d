import { addressOf, call } from '../../bench/detection/adversarial/encode.ts'
import { readBaseline } from '../../scripts/baseline.ts'
import type { TypedData } from '../service/risk/typed-data/typed.ts'

/** An ordinary transaction. */
export interface CallCase {
  readonly protocol: string
  readonly title: string
  readonly chainId: string
  readonly to: string
  readonly value: bigint
  readonly data: string
  readonly authorizations?: readonly { readonly chainId: string; readonly address: string; readonly nonce: string }[]
}

/** A message that a wallet shows before it is signed. */
export interface MessageCase {
  readonly protocol: string
  readonly title: string
  readonly typedData: TypedData
}

export type SentenceCase = CallCase | MessageCase

export const ME = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const PAYEE = addressOf('payee')
export const FRIEND = addressOf('friend')
export const ZERO = '0x0000000000000000000000000000000000000000'
export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const NONE = '0x'
export const HASH = `0x${'11'.repeat(32)}`
export const MAX = 2n ** 256n - 1n
/** Seconds since 1970: 2026-07-01. */
export const SOON = 1_782_864_000n

export const usd = (amount: number) => BigInt(Math.round(amount * 100)) * 10n ** 4n
export const coins = (amount: number) => BigInt(Math.round(amount * 10_000)) * 10n ** 14n
export const padded = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`

const { contracts, tokens } = readBaseline()

/** The address of a contract of the baseline; of one that is not there, an address of no one. */
export function at(name: string, chainId = '1'): string {
  const found = contracts.find(
    (row) => row.name === name && (row.chains === 'all' || row.chains.includes(Number(chainId))),
  )
  if (!found) throw new Error(`${name} is not known on chain ${chainId}`)
  return found.address
}

/** The address of a listed token. */
export function coin(symbol: string, chainId = '1'): string {
  const found = tokens.find((row) => row.symbol === symbol && row.chain === Number(chainId))
  if (!found) throw new Error(`${symbol} is not listed on chain ${chainId}`)
  return found.address
}

export const USDC = coin('USDC')
export const USDT = coin('USDT')
export const WETH = coin('WETH')
export const DAI = coin('DAI')

interface More {
  readonly value?: bigint
  readonly chainId?: string
  readonly to?: string
  /** Where a function has several cases. */
  readonly when?: string
}

type Row = readonly [signature: string, values: readonly unknown[], more?: More]

/** Calls of one protocol. @param to the called contract, for all rows that name none */
export function calls(protocol: string, to: string, rows: readonly Row[], chainId = '1'): CallCase[] {
  return rows.map(([signature, values, more = {}]) => ({
    protocol,
    title: `${signature.slice(0, signature.indexOf('('))}${more.when === undefined ? '' : `, ${more.when}`}`,
    chainId: more.chainId ?? chainId,
    to: more.to ?? to,
    value: more.value ?? 0n,
    data: call(signature, ...values),
  }))
}

export function message(protocol: string, title: string, typedData: TypedData): MessageCase {
  return { protocol, title, typedData }
}

export { addressOf as someone, call }

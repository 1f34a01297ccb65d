import { addressOf } from './encode.ts'

/** An earlier, reported transaction. Amounts in base units. */
export interface Earlier {
  readonly kind: 'payment' | 'grant'
  readonly to: string
  /** Absent: the native currency. */
  readonly token?: string
  readonly amount?: bigint
  readonly verdict: 'safe' | 'warning'
  /** Own account that paid. Default: the sender. */
  readonly by?: string
  /** Days since 1970. Default: 0. */
  readonly day?: number
}

export interface Listed {
  readonly type: 'ALLOW' | 'BLOCK'
  readonly address: string
}

/** `tag`: a name from a feed that anybody may add to. */
export interface Known {
  readonly kind: 'malicious' | 'sanctioned' | 'mixer' | 'tag'
  readonly label: string
  readonly address: string
}

/** One transaction with everything that the engine may know about it. */
export interface Row {
  /** Unique within its group. */
  readonly id: string
  /** An attack: who gains what. An honest transaction: why it is honest. */
  readonly what: string
  /** Documentation of the function. */
  readonly source: string
  /** Default: Ethereum. */
  readonly chainId?: string
  /** Default: `SIGNER`. */
  readonly from?: string
  /** Undefined: contract creation. */
  readonly to: string | undefined
  /** Wei. */
  readonly value?: bigint
  /** Default: empty. */
  readonly data?: string
  readonly authorizations?: readonly { readonly chainId: string; readonly address: string; readonly nonce: bigint }[]
  readonly lists?: readonly Listed[]
  readonly intel?: readonly Known[]
  readonly history?: readonly Earlier[]
  /** Why call data and evidence cannot tell this attack from an honest transaction. Decided before the first run. */
  readonly excluded?: string
}

/** A family of attacks or a kind of honest transactions. */
export interface Group {
  readonly name: string
  readonly rows: readonly Row[]
}

export const SIGNER = addressOf('signer')
/** The signer’s own accounts and contracts. */
export const SAFE = addressOf('safe of the signer')
export const ACCOUNT = addressOf('smart account of the signer')
export const PROTOCOL = addressOf('protocol of the signer')
export const NOBODY = `0x${'0'.repeat(40)}`

export const MAX = 2n ** 256n - 1n
export const MAX_128 = 2n ** 128n - 1n
export const ONE = 10n ** 18n
/** 2030. */
export const DEADLINE = 1_893_456_000n

export function usd(amount: number): bigint {
  return BigInt(amount) * 1_000_000n
}

export function block(address: string): Listed {
  return { type: 'BLOCK', address }
}

export function allow(address: string): Listed {
  return { type: 'ALLOW', address }
}

export function paid(to: string, token?: string, amount: bigint = token ? usd(250) : ONE): Earlier {
  return { kind: 'payment', to, ...(token && { token }), amount, verdict: 'safe' }
}

/** A payment of an own account. */
export function paidBy(by: string, to: string, token?: string): Earlier {
  return { ...paid(to, token), by }
}

export function granted(to: string, token: string, amount: bigint): Earlier {
  return { kind: 'grant', to, token, amount, verdict: 'safe' }
}

/** Rows written as one line each. */
export function rows(
  list: readonly (readonly [id: string, what: string, source: string, rest: Omit<Row, 'id' | 'what' | 'source'>])[],
): Row[] {
  return list.map(([id, what, source, rest]) => ({ id, what, source, ...rest }))
}

/** Rows of one call each. */
export function calls(
  list: readonly (readonly [
    id: string,
    what: string,
    source: string,
    to: string,
    data: string,
    rest?: Omit<Row, 'id' | 'what' | 'source' | 'to'>,
  ])[],
): Row[] {
  return list.map(([id, what, source, to, data, rest]) => ({ id, what, source, to, data, ...rest }))
}

/** Price of one whole token. */
export interface Price {
  readonly decimals: number
  /** Decimal number in USD. */
  readonly usd: string
  /** Older than its source allows: it says nothing about what an order should pay. */
  readonly isStale?: boolean
}

/** By token in lower case; `NATIVE` is the native currency. */
export type PriceOf = (token: string) => Price | undefined

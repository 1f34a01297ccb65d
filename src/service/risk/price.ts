/** Price of one whole token. */
export interface Price {
  readonly decimals: number
  /** Decimal number in USD. */
  readonly usd: string
}

/** By token in lower case; '' is the native currency. */
export type PriceOf = (token: string) => Price | undefined

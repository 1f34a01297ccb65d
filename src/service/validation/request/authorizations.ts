import type { Authorization } from '../../risk/types.ts'

/** An EIP-7702 authorization of a request: quantities as strings or numbers. */
export interface GivenAuthorization {
  readonly chainId: string | number
  readonly address: string
  readonly nonce: string | number
}

export function requestAuthorizations(given: readonly GivenAuthorization[] | null | undefined): Authorization[] {
  return (given ?? []).map(({ chainId, address, nonce }) => ({
    chainId: String(BigInt(chainId)),
    address: address.toLowerCase(),
    nonce: BigInt(nonce),
  }))
}

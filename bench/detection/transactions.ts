import type { Transaction } from '../../src/service/risk/types.ts'
import { Random } from './random.ts'
import { call, word } from './words.ts'

/** A token transfer to a lookalike of the intended recipient. */
export interface Payoff {
  readonly chainId: string
  readonly token: string
  readonly victim: string
  readonly lookalike: string
  readonly genuine: string
  /** Base units. */
  readonly amount: bigint
}

const ONE_COIN = 10n ** 18n

export function payoffTransfer({ chainId, token, victim, amount }: Payoff, recipient: string): Transaction {
  return {
    chainId,
    from: victim,
    to: token,
    value: 0n,
    data: call('0xa9059cbb', word(recipient), word(amount === 0n ? 1n : amount)),
  }
}

export function payment(chainId: string, to: string): Transaction {
  return { chainId, from: strangerFor(to), to, value: ONE_COIN, data: '0x' }
}

export function unlimitedApproval(chainId: string, spender: string): Transaction {
  const from = strangerFor(spender)
  const data = call('0x095ea7b3', word(spender), word(2n ** 256n - 1n))
  return { chainId, from, to: strangerFor(from), value: 0n, data }
}

export function tokenTransfer(chainId: string, token: string): Transaction {
  const from = strangerFor(token)
  return { chainId, from, to: token, value: 0n, data: call('0xa9059cbb', word(strangerFor(from)), word(ONE_COIN)) }
}

/** An unknown address, deterministic per input. */
export function strangerFor(address: string): string {
  return new Random(Number.parseInt(address.slice(2, 10), 16) ^ Number.parseInt(address.slice(-8), 16)).address()
}

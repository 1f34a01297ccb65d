import { type Allowance, PERMIT2 } from '../../evm/allowance.ts'
import { addressAt, word, wordAt } from '../../evm/words.ts'
import type { StateRead } from '../state/requests.ts'
import { type SafeCall, safeCalls } from './safe-calls.ts'

/** One thing that is read before and after the transaction. Addresses in lower case. */
export type Question =
  | { readonly kind: 'native'; readonly owner: string }
  | { readonly kind: 'balance'; readonly owner: string; readonly token: string }
  | { readonly kind: 'items'; readonly owner: string; readonly token: string; readonly id: bigint }
  /** Who holds an item of an ERC-721, or a name in a registry (ERC-137). */
  | { readonly kind: 'holder'; readonly token: string; readonly id: bigint; readonly isName?: true }
  | AllowanceQuestion
  /** A part of what controls a Safe. */
  | { readonly kind: 'safe'; readonly owner: string; readonly call: SafeCall }

export type AllowanceQuestion =
  | { readonly kind: 'allowance' | 'permit2'; readonly owner: string; readonly token: string; readonly spender: string }
  | {
      readonly kind: 'operator'
      readonly owner: string
      readonly token: string
      readonly spender: string
      readonly standard: 'erc721' | 'erc1155'
    }
  /** Who may move an item of an ERC-721. */
  | {
      readonly kind: 'approved'
      readonly owner: string
      readonly token: string
      readonly id: bigint
      /** That events or call data name; the zero address: none any more. */
      readonly spender: string
    }

/** Reads the call that answers a question. */
export function readOf(question: Question): StateRead {
  switch (question.kind) {
    case 'native':
      return { target: question.owner, data: '0x' }
    case 'balance':
      return { target: question.token, data: `0x70a08231${word(question.owner)}` }
    case 'items':
      return { target: question.token, data: `0x00fdd58e${word(question.owner)}${word(question.id)}` }
    case 'holder':
      return { target: question.token, data: `${question.isName ? '0x02571be3' : '0x6352211e'}${word(question.id)}` }
    case 'allowance':
      return { target: question.token, data: `0xdd62ed3e${word(question.owner)}${word(question.spender)}` }
    case 'permit2': {
      const { owner, token, spender } = question
      return { target: PERMIT2, data: `0x927da105${word(owner)}${word(token)}${word(spender)}` }
    }
    case 'operator':
      return { target: question.token, data: `0xe985e9c5${word(question.owner)}${word(question.spender)}` }
    case 'approved':
      return { target: question.token, data: `0x081812fc${word(question.id)}` }
    case 'safe':
      return { target: question.owner, data: safeCalls[question.call] }
  }
}

/** Gives the question about an allowance that may be there. */
export function questionOf({ kind, owner, token, spender, id = 0n }: Allowance): AllowanceQuestion {
  if (kind === 'operator') return { kind, owner, token, spender, standard: 'erc721' }
  if (kind === 'item') return { kind: 'approved', owner, token, spender, id }
  return { kind, owner, token, spender }
}

export function keyOf(question: Question): string {
  const { target, data } = readOf(question)
  return `${target} ${data}`
}

/**
 * Gives the number in an answer; undefined where there is none.
 * @param after seconds: a Permit2 allowance that ends then is none
 */
export function amountIn({ kind }: Question, answer: string | undefined, after: bigint): bigint | undefined {
  if (answer === undefined) return undefined
  const amount = wordAt(answer, 0)
  if (kind !== 'permit2' || amount === undefined) return amount
  const expiration = wordAt(answer, 1)
  return expiration === undefined ? undefined : expiration > after ? amount : 0n
}

/**
 * Gives the number in an answer where silence means nothing; of an item, whether the address is the one that the answer
 * names. Undefined without an answer.
 */
export function amountOf(question: Question, answer: string | undefined, address: string): bigint | undefined {
  if (answer === undefined) return undefined
  if (question.kind !== 'holder' && question.kind !== 'approved') return amountIn(question, answer, 0n) ?? 0n
  return addressAt(answer) === address ? 1n : 0n
}

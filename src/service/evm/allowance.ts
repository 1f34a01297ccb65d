import { APPROVE, PERMIT2_APPROVE, SET_APPROVAL_FOR_ALL } from './asset.ts'
import { word, ZERO_ADDRESS } from './words.ts'

/**
 * `allowance`: of a token contract. `permit2`: of a token, kept by the Permit2 contract. `operator`: of every item of a contract.
 * `item`: of one item (ERC-721).
 */
export const allowanceKinds = ['allowance', 'permit2', 'operator', 'item'] as const

export type AllowanceKind = (typeof allowanceKinds)[number]

/** The right of a spender to move assets of an owner. Addresses in lower case. */
export interface Allowance {
  readonly kind: AllowanceKind
  readonly owner: string
  readonly token: string
  readonly spender: string
  /** The item; undefined for every other kind. */
  readonly id: bigint | undefined
}

/** The contract that keeps allowances of tokens for all of its users, at the same address on every chain (Uniswap/permit2). */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/**
 * The key of the right that a later one replaces. An item has one spender, so the spender is no part of its key; an allowance of a token
 * and one that Permit2 keeps hold side by side.
 */
export function allowanceKey({ kind, owner, token, spender, id }: Allowance): string {
  return `${owner} ${kind} ${token} ${kind === 'item' ? id : spender}`
}

/**
 * The key of what a spender may take of a token by a right of any kind: call data often leaves open of which kind it is, or whether the
 * right is about an item.
 */
export function spenderKey({ owner, token, spender }: Pick<Allowance, 'owner' | 'token' | 'spender'>): string {
  return `${owner} ${token} ${spender}`
}

/** Base units from which an allowance counts as unlimited: more than the supply of any token in use. */
export const UNLIMITED = 2n ** 95n

/**
 * Whether an allowance has no limit in effect: tokens with amounts of 96 bits (UNI, COMP) and Permit2 (160 bits) have a smaller largest
 * amount than others. @param amount base units; undefined: everything
 */
export function isUnlimited(amount: bigint | undefined): boolean {
  return amount === undefined || amount >= UNLIMITED
}

/** The call with which an owner revokes a right. */
export interface Revocation {
  /** The contract that is called. */
  readonly to: string
  /** Call data. */
  readonly data: string
  /** The function with its arguments, such as `approve(0x…, 0)`. */
  readonly text: string
}

/** The call that the owner sends to revoke a right. In its text, addresses are written as they are given. */
export function revocationOf({ kind, token, spender, id = 0n }: Omit<Allowance, 'owner'>): Revocation {
  switch (kind) {
    case 'allowance':
      return { to: token, data: `${APPROVE}${word(spender)}${word(0n)}`, text: `approve(${spender}, 0)` }
    case 'permit2':
      return {
        to: PERMIT2,
        data: `${PERMIT2_APPROVE}${word(token)}${word(spender)}${word(0n)}${word(0n)}`,
        text: `approve(${token}, ${spender}, 0, 0)`,
      }
    case 'operator':
      return {
        to: token,
        data: `${SET_APPROVAL_FOR_ALL}${word(spender)}${word(0n)}`,
        text: `setApprovalForAll(${spender}, false)`,
      }
    case 'item':
      return { to: token, data: `${APPROVE}${word(ZERO_ADDRESS)}${word(id)}`, text: `approve(${ZERO_ADDRESS}, ${id})` }
  }
}

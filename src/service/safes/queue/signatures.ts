import { setImmediate } from 'node:timers/promises'
import type { Hex } from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Secp256k1 from 'ox/Secp256k1'
import { addressOfWord, WORD_DIGITS } from '../../evm/words.ts'

/**
 * How an owner confirms a Safe transaction, by the last byte of the signature (checkNSignatures of the Safe): 0 contract, 1 approved hash,
 * above 30 eth_sign, else the hash itself is signed.
 */
const signatureForms = ['hash', 'eth-sign', 'approved', 'contract'] as const
export type SignatureForm = (typeof signatureForms)[number]

/** One signature of a Safe transaction, as its bytes say. */
export interface SafeSignature {
  readonly form: SignatureForm
  /** Who signs, lower case: recovered, or named by it. Undefined: no account belongs to the signature. */
  readonly signer: string | undefined
  /** What a contract verifies (EIP-1271); 0x for others. */
  readonly data: string
}

/** One part of signatures: its key is not recovered yet. */
type SignaturePart = Omit<SafeSignature, 'form'> & {
  readonly form: 'approved' | 'contract' | { readonly r: string; readonly s: string; readonly v: number }
}

/** Hex digits of the fixed part of a signature: r, s, v. */
const PART = 65 * 2

/**
 * Reads the parts that a Safe would check, each once: fixed parts one after another, then what contracts verify. Undefined: the bytes
 * are none.
 * @param most owners of the Safe: it reads no more parts
 */
function partsOf(bytes: string, most: number): readonly SignaturePart[] | undefined {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(bytes)) return undefined
  const digits = bytes.slice(2).toLowerCase()
  const found = new Map<string, SignaturePart>()
  // The first contract signature says where the fixed parts end.
  let end = digits.length
  for (let at = 0; at + PART <= end; at += PART) {
    if (at / PART >= most) return undefined
    const [r, s, v] = [
      digits.slice(at, at + WORD_DIGITS),
      digits.slice(at + WORD_DIGITS, at + 2 * WORD_DIGITS),
      digits.slice(at + 2 * WORD_DIGITS, at + PART),
    ]
    const kind = Number.parseInt(v, 16)
    const key = digits.slice(at, at + PART)
    if (kind === 0) {
      const start = BigInt(`0x${s}`) * 2n
      if (start < BigInt(at + PART) || start + BigInt(WORD_DIGITS) > BigInt(digits.length)) return undefined
      const data = dynamicPart(digits, Number(start))
      if (data === undefined) return undefined
      end = Math.min(end, Number(start))
      found.set(key, { form: 'contract', signer: ownerIn(r), data })
    } else if (kind === 1) found.set(key, { form: 'approved', signer: ownerIn(r), data: '0x' })
    else found.set(key, { form: { r, s, v: kind }, signer: undefined, data: '0x' })
  }
  return found.size > 0 && (end % PART === 0 || end < digits.length) ? [...found.values()] : undefined
}

function dynamicPart(digits: string, start: number): string | undefined {
  const length = BigInt(`0x${digits.slice(start, start + WORD_DIGITS)}`) * 2n
  const first = start + WORD_DIGITS
  return BigInt(first) + length > BigInt(digits.length) ? undefined : `0x${digits.slice(first, first + Number(length))}`
}

/** A word with more than an address in it names no owner. */
function ownerIn(word: string): string | undefined {
  return /^0{24}/.test(word) ? addressOfWord(word) : undefined
}

const ETH_SIGN_FROM = 31
const ETH_SIGN_ADDED = 4

function recovered(hash: string, r: string, s: string, v: number): Pick<SafeSignature, 'form' | 'signer'> {
  const isPersonal = v >= ETH_SIGN_FROM
  const parity = (isPersonal ? v - ETH_SIGN_ADDED : v) - 27
  const form = isPersonal ? 'eth-sign' : 'hash'
  if (parity !== 0 && parity !== 1) return { form, signer: undefined }
  const payload = isPersonal ? PersonalMessage.getSignPayload(hash as Hex) : (hash as Hex)
  try {
    const signature = { r: `0x${r}`, s: `0x${s}`, yParity: parity } as const
    return { form, signer: Secp256k1.recoverAddress({ payload, signature }).toLowerCase() }
  } catch {
    // No point of the curve belongs to the signature.
    return { form, signer: undefined }
  }
}

/** With the account that a key belongs to. */
function signatureOf(hash: string, { form, signer, data }: SignaturePart): SafeSignature {
  if (typeof form === 'string') return { form, signer, data }
  return { ...recovered(hash, form.r, form.s, form.v), data }
}

/** A confirmation as a service or a file gives it: nothing in it is believed. */
export interface ClaimedConfirmation {
  readonly owner: string
  /** Null: the service has none, because the owner approved the hash on chain. */
  readonly signature: string | null
}

/** What a node says about owners, lower case; absent: it was not read. */
export interface OwnerFacts {
  readonly owners: ReadonlySet<string>
  /** Owners whose approval of the hash (approveHash) or whose contract signature is valid on chain. */
  readonly approvedBy?: ReadonlySet<string>
}

/**
 * valid: counts · not-owner: of no owner · mismatch: of another account than claimed · unproven: only a node could say ·
 * over-limit: this one and those after it were not read, because there are more signatures than are read of one list.
 */
export type ConfirmationFault = 'not-owner' | 'mismatch' | 'unproven' | 'unreadable' | 'over-limit'

export interface Confirmation {
  /** Who signed, as the signature says; as claimed where it says nothing. Lower case. */
  readonly owner: string
  readonly valid: boolean
  readonly form?: SignatureForm
  readonly fault?: ConfirmationFault
}

/** Signatures that are read of one list or file: each takes the recovery of a key, or a call of a node. */
const MOST_SIGNATURES = 2000
/** Recoveries between which others have their turn: 1.5 ms each. */
const TOGETHER = 8

/** What may be read of the signatures of one list, in all. */
export class SignatureBudget {
  #left = MOST_SIGNATURES

  /** @returns false: so many are not left */
  take(count: number): boolean {
    if (count > this.#left) return false
    this.#left -= count
    return true
  }
}

/** Confirmations as far as they may be verified. */
export interface ReadConfirmations {
  readonly read: readonly { readonly owner: string; readonly parts: readonly SignaturePart[] | undefined }[]
  /** Who is claimed to have signed the first one that is over the limit; absent: all are read. */
  readonly unread?: string
}

/**
 * Reads the bytes of confirmations, each once, until the budget of their list is used up.
 * @param owners of the Safe; undefined: they are not known
 */
export function readConfirmations(
  claimed: readonly ClaimedConfirmation[],
  owners: number = MOST_SIGNATURES,
  budget: SignatureBudget = new SignatureBudget(),
): ReadConfirmations {
  const read = new Map<string, ReadConfirmations['read'][number]>()
  for (const { owner: claim, signature } of claimed) {
    const owner = claim.toLowerCase()
    const key = `${owner} ${signature}`
    if (read.has(key)) continue
    const parts =
      signature === null ? [{ form: 'approved', signer: owner, data: '0x' } as const] : partsOf(signature, owners)
    if (!budget.take(parts?.length ?? 1)) return { read: [...read.values()], unread: owner }
    read.set(key, { owner, parts })
  }
  return { read: [...read.values()] }
}

/**
 * Verifies confirmations: each signature is recovered, and counts once, and only when its signer is an owner now.
 * @param facts undefined: the owners are not known, and no confirmation counts
 */
export async function verifyConfirmations(
  hash: string,
  { read, unread }: ReadConfirmations,
  facts: OwnerFacts | undefined,
): Promise<Confirmation[]> {
  const found = new Map<string, Confirmation>()
  let recovered = 0
  for (const { owner, parts } of read) {
    const confirmations: Confirmation[] = []
    for (const part of parts ?? []) {
      confirmations.push(verifyOne(owner, signatureOf(hash, part), parts?.length === 1, facts))
      if (++recovered % TOGETHER === 0) await setImmediate()
    }
    if (parts === undefined) confirmations.push({ owner, valid: false, fault: 'unreadable' })
    for (const confirmation of confirmations) {
      const before = found.get(confirmation.owner)
      if (!before || (confirmation.valid && !before.valid)) found.set(confirmation.owner, confirmation)
    }
  }
  const over = unread === undefined ? [] : [{ owner: unread, valid: false, fault: 'over-limit' } as const]
  return [...found.values(), ...over]
}

/** Said of what is signed where `isOverLimit`. */
export const UNREAD_SIGNATURES = `Not all of its signatures were read: more owners may have signed it`

/** Whether signatures were not read, so that more owners may have signed than are known. */
export function isOverLimit(confirmations: readonly Confirmation[]): boolean {
  return confirmations.some(({ fault }) => fault === 'over-limit')
}

function verifyOne(
  claimed: string,
  { form, signer }: SafeSignature,
  isAlone: boolean,
  facts: OwnerFacts | undefined,
): Confirmation {
  if (signer === undefined) return { owner: claimed, valid: false, form, fault: 'unreadable' }
  const fault = faultOf(form, signer, facts) ?? (isAlone && signer !== claimed ? 'mismatch' : undefined)
  // A signature of another owner than claimed is one of that owner: the Safe does not read the claim.
  const valid = fault === undefined || fault === 'mismatch'
  return { owner: signer, valid, form, ...(fault && { fault }) }
}

function faultOf(form: SignatureForm, signer: string, facts: OwnerFacts | undefined): ConfirmationFault | undefined {
  if (facts === undefined) return 'unproven'
  if (!facts.owners.has(signer)) return 'not-owner'
  const isProven = form === 'hash' || form === 'eth-sign' || facts.approvedBy?.has(signer)
  return isProven ? undefined : 'unproven'
}

/** Signatures that only a node can verify: who is to be checked, and what the contract is given. */
export function unprovenSigners({
  read,
}: ReadConfirmations): { readonly owner: string; readonly form: 'approved' | 'contract'; readonly data: string }[] {
  return read.flatMap(({ parts = [] }) =>
    parts.flatMap(({ form, signer, data }) =>
      signer !== undefined && typeof form === 'string' ? [{ owner: signer, form, data }] : [],
    ),
  )
}

import type { Hex } from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Secp256k1 from 'ox/Secp256k1'
import { addressOfWord, WORD_DIGITS } from '../../evm/words.ts'

/**
 * How an owner confirms a Safe transaction, by the last byte of the signature (checkNSignatures of the Safe): 0 contract, 1 approved hash,
 * above 30 eth_sign, else the hash itself is signed.
 */
export const signatureForms = ['hash', 'eth-sign', 'approved', 'contract'] as const
export type SignatureForm = (typeof signatureForms)[number]

/** One signature of a Safe transaction, as its bytes say. */
export interface ReadSignature {
  readonly form: SignatureForm
  /** Who signs, lower case: recovered, or named by it. Undefined: no account belongs to the signature. */
  readonly signer: string | undefined
  /** What a contract verifies (EIP-1271); 0x for others. */
  readonly data: string
}

/** Hex digits of the fixed part of a signature: r, s, v. */
const PART = 65 * 2

/**
 * Reads signatures that a Safe would check: fixed parts one after another, then what contracts verify. Undefined: the bytes are none.
 * @param hash of the Safe transaction
 */
export function readSignatures(hash: string, bytes: string): readonly ReadSignature[] | undefined {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(bytes)) return undefined
  const digits = bytes.slice(2).toLowerCase()
  const found: ReadSignature[] = []
  // The first contract signature says where the fixed parts end.
  let end = digits.length
  for (let at = 0; at + PART <= end; at += PART) {
    const [r, s, v] = [
      digits.slice(at, at + WORD_DIGITS),
      digits.slice(at + WORD_DIGITS, at + 2 * WORD_DIGITS),
      digits.slice(at + 2 * WORD_DIGITS),
    ]
    const kind = Number.parseInt(v.slice(0, 2), 16)
    if (kind === 0) {
      const start = BigInt(`0x${s}`) * 2n
      if (start < BigInt(at + PART) || start + BigInt(WORD_DIGITS) > BigInt(digits.length)) return undefined
      const data = dynamicPart(digits, Number(start))
      if (data === undefined) return undefined
      end = Math.min(end, Number(start))
      found.push({ form: 'contract', signer: ownerIn(r), data })
    } else if (kind === 1) found.push({ form: 'approved', signer: ownerIn(r), data: '0x' })
    else found.push({ ...recovered(hash, r, s, kind), data: '0x' })
  }
  return found.length > 0 && (end % PART === 0 || end < digits.length) ? found : undefined
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

function recovered(hash: string, r: string, s: string, v: number): Pick<ReadSignature, 'form' | 'signer'> {
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

/** A confirmation as a service or a file gives it: nothing in it is believed. */
export interface ClaimedConfirmation {
  readonly owner: string
  /** Null: the service has none, because the owner approved the hash on chain. */
  readonly signature: string | null
}

/** What a node says about owners, lower case; absent: it was not read. */
export interface OwnerFacts {
  readonly owners: ReadonlySet<string>
  /** Former owners, as far as they are known. */
  readonly formerOwners?: ReadonlySet<string>
  /** Owners whose approval of the hash (approveHash) or whose contract signature is valid on chain. */
  readonly approvedBy?: ReadonlySet<string>
}

/** valid: counts · not-owner: of no owner · former-owner · mismatch: of another account than claimed · unproven: only a node could say. */
export type ConfirmationFault = 'former-owner' | 'not-owner' | 'mismatch' | 'unproven' | 'unreadable'

export interface Confirmation {
  /** Who signed, as the signature says; as claimed where it says nothing. Lower case. */
  readonly owner: string
  readonly valid: boolean
  readonly form?: SignatureForm
  readonly fault?: ConfirmationFault
}

/**
 * Verifies confirmations: each signature is recovered, and counts once, and only when its signer is an owner now.
 * @param facts undefined: the owners are not known, and no confirmation counts
 */
export function verifyConfirmations(
  hash: string,
  claimed: readonly ClaimedConfirmation[],
  facts: OwnerFacts | undefined,
): Confirmation[] {
  const found = new Map<string, Confirmation>()
  for (const confirmation of claimed.flatMap((each) => verifyOne(hash, each, facts))) {
    const before = found.get(confirmation.owner)
    if (!before || (confirmation.valid && !before.valid)) found.set(confirmation.owner, confirmation)
  }
  return [...found.values()]
}

function verifyOne(hash: string, { owner, signature }: ClaimedConfirmation, facts: OwnerFacts | undefined) {
  const claimed = owner.toLowerCase()
  const read = signature === null ? approvalOf(claimed) : readSignatures(hash, signature)
  if (read === undefined) return [{ owner: claimed, valid: false, fault: 'unreadable' } as const]
  return read.map(({ form, signer }): Confirmation => {
    if (signer === undefined) return { owner: claimed, valid: false, form, fault: 'unreadable' }
    const fault = faultOf(form, signer, facts) ?? (read.length === 1 && signer !== claimed ? 'mismatch' : undefined)
    // A signature of another owner than claimed is one of that owner: the Safe does not read the claim.
    const valid = fault === undefined || fault === 'mismatch'
    return { owner: signer, valid, form, ...(fault && { fault }) }
  })
}

function approvalOf(signer: string): readonly ReadSignature[] {
  return [{ form: 'approved', signer, data: '0x' }]
}

function faultOf(form: SignatureForm, signer: string, facts: OwnerFacts | undefined): ConfirmationFault | undefined {
  if (facts === undefined) return 'unproven'
  if (facts.formerOwners?.has(signer) && !facts.owners.has(signer)) return 'former-owner'
  if (!facts.owners.has(signer)) return 'not-owner'
  const isProven = form === 'hash' || form === 'eth-sign' || facts.approvedBy?.has(signer)
  return isProven ? undefined : 'unproven'
}

/** Signatures that only a node can verify: who is to be checked, and what the contract is given. */
export function unprovenSigners(
  hash: string,
  claimed: readonly ClaimedConfirmation[],
): { readonly owner: string; readonly form: 'approved' | 'contract'; readonly data: string }[] {
  return claimed.flatMap(({ owner, signature }) => {
    const read = signature === null ? approvalOf(owner.toLowerCase()) : (readSignatures(hash, signature) ?? [])
    return read.flatMap(({ form, signer, data }) =>
      signer !== undefined && (form === 'approved' || form === 'contract') ? [{ owner: signer, form, data }] : [],
    )
  })
}

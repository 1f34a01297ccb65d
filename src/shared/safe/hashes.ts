/** Room: What a Safe signs: its transactions, messages and hashes. */

import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { EXEC_TRANSACTION } from './selectors.ts'
import { approval, type SafeTransaction } from './transaction.ts'
import { type SafeVersion, safeDomainMembers, safeTxMembers } from './versions.ts'

/** A Safe and what its version signs of it. The address is in lower case. */
export interface SignedSafe {
  readonly safe: Hex.Hex
  readonly chainId: bigint
  readonly version: SafeVersion
}

/** Hashes of EIP-712, as devices show them: of the domain, of the message, and of both, which is what is signed. */
export interface SafeHashes {
  readonly domainHash: Hex.Hex
  readonly messageHash: Hex.Hex
  readonly safeTxHash: Hex.Hex
}

/** @returns the hashes of a transaction, and the digest of its call data */
export function safeHashes({
  transaction: tx,
  ...signed
}: SignedSafe & { readonly transaction: SafeTransaction }): SafeHashes & { readonly calldataDigest: Hex.Hex } {
  const domainHash = safeDomainHash(signed)
  const messageHash = hashWords(typeHash(`SafeTx(${safeTxMembers(signed.version.gasMember)})`), [
    tx.to,
    tx.value,
    Hash.keccak256(tx.data),
    BigInt(tx.operation),
    tx.safeTxGas,
    tx.baseGas,
    tx.gasPrice,
    tx.gasToken,
    tx.refundReceiver,
    tx.nonce,
  ])
  return {
    domainHash,
    messageHash,
    safeTxHash: signedHash(domainHash, messageHash),
    calldataDigest: calldataDigest(tx.data),
  }
}

/** @returns the hashes of the transaction by which an owner that is a Safe approves a transaction of another Safe */
export function approvalHashes(
  owner: SignedSafe & { readonly nonce: bigint },
  safe: Hex.Hex,
  safeTxHash: Hex.Hex,
): SafeHashes {
  const { calldataDigest: _, ...hashes } = safeHashes({
    ...owner,
    transaction: approval(safe, safeTxHash, owner.nonce),
  })
  return hashes
}

/**
 * @param message what the Safe signs: the 32 bytes of a hash of EIP-191 or EIP-712
 * @returns the hashes of the SafeMessage over it
 */
export function safeMessageHashes({ message, ...signed }: SignedSafe & { readonly message: Hex.Hex }): {
  readonly domainHash: Hex.Hex
  readonly messageHash: Hex.Hex
  readonly safeMessageHash: Hex.Hex
} {
  const domainHash = safeDomainHash(signed)
  const messageHash = hashWords(typeHash('SafeMessage(bytes message)'), [Hash.keccak256(message)])
  return { domainHash, messageHash, safeMessageHash: signedHash(domainHash, messageHash) }
}

export function safeDomainHash({ safe, chainId, version }: SignedSafe): Hex.Hex {
  const type = typeHash(`EIP712Domain(${safeDomainMembers(version.signsChainId)})`)
  return hashWords(type, [...(version.signsChainId ? [chainId] : []), safe])
}

/** Digest of call data (ERC-8213): of its length as a word, and its bytes. */
export function calldataDigest(data: Hex.Hex): Hex.Hex {
  return Hash.keccak256(Hex.concat(word(BigInt(Hex.size(data))), data))
}

/** @returns the digest of data as a request has it, in any case and also without 0x; undefined without data */
export function requestDigest(data: string | null | undefined): Hex.Hex | undefined {
  const digits = (data ?? '').toLowerCase().replace(/^0x/, '')
  return digits === '' ? undefined : calldataDigest(`0x${digits}`)
}

/**
 * Call data of execTransaction, which the executor sends to the Safe; every version has the same parameters.
 * @param signatures of the owners, in ascending order of their addresses
 */
export function execTransactionData(tx: SafeTransaction, signatures: Hex.Hex): Hex.Hex {
  const data = padded(tx.data)
  const head = 10n * 32n
  return Hex.concat(
    EXEC_TRANSACTION,
    ...[
      tx.to,
      tx.value,
      head,
      BigInt(tx.operation),
      tx.safeTxGas,
      tx.baseGas,
      tx.gasPrice,
      tx.gasToken,
      tx.refundReceiver,
      head + 32n + BigInt(Hex.size(data)),
    ].map(word),
    word(BigInt(Hex.size(tx.data))),
    data,
    word(BigInt(Hex.size(signatures))),
    padded(signatures),
  )
}

function padded(bytes: Hex.Hex): Hex.Hex {
  return `${bytes}${'0'.repeat(2 * (-Hex.size(bytes) & 31))}`
}

function typeHash(type: string): Hex.Hex {
  return Hash.keccak256(Hex.fromString(type))
}

function hashWords(type: Hex.Hex, values: readonly (Hex.Hex | bigint)[]): Hex.Hex {
  return Hash.keccak256(Hex.concat(type, ...values.map(word)))
}

function word(value: Hex.Hex | bigint): Hex.Hex {
  return typeof value === 'bigint' ? Hex.fromNumber(value, { size: 32 }) : Hex.padLeft(value, 32)
}

/** EIP-191, version 1. */
function signedHash(domainHash: Hex.Hex, messageHash: Hex.Hex): Hex.Hex {
  return Hash.keccak256(Hex.concat('0x1901', domainHash, messageHash))
}

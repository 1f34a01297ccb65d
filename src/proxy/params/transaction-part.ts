import { invalidParams } from '../rpc/json-rpc.ts'
import { Members, readAddress, readBytes, readCount, readList, readQuantity, toQuantity } from './members.ts'
import type { FeeTerms, Hex, RequestedTransaction } from './signing-request.ts'

/** The most authorizations that the schema of a validation takes. */
const MAX_AUTHORIZATIONS = 256

/** An authorization (EIP-7702), as `validate` takes it. */
export interface RequestedAuthorization {
  /** 0x0: every chain. */
  readonly chainId: Hex
  readonly address: Hex
  readonly nonce: Hex
}

export interface TransactionFacts {
  readonly chainId: string
  /** Addresses in lower case. */
  readonly from: Hex
  /** Reads the target of a transaction; null: it creates a contract. */
  readonly to: Hex | null
  readonly value: bigint
  readonly data: Hex
  /** Absent when the node chooses it. */
  readonly nonce?: bigint | undefined
  readonly authorizations?: readonly RequestedAuthorization[]
  /** Absent: the node or wallet chooses the fees. */
  readonly feeTerms?: FeeTerms
}

const CHOSEN: FeeTerms = { gas: undefined, gasPrice: undefined }

/** Makes the part of a request that the service validates. @throws RpcFault for more than it validates */
export function transactionPart(facts: TransactionFacts): RequestedTransaction {
  const { chainId, from, to, value, nonce, authorizations = [], feeTerms = CHOSEN } = facts
  if (authorizations.length > MAX_AUTHORIZATIONS)
    throw invalidParams(`the transaction has more than ${MAX_AUTHORIZATIONS} authorizations`)
  const data = readBytes(facts.data, 'the data of the transaction')
  const transaction = {
    chainId,
    from,
    to,
    value: toQuantity(value),
    data,
    ...(nonce !== undefined && { nonce: toQuantity(nonce) }),
    ...(authorizations.length > 0 && { authorizations: [...authorizations] }),
  }
  const isCancel = to === from && value === 0n && data === '0x' && authorizations.length === 0
  return { kind: 'transaction', transaction, feeTerms, isCancel }
}

/** Reads signed authorizations in JSON. Each is validated, also where its signature is not valid. */
export function readAuthorizations(value: unknown, what: string): readonly RequestedAuthorization[] {
  return readList(value, what, MAX_AUTHORIZATIONS, readAuthorization)
}

export function readAuthorization(value: unknown, what: string): RequestedAuthorization {
  const members = new Members(value, what, ['chainId', 'address', 'nonce', 'yParity', 'r', 's', 'v'])
  for (const name of ['yParity', 'v']) members.optional(name, readCount)
  for (const name of ['r', 's']) members.optional(name, readQuantity)
  return {
    chainId: toQuantity(members.required('chainId', readCount)),
    address: members.required('address', readAddress),
    nonce: toQuantity(members.required('nonce', readCount)),
  }
}

/** Members of a transaction that say what it does, without those of the fee. */
export const CALL_MEMBERS = ['from', 'to', 'value', 'data', 'input', 'chainId']

/** Reads the call data, which has two names. */
export function readData(members: Members, what: string): Hex {
  const data = members.optional('data', readBytes)
  const input = members.optional('input', readBytes)
  if (data !== undefined && input !== undefined && data !== input)
    throw invalidParams(`data and input of ${what} are not equal`)
  return data ?? input ?? '0x'
}

/** Reads the target; null: the transaction creates a contract. */
export function readTo(members: Members): Hex | null {
  return members.optional('to', readAddress) ?? null
}

export function readValue(members: Members): bigint {
  return members.optional('value', readQuantity) ?? 0n
}

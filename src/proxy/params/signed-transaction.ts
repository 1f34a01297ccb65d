import * as Secp256k1 from 'ox/Secp256k1'
import { isRecord } from '../../shared/json/json.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import {
  checkChain,
  Members,
  readAddress,
  readCount,
  readFlag,
  readHash,
  readHex,
  readText,
  readTexts,
  refused,
} from './members.ts'
import { checkPayees, readPrivacy, readValidity } from './refunds.ts'
import type { Hex, ReadingContext, ReadRequest, RequestedTransaction } from './signing-request.ts'
import { transactionPart } from './transaction-part.ts'

/** Half the order of the curve. A signature with a larger s is refused by nodes (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** Reads a signed transaction as bytes, and options that say when and where it is sent. */
export const readSignedTransaction: ReadRequest = (method, [raw, options], context) => {
  const payees = (options == null ? undefined : optionsOf[method]?.(options)) ?? []
  const part = readSignedPart(raw, context)
  checkPayees(payees, [part.transaction.from])
  return { method, parts: [part], digest: part.hash, senders: [part.transaction.from] }
}

/** The second param of the methods that have one; who gets a refund by it. */
const optionsOf: Readonly<Record<string, (options: unknown) => readonly Hex[]>> = {
  // EIP-7966.
  eth_sendRawTransactionSync: (timeout) => {
    readCount(timeout, 'the timeout')
    return []
  },
  // As go-ethereum's forks of rollups have it.
  eth_sendRawTransactionConditional: (conditions) => {
    const limits = ['blockNumberMin', 'blockNumberMax', 'timestampMin', 'timestampMax']
    const members = new Members(conditions, 'the condition', ['knownAccounts', ...limits])
    for (const name of limits) members.optional(name, readCount)
    members.optional('knownAccounts', readStorages)
    return []
  },
  eth_sendPrivateRawTransaction: readPreferences,
}

/** What accounts have in storage: the root of it, or single slots. */
function readStorages(value: unknown, what: string): void {
  const entries = (given: unknown, named: string) =>
    Object.entries(isRecord(given) ? given : {}).map(
      ([name, each]) => [name, each, `${name.slice(0, 66)} of ${named}`] as const,
    )
  if (!isRecord(value)) throw invalidParams(`${what} is not an object`)
  for (const [account, storage, named] of entries(value, what)) {
    readAddress(account, named)
    if (!isRecord(storage)) readHash(storage, named)
    for (const [slot, content, at] of entries(storage, named)) {
      readHash(slot, at)
      readHash(content, at)
    }
  }
}

/** Options of Flashbots Protect: who sees a private transaction, and who gets a refund. @returns the payees */
export function readPreferences(preferences: unknown): readonly Hex[] {
  if (preferences === undefined) return []
  const known = ['fast', 'privacy', 'validity', 'canRevert', 'builders', 'mempool']
  const members = new Members(preferences, 'the preferences', known)
  for (const name of ['fast', 'canRevert']) members.optional(name, readFlag)
  members.optional('builders', readTexts)
  members.optional('mempool', readText)
  members.optional('privacy', readPrivacy)
  return members.optional('validity', readValidity) ?? []
}

/** Reads one signed transaction. @throws RpcFault */
function readSignedPart(raw: unknown, { chainId }: ReadingContext): RequestedTransaction & { readonly hash: Hex } {
  const envelope = readEnvelope(readHex(raw, 'the transaction'))
  checkChain(envelope.chainId, chainId, 'the transaction')
  const { to, value, data, nonce, authorizations, feeTerms, hash } = envelope
  const part = transactionPart({ chainId, from: senderOf(envelope), to, value, data, nonce, feeTerms, authorizations })
  return { ...part, hash }
}

/** Reads several signed transactions: a step ends with each. */
export function* readSignedParts(raws: readonly unknown[], context: ReadingContext) {
  const parts: ReturnType<typeof readSignedPart>[] = []
  for (const raw of raws) {
    parts.push(readSignedPart(raw, context))
    yield
  }
  return parts
}

function senderOf({ signPayload, r, s, yParity }: Envelope): Hex {
  if (BigInt(s === '0x' ? 0 : s) > HALF_ORDER) throw refused('its signature is not the one that nodes accept (EIP-2)')
  try {
    const signature = { r: padded(r), s: padded(s), yParity }
    return Secp256k1.recoverAddress({ payload: signPayload, signature }).toLowerCase() as Hex
  } catch {
    throw invalidParams('the signature of the transaction is not valid')
  }
}

function padded(integer: Hex): Hex {
  return `0x${integer.slice(2).padStart(64, '0')}`
}

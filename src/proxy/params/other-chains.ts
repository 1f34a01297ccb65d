import { chainById } from '../../api/chains.ts'
import { isRecord } from '../../shared/json/json.ts'
import { refused } from './members.ts'
import { type RequestedMessage, type SigningRequest, transactionsIn } from './signing-request.ts'

/** The most authorizations on other chains in a request: each is a question to the service. */
const MAX_ELSEWHERE = 64
/** In an authorization (EIP-7702). */
const EVERY_CHAIN = 0n

/**
 * Gives the chain that a message is validated on: that of the upstream, where that has verdicts, because it is where
 * the wallet is. Otherwise the one that the signature counts on: the chain of its domain.
 * @param chainId of the upstream
 * @returns undefined: every chain, because the domain has none; `chainId` where neither has verdicts
 */
export function chainOfMessage(typedData: Readonly<Record<string, unknown>>, chainId: string): string | undefined {
  if (chainById(chainId)) return chainId
  const signed = chainOfDomain(typedData)
  return signed === undefined || chainById(signed) ? signed : chainId
}

/** Decimal; undefined: the signature may count on every chain. */
function chainOfDomain({ types, domain }: Readonly<Record<string, unknown>>): string | undefined {
  const declared = isRecord(types) ? types.EIP712Domain : undefined
  // Nodes sign the members of the type, or without one those that are there.
  if (Array.isArray(declared) && !declared.some(isChainId)) return undefined
  const given = isRecord(domain) ? domain.chainId : undefined
  return /^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/.test(String(given)) ? String(BigInt(String(given))) : undefined
}

function isChainId(member: unknown): boolean {
  return isRecord(member) && member.name === 'chainId' && member.type === 'uint256'
}

/**
 * An authorization counts on its own chain, or on every chain, and not on that of the transaction that brings it: who sees
 * it can use it there. Those of other chains are parts of their own, after the transactions; one for every chain is a part of its own,
 * without a chain, only where the transaction has no verdict, which is about every chain.
 * @throws RpcFault for more than are validated
 */
export function withOtherChains(request: SigningRequest): SigningRequest {
  const elsewhere = new Map<string, RequestedMessage>()
  for (const { transaction } of transactionsIn(request))
    for (const typedData of transaction.authorizations ?? []) {
      const signed = BigInt(typedData.chainId)
      const chainId = signed === EVERY_CHAIN ? undefined : String(signed)
      const { from } = transaction
      if (chainId === undefined ? chainById(transaction.chainId) : chainId === transaction.chainId) continue
      // The nonce changes no verdict.
      const request = { chainId, from, typedData }
      elsewhere.set([chainId, from, typedData.address].join(), { kind: 'message', request })
    }
  if (elsewhere.size === 0) return request
  if (elsewhere.size > MAX_ELSEWHERE)
    throw refused('its authorizations count on more other chains than are validated at once')
  return { ...request, parts: [...request.parts, ...elsewhere.values()] }
}

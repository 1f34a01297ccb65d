import { chainById, chainIds } from '../../api/chains.ts'
import { isRecord } from '../../shared/json/json.ts'
import { refused } from './members.ts'
import { type RequestedMessage, type SigningRequest, transactionsIn } from './signing-request.ts'

/** Of authorizations on other chains: each is a question to the service. */
const MAX_ELSEWHERE = 64
/** In an authorization (EIP-7702). */
const EVERY_CHAIN = 0n

/**
 * Gives the chains that a message is validated on: that of the upstream, where that has verdicts, because it is where
 * the wallet is. Otherwise those that the signature counts on: the chain of its domain, or every chain where the domain
 * has none.
 * @param chainId of the upstream
 * @returns `[chainId]` where none of them has verdicts
 */
export function chainsOfMessage(typedData: Readonly<Record<string, unknown>>, chainId: string): readonly string[] {
  if (chainById(chainId)) return [chainId]
  const signed = chainOfDomain(typedData)
  if (signed === undefined) return chainIds
  return [chainById(signed) ? signed : chainId]
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
 * it can use it there. Those of other chains are parts of their own, after the transactions.
 * @throws RpcFault for more than are validated
 */
export function withOtherChains(request: SigningRequest): SigningRequest {
  const elsewhere = new Map<string, RequestedMessage>()
  for (const { transaction } of transactionsIn(request))
    for (const typedData of transaction.authorizations ?? [])
      for (const chainId of chainsOf(BigInt(typedData.chainId)))
        if (chainId !== transaction.chainId) {
          const { from } = transaction
          const request = { chainId, from, typedData }
          // The nonce changes no verdict.
          elsewhere.set([chainId, from, typedData.chainId, typedData.address].join(), { kind: 'message', request })
        }
  if (elsewhere.size === 0) return request
  if (elsewhere.size > MAX_ELSEWHERE)
    throw refused('its authorizations count on more other chains than are validated at once')
  return { ...request, parts: [...request.parts, ...elsewhere.values()] }
}

function chainsOf(signed: bigint): readonly string[] {
  return signed === EVERY_CHAIN ? chainIds : chainIds.filter((id) => id === String(signed))
}

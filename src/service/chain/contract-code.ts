import { checksummed } from '../../api/address.ts'
import type { ContractCode } from '../../api/schemas/contract.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { WardenError } from '../../shared/errors.ts'
import type { ChainAccount } from '../risk/chain/account.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { AccountReader, lensAddress } from './accounts/account-reader.ts'
import type { ReadyNode } from './nodes/chain-node.ts'
import { type OnNodesDeps, onFirstNode } from './nodes/on-first-node.ts'
import { failureOf, MAX_REQUESTS } from './observe-on.ts'
import type { RpcFailure, Trip } from './rpc/json-rpc.ts'
import { ACCOUNTS_PER_CALL } from './state/lens.ts'

interface ContractCodeDeps extends OnNodesDeps {
  readonly random: RandomBytes
}

/** Budget for all nodes (ms). */
const TIMEOUT_MS = 8_000

/**
 * Reads what a contract runs, with its implementation where it is a proxy. Undefined: no node of the chain says so, or there is no code.
 * @param address lower case
 */
export async function readContractCode(
  deps: ContractCodeDeps,
  chainId: string,
  address: string,
): Promise<ContractCode | undefined> {
  const accounts = await readCodeAccounts(deps, chainId, [address])
  const { codeHash, proxy } = accounts?.get(address) ?? {}
  if (codeHash === undefined) return undefined
  const target = proxy?.implementation
  const implementation = target === undefined ? undefined : accounts?.get(target)?.codeHash
  return {
    codeHash,
    ...(target !== undefined &&
      implementation !== undefined && { implementation: { address: checksummed(target), codeHash: implementation } }),
  }
}

/**
 * Reads what a node shows of contracts and of what they run. Undefined: no node of the chain says so.
 * @param addresses lower case
 * @param last end of the budget, in ms of `clock.elapsed()`; accounts that were not read by then are missing
 */
export async function readCodeAccounts(
  deps: ContractCodeDeps,
  chainId: string,
  addresses: readonly string[],
  last = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, ChainAccount> | undefined> {
  const until = Math.min(deps.clock.elapsed() + TIMEOUT_MS, last)
  const found = new Map<string, ChainAccount>()
  try {
    for (const some of chunksOf(addresses, ACCOUNTS_PER_CALL)) {
      const accounts = await onFirstNode(deps, chainId, {
        until,
        work: (ready) => readOn(ready, some, { random: deps.random, until }),
      })
      for (const [address, account] of accounts) found.set(address, account)
    }
  } catch (error) {
    if (!(error instanceof WardenError) || error.kind !== 'unavailable') throw error
  }
  return found.size === 0 ? undefined : found
}

async function readOn(
  { node: { rpc, can }, head }: ReadyNode,
  addresses: readonly string[],
  { random, until }: { readonly random: RandomBytes; readonly until: number },
): Promise<ReadonlyMap<string, ChainAccount> | RpcFailure> {
  const lens = lensAddress(random, new Set(addresses))
  const reader = new AccountReader({ can, head, lens, past: undefined, seen: new Map() })
  // For each contract.
  const budget = MAX_REQUESTS * addresses.length
  const make = async ({ requests, read }: Trip<void>) => {
    const replies = await rpc.send(requests, until)
    read(replies)
    return failureOf(replies)
  }
  const first = await make(reader.firstTrip(addresses, { budget }))
  return first ?? (await make(reader.secondTrip([], { budget }))) ?? reader.accounts()
}

import { checksummed } from '../../api/address.ts'
import type { ContractCode } from '../../api/schemas/contract.ts'
import { WardenError } from '../../shared/errors.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { AccountReader, lensAddress } from './accounts/account-reader.ts'
import type { ReadyNode } from './nodes/chain-node.ts'
import { type OnNodesDeps, onFirstNode } from './nodes/on-first-node.ts'
import { failureOf } from './observe-on.ts'
import type { RpcFailure } from './rpc/json-rpc.ts'

interface ContractCodeDeps extends OnNodesDeps {
  readonly random: RandomBytes
}

/** Budget for all nodes (ms). */
const TIMEOUT_MS = 10_000
const MAX_REQUESTS = 60

/**
 * Reads what a contract runs, with its implementation where it is a proxy. Undefined: no node of the chain says so, or there is no code.
 * @param address lower case
 */
export async function readContractCode(
  deps: ContractCodeDeps,
  chainId: string,
  address: string,
): Promise<ContractCode | undefined> {
  const until = deps.clock.elapsed() + TIMEOUT_MS
  try {
    const { code } = await onFirstNode(deps, chainId, {
      until,
      unavailable: ({ message }) => new WardenError({ kind: 'unavailable', code: 'no-node', message }),
      work: (ready) => readOn(ready, address, { random: deps.random, until }),
    })
    return code
  } catch (error) {
    if (error instanceof WardenError && error.kind === 'unavailable') return undefined
    throw error
  }
}

async function readOn(
  { node: { rpc, can }, head }: ReadyNode,
  address: string,
  { random, until }: { readonly random: RandomBytes; readonly until: number },
): Promise<{ readonly code: ContractCode | undefined } | RpcFailure> {
  const lens = lensAddress(random, new Set([address]))
  const reader = new AccountReader({ can, head, lens, past: undefined, seen: new Map() })
  for (const trip of ['first', 'second'] as const) {
    const budget = MAX_REQUESTS
    const { requests, read } =
      trip === 'first' ? reader.firstTrip([address], { budget }) : reader.secondTrip([], { budget })
    if (requests.length === 0) continue
    const replies = await rpc.send(requests, until)
    read(replies)
    const failure = failureOf(replies)
    if (failure) return failure
  }
  const accounts = reader.accounts()
  const { codeHash, proxy } = accounts.get(address) ?? {}
  if (codeHash === undefined) return { code: undefined }
  const target = proxy?.implementation
  const implementation = target === undefined ? undefined : accounts.get(target)?.codeHash
  return {
    code: {
      codeHash,
      ...(target !== undefined &&
        implementation !== undefined && { implementation: { address: checksummed(target), codeHash: implementation } }),
    },
  }
}

import * as Hash from 'ox/Hash'
import type { Hex } from 'ox/Hex'
import { checksummed } from '../../../api/address.ts'
import { notFound, type WardenError } from '../../../shared/errors.ts'
import { MODULES_PAGE, NONCE } from '../../../shared/safe/selectors.ts'
import { controlSlots } from '../../evm/control-slots.ts'
import { word, wordAt } from '../../evm/words.ts'
import { SENTINEL } from '../../risk/chain/control.ts'
import type { ObservedBlock } from '../../risk/chain/observation.ts'
import { type SafeCode, safeProxyOf, safeSingletonOf } from '../../risk/chain/safe-singletons.ts'
import type { ReadyNode } from '../nodes/chain-node.ts'
import { type OnNodesDeps, onFirstNode } from '../nodes/on-first-node.ts'
import { atBlock } from '../nodes/read-block.ts'
import { isFailure, type RpcFailure } from '../rpc/json-rpc.ts'
import { allOf, callAt, codeAt, type StateRequest, slotAt } from '../state/requests.ts'
import { readStates } from '../state/state-reader.ts'
import { addressesIn, answeredAddress, answeredAddresses, versionOf } from './answers.ts'
import { questions } from './raw-account.ts'

/** A Safe as one node shows it at one block. Addresses and hashes in lower case. */
export interface SafeState {
  readonly chainId: string
  readonly address: string
  /** Host of the node. */
  readonly node: string
  readonly block: ObservedBlock
  /** As `VERSION()` says, such as `1.3.0+L2`; undefined: it has no such function. */
  readonly version: string | undefined
  /** The proxy by its code hash; undefined: not one of a known release, and it may run other code than the singleton. */
  readonly proxy: string | undefined
  readonly singleton: {
    readonly address: string
    /** Absent when no code is there. */
    readonly codeHash: string | undefined
    /** Absent when it is no known release: then everything that the Safe answers is a claim. */
    readonly known: SafeCode | undefined
  }
  /** In the order of the Safe. */
  readonly owners: readonly string[]
  readonly threshold: number
  readonly nonce: bigint
  readonly guard: string | undefined
  readonly moduleGuard: string | undefined
  readonly modules: readonly string[]
  /** It has more modules than are read. */
  readonly hasMoreModules: boolean
  readonly fallbackHandler: string | undefined
}

/** Call data without arguments. Selectors of the Safe contracts (safe-global/safe-smart-account, v1.0.0 to v1.5.0). */
const calls = {
  version: '0xffa1ad74',
  nonce: NONCE,
  /** getModules(), until 1.1.1. */
  modules: '0xb2494df3',
} as const

const PAGE = 50
const MAX_PAGES = 10
/** A page of modules reads a slot for each. */
const GAS = 5_000_000n
/** Owners, and modules that are listed at once. */
const MAX_LISTED = 500

/**
 * Reads a Safe from a node: the control slots from its storage, the rest from its functions, all at one block. All of it is read
 * or none: what is missing would be taken for what is not there.
 * @param until end of the budget, in ms of `clock.elapsed()`
 * @throws WardenError `no-node`, `node-unreachable`, `not-a-safe`
 */
export async function readSafe(
  deps: OnNodesDeps,
  chainId: string,
  address: string,
  until = deps.clock.elapsed() + TIMEOUT_MS,
): Promise<SafeState> {
  const key = address.toLowerCase()
  return onFirstNode(deps, chainId, {
    until,
    work: async (ready) => {
      // A kept head is some seconds old: what was executed since would still wait.
      const at = ready.isHeadKept ? await atBlock(ready, 'latest', until) : ready
      return isFailure(at) ? at : readSafeOn(at, key, until)
    },
  })
}

/** Budget for all nodes (ms). */
const TIMEOUT_MS = 10_000

/** @throws WardenError `not-a-safe` */
export async function readSafeOn(
  { node, head }: ReadyNode,
  address: string,
  until: number,
): Promise<SafeState | RpcFailure> {
  const block = { blockHash: head.hash }
  const read = async <T>(requests: readonly StateRequest<T>[]) =>
    allOf(await readStates({ send: (batch) => node.rpc.send(batch, until) }, requests))
  const call = (data: string) => callAt({ target: address, data }, block, GAS)
  const slot = (name: 'first' | 'guard' | 'moduleGuard' | 'fallbackHandler') =>
    slotAt(address, controlSlots[name], block)

  const first = await read([
    codeAt(address, block),
    slot('first'),
    slot('guard'),
    slot('moduleGuard'),
    slot('fallbackHandler'),
    call(calls.version),
    call(questions.getOwners),
    call(questions.getThreshold),
    call(calls.nonce),
    call(pageAfter(SENTINEL)),
  ])
  if (isFailure(first)) return first
  const [code = '0x', singleton, guard, moduleGuard, fallbackHandler, version, ...answers] = first
  const [owners, threshold, nonce] = [answeredAddresses(answers[0], MAX_LISTED), wordAt(answers[1]), wordAt(answers[2])]
  const target = answeredAddress(singleton)
  const isSafe = target !== undefined && owners !== undefined && owners.length > 0 && threshold !== undefined
  if (code === '0x' || !isSafe || threshold < 1n || threshold > BigInt(owners.length) || nonce === undefined)
    throw notSafe(address, code === '0x' ? 'it has no code' : 'it does not answer as a Safe')

  const second = await read([codeAt(target, block)])
  if (isFailure(second)) return second
  const [singletonCode = '0x'] = second
  const modules = await readModules(answers[3], { read, call })
  if (isFailure(modules)) return modules
  const codeHash = singletonCode === '0x' ? undefined : hashOf(singletonCode)
  return {
    chainId: node.chainId,
    address,
    node: node.rpc.host,
    block: { number: head.number, hash: head.hash, timestamp: head.timestamp },
    version: versionOf(version),
    proxy: safeProxyOf(hashOf(code)),
    singleton: { address: target, codeHash, known: codeHash === undefined ? undefined : safeSingletonOf(codeHash) },
    owners,
    threshold: Number(threshold),
    nonce,
    guard: answeredAddress(guard),
    moduleGuard: answeredAddress(moduleGuard),
    modules: modules.addresses,
    hasMoreModules: modules.hasMore,
    fallbackHandler: answeredAddress(fallbackHandler),
  }
}

interface Modules {
  readonly addresses: readonly string[]
  readonly hasMore: boolean
}

interface Reading {
  readonly read: (requests: readonly StateRequest<string>[]) => Promise<readonly string[] | RpcFailure>
  readonly call: (data: string) => StateRequest<string>
}

/** @param firstPage `0x`: a Safe before 1.1.0, which lists all at once */
async function readModules(firstPage: string | undefined, { read, call }: Reading): Promise<Modules | RpcFailure> {
  const found = new Set<string>()
  let answer = firstPage
  if (answer === undefined || answer === '0x') {
    const all = await read([call(calls.modules)])
    if (isFailure(all)) return all
    const addresses = answeredAddresses(all[0], MAX_LISTED)
    return addresses ? { addresses, hasMore: false } : BAD_MODULES
  }
  for (let page = 1; ; page++) {
    const [list, next] = [addressesIn(answer, 0, PAGE), answeredAddress(answer, 1)]
    if (list === undefined) return BAD_MODULES
    for (const module of list) found.add(module)
    // The last page of a Safe without modules has no next one at all.
    if (next === undefined || next === SENTINEL) return { addresses: [...found], hasMore: false }
    // Until 1.3.0 the next element is not in the page, and the page after it begins behind it.
    found.add(next)
    if (page === MAX_PAGES) return { addresses: [...found], hasMore: true }
    const more = await read([call(pageAfter(next))])
    if (isFailure(more)) return more
    answer = more[0]
  }
}

const BAD_MODULES: RpcFailure = { kind: 'failed', message: 'the modules of the Safe are not legible' }

function pageAfter(start: string): string {
  return `${MODULES_PAGE}${word(start)}${word(BigInt(PAGE))}`
}

function hashOf(code: string): string {
  return Hash.keccak256(code as Hex)
}

function notSafe(address: string, why: string): WardenError {
  return notFound('not-a-safe', `${checksummed(address)} is not a Safe: ${why}`)
}

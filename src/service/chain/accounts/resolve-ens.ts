import * as AbiParameters from 'ox/AbiParameters'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { isZeroAddress, WORD_DIGITS } from '../../evm/words.ts'
import { type OnNodesDeps, onFirstNode } from '../nodes/on-first-node.ts'
import { isFailure } from '../rpc/json-rpc.ts'
import { allOf, callAt } from '../state/requests.ts'
import { readStates } from '../state/state-reader.ts'
import { answeredAddress } from './answers.ts'

/** ENSRegistryWithFallback on Ethereum (docs.ens.domains). */
const REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
/** Where ENS is. */
export const ETHEREUM = '1'
/** resolver(bytes32), addr(bytes32), addr(bytes32,uint256). */
const selectors = { resolver: '0x0178b8bf', address: '0x3b3b57de', addressOn: '0xf1cb7e06' } as const
/** ENSIP-11: the coin type of a chain with EVM addresses. */
const EVM_COIN = 0x8000_0000n
const GAS = 1_000_000n
const TIMEOUT_MS = 10_000

/** Letters of other scripts look like these, so that a name with them can be taken for another. */
const PLAIN_NAME = /^(?:[a-z0-9_-]{1,63}\.)+eth$/

/** namehash (EIP-137). */
function nodeOf(name: string): Hex.Hex {
  return name
    .split('.')
    .reduceRight<Hex.Hex>(
      (node, label) => Hash.keccak256(Hex.concat(node, Hash.keccak256(Hex.fromString(label)))),
      `0x${'0'.repeat(64)}`,
    )
}

/**
 * Reads from a node of Ethereum the address that an ENS name has for a chain. Names that need another service (CCIP Read) or a
 * wildcard have none here.
 * @param until end of the budget, in ms of `clock.elapsed()`
 * @returns in lower case; undefined: it has none
 * @throws WardenError `no-node`, `node-unreachable`
 */
export async function resolveEns(
  deps: OnNodesDeps,
  given: string,
  chainId = ETHEREUM,
  until = deps.clock.elapsed() + TIMEOUT_MS,
): Promise<string | undefined> {
  const name = given.toLowerCase()
  if (!PLAIN_NAME.test(name)) return undefined
  const node = nodeOf(name)
  const { address } = await onFirstNode(deps, ETHEREUM, {
    until,
    async work({ node: { rpc }, head }) {
      const call = async (target: string, data: string) =>
        allOf(
          await readStates({ send: (batch) => rpc.send(batch, until) }, [
            callAt({ target, data }, { blockHash: head.hash }, GAS),
          ]),
        )
      const resolver = await call(REGISTRY, Hex.concat(selectors.resolver, node))
      if (isFailure(resolver)) return resolver
      const target = addressInWord(resolver[0])
      if (target === undefined) return { address: undefined }
      const answer = await call(target, dataFor(node, chainId))
      if (isFailure(answer)) return answer
      return { address: chainId === ETHEREUM ? addressInWord(answer[0]) : addressInBytes(answer[0]) }
    },
  })
  return address
}

function dataFor(node: Hex.Hex, chainId: string): Hex.Hex {
  if (chainId === ETHEREUM) return Hex.concat(selectors.address, node)
  const coin = EVM_COIN | BigInt(chainId)
  return Hex.concat(selectors.addressOn, node, Hex.fromNumber(coin, { size: 32 }))
}

/** What a resolver answers may be anything: an address is one word. */
function addressInWord(answer: string | undefined): string | undefined {
  return answer?.length === 2 + WORD_DIGITS ? answeredAddress(answer) : undefined
}

function addressInBytes(answer = '0x'): string | undefined {
  try {
    const [bytes] = AbiParameters.decode([{ type: 'bytes' }], answer as Hex.Hex)
    return /^0x[0-9a-f]{40}$/.test(bytes) && !isZeroAddress(bytes) ? bytes : undefined
  } catch {
    return undefined
  }
}

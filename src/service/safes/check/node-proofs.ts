import * as AbiFunction from 'ox/AbiFunction'
import type { Address } from 'ox/Address'
import * as Hex from 'ox/Hex'
import type { SafeHashes } from '../../../shared/safe/hashes.ts'
import type { SafeTransaction } from '../../../shared/safe/transaction.ts'
import { type SafeVersion, safeVersion } from '../../../shared/safe/versions.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import { type OnNodesDeps, onFirstNode } from '../../chain/nodes/on-first-node.ts'
import { callAt, type StateRequest, valueIn } from '../../chain/state/requests.ts'
import { readStates } from '../../chain/state/state-reader.ts'
import { wordAt } from '../../evm/words.ts'
import { type ReadConfirmations, unprovenSigners } from '../queue/signatures.ts'

/** Functions of the Safe contracts, v1.0.0 to v1.5.0, and of contracts that sign (EIP-1271, and its form before). */
const approvedHashes = AbiFunction.from('function approvedHashes(address,bytes32) returns (uint256)')
const getTransactionHash = AbiFunction.from(
  'function getTransactionHash(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256) returns (bytes32)',
)
const ofHash = AbiFunction.from('function isValidSignature(bytes32,bytes) returns (bytes4)')
const ofBytes = AbiFunction.from('function isValidSignature(bytes,bytes) returns (bytes4)')

/** A contract may verify signatures of its own owners. */
const GAS = 5_000_000n
const TIMEOUT_MS = 10_000

/** A transaction about which a node is read. */
export interface ToProve {
  readonly transaction: SafeTransaction
  readonly hashes: SafeHashes
  readonly confirmations: ReadConfirmations
}

/** What a node says about a transaction of a Safe. */
export interface NodeProof {
  /** As the Safe computes it; undefined: the node did not say. */
  readonly safeTxHash: string | undefined
  /** Owners (lower case) whose approval or contract signature is valid on chain. */
  readonly approvedBy: ReadonlySet<string>
}

/**
 * Reads from a node what only the chain can say of transactions of a Safe: their hashes as its code computes them, approvals, and
 * signatures of contracts. In the order of what was given; what has no answer is not proven.
 * @throws WardenError `no-node`, `node-unreachable`
 */
export async function readProofs(
  deps: OnNodesDeps,
  { chainId, address, owners, version }: SafeState,
  given: readonly ToProve[],
): Promise<readonly NodeProof[]> {
  if (given.length === 0) return []
  const until = deps.clock.elapsed() + TIMEOUT_MS
  const { found } = await onFirstNode(deps, chainId, {
    until,
    work: async ({ node, head }) => {
      const block = { blockHash: head.hash }
      const call = (target: string, data: Hex.Hex) => callAt({ target, data }, block, GAS)
      const requests = given.map((each) => ({
        hash: call(address, hashCall(each.transaction)),
        signers: unprovenSigners(each.confirmations)
          .filter(({ owner }) => owners.includes(owner))
          .map((signer) => ({
            owner: signer.owner,
            ...proofOf(signer, each.hashes, { address, version: safeVersion(version ?? ''), call }),
          })),
      }))
      const wanted = requests.flatMap(({ hash, signers }) => [hash, ...signers.map(({ asked }) => asked)])
      const answers = await readStates({ send: (batch) => node.rpc.send(batch, until) }, wanted)
      const failed = answers.find((answer) => 'failure' in answer)
      if (failed && 'failure' in failed && answers.every((answer) => 'failure' in answer)) return failed.failure
      const answerOf = new Map(wanted.map((request, at) => [request, valueIn(answers[at])]))
      return {
        found: requests.map(({ hash, signers }) => ({
          safeTxHash: wordText(answerOf.get(hash)),
          approvedBy: new Set(
            signers.filter(({ asked, isProof }) => isProof(answerOf.get(asked) ?? '')).map(({ owner }) => owner),
          ),
        })),
      }
    },
  })
  return found
}

interface Asked {
  readonly address: string
  /** Absent when it is not known how the Safe asks: then nothing of a contract is proven. */
  readonly version: SafeVersion | undefined
  readonly call: (target: string, data: Hex.Hex) => StateRequest<string>
}

/** What the Safe itself asks when it is executed: another answer of the contract is none to it. */
function proofOf(
  { owner, form, data }: ReturnType<typeof unprovenSigners>[number],
  { domainHash, messageHash, safeTxHash }: SafeHashes,
  { address, version, call }: Asked,
): { readonly asked: StateRequest<string>; readonly isProof: (answer: string) => boolean } {
  const isFlag = (answer: string) => (wordAt(answer) ?? 0n) !== 0n
  if (form === 'approved')
    return {
      asked: call(address, AbiFunction.encodeData(approvedHashes, [owner as Address, safeTxHash])),
      isProof: isFlag,
    }
  const asks = version?.asksContracts
  const [asked, ofForm] =
    asks === 'hash'
      ? [AbiFunction.encodeData(ofHash, [safeTxHash, data as Hex.Hex]), ofHash]
      : [AbiFunction.encodeData(ofBytes, [Hex.concat('0x1901', domainHash, messageHash), data as Hex.Hex]), ofBytes]
  const valid = AbiFunction.getSelector(ofForm)
  return {
    asked: call(owner, asked),
    isProof: (answer) => (asks === 'bytes-flag' ? isFlag(answer) : asks !== undefined && answer.startsWith(valid)),
  }
}

function hashCall(tx: SafeTransaction): Hex.Hex {
  return AbiFunction.encodeData(getTransactionHash, [
    tx.to,
    tx.value,
    tx.data,
    tx.operation,
    tx.safeTxGas,
    tx.baseGas,
    tx.gasPrice,
    tx.gasToken,
    tx.refundReceiver,
    tx.nonce,
  ])
}

function wordText(answer: string | undefined): string | undefined {
  return answer?.length === 66 ? answer.toLowerCase() : undefined
}

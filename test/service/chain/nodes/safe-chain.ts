import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from 'ox/Hex'
import { safeHashes } from '../../../../src/shared/safe/hashes.ts'
import { type SafeVersion, safeVersion } from '../../../../src/shared/safe/versions.ts'
import { answerOf, type FakeLog, fakeChain } from '../../../support/chain/fake-chain.ts'
import type { NodeAnswer, RpcCall } from '../../../support/fault-proxy.ts'
import { type ScriptedSafe, withSafe } from './scripted-safe.ts'

const getTransactionHash = AbiFunction.from(
  'function getTransactionHash(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256) returns (bytes32)',
)
const approvedHashes = AbiFunction.from('function approvedHashes(address,bytes32) returns (uint256)')
/** Source: safe-smart-account 1.4.1, Safe.sol and ModuleManager.sol. */
const events = {
  success: '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  failure: '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
  byModule: '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8',
} as const

const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')

/** What a Safe executed, in a block. */
interface ScriptedExecution {
  readonly block: number
  readonly safeTxHash: string
  readonly transactionId: string
  readonly succeeded: boolean
}

/** A chain with one Safe, which a test changes. */
export class SafeChain implements ScriptedSafe {
  readonly address: string
  readonly chainId: number
  owners: readonly string[]
  threshold = 2
  version = '1.4.1'
  nonce = 0n
  head = 1000
  executions: ScriptedExecution[] = []
  byModule: { readonly block: number; readonly module: string; readonly transactionId: string }[] = []
  /** `owner hash` of what owners approved on chain, in lower case. */
  readonly approvals = new Set<string>()
  /** Answers of a node that differ. */
  odd: (call: RpcCall) => NodeAnswer | undefined = () => undefined
  readonly #start = Math.floor(Date.now() / 1000) - 12 * 1000
  #transactions = 0

  constructor(address: string, owners: readonly string[], chainId = 1) {
    this.address = address.toLowerCase()
    this.owners = owners.map((owner) => owner.toLowerCase())
    this.chainId = chainId
  }

  /** What the node answers. */
  readonly upstream = (call: RpcCall): NodeAnswer | Promise<NodeAnswer> => {
    const odd = this.odd(call)
    if (odd) return odd
    const answer = withSafe((each) => this.#answer(each), this)
    return typeof answer === 'function' ? answer(call) : { result: null }
  }

  /** Uses the next nonce. @returns the hash of the transaction */
  execute(safeTxHash: string, succeeded = true): string {
    const transactionId = `0x${word(BigInt(0xe0_0000 + ++this.#transactions))}`
    this.head++
    this.nonce++
    this.executions.push({ block: this.head, safeTxHash, transactionId, succeeded })
    return transactionId
  }

  /** A module calls as the Safe: no nonce. @returns the hash of the transaction */
  executeByModule(module: string, block = this.head + 1): string {
    const transactionId = `0x${word(BigInt(0xe0_0000 + ++this.#transactions))}`
    this.head = Math.max(this.head, block)
    this.byModule.push({ block, module, transactionId })
    return transactionId
  }

  /** A reorg removes the newest execution. */
  undo(): void {
    this.executions.pop()
    this.nonce--
    this.head++
  }

  #answer(call: RpcCall): NodeAnswer {
    const [first] = call.params as [{ to?: string; data?: Hex }]
    if (call.method === 'eth_call' && first.to === this.address) return { result: this.#called(first.data ?? '0x') }
    const { chainId, head } = this
    const headTime = this.#start + head * 12
    return answerOf(fakeChain({ chainId, head, headTime, logs: this.#logs(), isBasic: true }), call)
  }

  #called(data: Hex): string {
    if (data.startsWith(AbiFunction.getSelector(approvedHashes))) {
      const [owner, hash] = AbiFunction.decodeData(approvedHashes, data)
      return `0x${word(this.approvals.has(`${owner} ${hash}`.toLowerCase()) ? 1n : 0n)}`
    }
    if (!data.startsWith(AbiFunction.getSelector(getTransactionHash))) return '0x'
    const [to, value, bytes, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce] =
      AbiFunction.decodeData(getTransactionHash, data)
    const safe = this.address as Hex
    const version = safeVersion(this.version) as SafeVersion
    const gas = { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver }
    const transaction = { to, value, data: bytes, operation, ...gas, nonce }
    return safeHashes({ safe, chainId: BigInt(this.chainId), version, transaction }).safeTxHash
  }

  #logs(): FakeLog[] {
    if (!safeVersion(this.version)?.emitsExecutions) return []
    const { address } = this
    const log = ({ block, transactionId }: { block: number; transactionId: string }) => {
      return { block, address, transactionHash: transactionId }
    }
    const executions = this.executions.map((each) => {
      const topics = [each.succeeded ? events.success : events.failure, each.safeTxHash]
      return { ...log(each), topics, data: `0x${word(0n)}` }
    })
    const byModule = this.byModule.map((each) => {
      return { ...log(each), topics: [events.byModule, `0x${word(each.module)}`], data: '0x' }
    })
    return [...executions, ...byModule]
  }
}

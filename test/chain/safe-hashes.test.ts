import { createRequire } from 'node:module'
import { Hex } from 'ox'
import { beforeAll, expect } from 'vitest'
import { readInputs } from '../../src/commands/inputs/read-inputs.ts'
import { safeContentOf } from '../../src/commands/inputs/safe-calls.ts'
import {
  approvalHashes,
  execTransactionData,
  type SignedSafe,
  safeDomainHash,
  safeHashes,
  safeMessageHashes,
} from '../../src/shared/safe/hashes.ts'
import { multiSendOf, safeTransactionOf } from '../../src/shared/safe/multi-send.ts'
import { plainCall, type SafeTransaction } from '../../src/shared/safe/transaction.ts'
import { type SafeVersion, safeVersion } from '../../src/shared/safe/versions.ts'
import realFiles from '../commands/inputs/real-files.json' with { type: 'json' }
import { sharedFundedNode } from '../support/chain/funded-node.ts'
import { createOfSafe, createSafe, type SafeVersionName, safeVersions } from '../support/chain/safe-contracts.ts'
import { callData, hex } from '../support/chain/test-chain.ts'
import { people, units } from '../support/chain/world.ts'
import { makeCli } from '../support/cli.ts'
import { seededRandom } from '../support/deterministic.ts'
import { needs, TOOLS } from '../support/needs.ts'

const { alice, bob, carol, deployer } = people
const { describe, test } = needs('anvil')
const CHAIN = 11155111
const TRANSACTIONS = 25

const installed = createRequire(TOOLS)
const random = seededRandom('hashes of a Safe')
const bytes = (length: number) => Hex.fromBytes(random(length))
const below = (bound: number) => Number(BigInt(bytes(4)) % BigInt(bound))
/** Of 1 to 256 bits. */
const quantity = () => BigInt(bytes(32)) >> BigInt(below(256))

function randomTransaction(): SafeTransaction {
  return {
    to: bytes(20),
    value: quantity(),
    data: below(4) === 0 ? '0x' : bytes(below(300)),
    operation: below(2),
    safeTxGas: quantity(),
    baseGas: quantity(),
    gasPrice: quantity(),
    gasToken: bytes(20),
    refundReceiver: bytes(20),
    nonce: quantity(),
  }
}

type Members = readonly { readonly name: string; readonly type: string }[]
type Types = Readonly<Record<string, Members>>

const SAFE_TX: Members = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
]

/** The hash of EIP-712 as the libraries of wallets compute it. */
function hashesOfLibraries({ safe, chainId, version }: SignedSafe, types: Types, message: unknown) {
  const domain = { verifyingContract: safe, ...(version.signsChainId && { chainId }) }
  const [primaryType] = Object.keys(types)
  return {
    viem: installed('viem').hashTypedData({ domain, types, primaryType, message }),
    ethers: installed('ethers').TypedDataEncoder.hash(domain, types, message),
  }
}

/** The signature of an owner that approved the hash, or that sends the transaction. */
const preValidated = (owner: string) =>
  Hex.concat(Hex.padLeft(owner.toLowerCase() as Hex.Hex, 32), Hex.padLeft('0x', 32), '0x01')

describe('hashes of a Safe equal those of its contracts', () => {
  const shared = sharedFundedNode({ chainId: CHAIN })
  const safes = new Map<SafeVersionName, SignedSafe>()
  const owned = new Map<SafeVersionName, SignedSafe>()

  beforeAll(async () => {
    for (const version of safeVersions) {
      const name = version === '1.1.1' ? 'DefaultCallbackHandler' : 'CompatibilityFallbackHandler'
      const handler = await createOfSafe(shared.chain, [deployer.address, version, `handler/${name}:${name}`])
      safes.set(version, await create(version, alice.address, handler))
    }
    // An owner has another version than the Safe that it owns.
    for (const [index, version] of safeVersions.entries())
      owned.set(version, await create(version, ownerOf(index).safe, handlerless))
  })

  const handlerless = `0x${'0'.repeat(40)}`

  async function create(version: SafeVersionName, owner: string, handler: string): Promise<SignedSafe> {
    const { safe } = await createSafe(shared.chain, deployer.address, version, {
      owners: [owner],
      threshold: 1,
      handler,
    })
    await shared.chain.rpc('hardhat_setBalance', safe, hex(units.ether(100)))
    return { safe: safe as Hex.Hex, chainId: BigInt(CHAIN), version: safeVersion(version) as SafeVersion }
  }

  const safeOf = (version: SafeVersionName) => safes.get(version) as SignedSafe
  const ownerOf = (index: number) => safeOf(safeVersions[(index + 1) % safeVersions.length] as SafeVersionName)

  async function hashOfContract(safe: Hex.Hex, tx: SafeTransaction): Promise<string> {
    const types = 'address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256'
    const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce } = tx
    const fields = [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce]
    return await shared.chain.read(safe, `getTransactionHash(${types}) returns (bytes32)`, ...fields)
  }

  const nonceOf = (safe: string) => shared.chain.read<bigint>(safe, 'nonce() returns (uint256)')

  for (const [index, version] of safeVersions.entries()) {
    test(`of version ${version}: the domain and random transactions`, async () => {
      const signed = safeOf(version)
      expect(safeDomainHash(signed)).toBe(await shared.chain.read(signed.safe, 'domainSeparator() returns (bytes32)'))
      for (let count = 0; count < TRANSACTIONS; count++) {
        const transaction = randomTransaction()
        const { safeTxHash } = safeHashes({ ...signed, transaction })
        const contract = await hashOfContract(signed.safe, transaction)
        const libraries = hashesOfLibraries(signed, { SafeTx: SAFE_TX }, transaction)
        expect({ contract, ...libraries }).toEqual({ contract: safeTxHash, viem: safeTxHash, ethers: safeTxHash })
      }
    })

    test(`of version ${version}: batches of public repositories`, async () => {
      const signed = safeOf(version)
      for (const { content, path } of realFiles.filter(({ form }) => form === 'safe-batch')) {
        const read = await safeContentOf(await readInputs(JSON.stringify(content), { name: path }), path, undefined)
        if (read.kind !== 'calls') throw new Error(`${path} has no calls`)
        const multiSend = multiSendOf(signed.version, BigInt(CHAIN), read.calls) ?? signed.safe
        const transaction = { ...safeTransactionOf(read.calls, () => multiSend), nonce: quantity() }
        expect(safeHashes({ ...signed, transaction }).safeTxHash).toBe(await hashOfContract(signed.safe, transaction))
      }
    })

    test(`of version ${version}: random messages, and a text`, async () => {
      const signed = safeOf(version)
      const contractHash = (message: string) =>
        shared.chain.read<string>(signed.safe, 'getMessageHash(bytes) returns (bytes32)', message)
      for (let count = 0; count < TRANSACTIONS; count++) {
        const message = bytes(32)
        const { safeMessageHash: hash } = safeMessageHashes({ ...signed, message })
        const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] }
        const libraries = hashesOfLibraries(signed, types, { message })
        const contract = await contractHash(message)
        expect({ contract, ...libraries }).toEqual({ contract: hash, viem: hash, ethers: hash })
      }
      const text = 'I accept the terms'
      const facts = ['--safe', signed.safe, '--safe-version', version, '--chain', `${CHAIN}`]
      expect(await makeCli().json(['safe', 'hash', '--message', text, ...facts])).toMatchObject({
        safeMessageHash: await contractHash(installed('viem').hashMessage(text)),
      })
    })

    test(`of version ${version}: its owner sends execTransaction`, async () => {
      const { safe } = safeOf(version)
      for (const length of [0, 1, 31, 32, 33, 100]) {
        const call = plainCall(carol.address.toLowerCase() as Hex.Hex, bytes(length), await nonceOf(safe))
        const value = 1n + BigInt(below(1_000_000))
        const before = await shared.chain.balance(carol.address)
        const data = execTransactionData({ ...call, value }, preValidated(alice.address))
        const types = 'address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes'
        const fields = [call.to, value, call.data, 0, 0n, 0n, 0n, call.gasToken, call.refundReceiver]
        expect(data).toBe(callData(`execTransaction(${types})`, ...fields, preValidated(alice.address)))
        await shared.chain.send({ from: alice.address, to: safe, data })
        expect(await shared.chain.balance(carol.address)).toBe(before + value)
        expect(await nonceOf(safe)).toBe(call.nonce + 1n)
      }
    })

    test(`of version ${version}, owned by a Safe of another version: the approval, which then executes`, async () => {
      const [parent, owner] = [owned.get(version) as SignedSafe, ownerOf(index)]
      const receiver = carol.address.toLowerCase() as Hex.Hex
      const transaction = { ...plainCall(receiver, bytes(70), await nonceOf(parent.safe)), value: 7n }
      const { safeTxHash } = safeHashes({ ...parent, transaction })
      expect(safeTxHash).toBe(await hashOfContract(parent.safe, transaction))

      const nonce = await nonceOf(owner.safe)
      const approval = plainCall(parent.safe, callData('approveHash(bytes32)', safeTxHash) as Hex.Hex, nonce)
      const nested = approvalHashes({ ...owner, nonce }, parent.safe, safeTxHash)
      expect(nested.safeTxHash).toBe(await hashOfContract(owner.safe, approval))
      expect(nested.domainHash).toBe(await shared.chain.read(owner.safe, 'domainSeparator() returns (bytes32)'))

      const approve = execTransactionData(approval, preValidated(alice.address))
      await shared.chain.send({ from: alice.address, to: owner.safe, data: approve })
      const before = await shared.chain.balance(carol.address)
      const execute = execTransactionData(transaction, preValidated(owner.safe))
      await shared.chain.send({ from: bob.address, to: parent.safe, data: execute })
      expect(await shared.chain.balance(carol.address)).toBe(before + 7n)
    })
  }
})

import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type { Inputs } from '../../../src/commands/inputs/input.ts'
import { readInputs } from '../../../src/commands/inputs/read-inputs.ts'
import { safeContentOf } from '../../../src/commands/inputs/safe-calls.ts'
import { safeHashes } from '../../../src/shared/safe/hashes.ts'
import { multiSendOf, safeTransactionOf } from '../../../src/shared/safe/multi-send.ts'
import { type SafeVersion, safeVersion } from '../../../src/shared/safe/versions.ts'
import { needs } from '../../support/needs.ts'
import realFiles from './real-files.json' with { type: 'json' }

/*
 * Files of public repositories at a commit, without what no reader needs (receipts, bytecode of libraries, comments). What they
 * say is compared with what ethers and viem make of them.
 */

// biome-ignore lint/suspicious/noExplicitAny: packages of the tests, which the project does not import.
type Package = any
const tools = createRequire(new URL('../../tools/package.json', import.meta.url))
const { test, describe } = needs('viem', 'ethers')
const own = safeVersion('1.4.1') as SafeVersion

interface RealFile {
  readonly repository: string
  readonly commit: string
  readonly path: string
  readonly form: string
  readonly content: unknown
}

const files = realFiles as readonly RealFile[]
const ofForm = (form: string) => files.filter((file) => file.form === form)
const titleOf = ({ repository, path }: RealFile) => `${repository}: ${path}`
const CHAIN = '11155111'

function textOf({ content, form }: RealFile): string {
  return form === 'ignition-journal'
    ? (content as readonly unknown[]).map((line) => JSON.stringify(line)).join('\n')
    : JSON.stringify(content, undefined, 2)
}

function read(file: RealFile): Promise<Inputs> {
  const chainId = file.form === 'user-operation' ? CHAIN : undefined
  return readInputs(textOf(file), { name: file.path, chainId })
}

const transactionsOf = ({ transactions }: Inputs) =>
  transactions.map((each) => {
    if (each.kind !== 'transaction') throw new Error(`${each.kind} is no transaction`)
    return each.body.transaction
  })

/** The value of a builder's text, read in another way than the reader does: every piece between brackets and commas is a text. */
function builderValue(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return value
  const quoted = value.replace(/[^[\],]+/g, (piece) =>
    piece.trim() === '' ? '' : JSON.stringify(piece.trim().replace(/^['"]|['"]$/g, '')),
  )
  return JSON.parse(quoted)
}

describe('files of public repositories', () => {
  test('are 40 or more, each of the form that it is', async () => {
    expect(files.length).toBeGreaterThanOrEqual(40)
    const read_ = await Promise.all(files.map(async (file) => [titleOf(file), (await read(file)).form]))
    expect(read_).toEqual(files.map((file) => [titleOf(file), file.form]))
  })

  for (const file of ofForm('safe-batch'))
    test(`the calls of ${titleOf(file)} are those of ethers`, async () => {
      const { Interface } = tools('ethers') as Package
      const { transactions, chainId, meta } = file.content as Package
      const expected = transactions.map((given: Package) => {
        const { to, value, data, contractMethod: method, contractInputsValues: values } = given
        const encoded = () => {
          const abi = new Interface([{ type: 'function', stateMutability: 'payable', outputs: [], ...method }])
          const args = (method.inputs as Package[]).map(({ name, type }) =>
            type === 'bool' ? values[name] === 'true' : builderValue(values[name]),
          )
          return abi.encodeFunctionData(method.name, args)
        }
        return {
          to: to.toLowerCase(),
          value: BigInt(value),
          data: (data || (method ? encoded() : '0x')).toLowerCase(),
          chainId: String(chainId),
          from: meta.createdFromSafeAddress || undefined,
        }
      })
      const found = transactionsOf(await read(file)).map(({ to, value, data, chainId: chain, from }) => ({
        to: String(to).toLowerCase(),
        value: BigInt(String(value)),
        data,
        chainId: chain,
        from,
      }))
      expect(found).toEqual(expected)
    })

  for (const file of ofForm('safe-batch'))
    test(`the hashes of ${titleOf(file)} are those of viem and ethers`, async () => {
      const viem = tools('viem') as Package
      const { TypedDataEncoder } = tools('ethers') as Package
      const content = await safeContentOf(await read(file), file.path, undefined)
      if (content.kind !== 'calls') throw new Error('a batch has calls')
      const chainId = content.claimed.chainId ?? 1n
      const safe = content.claimed.safe ?? '0x7e57e185f01f2900f3b969962d790bd76275007a'
      const tx = {
        ...safeTransactionOf(content.calls, () => multiSendOf(own, chainId, content.calls) ?? safe),
        nonce: 7n,
      }
      const bytes = content.calls.map(({ to, value, data, operation }) =>
        viem.encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [operation, to, value, BigInt(viem.size(data)), data],
        ),
      )
      const abi = viem.parseAbi(['function multiSend(bytes transactions)'])
      const data = viem.encodeFunctionData({ abi, functionName: 'multiSend', args: [viem.concat(bytes)] })
      expect(tx.data).toBe(content.calls.length === 1 ? content.calls[0].data : data)
      const types = {
        SafeTx: [
          { type: 'address', name: 'to' },
          { type: 'uint256', name: 'value' },
          { type: 'bytes', name: 'data' },
          { type: 'uint8', name: 'operation' },
          { type: 'uint256', name: 'safeTxGas' },
          { type: 'uint256', name: 'baseGas' },
          { type: 'uint256', name: 'gasPrice' },
          { type: 'address', name: 'gasToken' },
          { type: 'address', name: 'refundReceiver' },
          { type: 'uint256', name: 'nonce' },
        ],
      }
      const domain = { chainId, verifyingContract: safe }
      const { safeTxHash, domainHash } = safeHashes({ safe, chainId, version: own, transaction: tx })
      expect(safeTxHash).toBe(viem.hashTypedData({ domain, types, primaryType: 'SafeTx', message: tx }))
      expect(safeTxHash).toBe(TypedDataEncoder.hash(domain, types, tx))
      expect(domainHash).toBe(TypedDataEncoder.hashDomain(domain))
    })

  for (const file of ofForm('forge-broadcast'))
    test(`the transactions of ${titleOf(file)} are those in the file`, async () => {
      const { transactions, chain } = file.content as Package
      const found = transactionsOf(await read(file)).map(({ chainId, from, to, value, data, nonce }) => ({
        chainId: Number(chainId),
        from,
        to: to ?? undefined,
        value: BigInt(String(value ?? 0)),
        data,
        nonce: nonce === undefined ? undefined : BigInt(String(nonce)),
      }))
      expect(found).toEqual(
        transactions.map(({ transaction: tx }: Package) => ({
          chainId: chain,
          from: tx.from,
          to: tx.to ?? undefined,
          value: BigInt(tx.value ?? 0),
          data: tx.input ?? tx.data,
          nonce: tx.nonce === undefined ? undefined : BigInt(tx.nonce),
        })),
      )
    })

  for (const file of ofForm('ignition-journal'))
    test(`the transactions of ${titleOf(file)} are those in the journal`, async () => {
      const lines = file.content as readonly Package[]
      const wanted = lines.filter(({ type }) => type === 'NETWORK_INTERACTION_REQUEST')
      const senders = new Map(lines.flatMap(({ futureId, from }) => (from ? [[futureId, from]] : [])))
      expect(transactionsOf(await read(file))).toEqual(
        wanted.map(({ futureId, networkInteraction: { to, data, value } }) => ({
          chainId: String(lines[0].chainId),
          from: senders.get(futureId),
          ...(to && { to }),
          data,
          value: value.value,
        })),
      )
    })

  for (const file of ofForm('json-rpc'))
    test(`the signed transaction of ${titleOf(file)} is that of viem`, async () => {
      const viem = tools('viem') as Package
      const [serializedTransaction] = (file.content as Package).params
      const tx = viem.parseTransaction(serializedTransaction)
      const from = await viem.recoverTransactionAddress({ serializedTransaction })
      const [found] = transactionsOf(await read(file))
      expect({ ...found, value: BigInt(String(found?.value)), nonce: BigInt(String(found?.nonce)) }).toMatchObject({
        chainId: String(tx.chainId),
        from: from.toLowerCase(),
        to: tx.to?.toLowerCase() ?? null,
        value: tx.value ?? 0n,
        data: tx.data ?? '0x',
        nonce: BigInt(tx.nonce ?? 0),
      })
    })

  for (const file of ofForm('user-operation'))
    test(`the call of the entry point for ${titleOf(file)} is that of viem`, async () => {
      const viem = tools('viem') as Package
      const { entryPoint07Abi, entryPoint07Address } = tools('viem/account-abstraction') as Package
      const operation = file.content as Package
      const [found] = transactionsOf(await read(file))
      const data = viem.encodeFunctionData({
        abi: entryPoint07Abi,
        functionName: 'handleOps',
        args: [
          [
            {
              ...operation,
              nonce: BigInt(operation.nonce),
              preVerificationGas: BigInt(operation.preVerificationGas),
              signature: '0x',
            },
          ],
          operation.sender,
        ],
      })
      expect(found).toMatchObject({ to: entryPoint07Address.toLowerCase(), from: operation.sender.toLowerCase(), data })
    })

  for (const file of ofForm('safe-transaction'))
    test(`the hash of ${titleOf(file)} is that of viem`, async () => {
      const viem = tools('viem') as Package
      const tx = file.content as Package
      const content = await safeContentOf(await read(file), file.path, undefined)
      if (content.kind !== 'transaction') throw new Error('it is one transaction')
      const { safe, chainId } = content.file.claimed
      if (!safe || chainId === undefined) throw new Error('it says its Safe')
      const { messageHash, domainHash } = safeHashes({
        safe,
        chainId,
        version: own,
        transaction: { ...content.file.transaction, nonce: BigInt(tx.nonce) },
      })
      const domain = { chainId, verifyingContract: tx.safe }
      expect(domainHash).toBe(
        viem.hashDomain({
          domain,
          types: {
            EIP712Domain: [
              { name: 'chainId', type: 'uint256' },
              { name: 'verifyingContract', type: 'address' },
            ],
          },
        }),
      )
      expect(messageHash).toMatch(/^0x[0-9a-f]{64}$/)
    })
})

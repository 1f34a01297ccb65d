import { Hash, Hex } from 'ox'
import { callData, type TestChain, type Tx } from './test-chain.ts'
import { canonical, people } from './world.ts'

const { alice, bob } = people
const NOBODY = `0x${'0'.repeat(40)}`

export interface SafeCall {
  readonly safe: string
  readonly to: string
  readonly value?: bigint
  readonly data?: string
  /** 1: delegatecall */
  readonly operation?: 0 | 1
}

/** Data of execTransaction of the Safe of alice and bob: bob signed, alice sends it. */
export async function safeCall(chain: TestChain, { safe, to, value = 0n, data = '0x', operation = 0 }: SafeCall) {
  const call = [to, value, data, operation, 0n, 0n, 0n, NOBODY, NOBODY]
  const nonce = await chain.read<bigint>(safe, 'nonce() returns (uint256)')
  const types = 'address,uint256,bytes,uint8,uint256,uint256,uint256,address,address'
  const hash = await chain.read<string>(safe, `getTransactionHash(${types},uint256) returns (bytes32)`, ...call, nonce)
  const sentBy = Hex.concat(Hex.padLeft(alice.address as Hex.Hex, 32), Hex.padLeft('0x', 32), '0x01')
  const inOrder = [
    { owner: alice, signature: sentBy },
    { owner: bob, signature: bob.sign(hash) as Hex.Hex },
  ].sort((a, b) => (BigInt(a.owner.address) < BigInt(b.owner.address) ? -1 : 1))
  const signatures = Hex.concat(...inOrder.map(({ signature }) => signature))
  return callData(`execTransaction(${types},bytes)`, ...call, signatures)
}

/** Calls for MultiSendCallOnly. */
export function multiSend(calls: readonly Required<Pick<Tx, 'to' | 'data'>>[]): string {
  const packed = calls.map(({ to, data }) =>
    Hex.concat(
      '0x00',
      to as Hex.Hex,
      Hex.padLeft('0x', 32),
      Hex.fromNumber(Hex.size(data as Hex.Hex), { size: 32 }),
      data as Hex.Hex,
    ),
  )
  return callData('multiSend(bytes)', Hex.concat(...packed))
}

const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'

/** A permit of EIP-2612 that alice signed: token, value, deadline, v, r, s. */
export async function signedPermit(chain: TestChain, spender: string) {
  const [token, value, deadline] = [canonical.usdc, 2n ** 256n - 1n, 4_000_000_000n]
  const domain = await chain.read<Hex.Hex>(token, 'DOMAIN_SEPARATOR() returns (bytes32)')
  const nonce = await chain.read<bigint>(token, 'nonces(address) returns (uint256)', alice.address)
  const words = [
    alice.address as Hex.Hex,
    spender as Hex.Hex,
    ...[value, nonce, deadline].map((each) => Hex.fromNumber(each)),
  ]
  const content = Hash.keccak256(
    Hex.concat(Hash.keccak256(Hex.fromString(PERMIT)), ...words.map((word) => Hex.padLeft(word, 32))),
  )
  const signature = alice.sign(Hash.keccak256(Hex.concat('0x1901', domain, content))) as Hex.Hex
  const [r, s, v] = [Hex.slice(signature, 0, 32), Hex.slice(signature, 32, 64), Number(Hex.slice(signature, 64))]
  return [token, value, deadline, v, r, s]
}

/** Data of handleOps with one call of the account of alice, signed by her. */
export async function userOperation(chain: TestChain, account: string, callOfAccount: string): Promise<string> {
  const type = '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)'
  const nonce = await chain.read<bigint>(canonical.entryPoint, 'nonces(address) returns (uint256)', account)
  const limits = Hex.concat(Hex.fromNumber(100_000, { size: 16 }), Hex.fromNumber(300_000, { size: 16 }))
  const unsigned = [account, nonce, '0x', callOfAccount, limits, 21_000n, limits, '0x']
  const hashOf = `getUserOpHash(${type}) returns (bytes32)`
  const hash = await chain.read<Hex.Hex>(canonical.entryPoint, hashOf, [...unsigned, '0x'])
  const prefix = Hex.fromString('\u0019Ethereum Signed Message:\n32')
  const signature = alice.sign(Hash.keccak256(Hex.concat(prefix, hash)))
  return callData(`handleOps(${type}[],address)`, [[...unsigned, signature]], people.alice.address)
}

/** Code of an account that is delegated to a contract (EIP-7702). */
export const delegation = (delegate: string) => `0xef0100${delegate.slice(2).toLowerCase()}`

import type { Role } from '../types.ts'

export type ParameterType = 'address' | 'uint256' | 'uint8' | 'bool' | 'bytes32' | 'bytes' | 'uint256[]'

export interface Parameter {
  readonly name: string
  readonly type: ParameterType
  /** What the address in it is in the transaction. */
  readonly role?: Role
}

/** A function whose call data we can read, and what its addresses stand for. */
export interface Signature {
  /** First four bytes of keccak256 of the signature text. Written down: no hashing at start-up. */
  readonly selector: string
  readonly name: string
  readonly parameters: readonly Parameter[]
  /** When the call takes rights away: never, always, or when this argument has this value. */
  readonly withdraws: 'never' | 'always' | { readonly parameter: string; readonly value: bigint | boolean }
}

const from: Parameter = { name: 'from', type: 'address', role: 'owner' }
const owner: Parameter = { name: 'owner', type: 'address', role: 'owner' }
const recipient: Parameter = { name: 'to', type: 'address', role: 'recipient' }
const spender: Parameter = { name: 'spender', type: 'address', role: 'spender' }
const operator: Parameter = { name: 'operator', type: 'address', role: 'operator' }
const amount: Parameter = { name: 'amount', type: 'uint256' }
/** ERC-20 and ERC-721 share these selectors; only the token's standard tells an amount from an item. */
const amountOrId: Parameter = { name: 'amountOrId', type: 'uint256' }
const id: Parameter = { name: 'id', type: 'uint256' }
const data: Parameter = { name: 'data', type: 'bytes' }

function transfer(selector: string, name: string, ...parameters: Parameter[]): Signature {
  return { selector, name, parameters, withdraws: 'never' }
}

/** ERC-20, ERC-721, ERC-1155 and ERC-2612, with OpenZeppelin's increaseAllowance and decreaseAllowance. */
const known: readonly Signature[] = [
  transfer('0xa9059cbb', 'transfer', recipient, amount),
  transfer('0x23b872dd', 'transferFrom', from, recipient, amountOrId),
  transfer('0x42842e0e', 'safeTransferFrom', from, recipient, id),
  transfer('0xb88d4fde', 'safeTransferFrom', from, recipient, id, data),
  transfer('0xf242432a', 'safeTransferFrom', from, recipient, id, amount, data),
  transfer(
    '0x2eb2c2d6',
    'safeBatchTransferFrom',
    from,
    recipient,
    { name: 'ids', type: 'uint256[]' },
    { name: 'amounts', type: 'uint256[]' },
    data,
  ),
  {
    selector: '0x095ea7b3',
    name: 'approve',
    parameters: [spender, amountOrId],
    // An ERC-721 approve of item 0 reads the same. Taking back an allowance is by far the commoner of the two, and
    // standing in its way leaves people exposed.
    withdraws: { parameter: 'amountOrId', value: 0n },
  },
  { selector: '0x39509351', name: 'increaseAllowance', parameters: [spender, amount], withdraws: 'never' },
  { selector: '0xa457c2d7', name: 'decreaseAllowance', parameters: [spender, amount], withdraws: 'always' },
  {
    selector: '0xa22cb465',
    name: 'setApprovalForAll',
    parameters: [operator, { name: 'approved', type: 'bool' }],
    withdraws: { parameter: 'approved', value: false },
  },
  {
    selector: '0xd505accf',
    name: 'permit',
    parameters: [
      owner,
      spender,
      amount,
      { name: 'deadline', type: 'uint256' },
      { name: 'v', type: 'uint8' },
      { name: 'r', type: 'bytes32' },
      { name: 's', type: 'bytes32' },
    ],
    withdraws: { parameter: 'amount', value: 0n },
  },
]

/** By selector, lower case. */
export const signatures: ReadonlyMap<string, Signature> = new Map(known.map((row) => [row.selector, row]))

/** As Solidity writes it: `approve(address,uint256)`. */
export function signatureText(signature: Signature): string {
  return `${signature.name}(${signature.parameters.map((parameter) => parameter.type).join(',')})`
}

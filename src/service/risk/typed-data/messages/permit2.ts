import { permitted } from '../../actions/permit2.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { KnownMessage, Meaning, SignedMessage } from '../known-message.ts'
import { permit2 } from '../protocols.ts'
import { typeText } from '../read-message.ts'
import type { TypedMessage } from '../typed-message.ts'
import { type Permission, witnessed } from './witnesses.ts'

const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissions = 'TokenPermissions(address token,uint256 amount)'

interface Details {
  readonly token: string
  readonly amount: bigint
  /** Of the allowance; 0: only in the block of the permit. */
  readonly expiration: number
}

const allowance = ({ message, signer }: SignedMessage): Meaning => {
  const { details: given, spender } = argumentsAs<{ details: Details | readonly Details[]; spender: string }>(message)
  const all = [given].flat()
  return {
    actions: (call) => permitted(call, signer, { details: all, spender }),
    until: BigInt(Math.max(0, ...all.map(({ expiration }) => expiration))),
  }
}

interface Transfer {
  readonly permitted: Permission | readonly Permission[]
  readonly spender: string
  readonly deadline: bigint
}

/** The spender names the recipient when it uses the signature, so it is the spender that gains. */
const transferred = (signed: SignedMessage, { actions, ...used }: Meaning): Meaning => {
  const { spender, deadline } = argumentsAs<Transfer>(signed.message)
  return {
    ...used,
    actions: (call) => [
      ...permitted(call, signed.signer, { details: givenBy(signed), spender }),
      ...(actions?.(call) ?? []),
    ],
    until: deadline,
  }
}

const transfer = (signed: SignedMessage): Meaning => transferred(signed, {})

const witnessedTransfer = (signed: SignedMessage): Meaning => transferred(signed, witnessed(signed, givenBy(signed)))

function givenBy({ message }: SignedMessage): Permission[] {
  return [argumentsAs<Transfer>(message).permitted].flat().filter(({ amount }) => amount > 0n)
}

/** A witness is one more member of any type, after those of the plain message. */
function isWitnessed(name: string, permitted: string) {
  const start = `${permitted} permitted,address spender,uint256 nonce,uint256 deadline`
  return ({ primaryType, types }: TypedMessage): boolean => {
    if (primaryType !== name) return false
    const members = types.get(name) ?? []
    const described = members.slice(0, -1).map((member) => `${member.type} ${member.name}`)
    return described.join(',') === start && typeText(types, 'TokenPermissions') === permissions
  }
}

export const permit2Messages: readonly KnownMessage[] = [
  {
    type: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
    source: 'AllowanceTransfer of Permit2',
    meaning: allowance,
  },
  {
    type: `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
    source: 'AllowanceTransfer of Permit2',
    meaning: allowance,
  },
  {
    type: `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
    source: 'SignatureTransfer of Permit2',
    meaning: transfer,
  },
  {
    type: `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
    source: 'SignatureTransfer of Permit2',
    meaning: transfer,
  },
  {
    type: isWitnessed('PermitWitnessTransferFrom', 'TokenPermissions'),
    source: 'SignatureTransfer of Permit2; witnesses of UniswapX',
    meaning: witnessedTransfer,
  },
  {
    type: isWitnessed('PermitBatchWitnessTransferFrom', 'TokenPermissions[]'),
    source: 'SignatureTransfer of Permit2; witnesses of UniswapX',
    meaning: witnessedTransfer,
  },
].map((row) => ({ ...row, protocol: permit2 }))

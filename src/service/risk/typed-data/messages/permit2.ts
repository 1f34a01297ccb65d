import { currency, erc20 } from '../../actions/actions.ts'
import { permitted } from '../../actions/permit2.ts'
import { type ArgumentValue, argumentsAs } from '../../decode/arguments.ts'
import type { KnownMessage, Meaning, SignedMessage } from '../known-message.ts'
import { permit2 } from '../protocols.ts'
import { typeText } from '../read-message.ts'
import type { Member, TypedMessage } from '../typed-message.ts'
import { tradeActions } from './trade.ts'

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

interface Permission {
  readonly token: string
  readonly amount: bigint
}

interface Transfer {
  readonly permitted: Permission | readonly Permission[]
  readonly spender: string
  readonly deadline: bigint
}

/** The spender names the recipient when it uses the signature, so it is the spender that gains. */
const transfer = (signed: SignedMessage): Meaning => {
  const { permitted: allowed, spender, deadline } = argumentsAs<Transfer>(signed.message)
  const given = [allowed].flat().filter(({ amount }) => amount > 0n)
  const outputs = outputsIn(signed)
  return {
    actions: (call) => [
      ...permitted(call, signed.signer, { details: given, spender }),
      ...(outputs && given.length > 0 ? tradeOf(signed, given, outputs)(call) : []),
    ],
    until: deadline,
    harmless: unbinding,
    ...(!outputs &&
      isWitnessedAt(signed) && { hides: 'what the spender does with the tokens, which the witness says' }),
  }
}

/** Members of orders of UniswapX: who may fill it first, and who may only raise what comes. */
const unbinding: readonly string[] = ['cosigner', 'exclusiveFiller']

interface Output {
  readonly token: string
  readonly amount: bigint
  readonly recipient: string
}

/** UniswapX and its like: the witness names what comes back for the tokens; nothing comes for an empty list. */
function tradeOf({ signer }: SignedMessage, given: readonly Permission[], outputs: readonly Output[]) {
  return tradeActions({
    market: 'uniswapx',
    signer,
    gives: given.map(({ token, amount }) => erc20(token, amount)),
    receives: outputs.map(({ token, amount, recipient }) => ({ asset: currency(token, amount), to: recipient })),
  })
}

function isWitnessedAt({ primaryType, types }: SignedMessage): boolean {
  const last = types.get(primaryType)?.at(-1)
  return last !== undefined && types.has(last.type)
}

/** The outputs of the witness, with their least amounts; undefined where it has no place for them. */
function outputsIn({ primaryType, types, message }: SignedMessage): Output[] | undefined {
  const witness = types.get(primaryType)?.at(-1)
  const places = (witness && types.get(witness.type))?.filter(({ type }) =>
    isOutputs(types.get(type.replace(/\[\]$/, ''))),
  )
  if (!witness || !places?.length) return undefined
  const order = message[witness.name] as { readonly [name: string]: ArgumentValue }
  return places
    .flatMap(
      ({ name }) => [order[name] as ArgumentValue].flat() as readonly { readonly [name: string]: ArgumentValue }[],
    )
    .map(({ token, recipient, ...amounts }) => ({
      token: String(token),
      recipient: String(recipient),
      amount: least(['amount', 'minAmount', 'startAmount', 'endAmount'].map((name) => amounts[name])),
    }))
}

function least(amounts: readonly (ArgumentValue | undefined)[]): bigint {
  const known = amounts.filter((amount) => typeof amount === 'bigint')
  return known.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n
}

function isOutputs(members: readonly Member[] | undefined): boolean {
  const has = (name: string, type: string) => members?.some((each) => each.name === name && each.type === type)
  const hasAmount = ['amount', 'minAmount', 'startAmount', 'endAmount'].some((name) => has(name, 'uint256'))
  return Boolean(has('token', 'address') && has('recipient', 'address') && hasAmount)
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
    meaning: transfer,
  },
  {
    type: isWitnessed('PermitBatchWitnessTransferFrom', 'TokenPermissions[]'),
    source: 'SignatureTransfer of Permit2',
    meaning: transfer,
  },
].map((row) => ({ ...row, protocol: permit2 }))

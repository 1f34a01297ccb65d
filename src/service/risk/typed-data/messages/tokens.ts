import { MAX_UINT256 } from '../../../../api/quantity.ts'
import { amountOrItem, erc20, erc721, everyItem, type GrantInput, grant, transfer } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { type KnownMessage, type Meaning, type SignedMessage, signerIn } from '../known-message.ts'

/** Messages that a token accepts: the verifying contract is the token. */

interface Allowance {
  readonly owner: string
  readonly spender: string
  readonly value: bigint
}

type Given = Omit<GrantInput, 'form'> & Partial<Pick<GrantInput, 'form'>>

/** The signature gives an allowance for the token that accepts it. */
function gives(until: bigint, given: (token: string) => Given): Meaning {
  return { actions: (call) => [grant(call, { form: 'permit', ...given(call.to) })], until }
}

const permit = ({ message }: SignedMessage): Meaning => {
  const { owner, spender, value, deadline } = argumentsAs<Allowance & { deadline: bigint }>(message)
  return gives(deadline, (token) => ({ asset: erc20(token, value), owner, authority: spender }))
}

/** Unlimited or none; an expiry of 0 never comes. */
const permitAllowed = ({ message }: SignedMessage): Meaning => {
  const { holder, spender, expiry, allowed } = argumentsAs<{
    holder: string
    spender: string
    expiry: bigint
    allowed: boolean
  }>(message)
  const parties = { owner: holder, authority: spender, allowed }
  return gives(expiry === 0n ? NEVER : expiry, (token) => ({ asset: erc20(token, undefined), ...parties }))
}

/** Later than any date. */
const NEVER = MAX_UINT256

const permitItem = ({ message, signer }: SignedMessage): Meaning => {
  const { spender, tokenId, deadline } = argumentsAs<{ spender: string; tokenId: bigint; deadline: bigint }>(message)
  return gives(deadline, (token) => ({ asset: erc721(token, tokenId), owner: signer, authority: spender }))
}

const permitForAll = ({ message, signer }: SignedMessage): Meaning => {
  const args = argumentsAs<{ operator: string; approved: boolean; deadline: bigint }>(message)
  const parties = { owner: signer, authority: args.operator, allowed: args.approved }
  return gives(args.deadline, (token) => ({ form: 'approval-for-all', asset: everyItem(token), ...parties }))
}

const payment = ({ message }: SignedMessage): Meaning => {
  const args = argumentsAs<{ from: string; to: string; value: bigint; validBefore: bigint }>(message)
  return {
    actions: (call) => [transfer(call, erc20(call.to, args.value), args.from, args.to)],
    until: args.validBefore,
  }
}

const allowanceByAuthorization = ({ message }: SignedMessage): Meaning => {
  const { owner, spender, value, increment, validBefore } = argumentsAs<
    Partial<Allowance> & { owner: string; spender: string; increment?: bigint; validBefore: bigint }
  >(message)
  const amount = value ?? increment ?? 0n
  return gives(validBefore, (token) => ({ asset: amountOrItem(token, amount), owner, authority: spender }))
}

const moved = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

export const tokenMessages: readonly KnownMessage[] = [
  {
    type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    source: 'ERC-2612',
    signer: signerIn('owner'),
    meaning: permit,
  },
  {
    type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    source: 'dai.sol of MakerDAO',
    signer: signerIn('holder'),
    meaning: permitAllowed,
  },
  {
    type: 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
    source: 'ERC-4494; positions of Uniswap 3 and 4',
    meaning: permitItem,
  },
  {
    type: 'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
    source: 'ERC721Permit_v4 of Uniswap 4',
    meaning: permitForAll,
  },
  { type: `TransferWithAuthorization(${moved})`, source: 'ERC-3009', signer: signerIn('from'), meaning: payment },
  { type: `ReceiveWithAuthorization(${moved})`, source: 'ERC-3009', signer: signerIn('from'), meaning: payment },
  {
    type: 'CancelAuthorization(address authorizer,bytes32 nonce)',
    source: 'ERC-3009',
    harmless: true,
    signer: signerIn('authorizer'),
    meaning: () => ({}),
  },
  {
    type: 'ApproveWithAuthorization(address owner,address spender,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
    source: 'bridged USDC on Polygon (UChildUSDC)',
    signer: signerIn('owner'),
    meaning: allowanceByAuthorization,
  },
  {
    type: 'IncreaseAllowanceWithAuthorization(address owner,address spender,uint256 increment,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
    source: 'bridged USDC on Polygon (UChildUSDC)',
    signer: signerIn('owner'),
    meaning: allowanceByAuthorization,
  },
]

import { erc20, grant } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { type KnownMessage, type Meaning, type SignedMessage, signerIn } from '../known-message.ts'
import type { TypedMessage } from '../typed-message.ts'

/** Rights beyond tokens: debt, positions, votes. */

/** Debt in the name of the signer, up to an amount of the debt token. */
const creditDelegation = ({ message, signer }: SignedMessage): Meaning => {
  const args = argumentsAs<{ delegatee: string; value: bigint; deadline: bigint }>(message)
  return {
    actions: (call) => [
      grant(call, { form: 'permit', asset: erc20(call.to, args.value), owner: signer, authority: args.delegatee }),
    ],
    until: args.deadline,
  }
}

/** The manager may withdraw and borrow for the owner. */
function manages(owner: string, manager: string, allowed: string, until: string) {
  return ({ message }: SignedMessage): Meaning => {
    const args = message as Readonly<Record<string, string | boolean | bigint>>
    return {
      actions: (call) => [
        grant(call, {
          form: 'permit',
          asset: erc20(call.to, undefined),
          owner: String(args[owner]),
          authority: String(args[manager]),
          allowed: args[allowed] === true,
        }),
      ],
      until: BigInt(args[until] ?? 0),
    }
  }
}

const nothing = (): Meaning => ({})

/** Votes off chain: no contract is named. */
function isSnapshotVote({ primaryType, domain }: TypedMessage): boolean {
  return primaryType === 'Vote' && domain.name === 'snapshot' && domain.verifyingContract === undefined
}

function vote(type: KnownMessage['type'], source: string): KnownMessage {
  return { type, source, harmless: true, meaning: nothing }
}

export const rightMessages: readonly KnownMessage[] = [
  {
    type: 'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
    source: 'Debt tokens of Aave 3',
    meaning: creditDelegation,
  },
  {
    type: 'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
    source: 'allowBySig of Compound 3',
    signer: signerIn('owner'),
    meaning: manages('owner', 'manager', 'isAllowed', 'expiry'),
  },
  {
    type: 'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    source: 'setAuthorizationWithSig of Morpho Blue',
    signer: signerIn('authorizer'),
    meaning: manages('authorizer', 'authorized', 'isAuthorized', 'deadline'),
  },
  vote('Delegation(address delegatee,uint256 nonce,uint256 expiry)', 'ERC20Votes (ERC-5805)'),
  vote(isSnapshotVote, 'snapshot.js'),
  vote('Ballot(uint256 proposalId,uint8 support)', 'Governor of Compound and OpenZeppelin 4'),
  vote('Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)', 'Governor of OpenZeppelin 5'),
  vote('ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)', 'Governor of OpenZeppelin 4'),
  vote(
    'ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)',
    'Governor of OpenZeppelin 5',
  ),
]

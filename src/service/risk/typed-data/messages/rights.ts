import { isZeroAddress } from '../../../evm/words.ts'
import type { RightName } from '../../actions/forms.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { type KnownMessage, type Meaning, type SignedMessage, signerIn } from '../known-message.ts'
import type { TypedMessage } from '../typed-message.ts'

/** Rights beyond tokens: debt, positions, votes. */

interface Given {
  readonly owner: string
  readonly authority: string
  /** False: the right ends. */
  readonly allowed: boolean
  readonly until: bigint
}

function gives(name: RightName, { owner, authority, allowed, until }: Given): Meaning {
  const revokes = !allowed || isZeroAddress(authority)
  return { actions: (call) => [{ kind: 'right', call, right: name, owner, authority, revokes }], until }
}

/** Debt in the name of the signer, up to an amount. */
const creditDelegation = ({ message, signer: owner }: SignedMessage): Meaning => {
  const args = argumentsAs<{ delegatee: string; value: bigint; deadline: bigint }>(message)
  return gives('borrow', { owner, authority: args.delegatee, allowed: args.value > 0n, until: args.deadline })
}

/** The manager may withdraw and borrow for the owner. */
const compoundManager = ({ message }: SignedMessage): Meaning => {
  const args = argumentsAs<{ owner: string; manager: string; isAllowed: boolean; expiry: bigint }>(message)
  return gives('manage', {
    ...{ owner: args.owner, authority: args.manager },
    ...{ allowed: args.isAllowed, until: args.expiry },
  })
}

const morphoManager = ({ message }: SignedMessage): Meaning => {
  const args = argumentsAs<{ authorizer: string; authorized: string; isAuthorized: boolean; deadline: bigint }>(message)
  return gives('manage', {
    ...{ owner: args.authorizer, authority: args.authorized },
    ...{ allowed: args.isAuthorized, until: args.deadline },
  })
}

const votes = ({ message, signer: owner }: SignedMessage): Meaning => {
  const args = argumentsAs<{ delegatee: string; expiry: bigint }>(message)
  return gives('votes', { owner, authority: args.delegatee, allowed: true, until: args.expiry })
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
    meaning: compoundManager,
  },
  {
    type: 'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    source: 'setAuthorizationWithSig of Morpho Blue',
    signer: signerIn('authorizer'),
    meaning: morphoManager,
  },
  {
    type: 'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    source: 'ERC20Votes (ERC-5805)',
    meaning: votes,
  },
  vote(isSnapshotVote, 'snapshot.js'),
  vote('Ballot(uint256 proposalId,uint8 support)', 'Governor of Compound and OpenZeppelin 4'),
  vote('Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)', 'Governor of OpenZeppelin 5'),
  vote('ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)', 'Governor of OpenZeppelin 4'),
  vote(
    'ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)',
    'Governor of OpenZeppelin 5',
  ),
]

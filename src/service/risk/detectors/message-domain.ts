import type { Facts } from '../facts.ts'
import { imitationOf, type NamedImitation } from '../typed-data/domain-name.ts'
import type { MessageFacts } from '../typed-data/message-facts.ts'
import type { Detector, Observation } from './detector.ts'

const OTHER_CHAIN = 50
const OTHER_CONTRACT = 60
const NO_CONTRACT = 40
const FORGED_NAME = 80
const SAME_NAME = 45

export const messageDomain: Detector = {
  id: 'message-domain',
  about: 'sender',
  summary:
    'The domain of a signed message does not fit: another chain, another contract, or the name of another contract.',
  why: 'UNSAFE 80 for a name with lookalike letters; WARNING 60 for a contract that is not of the protocol, 50 for another chain, 45 for the name of another contract, 40 without a contract. The domain binds a signature to one contract on one chain.',
  origin: 'EIP-712, security considerations; domains in the documentation of the protocols.',
  examples: {
    attack: 'A permit of a contract that writes USD Coin with a Cyrillic letter.',
    nearMiss: 'The name of a listed token at its own address.',
    evasion: 'The message has an unknown type: the name of its domain is compared all the same.',
  },
  reads: ['message'],
  detect(facts) {
    const { message, transaction } = facts
    if (!message) return []
    return [
      ...otherChain(message),
      ...(transaction.to === undefined ? noContract(message) : contractFaults(message, transaction.to, facts)),
    ]
  },
}

const common = { subCategory: 'impersonationScamInteraction', source: 'signing domain' } as const

function otherChain({ otherChain: chains }: MessageFacts): Observation[] {
  if (!chains) return []
  return [
    {
      ...common,
      points: OTHER_CHAIN,
      text: `The message is for chain ${chains.signed}, not for chain ${chains.given}.`,
      flip: `connect to chain ${chains.signed}, or sign a message for chain ${chains.given}`,
    },
  ]
}

function noContract({ lacksContract, name }: MessageFacts): Observation[] {
  if (!lacksContract) return []
  return [
    {
      ...common,
      points: NO_CONTRACT,
      text: `The ${name} names no verifying contract, so it is unknown which contract accepts it.`,
      flip: 'use a message whose domain has a verifyingContract',
    },
  ]
}

/** About the contract, so that what vouches for the contract caps it. */
function contractFaults({ protocol, domain }: MessageFacts, contract: string, facts: Facts): Observation[] {
  const about = { ...common, subject: contract }
  const { trustedBy, allowedBy } = facts.reputationOf(contract)
  const imitated =
    trustedBy || allowedBy !== undefined || domain.name === undefined
      ? undefined
      : imitationOf(domain.name, contract, facts.evidence)
  if (imitated) return [{ ...about, ...nameFault(domain.name ?? '', imitated, facts) }]
  if (!protocol || protocol.contracts.includes(contract)) return []
  return [
    {
      ...about,
      points: OTHER_CONTRACT,
      text: `is not ${protocol.name}, whose messages it asks for`,
      flip: `use ${protocol.name} at ${facts.addressText(protocol.contracts.at(-1) ?? '')}, or add an ALLOW entry for this contract`,
    },
  ]
}

function nameFault(name: string, { label, address, isForged }: NamedImitation, { addressText }: Facts) {
  const place = addressText(address)
  return {
    points: isForged ? FORGED_NAME : SAME_NAME,
    text: `calls itself ${JSON.stringify(name)}, which ${isForged ? 'looks like' : 'is also'} the name of ${label} at ${place}`,
    flip: `use the contract at ${place}, or add an ALLOW entry for this one`,
  }
}

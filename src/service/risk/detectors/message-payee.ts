import type { Detector, Observation } from './detector.ts'

export const messagePayee: Detector = {
  id: 'message-payee',
  about: 'sender',
  summary:
    'A message of a type that no table has names a recipient, receiver, beneficiary, payee or destination that is neither own nor known.',
  why: 'WARNING 45, as for another receiver of an output: a message names its own members, and the contract pays the address that it names. In a type that is read its rule decides.',
  origin: 'Measured on messages that were collected without knowledge of the rules; names of members in EIP-712 types.',
  examples: {
    attack: 'A message of an unknown type names an unknown recipient.',
    nearMiss: 'The recipient is the signer.',
    evasion: 'The member has another name: the verdict is NO DATA.',
  },
  reads: ['message'],
  detect({ message, transaction, account, own }): Observation[] {
    if (message?.reading !== 'unknown') return []
    const payees = message.members.filter(
      ({ address, name, type, isBesideData }) =>
        (PAYEE.test(name) || (name === 'destination' && type === 'address') || (name === 'to' && !isBesideData)) &&
        address !== transaction.to &&
        !own.has(address) &&
        !account.isKnownPayee(address),
    )
    return Array.from(new Map(payees.map((each) => [each.address, each])).values(), ({ address, path }) => ({
      points: 45,
      subject: address,
      text: `is the ${path.split('.').at(-1)} of a message of an unknown type, and is neither yours nor known`,
    }))
  },
}

const PAYEE = /^(?:recipient|receiver|beneficiary|payee|paymentReceiver|updatedRecipient|destinationRecipient)$/

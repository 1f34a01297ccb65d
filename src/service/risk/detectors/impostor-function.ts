import { type Detector, toVouch } from './detector.ts'

const PAID = 75
const CALLED = 55

export const impostorFunction: Detector = {
  id: 'impostor-function',
  about: 'sender',
  summary:
    'A function that claims to secure or connect a wallet, such as SecurityUpdate(), of an unknown contract is called.',
  why: 'UNSAFE 75 with a payment, WARNING 55 without. No transaction secures a wallet; the name is made for the confirmation screen.',
  origin:
    'PTXPhish wallet-function class (NDSS 2025); SecurityUpdate is the most common function name of phishing contracts.',
  examples: {
    attack: 'SecurityUpdate() of an unknown contract is paid.',
    nearMiss: 'Another function of an unknown contract, such as deposit(), is paid.',
    evasion: 'The call is wrapped in a Safe and a user operation: it is found. A name outside the vocabulary is not.',
  },
  reads: ['interactions'],
  detect({ interactions, byUnknown }) {
    return byUnknown(interactions.filter(({ call }) => call.signature?.phishing?.pretext === 'security')).map(
      ([authority, made]) => ({
        subCategory: 'impersonationScamInteraction',
        points: made.some(({ value }) => value > 0n) ? PAID : CALLED,
        subject: authority,
        text: `is unknown and is called with ${made[0]?.call.signature?.phishing?.signature}, which pretends to secure a wallet`,
        flip: `reject: no transaction secures a wallet; if the contract is known to you, ${toVouch}`,
      }),
    )
  },
}

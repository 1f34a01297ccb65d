import type { Call } from '../decode/calls.ts'
import { type Detector, type Observation, rejectOrVouch, unknownText } from './detector.ts'

const POINTS = 80

export const foreignDelegatecall: Detector = {
  id: 'foreign-delegatecall',
  about: 'sender',
  summary: 'An account calls an unknown contract by delegatecall.',
  why: 'UNSAFE 80, also for code that is in the call data (DSProxy), which no list can name. The called code has all rights of the account and can replace its code. With a node, the libraries of Safe (MultiSend, MultiSendCallOnly, SignMessageLib, CreateCall, migrations) are known by the hash of their code, at any address; their address with other code is not known. A delegatecall inside of MultiSend counts like one of the Safe.',
  origin: 'Bybit theft, February 2025: a delegatecall of a Safe replaced the address of its implementation.',
  examples: {
    attack: 'A Safe calls an unknown contract by delegatecall.',
    nearMiss: 'A Safe calls the same contract by a plain call.',
    evasion: 'The delegatecall is one step of a batch of the known MultiSend library: each step is read.',
  },
  detect(facts) {
    const { controls, byUnknown, calls, addressText } = facts
    const ofCode = new Set(calls.filter(isOfCode).map(({ actor }) => actor))
    const inCallData = Array.from(ofCode, (account) => runsGivenCode(addressText(account)))
    const foreign = controls.filter(
      ({ form, authority, contract }) => form === 'delegatecall' && authority !== contract,
    )
    const called = byUnknown(foreign).map(
      ([authority, made]): Observation => ({
        subCategory: 'maliciousProtocolUpgrade',
        points: POINTS,
        subject: authority,
        text: `is called by delegatecall from ${addressText(made[0]?.contract ?? '')} and ${unknownText(authority, facts)}`,
        flip: rejectOrVouch,
        evenIfTrusted: true,
      }),
    )
    return [...called, ...inCallData]
  },
}

/** The account creates a contract of code in the call data, to run it as its own. */
function isOfCode({ status, operation }: Call): boolean {
  return status === 'creation' && operation === 'delegatecall'
}

function runsGivenCode(account: string): Observation {
  return {
    subCategory: 'maliciousProtocolUpgrade',
    points: POINTS,
    text: `The account ${account} runs code that is in the call data by delegatecall.`,
    flip: 'reject, unless this is planned: in that case have the account call a deployed contract that is on the allow list',
  }
}

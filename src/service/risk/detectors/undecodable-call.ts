import { bandFloors } from '../../../api/vocabulary.ts'
import { type Call, MAX_CALL_DATA_BYTES } from '../decode/calls.ts'
import { signatureText } from '../decode/signatures.ts'
import type { Detector, Observation } from './detector.ts'

export const undecodableCall: Detector = {
  id: 'undecodable-call',
  summary: 'Call data with a known selector does not decode, or is larger than what is read.',
  why: 'Nobody can say who gains from such a call, and some contracts accept it all the same: at least a warning. It is about the call, so that an ALLOW entry for the token does not vouch for a hidden spender.',
  detect({ decoded }) {
    const findings = decoded.calls.filter((call) => call.status === 'undecodable').map(undecodable)
    return decoded.status === 'bounded' ? [...findings, tooLarge] : findings
  },
}

const common = {
  subCategory: 'maliciousInteraction',
  points: bandFloors.WARNING,
  hops: 0,
  subject: '',
  role: '',
  source: 'call data',
} as const

const tooLarge: Observation = {
  ...common,
  text: `The call data is larger than ${MAX_CALL_DATA_BYTES / 1024} KiB and was not read to its end.`,
  flip: 'smaller call data',
}

function undecodable({ signature, selector, fault }: Call): Observation {
  const expected = signature ? signatureText(signature) : selector
  return {
    ...common,
    text: `The call data does not decode as ${expected}: ${fault}.`,
    flip: `call data that decodes as ${expected}`,
  }
}

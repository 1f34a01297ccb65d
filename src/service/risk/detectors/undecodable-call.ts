import { bandFloors } from '../../../api/vocabulary.ts'
import type { Call } from '../decode/calls.ts'
import { signatureText } from '../decode/signatures.ts'
import type { Detector, Observation } from './detector.ts'

export const undecodableCall: Detector = {
  id: 'undecodable-call',
  about: 'sender',
  summary: 'Call data with a known selector does not decode.',
  why: 'WARNING 31, about the call: an ALLOW entry for the contract does not cap it. It is unknown who gains by the call, and some contracts accept it.',
  origin: 'ABI specification; contracts of older compilers mask dirty words instead of reverting.',
  examples: {
    attack: 'The data of an approve is cut short.',
    nearMiss: 'Bytes after the arguments of an approve.',
    evasion: 'Dirty padding hides the spender: the call is a finding, and the address behind the padding is looked up.',
  },
  detect({ decoded }): Observation[] {
    const undecodable = decoded.calls.filter((call) => call.status === 'undecodable').map(decodeFault)
    return [...new Map(undecodable.map((each) => [each.text, each])).values()]
  },
}

function decodeFault({ signature, selector, fault }: Call): Observation {
  const expected = signature ? signatureText(signature) : selector
  return {
    points: bandFloors.WARNING,
    text: `The call data does not decode as ${expected}: ${fault}.`,
    flip: `use call data that decodes as ${expected}`,
  }
}

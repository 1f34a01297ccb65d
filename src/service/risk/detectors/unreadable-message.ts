import { bandFloors } from '../../../api/vocabulary.ts'
import type { Detector } from './detector.ts'

export const unreadableMessage: Detector = {
  id: 'unreadable-message',
  about: 'sender',
  summary: 'A signed message is a hash, or holds its terms only as a hash.',
  why: 'WARNING 31, about the message: an ALLOW entry for the contract does not cap it. The hash can be of any permit or order. A Safe message that is a legible text is none, and NO DATA.',
  origin: 'Safe (SafeMessage) and Blur (Merkle root of listings), whose messages hold only a hash.',
  examples: {
    attack: 'A Safe message is a hash.',
    nearMiss: 'A permit, whose terms can be read.',
    evasion: 'The same hash stands in a message of an unknown type: NO DATA.',
  },
  reads: ['message'],
  detect({ message }) {
    if (message?.unreadable === undefined) return []
    return [
      {
        points: bandFloors.WARNING,
        text: message.unreadable,
        source: 'typed data',
        flip: 'use a message whose content can be read',
      },
    ]
  },
}

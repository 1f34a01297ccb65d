import { bandFloors } from '../../../api/vocabulary.ts'
import type { Detector } from './detector.ts'

export const unreadableMessage: Detector = {
  id: 'unreadable-message',
  summary: 'A signed message is a hash, or holds its terms only as a hash.',
  why: 'It is unknown what is signed, and it can be any permit or order. At least WARNING. The finding is about the message, so an ALLOW entry for the contract does not cap it.',
  origin: 'Safe (SafeMessage) and Blur (Merkle root of listings), whose messages hold only a hash.',
  detect({ message }) {
    if (message?.unreadable === undefined) return []
    return [
      {
        subCategory: 'maliciousInteraction',
        points: bandFloors.WARNING,
        hops: 0,
        subject: '',
        role: '',
        text: message.unreadable,
        source: 'typed data',
        flip: 'use a message whose content can be read',
      },
    ]
  },
}

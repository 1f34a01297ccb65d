import type { Detector } from './detector.ts'

export const decodeBounded: Detector = {
  id: 'decode-bounded',
  about: 'sender',
  summary: 'Call data exceeds a limit of the decoder (depth, number of calls, work), so a part of it was not read.',
  why: 'UNSAFE 80, about the whole: no ALLOW entry caps it. What was not read can be anything, also the delegatecall that scores 80 where it is read. Applications stay far below the limits; only data that is built to hide something reaches them.',
  origin:
    'Limits of the decoder. Bybit theft, February 2025: a delegatecall, here with wrappers around it that no decoder follows to the end.',
  examples: {
    attack: 'A delegatecall to an unknown contract inside a hundred MultiSends.',
    nearMiss:
      'A delegatecall to an unknown contract inside sixty MultiSends: all of it is read, and it is a finding itself.',
    evasion:
      'The contracts that are called have ALLOW entries: the finding is about the whole, so none of them caps it.',
  },
  detect: ({ decoded }) =>
    decoded.bounds.map((text) => ({
      points: 80,
      text,
      flip: 'use smaller call data, or fewer nested calls',
    })),
}

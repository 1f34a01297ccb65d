import { pretendedIn } from '../chain/claims.ts'
import { measuredBy } from '../chain/read-observation.ts'
import { type Detector, rejectUnlessPlanned } from './detector.ts'

const POINTS = 45
/** Something else leaves for what does not arrive. */
const IN_EXCHANGE = 75

export const eventWithoutTransfer: Detector = {
  id: 'event-without-transfer',
  about: 'sender',
  summary: 'An event says that the sender or its accounts receive a token, and the balance does not show it.',
  why: 'UNSAFE 75 when other assets leave; WARNING 45 otherwise. The event pretends a payment, so that wallets and explorers show one.',
  origin: 'Fake Transfer events of counterfeit tokens; the balances are read before and after in one simulation.',
  examples: {
    attack: 'ETH leaves, and what an event promises for it does not arrive.',
    nearMiss: 'A fee on transfer: a little less arrives than the event says.',
    evasion: 'A thousandth of it arrives: it is found. A worthless token that does arrive is not.',
  },
  reads: ['chain'],
  detect({ evidence, reputationOf }) {
    const pretended = pretendedIn(evidence).filter(({ token }) => reputationOf(token).trustedBy === undefined)
    const leaves = measuredBy(evidence)?.changes.some(({ amount }) => amount < 0n)
    return Array.from(Map.groupBy(pretended, ({ token }) => token)).map(([token]) => ({
      subCategory: 'financialScamInteraction',
      points: leaves ? IN_EXCHANGE : POINTS,
      subject: token,
      text: 'claims by an event that it sends assets, which do not arrive',
      source: 'simulation',
      flip: rejectUnlessPlanned,
    }))
  },
}

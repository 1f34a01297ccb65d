import { magnitude } from '../../../shared/bigints.ts'
import { callsOut } from '../chain/read-observation.ts'
import type { EnvironmentDifference } from '../chain/simulation.ts'
import { type Detector, rejectUnlessPlanned } from './detector.ts'

/** Parts in a thousand of both amounts that prices and interest may differ. */
const TOLERATED = 5n

export const environmentDifference: Detector = {
  id: 'environment-difference',
  about: 'sender',
  summary:
    'The transaction moves other amounts in the environment of a real block, with the gas of a wallet or with the real balance of the sender, than in a simulation.',
  why: 'UNSAFE 85. A contract that looks at the fee recipient, the base fee or the random value of a block, at the gas that is left or at the balance of the sender, shows one thing and does another. No benign record caps it.',
  origin: 'Red pill attacks on transaction simulation (ZenGo, 2023).',
  examples: {
    attack: 'A contract pays 200 in a simulation and 100 in a real block.',
    nearMiss: 'A mint gives another item in each block, but as many; a reward grows by one more block.',
    evasion: 'The call goes through a well-known router: it is found. A contract that waits for a later block is not.',
  },
  reads: ['chain'],
  detect(facts) {
    const { evidence, transaction } = facts
    const simulation = evidence.chain?.simulation
    if (simulation?.status !== 'ok') return []
    const differing = Array.from(
      Map.groupBy(simulation.differences, ({ owner, token }) => `${owner} ${token}`).values(),
    )
    if (!differing.some(isMaterial)) return []
    const subject = callsOut(facts)[0]?.to ?? transaction.to ?? ''
    return [
      {
        points: 85,
        subject,
        text: subject === '' ? `${TEXT.charAt(0).toUpperCase()}${TEXT.slice(1)}.` : TEXT,
        source: 'simulation',
        flip: rejectUnlessPlanned,
        evenIfTrusted: true,
      },
    ]
  },
}

const TEXT = 'gives another result in a real block than in a simulation'

/** Whether differences of one token and owner matter: which items move may be random, how many may not. */
function isMaterial(differences: readonly EnvironmentDifference[]): boolean {
  const plain = differences.reduce((sum, each) => sum + each.plain, 0n)
  const realistic = differences.reduce((sum, each) => sum + each.realistic, 0n)
  if (hasAccrued(plain, realistic)) return false
  return magnitude(plain - realistic) * 1000n > (magnitude(plain) + magnitude(realistic)) * TOLERATED
}

/** Rewards grow with each block, and the default environment of some nodes is that of the block before. */
function hasAccrued(plain: bigint, realistic: bigint): boolean {
  return plain > 0n && realistic > plain && realistic < 2n * plain
}

import { subCategories } from '../../../api/vocabulary.ts'
import type { Finding } from '../types.ts'
import { blockedAddress } from './blocked-address.ts'
import type { Detector, Facts } from './detector.ts'
import { listedAddress } from './listed-address.ts'
import { sanctionedAddress } from './sanctioned-address.ts'
import { undecodableCall } from './undecodable-call.ts'

/** Every detector of this folder; a test compares the two. */
export const detectors: readonly Detector[] = [blockedAddress, listedAddress, sanctionedAddress, undecodableCall]

/** What all detectors find, in no order that means anything. */
export function detect(facts: Facts): Finding[] {
  return detectors.flatMap((detector) =>
    detector.detect(facts).map((observation) => ({
      ...observation,
      rule: detector.id,
      category: subCategories[observation.subCategory].category,
      points: Math.round(Math.min(100, Math.max(0, observation.points))),
    })),
  )
}

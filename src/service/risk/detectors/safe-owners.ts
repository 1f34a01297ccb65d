import type { AccountSafe } from '../chain/account.ts'
import { announcedIn, announcedState } from '../chain/safe-changes.ts'
import type { Call } from '../decode/calls.ts'
import type { Facts } from '../facts.ts'
import { type Detector, type Observation, rejectOrVouch } from './detector.ts'

/** Unknown owners alone reach the threshold, or no present owner stays. */
const TAKEN_OVER = 85
/** A single signature from now on, where more were needed. */
const ONE_SIGNATURE = 65
const UNKNOWN_OWNER = 60

export const safeOwners: Detector = {
  id: 'safe-owners',
  about: 'sender',
  summary:
    'The owners or the threshold of a Safe change, and unknown owners can act alone, or one signature is enough.',
  why: 'UNSAFE 85 when unknown owners alone reach the new threshold, or no owner of now stays; WARNING 65 when one signature is enough where more were needed, 60 for another unknown owner. Read against the owners and the threshold that the node shows. An ALLOW entry does not cap it.',
  origin: 'Takeovers of Safes by owner changes that owners signed unread; OwnerManager of the Safe contracts.',
  examples: {
    attack: 'The last owner is replaced by an unknown owner.',
    nearMiss: 'Two of three owners stay needed, and one known owner replaces another.',
    evasion: 'Two steps of one batch, each harmless: the Safe after all of them is compared with the Safe of now.',
  },
  reads: ['chain'],
  detect(facts) {
    const { evidence, decoded } = facts
    const announced = announcedIn(decoded.calls, () => false)
    return Array.from(Map.groupBy(announced, ({ safe }) => safe)).flatMap(([address, changes]) => {
      const before = evidence.accountOf(address)?.safe
      if (!before) return []
      const edits = changes.flatMap((each) => each.edits)
      const { state } = announcedState({ ...before, threshold: BigInt(before.threshold) }, edits)
      const after = { owners: state.owners ?? [], threshold: Number(state.threshold) }
      return compared(address, { before, after, calls: changes.map(({ call }) => call) }, facts)
    })
  },
}

const MORE_SIGNATURES = 'reject, unless the other owners confirm it: set a threshold of two or more instead'

interface Changed {
  readonly before: AccountSafe
  readonly after: AccountSafe
  readonly calls: readonly Call[]
}

function compared(
  address: string,
  { before, after, calls }: Changed,
  { isUnknown, addressText }: Facts,
): Observation[] {
  const [call] = calls
  if (!call) return []
  const added = after.owners.filter((owner) => !before.owners.includes(owner))
  const isUnknownOwner = (owner: string) =>
    isUnknown({ kind: 'control', form: 'signer', call, contract: address, authority: owner })
  const unknownOwners = added.filter(isUnknownOwner).length
  const stays = after.owners.some((owner) => before.owners.includes(owner))
  const found = (points: number, text: string, flip = rejectOrVouch): Observation[] => [
    {
      subCategory: 'maliciousProtocolUpgrade',
      points,
      text: `The Safe ${addressText(address)} ${text}.`,
      source: 'chain',
      flip,
    },
  ]
  const unknown = unknownOwners === 1 ? 'one unknown owner' : `${unknownOwners} unknown owners`
  if (unknownOwners > 0 && unknownOwners >= after.threshold)
    return found(TAKEN_OVER, `can be emptied by ${unknown} alone`)
  if (unknownOwners > 0 && !stays) return found(TAKEN_OVER, `loses all of its owners, and gets ${unknown}`)
  if (after.threshold <= 1 && before.threshold > 1)
    return found(ONE_SIGNATURE, `needs one signature instead of ${before.threshold}`, MORE_SIGNATURES)
  return unknownOwners > 0 ? found(UNKNOWN_OWNER, `gets ${unknown} besides ${before.owners.length}`) : []
}

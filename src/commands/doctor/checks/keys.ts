import type { KeyKind } from '../../../api/operations/operation.ts'
import { checkKey } from '../../auth/check-key.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'
import type { DoctorSubject } from '../subject.ts'

/** One read-only request per key. */
export const validationKey: Check = { name: 'validation key', look: (subject) => keyVerdicts(subject, 'validation') }

export const managementKey: Check = { name: 'management key', look: (subject) => keyVerdicts(subject, 'management') }

async function keyVerdicts(subject: DoctorSubject, kind: KeyKind): Promise<CheckVerdict[]> {
  const { configuration } = subject
  if (!configuration?.addresses) return []
  const { keys, inKeychain, withheld, addresses } = configuration
  const login = `txwarden auth login --key ${kind}`
  const { origin } = addresses[kind]
  if (withheld.includes(kind))
    return [warn(`not sent: ${origin} is not the address it was stored for`, 'txwarden config explain')]
  if (keys[kind] === undefined && !inKeychain.includes(kind)) return [warn('missing', login)]
  const { accepted, message } = await checkKey(await subject.client(), kind)
  return [accepted ? pass(`${origin} accepts it`) : fail(`${origin} refuses it: ${message}`, login)]
}

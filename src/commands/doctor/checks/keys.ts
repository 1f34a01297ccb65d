import type { KeyKind } from '../../../api/operations/operation.ts'
import { operation } from '../../../api/operations/operations.ts'
import { operationRequest } from '../../../client/requests/request.ts'
import { keyKinds } from '../../../config/profiles/key-origin.ts'
import { hasKey } from '../../../config/resolve.ts'
import { checkKey, keyTrials } from '../../auth/check-key.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'
import type { DoctorSubject } from '../subject.ts'
import { requestWithoutKey } from './address.ts'

/** One read-only request with each key, and one without it. */
export const validationKey: Check = { name: 'validation key', look: (subject) => keyVerdicts(subject, 'validation') }

export const managementKey: Check = { name: 'management key', look: (subject) => keyVerdicts(subject, 'management') }

async function keyVerdicts(subject: DoctorSubject, kind: KeyKind): Promise<CheckVerdict[]> {
  const { configuration } = subject
  if (!configuration?.addresses) return []
  const { withheld, addresses } = configuration
  const login = `txwarden auth login --kind ${kind}`
  const { origin } = addresses[kind]
  if (withheld.includes(kind))
    return [warn(`not sent: ${origin} is not the address it was stored for`, 'txwarden config explain')]
  // One key is enough for a machine that only validates, or only manages. Without any, nothing works.
  if (!hasKey(configuration, kind))
    return [keyKinds.some((each) => hasKey(configuration, each)) ? warn('missing', login) : fail('missing', login)]
  const { accepted, message } = await checkKey(await subject.client(), kind)
  if (!accepted) return [fail(`${origin} refuses it: ${message}`, login)]
  // A server that answers the same without a key has not looked at it.
  const { id, input } = keyTrials[kind]
  const { request } = operationRequest(operation(id), input, { newIdempotencyKey: () => undefined })
  const { statusCode } = await requestWithoutKey(subject, addresses[kind], request)
  return [
    statusCode === 401 || statusCode === 403
      ? pass(`${origin} accepts it`)
      : fail(
          `${origin} checks no key: without one it answers ${statusCode}. It is another service, or the base URL is wrong`,
          'txwarden config explain',
        ),
  ]
}

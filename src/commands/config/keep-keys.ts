import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { keysLeftBehind } from '../../config/profiles/key-origin.ts'
import type { Profile } from '../../config/profiles/profile-file.ts'

/** The profile after a change of addresses, without keys that would be sent to another service. */
export function withoutStrayKeys(before: Profile, after: Profile): Profile {
  const { ...kept } = after
  for (const kind of keysLeftBehind(before, after)) delete kept[`${kind}-key`]
  return kept
}

/** Asks before a change of addresses deletes stored keys, because they may not be recoverable. */
export async function confirmKeyLoss(context: Context, name: string, before: Profile, after: Profile): Promise<void> {
  const lost = keysLeftBehind(before, after)
  if (lost.length === 0) return
  await confirmChange(
    context,
    `The stored ${lost.join(' and ')} key of profile ${name} belongs to the current address and will be deleted. Continue?`,
  )
}

/** Refuses a change that would leave a management URL without a base URL. */
export function requireBaseUrl(profile: Profile): void {
  if (profile['management-url'] === undefined || profile['base-url'] !== undefined) return
  throw refusedError('management-url needs base-url', {
    details: ['Set base-url first, or unset management-url first.'],
  })
}

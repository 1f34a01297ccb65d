import type { Context } from '../../cli/context/context.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { refusedError } from '../../cli/usage.ts'
import { keysLeftBehind } from '../../config/key-origin.ts'
import type { Profile } from '../../config/profile-file.ts'

/** The profile after a change of its addresses, without the keys that would then go to another service. */
export function withoutStrayKeys(before: Profile, after: Profile): Profile {
  const { ...kept } = after
  for (const kind of keysLeftBehind(before, after)) delete kept[`${kind}-key`]
  return kept
}

/** Asks when a change of addresses costs stored keys: nobody may be able to get them again. */
export async function confirmKeyLoss(context: Context, name: string, before: Profile, after: Profile): Promise<void> {
  const lost = keysLeftBehind(before, after)
  if (lost.length === 0) return
  await confirmChange(
    context,
    `The stored ${lost.join(' and ')} key of profile ${name} is for the address it has now, and will be deleted. Go on?`,
  )
}

/** A management address alone leads nowhere. Throws when a change would leave one. */
export function requireBaseUrl(profile: Profile): void {
  if (profile['management-url'] === undefined || profile['base-url'] !== undefined) return
  throw refusedError('a management address needs a base address beside it', {
    details: ['Set base-url first; unset management-url first.'],
  })
}

import { DEFAULT_PROFILE, profileNamed } from '../../config/profiles/profile-file.ts'
import { chooseProfile, type ResolveInput } from '../../config/resolve.ts'
import { stopped } from '../../shared/errors.ts'
import { usageError } from '../errors/usage.ts'
import type { GlobalValues } from '../program/globals.ts'
import type { Prompter } from './prompts.ts'

interface Parts {
  readonly resolveInput: () => ResolveInput
  readonly globals: GlobalValues
  readonly canAsk: () => boolean
  readonly prompt: () => Promise<Prompter>
}

/**
 * Allows changes of a profile, by default the one in use, or throws before anything is sent. A protected profile needs
 * its name, typed or passed with `--confirm`, because a yes is given too easily in the wrong terminal window.
 */
export function protectProfiles(parts: Parts): (profile?: string) => Promise<void> {
  const allowed = new Map<string, Promise<void>>()
  return (profile) => {
    const name = profile ?? chooseProfile(parts.resolveInput()).name
    // Concurrent requests wait for one prompt.
    const allow = allowed.get(name) ?? confirmName(name, parts)
    allowed.set(name, allow)
    return allow
  }
}

async function confirmName(name: string, { resolveInput, globals, canAsk, prompt }: Parts): Promise<void> {
  if (!isProtected(name, resolveInput())) return
  const { confirm } = globals
  if (confirm === name) return
  if (confirm !== undefined)
    throw usageError(`profile ${name} is protected, and --confirm names ${JSON.stringify(confirm)}`)
  if (!canAsk())
    throw usageError(`profile ${name} is protected: confirmation required`, {
      details: [`Pass --confirm ${name}; --yes is not enough.`],
    })
  const typed = await (await prompt()).input({ message: `Profile ${name} is protected. Type its name to change it` })
  if (typed === name) return
  throw stopped('declined', `the name does not match; profile ${name} is unchanged`)
}

/** As stored: neither flags nor environment remove the protection. */
function isProtected(name: string, { file }: ResolveInput): boolean {
  if (name !== DEFAULT_PROFILE && !Object.hasOwn(file.profiles, name)) return false
  return profileNamed(file, name).protected === 'true'
}

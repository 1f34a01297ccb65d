import { DEFAULT_PROFILE, profileNamed } from '../../config/profile-file.ts'
import type { ResolveInput } from '../../config/resolve.ts'
import { WardenError } from '../../shared/errors.ts'
import type { GlobalValues } from '../globals.ts'
import { usageError } from '../usage.ts'
import type { Prompter } from './prompts.ts'

interface Asking {
  /** The profile that is about to change. */
  readonly name: string
  readonly input: () => ResolveInput
  readonly globals: GlobalValues
  readonly canAsk: boolean
  readonly prompt: () => Promise<Prompter>
}

/**
 * Lets a change of a protected profile pass once its name was typed, or said with `--confirm`: a yes is given too easily
 * in the wrong window. Other profiles pass. Throws before anything is sent.
 */
export async function passProtection({ name, input, globals, canAsk, prompt }: Asking): Promise<void> {
  if (!isProtected(name, input)) return
  const { confirm } = globals
  if (confirm === name) return
  const fact = `profile ${name} is protected`
  if (confirm !== undefined) throw usageError(`${fact}, and --confirm says ${JSON.stringify(confirm)}`)
  if (!canAsk)
    throw usageError(`${fact}, and nobody is there to type its name`, {
      details: [`Say that it is meant with --confirm ${name}; --yes is not enough.`],
    })
  const typed = await (await prompt()).input({ message: `${capital(fact)}. Type its name to change it` })
  if (typed === name) return
  throw new WardenError({
    kind: 'interrupted',
    code: 'declined',
    message: `that is not its name: nothing was changed in profile ${name}`,
  })
}

/** What the file says: neither flags nor environment take the protection away. */
function isProtected(name: string, input: () => ResolveInput): boolean {
  const { file } = input()
  if (name !== DEFAULT_PROFILE && !Object.hasOwn(file.profiles, name)) return false
  return profileNamed(file, name).protected === 'true'
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

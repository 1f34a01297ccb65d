import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { readSecret } from '../../cli/input/read-input.ts'
import { type OptionValues, text } from '../../cli/options.ts'

/** A passphrase is never read from the command line. */
export const passphraseOptions = {
  passphraseFile: text('file', 'read the passphrase from a file; - is stdin'),
}

export type PassphraseInput = OptionValues<typeof passphraseOptions>

/** From file or stdin; undefined when neither is named. */
export function givenPassphrase(context: Context, input: PassphraseInput): Promise<string | undefined> {
  return readSecret(context, 'passphrase', input.passphraseFile)
}

/** Prompts without echo. A new passphrase is validated and typed twice. */
export async function askPassphrase(context: Context, { isNew }: { isNew: boolean }): Promise<string> {
  if (!context.canAsk)
    throw usageError('a passphrase is required', {
      details: ['Pass --passphrase-file.'],
    })
  const prompt = await context.prompt()
  if (!isNew) return prompt.secret({ message: 'Passphrase of the backup', required: true })
  const { passphraseFault } = await context.administration()
  const passphrase = await prompt.secret({
    message: 'New passphrase for the backup',
    required: true,
    validate: (text) => {
      const fault = passphraseFault(text)
      return fault === undefined || `It ${fault}`
    },
  })
  await prompt.secret({
    message: 'Repeat the passphrase',
    required: true,
    validate: (again) => again === passphrase || 'The passphrases differ',
  })
  return passphrase
}

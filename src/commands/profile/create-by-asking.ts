import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { hasProfile, profileNameFault } from '../../config/profile-file.ts'
import { settingOf } from '../../config/settings.ts'
import { makeProfile, type ProfileDraft } from './make-profile.ts'

export async function createByAsking(context: Context, given: ProfileDraft): Promise<void> {
  const prompt = await context.prompt()
  const { file } = context.resolveInput()
  const name = await prompt.input({
    message: 'Name of the profile',
    required: true,
    validate: (text) => {
      const fault = profileNameFault(text)
      if (fault !== undefined) return `It ${fault}`
      return hasProfile(file, text) ? 'There is one of this name already' : true
    },
  })
  const draft = { ...given, ...(isPlaced(given) ? {} : { baseUrl: await askAddress(context) }) }
  const { baseUrl, managementUrl, database, protected: isProtected } = draft
  await previewAndConfirm(context, {
    preview: [
      ['name', name],
      ['service', baseUrl ?? 'a local one, with a database of its own'],
      ...(managementUrl === undefined ? [] : [['management', managementUrl] as const]),
      ...(database === undefined ? [] : [['database', database] as const]),
    ],
    question: 'Make this profile?',
    commandLine: commandLine(
      { name: 'profile create', arguments: [name], flags: { database, protected: isProtected } },
      { ...context.globals, baseUrl, managementUrl },
    ),
    act: () => makeProfile(context, name, draft),
  })
}

function isPlaced({ baseUrl, managementUrl, database }: ProfileDraft): boolean {
  return [baseUrl, managementUrl, database].some((each) => each !== undefined)
}

/** Undefined: a local service. */
async function askAddress(context: Context): Promise<string | undefined> {
  const prompt = await context.prompt()
  const isRemote = await prompt.select({
    message: 'Which service',
    choices: [
      { value: true, name: 'remote', description: 'at an address, with keys' },
      { value: false, name: 'local', description: 'on this machine, with a database of its own' },
    ],
  })
  if (!isRemote) return undefined
  return prompt.input({
    message: 'Its address',
    required: true,
    validate: (text) => {
      const fault = settingOf('base-url')?.fault(text)
      return fault === undefined ? true : `It ${fault}`
    },
  })
}

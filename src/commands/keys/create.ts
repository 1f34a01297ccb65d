import { keyNameFault } from '../../api/text/key-name.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choice, parsed, required } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { missingError } from '../../cli/program/program.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'

const scopes = { validation: 'validates transactions', management: 'everything else' } as const
type Kind = keyof typeof scopes
const kinds = Object.keys(scopes) as Kind[]

export const keysCreate: Command = defineCommand({
  name: 'keys create',
  aliases: ['add'],
  summary: 'Create an API key for the local service',
  description:
    'For HTTP clients of `txwarden serve`; commands on this machine need no key. The key is shown once: only its hash is stored. On a terminal it prompts for missing values.',
  requests: false,
  asks: true,
  options: {
    kind: required(choice(kinds, 'validation: validate transactions; management: everything else')),
    name: parsed(
      'name',
      'who uses it, such as alice or ci; shown in holds, the audit log and the log of `serve`',
      parseName,
    ),
  },
  examples: [
    { command: 'txwarden keys create --kind validation --name payouts-ci' },
    { command: 'txwarden keys create --kind management --name alice --json' },
    {
      command: 'txwarden keys create --kind validation --name ci --fields key',
      note: 'only the key, for a variable of a script',
    },
  ],
  async run(context, { kind, name }) {
    // With `asks`, required flags can be missing here.
    if ((kind as Kind | undefined) !== undefined) await createKey(context, { kind, name })
    else if (context.canAsk) await createFromAnswers(context, name)
    else throw missingError(keysCreate, ['--kind'])
  },
})

async function createFromAnswers(context: Context, given: string | undefined): Promise<void> {
  context.requireLocal()
  const prompt = await context.prompt()
  const kind = await prompt.select({
    message: 'Kind of key',
    choices: kinds.map((each) => ({ value: each, name: each, description: scopes[each] })),
  })
  const answer = given ?? (await prompt.input({ message: 'Name, such as alice (empty: none)', validate: checkName }))
  const name = answer === '' ? undefined : answer
  await previewAndConfirm(context, {
    preview: [['kind', kind], ...(name === undefined ? [] : [['name', name] as const])],
    question: `Create this key in ${context.where()}?`,
    command: { name: 'keys create', flags: { kind, name } },
    act: () => createKey(context, { kind, name }),
  })
}

function parseName(flagName: string, text: string): string {
  const fault = keyNameFault(text)
  if (fault === undefined) return text
  throw usageError(`${flagName}: ${JSON.stringify(text)} ${fault}`)
}

function checkName(text: string): string | true {
  return (text.trim() === '' ? undefined : keyNameFault(text.trim())) ?? true
}

interface NewKey {
  readonly kind: Kind
  readonly name: string | undefined
}

async function createKey(context: Context, { kind, name }: NewKey): Promise<void> {
  const { database } = context.configuration()
  if (
    await previewLocalChange(
      context,
      `create a ${kind} key${name === undefined ? '' : ` named ${name}`} in ${database}`,
    )
  )
    return
  const { keys } = await context.local()
  const created = await keys.create(kind, name)
  await context.out.done(
    created,
    {
      columns: plainColumns('id', 'kind', 'key', 'name'),
    },
    ({ id, key }, paint) =>
      [
        `${paint.good('✓')} Created a ${kind} key${name === undefined ? '' : ` named ${name}`} (${context.where()})`,
        '',
        `  ${paint.bold(key)}`,
        '',
        `  ${paint.warn('The key is shown only once.')} Store it in a secret manager.`,
        `  Revoke it: txwarden keys revoke ${id}`,
        '',
      ].join('\n'),
  )
}

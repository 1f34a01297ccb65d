import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { choice, required } from '../../cli/options.ts'
import { commandLine } from '../../cli/program/command-line.ts'
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
  options: { kind: required(choice(kinds, 'validation: validate transactions; management: everything else')) },
  examples: [
    { command: 'txwarden keys create --kind validation' },
    { command: 'txwarden keys create --kind management --json' },
  ],
  async run(context, { kind }) {
    // With `asks`, required flags can be missing here.
    if ((kind as Kind | undefined) !== undefined) await createKey(context, kind)
    else if (context.canAsk) await createFromAnswers(context)
    else throw missingError(keysCreate, ['--kind'])
  },
})

async function createFromAnswers(context: Context): Promise<void> {
  context.requireLocal()
  const prompt = await context.prompt()
  const kind = await prompt.select({
    message: 'Kind of key',
    choices: kinds.map((each) => ({ value: each, name: each, description: scopes[each] })),
  })
  await previewAndConfirm(context, {
    preview: [['kind', kind]],
    question: `Create this key in ${context.where()}?`,
    commandLine: commandLine({ name: 'keys create', flags: { kind } }, context.globals),
    act: () => createKey(context, kind),
  })
}

async function createKey(context: Context, kind: Kind): Promise<void> {
  const { database } = context.configuration()
  if (await previewLocalChange(context, `create a ${kind} key in ${database}`)) return
  const { keys } = await context.local()
  const created = await keys.create(kind)
  await context.out.done(
    created,
    {
      columns: [
        { field: 'id', header: 'ID' },
        { field: 'kind', header: 'KIND' },
        { field: 'key', header: 'KEY' },
      ],
    },
    ({ id, key }, paint) =>
      [
        `${paint.good('✓')} Created a ${kind} key (${context.where()})`,
        '',
        `  ${paint.bold(key)}`,
        '',
        `  ${paint.warn('The key is shown only once.')} Store it in a secret manager.`,
        `  Revoke it: txwarden keys revoke ${id}`,
        '',
      ].join('\n'),
  )
}

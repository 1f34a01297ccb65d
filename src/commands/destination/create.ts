import type { Output } from '../../api/operations/operations.ts'
import type { Channel } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { nameText, required } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { missingError } from '../../cli/program/program.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import {
  forceOption,
  ifAbsentOption,
  makeIfAbsent,
  type NameConflict,
  refuseBoth,
  refuseTakenName,
} from '../options/if-absent.ts'
import { equivalentLine } from './equivalent.ts'
import { missingFlags, needsOf, refuseUnused } from './needs.ts'
import {
  bodyOf,
  channelOption,
  type DestinationDraft,
  type DestinationFlags,
  destinationOptions,
  readDestinationFlags,
} from './options.ts'
import { isMasked, shownAddress } from './secrecy.ts'

export const destinationCreate: Command = defineCommand({
  name: 'destination create',
  aliases: ['add'],
  summary: 'Create a destination for alerts',
  description:
    'On a terminal it prompts for missing values, shows a preview, and prints the equivalent command line. A WEBHOOK without a token gets a signing secret, which is shown only once.',
  asks: true,
  options: {
    name: required(nameText('text', 'name of the destination')),
    channel: required(channelOption),
    ...destinationOptions,
    ifAbsent: ifAbsentOption,
    force: forceOption,
  },
  examples: [
    { command: 'txwarden destination create --name ops --channel EMAIL --email ops@example.org' },
    {
      command:
        'txwarden destination create --name siem --channel WEBHOOK --webhook-url https://siem.example.org/alerts',
      note: 'the service creates the signing secret and shows it once',
    },
    { command: 'txwarden destination create --name team --channel SLACK --webhook-url-file <file>' },
    {
      command: 'txwarden destination create --name phone --channel TELEGRAM --chat-id <chat> --token-file <file>',
    },
    { command: 'txwarden destination create', note: 'prompts' },
  ],
  async run(context, { name, channel, ifAbsent = false, force = false, ...flags }) {
    const conflict = { ifAbsent, force }
    refuseBoth(conflict)
    const fields = await readDestinationFlags(context, channel, flags)
    // With `asks`, required flags can be missing here.
    if (channel !== undefined) refuseUnused(channel, flags)
    const missing = [
      ...(name === undefined ? ['--name'] : []),
      ...(channel === undefined ? ['--channel'] : missingFlags(channel, fields)),
    ]
    if (missing.length === 0)
      await createDestination(context, { ...fields, name, channel: channel as Channel }, conflict)
    else if (context.canAsk) await createFromAnswers(context, { ...fields, name, channel }, flags, conflict)
    else throw missingError(destinationCreate, missing)
  },
})

type Created = Output<'createDestination'>

const createdView: View<Created> = { columns: [{ field: 'id', header: 'ID' }] }
/** A pipe gets the secret as well: it cannot be read again. */
const withSecret: View<Created> = { columns: [...createdView.columns, { field: 'attributes.token', header: 'TOKEN' }] }

const KEEP_IT = 'Shown only once: the receiver needs it to verify the webhook signature.'

/** Prints the created destination, with the signing secret when the service created one. */
async function createDestination(
  context: Context,
  draft: DestinationDraft,
  { ifAbsent, force }: NameConflict,
): Promise<void> {
  const client = await context.client()
  const find = async (): Promise<Created | undefined> => {
    const found = (await client.call('listDestinations')).find(({ name }) => name === draft.name)
    return found && { ...found, active: found.state !== 'INACTIVE' }
  }
  if (!ifAbsent && !force) await refuseTakenName(context, 'destination', draft.name, async () => (await find())?.id)
  const make = () => client.call('createDestination', { body: bodyOf(draft) })
  const { body, wasThere } = await makeIfAbsent(context, ifAbsent, find, make)
  if (wasThere) {
    const sentence = [
      `Already there: destination ${body.name} (${body.channel}) (${context.where()})`,
      `  id ${body.id}`,
    ]
    return context.out.done(body, createdView, sentence)
  }
  const secret = draft.token === undefined ? newSecretOf(body) : undefined
  const lines = [
    `Created destination ${body.name} (${body.channel}) (${context.where()})`,
    `  id ${body.id}`,
    ...(secret === undefined ? [] : ['', `  signing secret  ${secret}`, `  ${KEEP_IT}`, '']),
    `  test it: txwarden destination test ${quoteWord(body.id)}`,
  ]
  await context.out.done(body, secret === undefined ? createdView : withSecret, lines)
  if (secret !== undefined) await noteSecret(context, secret)
  if (body.channel === 'EMAIL') await noteMailServer(context)
}

/** Only the local service sends by the variables of this machine. */
async function noteMailServer({ isRemote, env, note }: Context): Promise<void> {
  if (isRemote() || env.TXWARDEN_SMTP_URL) return
  await note('! No mail server is configured: set TXWARDEN_SMTP_URL for `serve`, too.')
  await note('Try: export TXWARDEN_SMTP_URL=smtp://localhost:25')
}

/** The card shows the secret. With --fields the output may lack it, so it goes to stderr. */
async function noteSecret(context: Context, secret: string): Promise<void> {
  const { fields } = context.globals
  const isPrinted = !fields || fields.some((field) => field === 'attributes' || field === 'attributes.token')
  if (!isPrinted) await context.io.stderr.write(`signing secret ${secret}\n${KEEP_IT}\n`)
  else if (!context.out.isForPeople || fields) await context.note(`The token is the signing secret. ${KEEP_IT}`)
}

/** A masked token is not a new secret. */
function newSecretOf({ attributes }: Created): string | undefined {
  const token = attributes?.token
  return token === undefined || token === '' || isMasked(token) ? undefined : token
}

async function createFromAnswers(
  context: Context,
  given: Partial<DestinationDraft>,
  flags: DestinationFlags,
  conflict: NameConflict,
): Promise<void> {
  const { askNewDestination } = await import('./questions.ts')
  const draft = await askNewDestination(context, given)
  await previewAndConfirm(context, {
    preview: previewOf(draft),
    question: `Create this destination in ${context.where()}?`,
    commandLine: equivalentLine(
      { name: 'destination create', channel: draft.channel, ...conflict },
      draft,
      flags,
      context.globals,
    ),
    act: () => createDestination(context, draft, conflict),
  })
}

function previewOf({ name, channel, webhookUrl, chatId, token, state }: DestinationDraft): [string, string][] {
  const makesSecret = token === undefined && needsOf(channel)?.token === 'optional'
  const lines: [string, string | undefined][] = [
    ['name', name],
    ['channel', channel],
    ['to', webhookUrl && shownAddress(channel, webhookUrl)],
    ['chat', chatId],
    [
      channel === 'WEBHOOK' ? 'signing secret' : 'token',
      token === undefined ? (makesSecret ? 'created by the service, shown once' : undefined) : 'as given',
    ],
    ['state', state],
  ]
  return lines.filter((line): line is [string, string] => line[1] !== undefined)
}

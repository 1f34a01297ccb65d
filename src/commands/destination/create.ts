import type { Output } from '../../api/operations/operations.ts'
import { type Channel, fieldsOf } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { isPreview } from '../../cli/context/local-change.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { nameText, required, text } from '../../cli/options.ts'
import type { Fact, View } from '../../cli/output/view.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { missingError } from '../../cli/program/program.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { HIDDEN } from '../../client/secrets.ts'
import { refusal } from '../../shared/errors.ts'
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
import { missingFlags, noteForeignHost, refuseUnused } from './needs.ts'
import {
  bodyOf,
  channelOption,
  type DestinationDraft,
  type DestinationFlags,
  destinationOptions,
  readDestinationFlags,
} from './options.ts'
import { destinations } from './resource.ts'
import { isMasked, shownAddress } from './secrecy.ts'

export const destinationCreate: Command = defineCommand({
  name: 'destination create',
  aliases: ['add'],
  summary: 'Create a destination for alerts',
  description:
    'On a terminal it prompts for missing values, shows a preview, and prints the equivalent command line. A WEBHOOK without a token gets a signing secret, which is shown only once: on a terminal, with --json, or in the file of --secret-file. A pipe gets the id alone.',
  asks: true,
  options: {
    name: required(nameText('text', 'name of the destination')),
    channel: required(channelOption),
    ...destinationOptions,
    secretFile: text('file', 'write the signing secret that the service creates to a new file (mode 0600)'),
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
    {
      command:
        'txwarden destination create --name siem --channel WEBHOOK --webhook-url https://siem.example.org/alerts --secret-file <file>',
      note: 'in a script: the id on stdout, the secret in a file',
    },
    { command: 'txwarden destination create --name team --channel SLACK --webhook-url-file <file>' },
    {
      command: 'txwarden destination create --name phone --channel TELEGRAM --chat-id <chat> --token-file <file>',
    },
    { command: 'txwarden destination create', note: 'prompts' },
  ],
  async run(context, { name, channel, secretFile, ifAbsent = false, force = false, ...flags }) {
    const options = { ifAbsent, force, secretFile }
    refuseBoth(options)
    const fields = await readDestinationFlags(context, channel, flags)
    // With `asks`, required flags can be missing here.
    if (channel !== undefined) refuseUnused(channel, { ...flags, secretFile })
    if (fields.token !== undefined && secretFile !== undefined)
      throw usageError('--secret-file is for a secret that the service creates, and a token is given')
    const missing = [
      ...(name === undefined ? ['--name'] : []),
      ...(channel === undefined ? ['--channel'] : missingFlags(channel, fields)),
    ]
    if (missing.length === 0)
      await createDestination(context, { ...fields, name, channel: channel as Channel }, options)
    else if (context.canAsk) await createFromAnswers(context, { ...fields, name, channel }, flags, options)
    else throw missingError({ ...destinationCreate, examples: examplesOf(channel) }, missing)
  },
})

/** The examples of a channel; all, where there is none or no channel. */
function examplesOf(channel: Channel | undefined): Command['examples'] {
  const [first, ...others] = destinationCreate.examples.filter(({ command }) => command.includes(` ${channel} `))
  return first ? [first, ...others] : destinationCreate.examples
}

interface CreateOptions extends NameConflict {
  /** Where a signing secret that the service creates is written to. */
  readonly secretFile: string | undefined
}

type Created = Output<'createDestination'>

const createdView: View<Created> = { columns: plainColumns('id') }

const KEEP_IT = 'Shown only once: the receiver needs it to verify the webhook signature.'

/** Prints the created destination, with the signing secret when the service created one. */
async function createDestination(
  context: Context,
  draft: DestinationDraft,
  { ifAbsent, force, secretFile }: CreateOptions,
): Promise<void> {
  const client = await context.client()
  const find = async (): Promise<Created | undefined> => {
    const found = (await client.call('listDestinations')).find(({ name }) => name === draft.name)
    return found && { ...found, active: found.state !== 'INACTIVE' }
  }
  if (!ifAbsent && !force) await refuseTakenName(context, destinations, draft.name)
  const make = async () => {
    if (makesSecret(draft)) await requirePlaceForSecret(context, draft, secretFile)
    return client.call('createDestination', { body: bodyOf(draft) })
  }
  const { body, wasThere } = await makeIfAbsent(context, ifAbsent, find, make)
  if (wasThere) {
    const sentence = [
      `Already there: destination ${body.name} (${body.channel}) (${context.where()})`,
      `  id ${body.id}`,
    ]
    return context.out.done(body, createdView, sentence)
  }
  const secret = draft.token === undefined ? newSecretOf(body) : undefined
  if (secretFile !== undefined) await keepSecret(context, body.id, secret, secretFile)
  const shown = secretFile === undefined ? secret : undefined
  const lines = [
    `Created destination ${body.name} (${body.channel}) (${context.where()})`,
    `  id ${body.id}${body.active ? '' : ', inactive: its deliveries are held'}`,
    ...(shown === undefined ? [] : ['', `  signing secret  ${shown}`, `  ${KEEP_IT}`, '']),
    ...(secret !== undefined && secretFile !== undefined ? [`  signing secret in ${secretFile}`] : []),
    `  test it: txwarden destination test ${quoteWord(body.id)}`,
  ]
  const isKept = secret !== undefined && shown === undefined
  await context.out.done(isKept ? withoutSecret(body) : body, createdView, lines)
  if (shown !== undefined && (!context.out.isForPeople || context.globals.fields))
    await context.note(`The token is the signing secret. ${KEEP_IT}`)
  await noteForeignHost(context, draft)
  if (body.channel === 'EMAIL') await noteMailServer(context)
}

/** Only the local service sends by the variables of this machine. */
async function noteMailServer({ isRemote, env, note }: Context): Promise<void> {
  if (isRemote() || env.TXWARDEN_SMTP_URL) return
  await note('! No mail server is configured: set TXWARDEN_SMTP_URL for `serve`, too.')
  await note('Try: export TXWARDEN_SMTP_URL=smtp://localhost:25')
}

/**
 * Refuses, before anything is created, where the output would lack the secret that the service creates, or print it where
 * it was not asked for: in a pipe, only JSON, YAML and --fields ask for it.
 */
async function requirePlaceForSecret(
  context: Context,
  draft: DestinationDraft,
  secretFile: string | undefined,
): Promise<void> {
  if (isPreview(context)) return
  if (secretFile !== undefined) {
    const { lstatSync } = await import('node:fs')
    const { dirname } = await import('node:path')
    if (lstatSync(secretFile, { throwIfNoEntry: false })) throw refusal('file-exists', `${secretFile} already exists`)
    // Throws where there is no such folder.
    lstatSync(dirname(secretFile))
    return
  }
  const { globals, out, io } = context
  const isPrinted = globals.fields
    ? globals.fields.some((field) => field === 'attributes' || field === 'attributes.token')
    : out.isForPeople
      ? io.stdout.isTTY === true
      : !out.isColumnsOnly
  if (isPrinted) return
  throw usageError('the service creates a signing secret, and this output does not show it', {
    details: ['--secret-file <file> writes it to a new file; --token-file - takes one from stdin; --json prints it.'],
    try: `txwarden destination create --name ${quoteWord(draft.name)} --channel WEBHOOK --webhook-url <url> --secret-file <file>`,
  })
}

function makesSecret({ channel, token }: DestinationDraft): boolean {
  return token === undefined && fieldsOf(channel)?.token === 'optional'
}

/** The destination exists by now: an error says how it gets another secret. */
async function keepSecret(context: Context, id: string, secret: string | undefined, file: string): Promise<void> {
  if (secret === undefined) return context.note(`! The service created no signing secret: ${file} was not written.`)
  const { writeWhole } = await import('../../shared/files/whole-file.ts')
  try {
    writeWhole(file, `${secret}\n`, { replace: false })
  } catch (error) {
    throw refusal('secret-not-written', `destination ${id} was created, but ${file} could not be written`, {
      details: ['Its signing secret is lost: give it another one.'],
      try: `txwarden destination update ${quoteWord(id)} --token-file <file>`,
      cause: error,
    })
  }
}

function withoutSecret({ attributes, ...body }: Created): Created {
  return { ...body, ...(attributes && { attributes: { ...attributes, token: HIDDEN } }) }
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
  options: CreateOptions,
): Promise<void> {
  const { askNewDestination } = await import('./questions.ts')
  const draft = await askNewDestination(context, given)
  await previewAndConfirm(context, {
    preview: previewOf(draft, options.secretFile),
    question: `Create this destination in ${context.where()}?`,
    command: equivalentLine(
      { name: 'destination create', channel: draft.channel, ...options },
      draft,
      flags,
      context.globals,
    ),
    act: () => createDestination(context, draft, options),
  })
}

function previewOf(draft: DestinationDraft, secretFile: string | undefined): Fact[] {
  const { name, channel, webhookUrl, chatId, token, state } = draft
  const newSecret =
    secretFile === undefined ? 'created by the service, shown once' : `created, written to ${secretFile}`
  return [
    ['name', name],
    ['channel', channel],
    ['to', webhookUrl && shownAddress(channel, webhookUrl)],
    ['chat', chatId],
    [
      channel === 'WEBHOOK' ? 'signing secret' : 'token',
      token === undefined ? makesSecret(draft) && newSecret : 'as given',
    ],
    ['state', state],
  ]
}

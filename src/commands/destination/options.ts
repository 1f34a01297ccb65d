import type { DestinationWrite } from '../../api/schemas/destination.ts'
import { type Channel, channels, destinationStates } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { checkWords } from '../../cli/input/check-values.ts'
import { readSecret } from '../../cli/input/read-input.ts'
import { type OptionValues, openChoice, parsed, text, url } from '../../cli/options.ts'

export const channelOption = openChoice(channels, 'channel of the destination')

/** Secrets come from a file or stdin, never from the command line. */
export const destinationOptions = {
  webhookUrl: url('webhook URL (https); for Slack and Discord it is a secret: prefer --webhook-url-file'),
  webhookUrlFile: text('file', 'read the webhook URL from a file; - is stdin'),
  email: parsed('address', 'email address, for EMAIL', (flagName, given) => {
    if (/^[^@]+@[^@]/.test(given.replace(/^mailto:/i, ''))) return given
    throw usageError(`${flagName}: ${JSON.stringify(given)} is not an email address`)
  }),
  chatId: text('id', 'chat id, for TELEGRAM'),
  tokenFile: text('file', 'read the token from a file (TELEGRAM: bot token, WEBHOOK: signing secret); - is stdin'),
  state: openChoice(destinationStates, 'INACTIVE holds its deliveries'),
}

export type DestinationFlags = OptionValues<typeof destinationOptions>

/** The values of the flags, with secrets read. */
export interface DestinationFields {
  /** https URL, or mailto: for EMAIL. */
  readonly webhookUrl: string | undefined
  readonly chatId: string | undefined
  readonly token: string | undefined
  readonly state: (typeof destinationStates)[number] | undefined
}

export async function readDestinationFlags(
  context: Context,
  channel: Channel | undefined,
  flags: DestinationFlags,
): Promise<DestinationFields> {
  await checkWords(context, '--channel', channels, channel === undefined ? [] : [channel])
  await checkWords(context, '--state', destinationStates, flags.state === undefined ? [] : [flags.state])
  refuseContradictions(flags)
  const fromFile = await readSecret(context, 'webhook-url', flags.webhookUrlFile)
  const token = await readSecret(context, 'token', flags.tokenFile)
  const mail = flags.email === undefined ? undefined : mailtoOf(flags.email)
  return { webhookUrl: flags.webhookUrl ?? fromFile ?? mail, chatId: flags.chatId, token, state: flags.state }
}

function refuseContradictions(flags: DestinationFlags): void {
  const addresses = (['webhookUrl', 'webhookUrlFile', 'email'] as const).filter((name) => flags[name] !== undefined)
  if (addresses.length > 1) throw usageError('--webhook-url, --webhook-url-file and --email exclude each other')
  if (flags.webhookUrlFile === '-' && flags.tokenFile === '-')
    throw usageError('stdin can hold one secret: the webhook URL or the token', {
      details: ['Put the other one into a file.'],
    })
}

/** A destination with its secrets in plain text. */
export interface DestinationDraft extends DestinationFields {
  readonly name: string
  readonly channel: Channel
}

export function bodyOf({ name, channel, webhookUrl, state, chatId, token }: DestinationDraft): DestinationWrite {
  const attributes = { ...(chatId !== undefined && { chatId }), ...(token !== undefined && { token }) }
  return {
    name,
    channel,
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(state !== undefined && { state }),
    // An empty object would clear the stored attributes.
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
}

/** Percent-encodes an email address for a mailto: URL (RFC 6068). */
export function mailtoOf(email: string): string {
  if (/^mailto:/i.test(email)) return email
  return `mailto:${encodeURI(email.trim()).replace(/[?#&;=/]/g, encodeURIComponent)}`
}

/** The email address of a mailto: URL; other text is returned unchanged. */
export function emailOf(mailto: string): string {
  try {
    return decodeURIComponent(mailto.replace(/^mailto:/i, ''))
  } catch {
    return mailto
  }
}

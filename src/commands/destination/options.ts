import { type Channel, channels, destinationStates } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { checkWords } from '../../cli/input/check-values.ts'
import { readSecret } from '../../cli/input/read-input.ts'
import { flag, type OptionValues, openChoice, parsed, text, url } from '../../cli/options.ts'
import { usageError } from '../../cli/usage.ts'

export const channelOption = openChoice(channels, 'how it tells')

/** What a channel needs beside its name; secrets by file or stdin, never in the command line. */
export const destinationOptions = {
  webhookUrl: url('https address it posts to; for Slack and Discord that is a secret: better --webhook-url-file'),
  webhookUrlFile: text('file', 'file that holds the address; - is stdin'),
  email: parsed('address', 'mail address, for EMAIL', (flagName, given) => {
    if (/^[^@]+@[^@]/.test(given.replace(/^mailto:/i, ''))) return given
    throw usageError(`${flagName}: ${JSON.stringify(given)} is not a mail address`)
  }),
  chatId: text('id', 'chat it writes in, for TELEGRAM'),
  tokenFile: text('file', "file that holds the token: TELEGRAM's bot token, WEBHOOK's signing secret; - is stdin"),
  tokenStdin: flag('read the token from stdin'),
  state: openChoice(destinationStates, 'whether it is used'),
}

export type DestinationFlags = OptionValues<typeof destinationOptions>

/** What the flags say, secrets read. Members are those of the contract. */
export interface DestinationFields {
  /** https address, or mailto: for EMAIL. */
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
  const fromFile = await readSecret(context, 'webhook-url', { file: flags.webhookUrlFile })
  const token = await readSecret(context, 'token', { file: flags.tokenFile, stdin: flags.tokenStdin })
  const mail = flags.email === undefined ? undefined : mailtoOf(flags.email)
  return { webhookUrl: flags.webhookUrl ?? fromFile ?? mail, chatId: flags.chatId, token, state: flags.state }
}

function refuseContradictions(flags: DestinationFlags): void {
  const addresses = (['webhookUrl', 'webhookUrlFile', 'email'] as const).filter((name) => flags[name] !== undefined)
  if (addresses.length > 1) throw usageError('--webhook-url, --webhook-url-file and --email exclude each other')
  if (flags.webhookUrlFile === '-' && (flags.tokenStdin || flags.tokenFile === '-'))
    throw usageError('stdin holds one secret: the address or the token', { details: ['Put the other into a file.'] })
}

/** RFC 6068: what is no part of a plain address is percent-encoded. */
export function mailtoOf(email: string): string {
  if (/^mailto:/i.test(email)) return email
  return `mailto:${encodeURI(email.trim()).replace(/[?#&;=/]/g, encodeURIComponent)}`
}

/** The address a person typed; the text itself where it is no mailto:. */
export function emailOf(mailto: string): string {
  try {
    return decodeURIComponent(mailto.replace(/^mailto:/i, ''))
  } catch {
    return mailto
  }
}

import type { Channel } from '../../api/vocabulary.ts'
import { commandLine, type PipedSecret } from '../../cli/program/command-line.ts'
import type { GlobalValues } from '../../cli/program/globals.ts'
import { type DestinationDraft, type DestinationFlags, emailOf } from './options.ts'
import { isSecretAddress } from './secrecy.ts'

const pipedToken: PipedSecret = { variable: 'TXWARDEN_DESTINATION_TOKEN', words: '--token-file -' }
const pipedAddress: PipedSecret = { variable: 'TXWARDEN_DESTINATION_URL', words: '--webhook-url-file -' }
/** When both are secrets, the token comes from stdin and the URL from a file. */
const FILE_TO_NAME = '<file>'

interface DestinationWords {
  readonly name: 'destination create' | 'destination update'
  readonly arguments?: readonly string[]
  /** Channel of the destination, also when it is not among the flags. */
  readonly channel: Channel
  readonly ifAbsent?: boolean
  readonly force?: boolean
  readonly secretFile?: string | undefined
}

/** The command line for flags and answers. Secrets come from a variable, or from the file they were read from. */
export function equivalentLine(
  { channel, ifAbsent, force, secretFile, ...words }: DestinationWords,
  draft: Partial<DestinationDraft>,
  flags: Pick<DestinationFlags, 'webhookUrlFile' | 'tokenFile'>,
  globals: GlobalValues,
): string {
  const { name, webhookUrl, chatId, token, state } = draft
  const { webhookUrlFile, tokenFile } = flags
  const isMail = webhookUrl !== undefined && /^mailto:/i.test(webhookUrl)
  const hidesAddress = webhookUrl !== undefined && webhookUrlFile === undefined && isSecretAddress(channel, webhookUrl)
  const hidesToken = token !== undefined && tokenFile === undefined
  const shown = webhookUrlFile === undefined && !hidesAddress ? webhookUrl : undefined
  return commandLine(
    {
      ...words,
      flags: {
        name,
        channel: draft.channel,
        ...(isMail ? { email: emailOf(webhookUrl) } : { webhookUrl: shown }),
        webhookUrlFile: hidesAddress && hidesToken ? FILE_TO_NAME : webhookUrlFile,
        chatId,
        tokenFile,
        state,
        secretFile,
        ifAbsent,
        force,
      },
    },
    globals,
    hidesToken ? pipedToken : hidesAddress ? pipedAddress : undefined,
  )
}

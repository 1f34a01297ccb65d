import type { Destination } from '../../api/schemas/destination.ts'
import { name as nameSchema } from '../../api/schemas/primitives.ts'
import { type Channel, channels, destinationStates } from '../../api/vocabulary.ts'
import type { Prompter } from '../../cli/prompts/prompts.ts'
import type { DestinationDraft } from './draft.ts'
import { needsOf } from './needs.ts'
import { emailOf, mailtoOf } from './options.ts'
import { isMasked, isSecretAddress } from './secrecy.ts'

const channelMeanings: Readonly<Record<Channel, string>> = {
  SLACK: 'an incoming webhook of Slack',
  DISCORD: 'a webhook of a Discord channel',
  TELEGRAM: 'a bot that writes in a chat',
  EMAIL: 'a mail address',
  WEBHOOK: 'a signed POST to an address of your own',
}

/** Asks for what a new destination still needs; which that is hangs on its channel. */
export async function askNewDestination(prompt: Prompter, given: Partial<DestinationDraft>): Promise<DestinationDraft> {
  const name = given.name ?? (await askName(prompt))
  const channel =
    given.channel ??
    (await prompt.select({
      message: 'Channel',
      choices: channels.map((word) => ({ value: word, name: word, description: channelMeanings[word] })),
    }))
  const needs = needsOf(channel)
  const webhookUrl =
    given.webhookUrl ?? (needs?.webhookUrl === 'required' ? await askAddress(prompt, channel) : undefined)
  const chatId =
    given.chatId ??
    (needs?.chatId === 'required' ? await prompt.input({ message: 'Chat id', required: true }) : undefined)
  const token = given.token ?? (await askToken(prompt, channel))
  return { name, channel, webhookUrl, chatId, token, state: given.state }
}

/** Asks about everything of a stored destination; what comes back are the members that were answered otherwise. */
export async function askDestinationChanges(prompt: Prompter, stored: Destination): Promise<Partial<DestinationDraft>> {
  const { channel, webhookUrl = '', state: storedState = 'ACTIVE', attributes } = stored
  const needs = needsOf(channel)
  const name = await askName(prompt, stored.name)
  const address =
    needs?.webhookUrl === 'required' || webhookUrl !== '' ? await askAddress(prompt, channel, webhookUrl) : webhookUrl
  const chatId =
    needs?.chatId === 'required' || attributes?.chatId
      ? await prompt.input({ message: 'Chat id', required: true, ...initialOf(attributes?.chatId) })
      : undefined
  const token =
    needs === undefined || needs.token === 'unused'
      ? ''
      : await prompt.secret({ message: 'New token (empty: the present one stays)' })
  const state = await prompt.select({
    message: 'State',
    choices: destinationStates.map((word) => ({ value: word, name: word })),
    initial: storedState,
  })
  return {
    ...(name !== stored.name && { name }),
    ...(address !== '' && address !== webhookUrl && { webhookUrl: address }),
    ...(chatId !== undefined && chatId !== attributes?.chatId && { chatId }),
    ...(token !== '' && { token }),
    ...(state !== storedState && { state }),
  }
}

function askName(prompt: Prompter, initial?: string): Promise<string> {
  return prompt.input({
    message: 'Name of the destination',
    required: true,
    validate: (text) => nameSchema().safeParse(text).error?.issues[0]?.message ?? true,
    ...initialOf(initial),
  })
}

/** '' when a stored address is to stay that cannot be shown. */
async function askAddress(prompt: Prompter, channel: Channel, stored = ''): Promise<string> {
  if (needsOf(channel)?.address === 'mailto') {
    const email = await prompt.input({
      message: 'Mail address',
      required: true,
      validate: (text) => /^\S+@\S+$/.test(text) || 'is not a mail address',
      ...initialOf(stored === '' ? undefined : emailOf(stored)),
    })
    return mailtoOf(email)
  }
  // A webhook of one's own is no secret while it is typed; those of Slack and Discord are.
  if (channel === 'WEBHOOK' && !isMasked(stored) && !(stored && isSecretAddress(channel, stored)))
    return prompt.input({
      message: 'Webhook URL',
      required: true,
      validate: isWebAddress,
      ...initialOf(stored || undefined),
    })
  return prompt.secret({
    message: stored === '' ? 'Webhook URL' : 'New webhook URL (empty: the present one stays)',
    required: stored === '',
    validate: (text) => text === '' || isWebAddress(text),
  })
}

/** '' is no token: undefined, so that a WEBHOOK gets one from the service. */
async function askToken(prompt: Prompter, channel: Channel): Promise<string | undefined> {
  const need = needsOf(channel)?.token
  if (need !== 'required' && need !== 'optional') return undefined
  const message = channel === 'WEBHOOK' ? 'Signing secret, whsec_… (empty: the service makes one)' : 'Bot token'
  return (await prompt.secret({ message, required: need === 'required' })) || undefined
}

function isWebAddress(text: string): true | string {
  const url = URL.parse(text)
  return (url !== null && /^https?:$/.test(url.protocol)) || 'is not an https address'
}

function initialOf(initial: string | undefined): { initial?: string } {
  return initial === undefined ? {} : { initial }
}

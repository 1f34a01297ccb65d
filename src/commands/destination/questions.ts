import type { Destination } from '../../api/schemas/destination.ts'
import { type Channel, type ChannelMember, channels, destinationStates, fieldsOf } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { askName } from '../../cli/prompts/ask-fields.ts'
import { type DestinationDraft, emailOf, mailtoOf } from './options.ts'
import { isMasked, isSecretAddress } from './secrecy.ts'

const channelMeanings: Readonly<Record<Channel, string>> = {
  SLACK: 'incoming webhook of a Slack channel',
  DISCORD: 'webhook of a Discord channel',
  TELEGRAM: 'bot that posts to a chat',
  EMAIL: 'email address',
  WEBHOOK: 'signed POST to your own URL',
}

/** Prompts for missing values; the channel decides which ones are needed. */
export async function askNewDestination(context: Context, given: Partial<DestinationDraft>): Promise<DestinationDraft> {
  const prompt = await context.prompt()
  const name = given.name ?? (await askName(context, 'destination'))
  const channel =
    given.channel ??
    (await prompt.select({
      message: 'Channel',
      choices: channels.map((word) => ({ value: word, name: word, description: channelMeanings[word] })),
    }))
  const needs = fieldsOf(channel)
  const webhookUrl =
    given.webhookUrl ?? (needs?.webhookUrl === 'required' ? await askAddress(context, channel) : undefined)
  const chatId = given.chatId ?? (needs?.chatId === 'required' ? await askChatId(context, channel) : undefined)
  const token = given.token ?? (await askToken(context, channel))
  return { name, channel, webhookUrl, chatId, token, state: given.state }
}

/** Prompts for every value of a stored destination, and returns those that changed. */
export async function askDestinationChanges(context: Context, stored: Destination): Promise<Partial<DestinationDraft>> {
  const prompt = await context.prompt()
  const { channel, webhookUrl = '', state: storedState = 'ACTIVE', attributes } = stored
  const needs = fieldsOf(channel)
  const name = await askName(context, 'destination', stored.name)
  const address =
    needs?.webhookUrl === 'required' || webhookUrl !== '' ? await askAddress(context, channel, webhookUrl) : webhookUrl
  const chatId =
    needs?.chatId === 'required' || attributes?.chatId
      ? await askChatId(context, channel, attributes?.chatId)
      : undefined
  const token =
    needs === undefined || needs.token === 'unused'
      ? ''
      : await prompt.secret({
          message: 'New token (empty: keep the current one)',
          validate: checkOf(context, channel, 'token'),
        })
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

/** '' keeps a stored secret URL. */
async function askAddress(context: Context, channel: Channel, stored = ''): Promise<string> {
  const prompt = await context.prompt()
  const validate = checkOf(context, channel, 'webhookUrl')
  if (fieldsOf(channel)?.address === 'mailto') {
    const email = await prompt.input({
      message: 'Email address',
      required: true,
      validate: (text) => validate(mailtoOf(text)),
      initial: stored === '' ? undefined : emailOf(stored),
    })
    return mailtoOf(email)
  }
  // The URL of your own receiver is echoed; those of Slack and Discord are secrets.
  if (channel === 'WEBHOOK' && !isMasked(stored) && !(stored && isSecretAddress(channel, stored)))
    return prompt.input({ message: 'Webhook URL', required: true, validate, initial: stored || undefined })
  return prompt.secret({
    message: stored === '' ? 'Webhook URL' : 'New webhook URL (empty: keep the current one)',
    required: stored === '',
    validate,
  })
}

async function askChatId(context: Context, channel: Channel, stored?: string): Promise<string> {
  const prompt = await context.prompt()
  const validate = checkOf(context, channel, 'chatId')
  return prompt.input({ message: 'Chat id', required: true, validate, initial: stored })
}

/** Undefined for an empty answer: the service then creates a signing secret for a WEBHOOK. */
async function askToken(context: Context, channel: Channel): Promise<string | undefined> {
  const need = fieldsOf(channel)?.token
  if (need !== 'required' && need !== 'optional') return undefined
  const prompt = await context.prompt()
  const message = channel === 'WEBHOOK' ? 'Signing secret, whsec_… (empty: the service creates one)' : 'Bot token'
  const validate = checkOf(context, channel, 'token')
  return (await prompt.secret({ message, required: need === 'required', validate })) || undefined
}

/** Validates an answer. An empty one keeps the stored value. */
function checkOf(context: Context, channel: Channel, member: ChannelMember) {
  return async (text: string): Promise<true | string> => {
    const fault = text === '' ? undefined : await context.destinationFault({ channel, member, text })
    return fault === undefined || `It ${fault}`
  }
}

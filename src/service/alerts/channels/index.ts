import type { Channel } from '../../../api/vocabulary.ts'
import type { SendMessage } from './channel.ts'
import * as discord from './discord.ts'
import * as email from './email.ts'
import * as slack from './slack.ts'
import * as telegram from './telegram.ts'
import * as webhook from './webhook.ts'

export const channelSenders: Readonly<Record<Channel, SendMessage>> = {
  SLACK: slack.send,
  DISCORD: discord.send,
  TELEGRAM: telegram.send,
  EMAIL: email.send,
  WEBHOOK: webhook.send,
}

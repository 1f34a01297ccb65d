import type { Channel } from '../../../api/vocabulary.ts'

/**
 * How long to leave between two messages to one destination (ms), by what the channels publish: Slack takes one a second
 * a channel, Telegram one a second a chat and twenty a minute a group. Discord publishes no number and says in its headers
 * when to wait; two a second keep clear of that.
 */
export function sendInterval(channel: Channel, chatId: string | null): number {
  switch (channel) {
    case 'SLACK':
      return 1000
    case 'DISCORD':
      return 500
    case 'TELEGRAM':
      return isGroup(chatId ?? '') ? 3000 : 1000
    default:
      return 0
  }
}

/** Groups and channels have negative ids, or a public name. */
function isGroup(chatId: string): boolean {
  return /^[-@]/.test(chatId)
}

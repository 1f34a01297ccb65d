import type { ChannelDeps, PlainMessage } from '../../../../src/service/alerts/channels/channel.ts'
import { localSender } from '../local-sender.ts'

export const AT = Date.parse('2026-03-04T05:06:07.000Z')

export function messageOf(given: Partial<PlainMessage> = {}): PlainMessage {
  return {
    id: 'msg_01890000',
    type: 'alert.matched',
    at: AT,
    title: 'UNSAFE 92: approval to a drainer',
    lines: ['Chain: ethereum (1)', 'Spender: 0x00000000000000000000000000000000000000bb'],
    data: { alert: 'big losses' },
    ...given,
  }
}

export function depsOf(given: Partial<ChannelDeps> & { readonly timeoutMs?: number } = {}): ChannelDeps {
  const { timeoutMs, ...rest } = given
  const sender = given.sender ?? localSender({ now: () => AT, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  return { now: () => AT, smtp: { url: undefined, timeoutMs: timeoutMs ?? 5000 }, ...rest, sender }
}

import type { ChannelFact, Message } from '../channel.ts'
import { escapeHtml, layOut, toneSigns } from './text.ts'

/** Limit of sendMessage "after entities parsing" (core.telegram.org/bots/api#sendmessage). */
const LIMIT = 4096

export function telegramHtml(message: Message): string {
  return layOut(message, htmlOf, (html) => visibleLength(html) <= LIMIT)
}

function htmlOf({ tone, headline, actions, summary, facts, reasons, command }: Message): string {
  return [
    `${toneSigns[tone]} <b>${escapeHtml(headline)}</b>`,
    ...actions.map(escapeHtml),
    ...(summary === '' ? [] : [escapeHtml(summary)]),
    '',
    ...facts.map(lineOf),
    ...(reasons.length === 0 ? [] : ['', ...reasons.map((reason) => `• ${escapeHtml(reason)}`)]),
    ...(command === undefined ? [] : ['', `Details: <code>${escapeHtml(command)}</code>`]),
  ].join('\n')
}

function lineOf({ label, value, short, href }: ChannelFact): string {
  if (href === undefined || short === undefined) return `<b>${label}:</b> ${escapeHtml(value)}`
  return `<b>${label}:</b> <a href="${escapeHtml(href)}">${escapeHtml(short)}</a> <code>${escapeHtml(value)}</code>`
}

function visibleLength(html: string): number {
  return html.replace(/<[^<>]*>/g, '').replace(/&\w+;/g, ' ').length
}

import type { ChannelFact, Message } from '../channel.ts'
import { cut, escapeHtml, layOut, textLines } from './text.ts'

const SUBJECT = 200

const colours = { bad: '#b42318', warn: '#b54708', good: '#067647', plain: '#344054' } as const satisfies Record<
  Message['tone'],
  string
>

export interface EmailBody {
  readonly subject: string
  readonly text: string
  /** Without remote content. */
  readonly html: string
}

export function emailBody(message: Message): EmailBody {
  return layOut(
    message,
    (laidOut) => ({
      subject: cut(laidOut.headline, SUBJECT),
      text: `${textLines(laidOut).join('\n')}\n`,
      html: htmlOf(laidOut),
    }),
    () => true,
  )
}

function htmlOf({ tone, headline, actions, summary, facts, reasons, command }: Message): string {
  return [
    '<!doctype html>',
    '<html><body style="font-family: sans-serif">',
    `<h2 style="color: ${colours[tone]}">${escapeHtml(headline)}</h2>`,
    ...actions.map((action) => `<p>${escapeHtml(action)}</p>`),
    ...(summary === '' ? [] : [`<p>${escapeHtml(summary)}</p>`]),
    '<table>',
    ...facts.map(rowOf),
    '</table>',
    ...(reasons.length === 0 ? [] : ['<ul>', ...reasons.map((reason) => `<li>${escapeHtml(reason)}</li>`), '</ul>']),
    ...(command === undefined ? [] : [`<p>Details: <code>${escapeHtml(command)}</code></p>`]),
    '</body></html>',
    '',
  ].join('\n')
}

function rowOf({ label, value, href }: ChannelFact): string {
  const text = escapeHtml(value)
  const cell = href === undefined ? text : `<a href="${escapeHtml(href)}">${text}</a>`
  return `<tr><th align="left">${escapeHtml(label)}</th><td>${cell}</td></tr>`
}

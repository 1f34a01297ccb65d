import { exitCodesHelp } from '../errors/exit-codes.ts'
import { flagTerm } from '../options.ts'
import { wrapWords } from '../output/words.ts'
import { globalOptions } from './globals.ts'

/** Pages of `txwarden help <topic>`, by topic. */
const topics: Readonly<Record<string, (columns: number) => string>> = {
  'exit-codes': exitCodesHelp,
  flags: (columns) =>
    page(
      'Flags of every command. They may come before or after the command.',
      Object.entries(globalOptions).map(([name, option]) => [flagTerm(name, option), option.help] as const),
      columns,
    ),
  glossary: (columns) => page('Words of txwarden. More of them: docs/glossary.md', terms, columns),
}

export const topicNames = Object.keys(topics)

export function topicText(topic: string, columns: number): string | undefined {
  return Object.hasOwn(topics, topic) ? topics[topic]?.(columns) : undefined
}

const terms: readonly (readonly [term: string, meaning: string])[] = [
  ['SONAR', 'the default product: transactions that a person, a script or a wallet checks before they are signed'],
  ['RASP', 'the other product: an application that checks its own transactions at run time'],
  ['MONITOR', 'type of alerts about what happens on chain to monitored addresses'],
  ['product', 'SONAR or RASP. Control-list entries and alerts belong to one product; the rules are the same'],
  ['verdict', 'SAFE, NO DATA, WARNING, UNSAFE or BLOCKED'],
  ['NO DATA', 'nothing is known about the beneficiary. It does not mean safe'],
  ['BLOCKED', 'a block list, or a score from the block threshold on'],
  ['score', '0 to 100: below 31 SAFE, from 31 WARNING, from 70 UNSAFE'],
  ['coverage', 'how much was known: none, simulated, partial or full'],
  ['beneficiary', 'the address that gains: receiver, spender, new owner, executed code'],
  ['hops', 'transfers between the address and a flagged one; 0: the address itself is listed'],
  ['control list', 'your ALLOW and BLOCK entries'],
  ['alert', 'a configuration: which events notify which destinations'],
  ['destination', 'a Slack, Discord or Telegram channel, a mailbox, a webhook'],
  ['delivery', 'one event on its way to one destination'],
  ['hold', 'a request that the proxy refused and that a person may approve'],
  ['payload', '192 signed bytes that a contract can verify: the service validated this call'],
  ['payload slot', 'the last `bytes` argument of a call, which holds the payload'],
  ['tracked nonce', 'a number in the payload that the contract accepts once'],
  ['profile', 'a named service: its addresses and keys. `local` runs in the same process'],
  ['svcTxId', 'id of a validation'],
]

function page(title: string, rows: readonly (readonly [string, string])[], columns: number): string {
  const width = Math.max(...rows.map(([term]) => term.length))
  const lines = rows.flatMap(([term, text]) =>
    wrapWords(text, Math.max(columns - width - 4, 20)).map(
      (line, index) => `  ${(index === 0 ? term : '').padEnd(width)}  ${line}`,
    ),
  )
  return `${[...wrapWords(title, columns), '', ...lines].join('\n')}\n`
}

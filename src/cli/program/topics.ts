import type { Command, HelpTopic } from '../define.ts'
import { exitCodesHelp } from '../errors/exit-codes.ts'
import { flagTerm, type Option } from '../options.ts'
import { wrapWords } from '../output/words.ts'
import { globalOptions } from './globals.ts'
import { examplesText } from './help.ts'

/** The words of help and docs, in alphabetical order: `txwarden help glossary` and docs/glossary.md. Backticks mark code. */
export const glossary: readonly (readonly [term: string, meaning: string])[] = [
  [
    'address poisoning',
    'an attacker sends a worthless transfer from an address that looks like one you pay, so that you copy the wrong one from the history',
  ],
  ['alert', 'a configuration: which events notify which destinations'],
  ['allowance', 'the right of a spender to take tokens of an owner, up to an amount'],
  ['baseline', 'the addresses and functions that the program knows without any import'],
  ['beneficiary', 'the address that gains by a transaction: receiver, spender, new owner, executed code'],
  ['BLOCKED', 'the verdict of a block list, or of a score from the block threshold on; `valid` is false'],
  ['chain', 'a network such as ethereum or base; each has its own transactions and tokens'],
  ['control list', 'your ALLOW and BLOCK entries'],
  ['coverage', 'how much was known: `none`, `simulated` (a node ran it, nothing else is known), `partial`, `full`'],
  ['delivery', 'one event on its way to one destination'],
  ['destination', 'where messages go: a Slack, Discord or Telegram channel, a mailbox, a webhook'],
  ['drainer', 'an address or contract that takes what victims sign away'],
  ['dry run', 'a verdict without storing anything, and without messages'],
  ['enforcement', 'whether the service let it pass (`passed`) or blocked it (`blocked`)'],
  ['gas', 'the fee of a transaction, paid in the native currency'],
  [
    'graph of transfers',
    'an imported list of payments between addresses, for paths to flagged ones (`intel graph import`)',
  ],
  ['hold', 'a request that the proxy refused and that a person may approve'],
  ['hops, distance', 'transfers between the address and a flagged one; 0: the address itself is listed'],
  ['loss', 'what the sender can lose, in whole USD, before anything that comes back'],
  ['management key', 'the API key for lists, monitors, alerts and destinations'],
  ['mixer', 'a service that hides where funds come from'],
  ['MONITOR', 'alert type: what happens on chain to monitored addresses'],
  ['NO DATA', 'nothing is known about the beneficiary, or a part was not read. It does not mean safe'],
  ['node', 'a server that knows a chain. With one, a transaction can be simulated before it is sent'],
  ['nonce', 'a number that makes a transaction or signature usable once'],
  ['operator', 'an address that may move all items of a collection for its owner'],
  ['outbox', 'the queue of events in the database: written with the verdict, sent afterwards'],
  ['payload', 'the 192 signed bytes that a contract can verify: the service validated this call'],
  ['payload slot', 'the last `bytes` argument of a call, which holds the payload when the transaction is sent'],
  ['permit', 'a signed message that gives an allowance, without a transaction'],
  [
    'product',
    'SONAR or RASP: a name that each validation has (`--product`). Entries of control lists and alerts belong to one product; the rules are the same for both. The interface defines no more',
  ],
  ['profile', 'a named service: its addresses and keys. `local` is the service in the same process'],
  [
    'RASP',
    'the other product, for validations that you want apart: here, an application that checks its own transactions at run time',
  ],
  ['reorg', 'a chain replaces its latest blocks; transactions in them may return or not'],
  ['retracted', 'the message that a transaction of an earlier message is not in the chain any more'],
  ['rug pull', 'the makers of a token take the money of those who bought it'],
  ['score', '0 to 100: below 31 SAFE, from 31 WARNING, from 70 UNSAFE'],
  ['selector', 'the first four bytes of call data, which name the function'],
  ['signer', 'the account that signs a transaction or message'],
  [
    'SONAR',
    'the default product: here, transactions that a person, a script or a wallet checks before they are signed',
  ],
  ['spender', 'the address that gets an allowance'],
  ['svcTxId', 'id of a validation'],
  ['token', 'a contract that keeps balances, such as USDC'],
  ['trace', 'the calls inside a transaction, as a node reports them'],
  ['tracked nonce', 'a number in the payload that the contract accepts once'],
  ['typed data', 'a message in readable fields (EIP-712) that a wallet signs, such as a permit or an order'],
  ['validation key', 'the API key for validations and reports'],
  ['verdict', 'SAFE, NO DATA, WARNING, UNSAFE or BLOCKED'],
  ['webhook', 'a URL of yours that gets each message as an HTTP request'],
]

/** Pages of `txwarden help <topic>`, by topic. */
const topics: Readonly<Record<string, (columns: number) => string>> = {
  'exit-codes': exitCodesHelp,
  flags: (columns) =>
    page(
      'Flags of every command. They may come before or after the command.',
      Object.entries(globalOptions).map(flagRow),
      columns,
    ),
  glossary: (columns) => page('Words of txwarden and of the field.', glossary, columns),
}

/** Names of all topics: those of the program, then those of its commands. */
export function topicNames(commands: readonly Command[]): string[] {
  return [...Object.keys(topics), ...commands.flatMap((command) => (command.topics ?? []).map(({ name }) => name))]
}

export function topicText(topic: string, commands: readonly Command[], columns: number): string | undefined {
  if (Object.hasOwn(topics, topic)) return topics[topic]?.(columns)
  for (const command of commands)
    for (const each of command.topics ?? []) if (each.name === topic) return commandPage(command, each, columns)
  return undefined
}

function commandPage({ name, options }: Command, { title, description, examples }: HelpTopic, columns: number): string {
  const flags = Object.entries(options).filter(([, { group }]) => group === title)
  return `${[
    `txwarden ${name}: ${title}`,
    '',
    ...description.split('\n').flatMap((line) => (line === '' ? [''] : wrapWords(line, columns))),
    ...(flags.length === 0 ? [] : ['', 'Flags:', ...rowLines(flags.map(flagRow), columns)]),
  ].join('\n')}\n${examplesText(examples)}`
}

function flagRow([name, option]: [string, Option]): readonly [string, string] {
  return [flagTerm(name, option), option.help]
}

function page(title: string, rows: readonly (readonly [string, string])[], columns: number): string {
  return `${[...wrapWords(title, columns), '', ...rowLines(rows, columns)].join('\n')}\n`
}

function rowLines(rows: readonly (readonly [string, string])[], columns: number): string[] {
  const width = Math.max(...rows.map(([term]) => term.length))
  return rows.flatMap(([term, text]) =>
    wrapWords(text, Math.max(columns - width - 4, 20)).map(
      (line, index) => `  ${(index === 0 ? term : '').padEnd(width)}  ${line}`,
    ),
  )
}

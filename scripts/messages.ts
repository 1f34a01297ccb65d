import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { addressFault } from '../src/api/address.ts'
import { messageParameters } from '../src/service/intel/contracts/erc7730/message-parameters.ts'
import { pathFault, pathProblems } from '../src/service/risk/effects/check-effects.ts'
import { calls, effect } from '../src/service/risk/effects/file-schema.ts'
import type { MessageTable } from '../src/service/risk/typed-data/messages/look-up.ts'
import * as readers from '../src/service/risk/typed-data/messages/readers.ts'
import { orderProblems } from './effects.ts'

const root = join(import.meta.dirname, '..')
const FOLDER = 'data/messages'
export const TABLE = join(root, 'data/tables/messages.json')

const text = z.string().min(1)
const paths = z.array(text).min(1)
const address = z.string().refine((given) => addressFault(given) === undefined)
const row = z.strictObject({
  type: text.optional(),
  matches: text.optional(),
  domain: text.optional(),
  signer: text.optional(),
  account: z.literal('Safe').optional(),
  protocol: text.optional(),
  effects: z.array(effect).optional(),
  calls: z.array(calls).min(1).optional(),
  reads: text.optional(),
  until: text.optional(),
  zero: z.enum(['open', 'never']).optional(),
  hides: z.strictObject({ content: text, in: paths.optional() }).optional(),
  unreadable: text.optional(),
  harmless: paths.optional(),
  remark: text.optional(),
  source: text,
})
const file = z.strictObject({
  protocols: z
    .record(text, z.strictObject({ domainNames: paths, contracts: z.array(address).min(1), chains: paths.optional() }))
    .default({}),
  messages: z.array(row),
})

/** Reads and checks all files of `data/messages`. */
export function readMessages(): { readonly table: MessageTable; readonly problems: readonly string[] } {
  const files = readdirSync(join(root, FOLDER))
    .sort()
    .map((name) => ({ place: `${FOLDER}/${name}`, written: readFileSync(join(root, FOLDER, name), 'utf8') }))
  const read = files.map(({ written }) => file.parse(parse(written, { schema: 'failsafe', maxAliasCount: 0 })))
  const protocols = read
    .flatMap((each) => Object.entries(each.protocols))
    .map(([name, { contracts, ...more }]) => {
      return { name, ...more, contracts: contracts.map((address) => address.toLowerCase()) }
    })
  const messages = read.flatMap((each) => each.messages)
  const names = protocols.map(({ name }) => name)
  const problems = [
    ...files.flatMap(({ place, written }) => orderProblems(place, written, 'messages', ROW)),
    ...messages.flatMap((each) =>
      problemsOf(each, names).map((problem) => `${FOLDER}: ${each.type ?? each.matches}: ${problem}`),
    ),
  ]
  return { table: { protocols, messages }, problems }
}

const ROW = /^ {2}- \{(?:type: "|matches: '\^)([^"']+)["'], .*\}$/

function problemsOf(message: z.infer<typeof row>, protocols: readonly string[]): string[] {
  const { type, matches, effects, reads, protocol, until, signer, harmless = [], hides } = message
  const problems = [
    (type === undefined) === (matches === undefined) && 'has no type, or a type and what it matches',
    effects === undefined && !message.calls && reads === undefined && 'says nothing: no effects, no calls, and no code',
    reads !== undefined && !Object.hasOwn(readers, reads) && `reads is ${reads}, which is no reader`,
    protocol !== undefined && !protocols.includes(protocol) && `protocol is ${protocol}, which no file has`,
  ].filter((problem) => problem !== false)
  if (type === undefined) return problems
  const read = messageParameters(type)
  if (typeof read === 'string') return [...problems, `type ${read}`]
  const { parameters } = read
  const isWrong = (path: string, use: 'address' | 'number') => {
    const fault = pathFault(path, use, parameters, false)
    return fault === undefined ? [] : [fault]
  }
  return [
    ...problems,
    ...[...(effects ?? []), ...(message.calls ?? [])]
      .flatMap((each) => pathProblems(each, parameters, []))
      .map(({ message: fault }) => fault),
    ...(until === undefined ? [] : isWrong(until, 'number')),
    ...[signer ?? [], harmless, hides?.in ?? []].flat().flatMap((path) => isWrong(path, 'address')),
  ]
}

/** The text of the table: a message a line. */
export function messageTable({ protocols, messages }: MessageTable): string {
  const lines = messages.map((message) => JSON.stringify(message))
  return `{"protocols":${JSON.stringify(protocols)},\n"messages":[\n${lines.join(',\n')}\n]}\n`
}

if (import.meta.main) {
  const { table, problems } = readMessages()
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = 1
  } else {
    writeFileSync(TABLE, messageTable(table))
    process.stdout.write(`${table.messages.length} messages\n`)
  }
}

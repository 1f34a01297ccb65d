import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Earlier, type Group, type Listed, paid, type Row } from '../adversarial/row.ts'
import { hexOf, kinds, type Names, numberOf, type Value, value } from './values.ts'

/** Call data: an expression, or `data` where it is one that needs a key. */
export const bytes = {
  args: value.optional(),
  data: value.optional(),
  ...(Object.fromEntries(kinds.map((kind) => [kind, value.optional()])) as Record<string, z.ZodOptional<typeof value>>),
}

/** What a row may have beside its words and its call. */
export const facts = {
  chainId: z.string().optional(),
  from: z.string().optional(),
  value: z.string().optional(),
  authorizations: z.array(z.strictObject({ chainId: z.string(), address: z.string(), nonce: z.string() })).optional(),
  /** `ALLOW` or `BLOCK`, and who. */
  lists: z.array(z.string()).optional(),
  intel: z
    .array(
      z.strictObject({
        kind: z.enum(['malicious', 'sanctioned', 'mixer', 'tag']),
        label: z.string(),
        address: z.string(),
      }),
    )
    .optional(),
  history: z
    .array(
      z.strictObject({
        paid: z.string().optional(),
        granted: z.string().optional(),
        token: z.string().optional(),
        amount: z.string().optional(),
        by: z.string().optional(),
        verdict: z.enum(['safe', 'warning']).optional(),
        day: z.string().optional(),
      }),
    )
    .optional(),
}

const words = { id: z.string(), what: z.string(), source: z.string() }
const row = z.strictObject({
  ...words,
  ...facts,
  to: z.string().optional(),
  excluded: z.string().optional(),
  ...bytes,
})

export const names = z.record(z.string(), z.string()).default({})

/** `each`: what all rows have. */
export const rows = { each: z.record(z.string(), value).default({}), rows: z.array(z.record(z.string(), value)) }
const groups = z.strictObject({ names, groups: z.array(z.strictObject({ name: z.string(), ...rows })) })

/** Every scalar stays a text. */
export function readCases<T extends z.ZodType>(file: URL, schema: T): z.infer<T> {
  return schema.parse(parse(readFileSync(file, 'utf8'), { schema: 'failsafe' }))
}

export function readGroups(file: URL): Group[] {
  const { names, groups: some } = readCases(file, groups)
  return some.map(({ name, each, rows }) => ({
    name,
    rows: rows.map((given) => readRow({ ...each, ...given }, names)),
  }))
}

export function readRow(given: unknown, names: Names): Row {
  const { id, what, source, to, excluded, ...rest } = row.parse(given)
  const data = dataOf(rest, names)
  return {
    id,
    what,
    source,
    to: to === undefined ? undefined : hexOf(to, names),
    ...(data && { data }),
    ...factsOf(rest, names),
    ...(excluded && { excluded }),
  }
}

export function dataOf(given: object, names: Names): string | undefined {
  const { data, ...inline } = Object.fromEntries(
    Object.entries(given).filter(([key, of]) => key in bytes && of !== undefined),
  ) as Record<string, Value>
  if (data !== undefined) return hexOf(data, names)
  return Object.keys(inline).length > 0 ? hexOf(inline, names) : undefined
}

const given = z.object(facts)

export function factsOf(of: z.infer<typeof given>, names: Names): Omit<Row, 'id' | 'what' | 'source' | 'to' | 'data'> {
  const { chainId, from, value, authorizations, lists, intel, history } = of
  const address = (text: string) => hexOf(text, names)
  return {
    ...(chainId && { chainId }),
    ...(from && { from: address(from) }),
    ...(value && { value: numberOf(value, names) }),
    ...(authorizations && {
      authorizations: authorizations.map((each) => ({
        ...each,
        address: address(each.address),
        nonce: BigInt(each.nonce),
      })),
    }),
    ...(lists && { lists: lists.map((entry) => listed(entry, names)) }),
    ...(intel && { intel: intel.map((each) => ({ ...each, address: address(each.address) })) }),
    ...(history && { history: history.map((each) => earlier(each, names)) }),
  }
}

function listed(text: string, names: Names): Listed {
  const [, type = '', who = ''] = /^(ALLOW|BLOCK) (.+)$/.exec(text) ?? []
  if (type !== 'ALLOW' && type !== 'BLOCK') throw new Error(`No entry of a list: ${text}`)
  return { type, address: hexOf(who, names) }
}

function earlier(of: NonNullable<z.infer<typeof given>['history']>[number], names: Names): Earlier {
  const { paid: payee, granted, amount, by, verdict, day } = of
  const token = of.token && hexOf(of.token, names)
  return {
    ...paid(hexOf(payee ?? granted ?? '', names), token, amount ? numberOf(amount, names) : undefined),
    kind: granted ? 'grant' : 'payment',
    ...(by && { by: hexOf(by, names) }),
    ...(verdict && { verdict }),
    ...(day && { day: Number(day) }),
  }
}

import { z } from 'zod'
import { names, readCases } from '../cases/read.ts'
import { hexOf, listOf, mapOf, type Names, scalarOf, type Value, value } from '../cases/values.ts'
import { type Sides, sides, sidesOf, type Wanted } from './family.ts'

/** A message (EIP-712) of a family of the set. */
export interface UnseenMessage {
  readonly id: string
  readonly family: string
  readonly what: string
  readonly source: string
  readonly typedData: unknown
  readonly from?: string
  /** Of the wallet, where the domain of the message has none. */
  readonly chainId?: string
}

const DOMAIN = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
} as const
const domain = z.partialRecord(z.enum(Object.keys(DOMAIN) as (keyof typeof DOMAIN)[]), z.string())
const message = z.record(z.string(), value)
const theCase = z.strictObject({
  ...sides.shape,
  /** The published `encodeType`: `Permit(address owner,…)Other(…)`. */
  type: z.string(),
  domain,
  message,
  /** The honest twin where more than the gainer differs: other members, or another type. */
  twin: z.strictObject({ type: z.string().optional(), domain: domain.optional(), message }).optional(),
})
const families = z.strictObject({
  names,
  families: z.array(z.strictObject({ name: z.string(), cases: z.array(theCase) })),
})

type Case = z.infer<typeof theCase>

function messageOf(family: string, of: Case, { id, what, isTwin, names }: Wanted): UnseenMessage {
  const { source, from, twin } = of
  const merged = twin && { ...of, ...twin, message: twin.type ? twin.message : { ...of.message, ...twin.message } }
  const given = (isTwin && merged) || of
  return {
    id,
    family,
    what: isTwin ? 'The honest twin.' : what,
    source,
    typedData: typedDataOf(given, names),
    ...(from && { from: hexOf(from, names) }),
    ...(!given.domain.chainId && { chainId: '1' }),
  }
}

type Members = readonly { readonly name: string; readonly type: string }[]

function typedDataOf({ type, domain, message }: Pick<Case, 'type' | 'domain' | 'message'>, names: Names): unknown {
  const structs = Array.from(type.matchAll(/([^(),]+)\(([^)]*)\)/g), ([, name = '', members = '']) => ({
    name,
    members: members.split(',').map((member) => {
      const [type = '', field = ''] = member.split(' ')
      return { name: field, type }
    }),
  }))
  const EIP712Domain = Object.entries(DOMAIN)
    .filter(([name]) => name in domain)
    .map(([name, type]) => ({ name, type }))
  const types: Record<string, Members> = {
    EIP712Domain,
    ...Object.fromEntries(structs.map(({ name, members }) => [name, members])),
  }
  const readValue = (type: string, of: Value): unknown => {
    if (type.endsWith('[]')) return listOf(of).map((each) => readValue(type.slice(0, -2), each))
    const members = types[type]
    if (members) return readStruct(members, mapOf(of))
    const scalar = scalarOf(type, of, names)
    if (typeof scalar !== 'bigint') return scalar
    return typeof of === 'string' && /^\d+$/.test(of) ? Number(of) : `${scalar}`
  }
  const readStruct = (members: Members, of: Readonly<Record<string, Value>>) => {
    const keys = Object.keys(of)
    if (keys.length !== members.length) throw new Error(`Not the members of ${type}: ${keys}`)
    return Object.fromEntries(members.map(({ name, type }) => [name, readValue(type, of[name] as Value)]))
  }
  const primaryType = structs[0]?.name ?? ''
  return {
    types,
    primaryType,
    domain: readStruct(EIP712Domain, domain),
    message: readStruct(types[primaryType] ?? [], message),
  }
}

const { names: shared, families: all } = readCases(new URL('messages.yaml', import.meta.url), families)
const byFamily = all.map(({ name, cases }) =>
  sidesOf(cases, shared, 'unseen message', (of, wanted) => messageOf(name, of, wanted)),
)

/** Messages that were written and frozen before the rules were read. */
export const messages: Sides<UnseenMessage> = {
  attacks: byFamily.flatMap(({ attacks }) => attacks),
  honest: byFamily.flatMap(({ honest }) => honest),
}

import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { numberedPage } from './page.ts'
import { address, chainId, component, list, map, shown } from './primitives.ts'

/** A contract in a request fits into a body of one megabyte. */
export const MAX_CONTRACT_FUNCTIONS = 1000
/** All of them are in memory. */
export const MAX_CONTRACTS = 5000
const MAX_SIGNATURE = 10_000
const MAX_EFFECTS = 64
const MAX_EFFECT_MEMBERS = 32

/** Messages of one contract. */
export const MAX_CONTRACT_MESSAGES = 200
const MAX_FIELDS = 500
const MAX_TEXT = 1000
const MAX_VALUES = 1000

/** Formats of fields that are read of public descriptors (ERC-7730). */
export const fieldFormats = [
  'raw',
  'amount',
  'tokenAmount',
  'nftName',
  'date',
  'duration',
  'unit',
  'enum',
  'chainId',
  'calldata',
  'addressName',
  'tokenTicker',
] as const

const contractSources = ['operator', 'erc7730'] as const

const NO_OBJECT = 'has to be an object'

const effect = lazily(() =>
  map(MAX_EFFECT_MEMBERS, NO_OBJECT).meta({
    description:
      'As in an effects file: kind (right, control, exchange, transfer, grant), to, and the members of the kind.',
  }),
)

const hides = lazily(() =>
  z.object({
    content: z.string().min(1).max(1000).meta({ description: 'What the call does beyond its arguments.' }),
    isLater: z
      .union([z.boolean(), z.enum(['true', 'false'])])
      .optional()
      .meta({ description: 'It takes effect after the transaction.' }),
  }),
)

const payable = lazily(() =>
  z.union([z.literal([false, 'false']), z.enum(['price', 'fee'])]).meta({
    description: 'What native currency is for; false: the function takes none. Absent: not known.',
  }),
)

const harmless = lazily(() =>
  list(z.string().max(MAX_TEXT), { min: 1, max: MAX_EFFECTS }).meta({
    description:
      'Arguments with which nothing can be lost at any value: addresses, and numbers that choose a position.',
  }),
)
const yes = lazily(() => z.literal([true, 'true']))

/** Beside the effects, as in an effects file. */
const beside = lazily(() => ({
  hides: hides().optional(),
  harmless: harmless().optional(),
  destroys: yes().optional().meta({ description: 'It destroys what it takes, and nothing comes for it.' }),
  later: yes().optional().meta({ description: 'What comes for it comes in another transaction.' }),
  locks: z.string().max(MAX_TEXT).optional().meta({
    description: 'The argument with the seconds for which it holds what it takes, after its owner asks for it.',
  }),
  payable: payable().optional(),
}))

const short = lazily(() => z.string().max(MAX_TEXT))
const shorts = lazily(() => list(short(), { max: MAX_VALUES }))
const byName = lazily(() => map(MAX_VALUES, NO_OBJECT, short()))

const innerData = lazily(() =>
  z.object({
    data: short(),
    to: short().optional(),
    value: short().optional(),
    actor: short().optional(),
    selector: z
      .string()
      .max(10)
      .regex(/^0x[0-9a-f]{8}$/)
      .optional(),
  }),
)

const requirement = lazily(() => z.object({ at: short(), oneOf: shorts() }))

const shownField = lazily(() =>
  z.object({
    path: short().optional(),
    value: short().optional(),
    format: z.enum(fieldFormats),
    label: short(),
    visible: z.enum(['always', 'never', 'optional']),
    ifNotIn: shorts().optional(),
    mustMatch: shorts().optional(),
    params: map(
      MAX_EFFECT_MEMBERS,
      NO_OBJECT,
      z.union([short(), z.number(), z.boolean(), shorts(), z.object({ keyPath: short(), values: byName() })]),
    ),
    bundle: z.int().optional(),
    isAligned: z.literal(true).optional(),
    separator: short().optional(),
  }),
)

const messageGiven = lazily(() =>
  z.object({
    type: z.string().max(MAX_SIGNATURE).meta({ description: 'Its encodeType (EIP-712).' }),
    intent: short(),
    interpolatedIntent: short().optional(),
    domain: byName().meta({ description: 'What the domain has to have, and its hash as `separator`.' }),
    fields: list(shownField(), { max: MAX_FIELDS }).meta({ description: 'What is shown of it, in order.' }),
    effects: list(effect(), { max: MAX_EFFECTS }),
  }),
)
export type MessageGiven = z.infer<ReturnType<typeof messageGiven>>

const functionGiven = lazily(() =>
  z.object({
    call: z
      .string()
      .max(MAX_SIGNATURE)
      .meta({
        description: 'Signature with parameter names.',
        examples: ['payOut(address to, uint256 amount)'],
      }),
    effects: list(effect(), { max: MAX_EFFECTS }).optional().meta({
      description: 'What it hands over. Empty: nothing. Absent: only the name and the arguments are known.',
    }),
    ...beside(),
    calls: list(innerData(), { max: MAX_EFFECTS }).optional().meta({
      description: 'Arguments that are call data of other contracts. Of descriptors only.',
    }),
    requires: list(requirement(), { max: MAX_EFFECTS }).optional().meta({
      description: 'Values that arguments have to have. Of descriptors only.',
    }),
  }),
)

export const contractGiven = component('ContractDescription', () => ({
  address: address(),
  chainId: chainId(),
  name: z.string().trim().max(200).optional(),
  source: z.enum(contractSources).optional().meta({
    default: 'operator',
    description: 'erc7730: from a public descriptor, which may only raise a verdict.',
  }),
  functions: list(functionGiven(), { max: MAX_CONTRACT_FUNCTIONS }),
  messages: list(messageGiven(), { max: MAX_CONTRACT_MESSAGES }).optional().meta({
    description: 'Messages that name it as verifying contract. Of descriptors only.',
  }),
}))
export type ContractGiven = z.infer<ReturnType<typeof contractGiven>>

const contractFunction = lazily(() =>
  z.object({
    selector: z.string(),
    signature: z.string().meta({ description: 'Canonical.' }),
    call: z.string().meta({ description: 'Signature with parameter names.' }),
    effects: z.array(effect()),
    ...beside(),
    calls: z.array(innerData()).optional(),
    requires: z.array(requirement()).optional(),
    status: z.enum(['read', 'named']).meta({
      description: 'named: the verdict is that of a function whose effects are not known.',
    }),
  }),
)
export type ContractFunctionShown = z.infer<ReturnType<typeof contractFunction>>

const code = lazily(() =>
  z
    .object({
      codeHash: z.string(),
      implementation: z.object({ address: shown.address(), codeHash: z.string() }).optional(),
    })
    .meta({
      description: 'What a node showed when the contract was described. Other code: its functions are only named.',
    }),
)
export type ContractCode = z.infer<ReturnType<typeof code>>

export const contract = component('Contract', () => ({
  address: shown.address(),
  chainId: shown.chainId(),
  name: z.string(),
  source: z.string(),
  functions: z.array(contractFunction()),
  messages: z.array(messageGiven()).optional(),
  code: code().optional(),
  codeState: z.enum(['same', 'changed', 'unchecked']).optional().meta({
    description:
      'Where it was requested and a node answered. changed: other code than when it was described, so that its functions are only named; unchecked: what the proxy runs was not compared.',
  }),
  updatedAt: shown.time(),
}))
export type Contract = z.infer<ReturnType<typeof contract>>

export const contractPage = component('ContractPage', () => numberedPage(contract()))

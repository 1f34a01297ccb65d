import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import {
  type Channel,
  channels,
  destinationStates,
  fieldsOf,
  HEARTBEAT_MS,
  missingMembers,
  testEventKinds,
  testStates,
} from '../vocabulary.ts'
import { always, component, name, shown } from './primitives.ts'

const attributes = lazily(() =>
  z.object({
    chatId: always(z.string().meta({ description: 'Empty for other channels than TELEGRAM.' })),
    token: always(z.string().meta({ description: 'Masked. Empty for channels without a token.' })),
  }),
)

const shownUrl = lazily(() => z.string().meta({ description: 'Secret parts are masked. Empty for TELEGRAM.' }))

const errorMessage = lazily(() => z.string().meta({ description: 'Empty: no error.' }))

export const destination = component('Destination', () => ({
  id: z.string(),
  name: z.string(),
  channel: z.enum(channels),
  webhookUrl: always(shownUrl()),
  state: always(z.enum(destinationStates)),
  attributes: always(attributes()),
  errorMessage: always(errorMessage()),
  createdAt: always(shown.time()),
  group: z.boolean().optional().meta({
    description:
      'Addition. More than five messages of an alert in a minute are sent as one digest. Only with `Prefer: additions` and under /ext/v1.',
  }),
  heartbeatMs: z.int().optional().meta({
    description: 'Addition. Interval of heartbeats; absent: none. Only with `Prefer: additions` and under /ext/v1.',
  }),
}))
export type Destination = z.infer<ReturnType<typeof destination>>

export const destinationList = lazily(() => z.array(destination()))

export const destinationCreated = lazily(() =>
  destination().extend({ active: z.boolean() }).meta({
    id: 'DestinationCreated',
    description: 'Contains a generated signing secret, which is never shown again.',
  }),
)

const destinationWrite = lazily(() =>
  z.object({
    name: name(),
    channel: z.enum(channels),
    webhookUrl: z.string().max(2048).nullish().meta({ description: 'https URL; mailto: for EMAIL.' }),
    state: z.enum(destinationStates).nullish(),
    attributes: z.object({ chatId: z.string().max(200).nullish(), token: z.string().max(1000).nullish() }).nullish(),
  }),
)
export type DestinationWrite = z.input<ReturnType<typeof destinationWrite>>

export const destinationCreate = lazily(() =>
  destinationWrite().meta({
    id: 'DestinationCreate',
    description: 'The state is ACTIVE unless given. A WEBHOOK without a token gets a signing secret.',
    oneOf: channels.map(neededBy),
  }),
)

export const destinationUpdate = lazily(() =>
  destinationWrite().meta({
    id: 'DestinationUpdate',
    description:
      'Absent or masked members keep what is stored; `attributes: {}` clears them. Another channel needs all members of a create.',
  }),
)

/** JSON Schema of what a new destination of a channel needs. */
function neededBy(channel: Channel) {
  const missing = missingMembers(channel, {}, 'required')
  const attributes = missing.filter((member) => member !== 'webhookUrl')
  const text = { type: 'string' as const, minLength: 1 }
  const pattern = fieldsOf(channel)?.address === 'mailto' ? '^[Mm][Aa][Ii][Ll][Tt][Oo]:' : '^[Hh][Tt][Tt][Pp][Ss]?:'
  const needed = {
    ...(missing.includes('webhookUrl') && { webhookUrl: { ...text, pattern } }),
    ...(attributes.length > 0 && {
      attributes: {
        type: 'object' as const,
        properties: Object.fromEntries(attributes.map((member) => [member, text])),
        required: attributes,
      },
    }),
  }
  return {
    type: 'object' as const,
    title: channel,
    properties: { channel: { const: channel }, ...needed },
    required: ['channel', ...Object.keys(needed)],
  }
}

export const destinationTest = component('DestinationTest', () => ({
  webhookUrl: always(shownUrl()),
  state: z.enum(testStates),
  alertChannel: always(z.enum(channels)),
  errorMessage: always(errorMessage()),
  timestamp: always(shown.time()),
  latencyMs: z.int().optional().meta({
    description: 'Addition. Milliseconds until the response or the failure.',
  }),
}))
export type DestinationTest = z.infer<ReturnType<typeof destinationTest>>

export const destinationDeleted = lazily(() => z.object({ destinationId: z.string() }))

export const destinationSending = component('DestinationSending', () => ({
  group: z.boolean().optional().meta({
    description: 'Whether more than five messages of an alert in a minute are sent as one digest.',
  }),
  heartbeatMs: z
    .int()
    .min(HEARTBEAT_MS.min)
    .max(HEARTBEAT_MS.max)
    .nullable()
    .optional()
    .meta({ description: 'A message after this time without another one; null: none.' }),
}))

export const destinationTestEvent = component('DestinationTestEvent', () => ({
  event: z.enum(testEventKinds).meta({ description: 'What the message is about.' }),
}))

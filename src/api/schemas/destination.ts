import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { channels, destinationStates, testStates } from '../vocabulary.ts'
import { name } from './primitives.ts'

const attributes = lazily(() => z.object({ chatId: z.string().optional(), token: z.string().optional() }))

export const destination = lazily(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      channel: z.enum(channels),
      webhookUrl: z.string().optional().meta({ description: 'Secret parts are masked.' }),
      state: z.enum(destinationStates).optional(),
      attributes: attributes().optional().meta({ description: 'The token is masked.' }),
      errorMessage: z.string().optional(),
      createdAt: z.string().optional(),
    })
    .meta({ id: 'Destination' }),
)
export type Destination = z.infer<ReturnType<typeof destination>>

export const destinationList = lazily(() => z.array(destination()))

export const destinationCreated = lazily(() =>
  destination().extend({ active: z.boolean() }).meta({
    id: 'DestinationCreated',
    description: 'Contains a generated signing secret, which is never shown again.',
  }),
)

export const destinationWrite = lazily(() =>
  z
    .object({
      name: name(),
      channel: z.enum(channels),
      webhookUrl: z
        .string()
        .max(2048, 'is longer than 2048 characters')
        .nullish()
        .meta({ description: 'https URL; mailto: for EMAIL.' }),
      state: z.enum(destinationStates).nullish().meta({ description: 'Default: ACTIVE.' }),
      attributes: z.object({ chatId: z.string().max(200).nullish(), token: z.string().max(1000).nullish() }).nullish(),
    })
    .meta({ id: 'DestinationWrite' }),
)
export type DestinationWrite = z.input<ReturnType<typeof destinationWrite>>

export const destinationTest = lazily(() =>
  z
    .object({
      webhookUrl: z.string().optional(),
      state: z.enum(testStates),
      alertChannel: z.enum(channels).optional(),
      errorMessage: z.string().optional(),
      timestamp: z.string().optional(),
      latencyMs: z.int().optional().meta({
        description: 'Addition. Milliseconds until the response or the failure.',
      }),
    })
    .meta({ id: 'DestinationTest' }),
)
export type DestinationTest = z.infer<ReturnType<typeof destinationTest>>

export const destinationDeleted = lazily(() => z.object({ destinationId: z.string() }))

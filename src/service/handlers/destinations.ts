import { WardenError } from '../../api/errors.ts'
import type { Call } from '../../api/operations.ts'
import type { Destination } from '../../api/schemas/destination.ts'
import type { TestState } from '../../api/vocabulary.ts'
import { makeSigningSecret } from '../alerts/signing-secret.ts'
import { type DestinationSecrets, destinationFaults } from '../destination.ts'
import type { Effects, HandlerContext, Handlers } from '../handler.ts'
import { invalidBody, notFound, Problem } from '../problem.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { maskToken, maskWebhookUrl, unmask } from '../secrets/masking.ts'
import { open, seal } from '../secrets/sealing.ts'
import { alertsUsing } from '../store/repositories/alerts.ts'
import {
  deleteDestination,
  findDestination,
  insertDestination,
  listDestinations,
  noteDestinationError,
  updateDestination,
} from '../store/repositories/destinations.ts'
import type { Db, DestinationRow } from '../store/schema.ts'

type Body = Call<'createDestination'>['body']

export const destinationHandlers: Pick<
  Handlers,
  'listDestinations' | 'createDestination' | 'updateDestination' | 'testDestination' | 'deleteDestination'
> = {
  listDestinations: {
    mode: 'read',
    async run(_, { db, keyring }) {
      const rows = await listDestinations(db)
      return rows.map((row) => toDestination(row, keyring))
    },
  },

  createDestination: {
    mode: 'write',
    async run({ body }, context) {
      const given = secretsOf(body)
      const makesSecret = given.channel === 'WEBHOOK' && given.token === undefined
      const secrets = makesSecret ? { ...given, token: makeSigningSecret(context.random) } : given
      await refuseFaults(secrets, context)
      const row = rowOf(secrets, context, {
        id: context.newId(),
        state: body.state ?? 'ACTIVE',
        error_message: '',
        created_at: context.now,
      })
      await insertDestination(context.db, row)
      const shown = toDestination(row, context.keyring)
      await context.audit('destination.create', row.id, { after: forAudit(shown) })
      return {
        ...shown,
        // The one time it is shown: nobody but the receiver needs it afterwards.
        ...(makesSecret && { attributes: { ...shown.attributes, token: secrets.token } }),
        active: row.state === 'ACTIVE',
      }
    },
  },

  updateDestination: {
    mode: 'write',
    async run({ params, body }, context) {
      const before = await requireDestination(context.db, params.destinationId)
      const secrets = mergeSecrets(body, readableSecrets(before, context.keyring))
      await refuseFaults(secrets, context)
      const after = rowOf(secrets, context, { ...before, state: body.state ?? before.state })
      await updateDestination(context.db, after)
      const shown = toDestination(after, context.keyring)
      await context.audit('destination.update', after.id, {
        before: forAudit(toDestination(before, context.keyring)),
        after: forAudit(shown),
      })
      return shown
    },
  },

  testDestination: {
    mode: 'effect',
    async run({ params }, { store, keyring, now, effects }) {
      const row = await requireDestination(store.read, params.alertIntegrationId)
      const result = await sendTest(row, keyring, effects, now)
      await store.write((db) => noteDestinationError(db, row.id, result.errorMessage))
      const { webhookUrl } = toDestination(row, keyring)
      return {
        ...(webhookUrl !== undefined && { webhookUrl }),
        state: result.state,
        alertChannel: row.channel,
        errorMessage: result.errorMessage,
        timestamp: new Date(now).toISOString(),
      }
    },
  },

  deleteDestination: {
    mode: 'write',
    async run({ params }, { db, keyring, audit }) {
      const row = await requireDestination(db, params.id)
      const users = await alertsUsing(db, row.id)
      if (users.length > 0)
        throw new Problem(
          'destination-in-use',
          `Destination ${row.id} is used by ${users.map((alert) => `alert ${alert.id} (${alert.name})`).join(', ')}.`,
        )
      await deleteDestination(db, row.id)
      await audit('destination.delete', row.id, { before: forAudit(toDestination(row, keyring)) })
      return { destinationId: row.id }
    },
  },
}

/** As the audit keeps it, unsealed: of a web address only where it leads, for the rest of it may be a secret. */
function forAudit(shown: Destination): Destination {
  const origin = originOf(shown.webhookUrl)
  return origin.startsWith('http') ? { ...shown, webhookUrl: `${origin}/…` } : shown
}

/** As answers show it: secrets masked. */
function toDestination(row: DestinationRow, keyring: () => Keyring): Destination {
  const { webhookUrl, chatId, token, fault } = readableSecrets(row, keyring)
  return {
    id: row.id,
    name: row.name,
    channel: row.channel,
    ...(webhookUrl !== undefined && { webhookUrl: maskWebhookUrl(row.channel, webhookUrl) }),
    state: row.state,
    attributes: {
      ...(chatId !== undefined && { chatId }),
      ...(token !== undefined && { token: maskToken(token) }),
    },
    errorMessage: fault ?? row.error_message,
    createdAt: new Date(row.created_at).toISOString(),
  }
}

function secretsOf(body: Body): DestinationSecrets {
  return {
    name: body.name,
    channel: body.channel,
    webhookUrl: body.webhookUrl || undefined,
    chatId: body.attributes?.chatId || undefined,
    token: body.attributes?.token || undefined,
  }
}

/** Absent or masked members keep the stored value; a stored token never follows to another origin or channel. */
function mergeSecrets(body: Body, stored: DestinationSecrets): DestinationSecrets {
  const given = secretsOf(body)
  const sameChannel = given.channel === stored.channel
  const clears = body.attributes != null && Object.keys(body.attributes).length === 0
  const kept = {
    webhookUrl: sameChannel ? stored.webhookUrl : undefined,
    chatId: sameChannel && !clears ? stored.chatId : undefined,
    token: sameChannel && !clears ? stored.token : undefined,
  }
  const mask = (url: string) => maskWebhookUrl(stored.channel, url)
  const webhookUrl = mergeSecret(body.webhookUrl, kept.webhookUrl, mask)
  const token = mergeSecret(body.attributes?.token, kept.token, maskToken)
  const keepsToken = token !== undefined && token === kept.token && given.token !== token
  if (keepsToken && originOf(webhookUrl) !== originOf(stored.webhookUrl))
    throw invalidBody('attributes.token', 'must be sent again when webhookUrl moves to another origin')
  return { ...given, webhookUrl, chatId: body.attributes?.chatId == null ? kept.chatId : given.chatId, token }
}

/** A mask of something else stays in: it is refused as masked, for nobody can know what was meant. */
function mergeSecret(
  given: string | null | undefined,
  kept: string | undefined,
  mask: (secret: string) => string,
): string | undefined {
  if (given == null) return kept
  if (given === '') return undefined
  return kept === undefined ? given : (unmask(given, kept, mask) ?? given)
}

function originOf(url: string | undefined): string {
  return (url && URL.parse(url)?.origin) || ''
}

async function refuseFaults(secrets: DestinationSecrets, { destinationPolicy }: HandlerContext): Promise<void> {
  const faults = destinationFaults(secrets, await destinationPolicy())
  if (faults.length === 0) return
  const detail = faults.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new Problem('invalid-body', `The destination does not fit its channel: ${detail}.`, { errors: faults })
}

function rowOf(
  secrets: DestinationSecrets,
  { keyring }: Pick<HandlerContext, 'keyring'>,
  rest: Pick<DestinationRow, 'id' | 'state' | 'error_message' | 'created_at'>,
): DestinationRow {
  const sealed = (value: string | undefined, member: string) =>
    value === undefined ? null : seal(keyring(), value, sealContext(rest.id, member))
  return {
    id: rest.id,
    name: secrets.name,
    channel: secrets.channel,
    sealed_webhook_url: sealed(secrets.webhookUrl, 'webhook-url'),
    chat_id: secrets.chatId ?? null,
    sealed_token: sealed(secrets.token, 'token'),
    state: rest.state,
    error_message: rest.error_message,
    created_at: rest.created_at,
  }
}

function openSecrets(row: DestinationRow, keyring: () => Keyring): DestinationSecrets {
  const opened = (sealed: string | null, member: string) =>
    sealed === null ? undefined : open(keyring(), sealed, sealContext(row.id, member))
  return {
    name: row.name,
    channel: row.channel,
    webhookUrl: opened(row.sealed_webhook_url, 'webhook-url'),
    chatId: row.chat_id ?? undefined,
    token: opened(row.sealed_token, 'token'),
  }
}

interface ReadableSecrets extends DestinationSecrets {
  /** Why the secrets could not be read: then there are none, and they have to be given again. */
  readonly fault?: string
}

/** Another master key than theirs must not make the whole list unreadable, nor keep a destination from being mended. */
function readableSecrets(row: DestinationRow, keyring: () => Keyring): ReadableSecrets {
  try {
    return openSecrets(row, keyring)
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    const { name, channel, chat_id: chatId } = row
    return { name, channel, webhookUrl: undefined, chatId: chatId ?? undefined, token: undefined, fault: error.message }
  }
}

async function sendTest(
  row: DestinationRow,
  keyring: () => Keyring,
  effects: Effects,
  now: number,
): Promise<{ state: TestState; errorMessage: string }> {
  const { fault, ...secrets } = readableSecrets(row, keyring)
  return fault === undefined ? effects.sendTest(secrets, now) : { state: 'FAILED', errorMessage: fault }
}

function sealContext(id: string, member: string): string {
  return `destination/${id}/${member}`
}

async function requireDestination(db: Db, id = ''): Promise<DestinationRow> {
  const row = await findDestination(db, id)
  if (!row) throw notFound('destination', id)
  return row
}

import type { Destination, DestinationTest } from '../../../api/schemas/destination.ts'
import { counted } from '../../../api/text/amounts.ts'
import type { TestEventKind } from '../../../api/vocabulary.ts'
import { isGrouping } from '../../alerts/delivery/group-deliveries.ts'
import { resumeDeliveries } from '../../alerts/delivery/resume-deliveries.ts'
import { mergeSecrets, originOf, secretChanged, secretsOf } from '../../destinations/changes.ts'
import { type DestinationSecrets, destinationFaults, teamsFault } from '../../destinations/destination.ts'
import { keepSealed, type ReadableSecrets, readableSecrets, sealSecrets } from '../../destinations/secrets.ts'
import { makeSigningSecret } from '../../destinations/signing-secret.ts'
import { Problem, requiring } from '../../problems/problem.ts'
import { keyringForSealing, requireMasterKey } from '../../records/master-key.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { maskToken, maskWebhookUrl } from '../../secrets/masking.ts'
import { alertsUsing } from '../../store/repositories/alerts.ts'
import { cancelPending, countPending } from '../../store/repositories/deliveries.ts'
import { deleteDeliveryGroups } from '../../store/repositories/delivery-groups.ts'
import { deleteOrphanQueues } from '../../store/repositories/destination-queues.ts'
import {
  deleteDestination,
  findDestination,
  insertDestination,
  listDestinations,
  noteDestinationError,
  updateDestination,
} from '../../store/repositories/destinations.ts'
import { isDestinationInFanOut } from '../../store/repositories/fan-outs.ts'
import type { DestinationRow } from '../../store/schema/schema.ts'
import type { EffectContext, HandlerContext, Handlers, SendTest, SideEffects } from '../handler.ts'

export const destinationHandlers = {
  async listDestinations({ hasAdditions }, { db, masterKey }) {
    await requireMasterKey(db, masterKey)
    const rows = await listDestinations(db)
    const additions = hasAdditions ? sendingOf : () => ({})
    return rows.map((row) => ({ ...toDestination(row, masterKey.require), ...additions(row) }))
  },

  async setDestinationSending({ params, body: { group, heartbeatMs } }, { db, masterKey, audit, now }) {
    await requireMasterKey(db, masterKey)
    const before = await requireDestination(db, params.destinationId)
    const after: DestinationRow = {
      ...before,
      ...(group !== undefined && { grouping: group ? 1 : 0 }),
      ...(heartbeatMs !== undefined && {
        heartbeat_ms: heartbeatMs,
        heartbeat_at: heartbeatMs === null ? null : now + heartbeatMs,
      }),
    }
    await updateDestination(db, after)
    await audit('destination.sending', after.id, { before: sendingOf(before), after: sendingOf(after) })
    return { ...toDestination(after, masterKey.require), ...sendingOf(after) }
  },

  async createDestination({ body }, context) {
    await requireBelowQuota(context.db, 'destinations')
    const given = secretsOf(body)
    const makesSecret = given.channel === 'WEBHOOK' && given.token === undefined
    const secrets = makesSecret ? { ...given, token: makeSigningSecret(context.random) } : given
    await refuseFaults(secrets, context)
    const keyring = await sealingKeyring(context)
    const row = rowOf(secrets, keyring, {
      id: context.newId(),
      state: body.state ?? 'ACTIVE',
      error_message: '',
      created_at: context.now,
      grouping: null,
      heartbeat_ms: null,
      heartbeat_at: null,
    })
    await insertDestination(context.db, row)
    const shown = toDestination(row, keyring)
    await context.audit('destination.create', row.id, { after: forAudit(shown) })
    return {
      ...shown,
      // Shown once: only the receiver needs it later.
      ...(makesSecret && { attributes: { ...shown.attributes, token: secrets.token } }),
      active: row.state === 'ACTIVE',
    }
  },

  async updateDestination({ params, body }, context) {
    const before = await requireDestination(context.db, params.destinationId)
    const keyring = await sealingKeyring(context)
    const former = readableSecrets(before, keyring)
    const secrets = mergeSecrets(body, former)
    const state = body.state ?? before.state
    const isNew = state === 'ACTIVE' && before.state === 'INACTIVE'
    await refuseFaults(secrets, context, isNew ? undefined : former)
    const after = {
      // Reactivating clears the reason for the deactivation.
      ...rowOf(secrets, keyring, { ...before, state, ...(isNew && { error_message: '' }) }),
      ...keepSealed(secrets, former, before),
    }
    await updateDestination(context.db, after)
    await resumeDeliveries(before, after, context)
    const shown = toDestination(after, keyring)
    await context.audit('destination.update', after.id, {
      before: forAudit(toDestination(before, keyring)),
      after: forAudit(shown),
    })
    return shown
  },

  testDestination: {
    effect: ({ params }, context) => testResult(params.alertIntegrationId, context),
  },

  testDestinationEvent: {
    effect: ({ params, body }, context) => testResult(params.destinationId, context, body.event),
  },

  async deleteDestination({ params, headers }, { db, masterKey, audit, now }) {
    await requireMasterKey(db, masterKey)
    const row = await requireDestination(db, params.id)
    const users = await alertsUsing(db, row.id)
    if (users.length > 0)
      throw new Problem(
        'destination-in-use',
        `Destination ${row.id} is used by ${users.map((alert) => `alert ${alert.id} (${alert.name})`).join(', ')}.`,
      )
    const pending = await countPending(db, row.id)
    if (pending > 0 && headers['x-txwarden-force'] !== 'true')
      throw new Problem(
        'deliveries-pending',
        `Destination ${row.id} has ${counted(pending, 'pending delivery', 'pending deliveries')}. --force (X-Txwarden-Force: true) cancels them.`,
      )
    if (await isDestinationInFanOut(db, row.id))
      throw new Problem(
        'deliveries-pending',
        `Deliveries to destination ${row.id} are still being planned. Retry in a moment, or send them where no server runs.`,
        { parameters: { task: 'send' } },
      )
    await cancelPending(db, row.id, 'the destination was deleted', now)
    await deleteDestination(db, row.id)
    await deleteOrphanQueues(db, now)
    await deleteDeliveryGroups(db, row.id)
    await audit('destination.delete', row.id, { before: forAudit(toDestination(row, masterKey.require)) })
    return { destinationId: row.id }
  },
} satisfies Partial<Handlers>

async function sealingKeyring({ db, masterKey }: HandlerContext): Promise<() => Keyring> {
  const keyring = await keyringForSealing(db, masterKey)
  return () => keyring
}

/** For the audit log, which is not encrypted: keeps only the origin of a web address, because the rest can be a secret. */
function forAudit(shown: Destination): Destination {
  const origin = originOf(shown.webhookUrl)
  return origin.startsWith('http') ? { ...shown, webhookUrl: `${origin}/…` } : shown
}

type Sending = Pick<Destination, 'group' | 'heartbeatMs'>

function sendingOf(row: DestinationRow): Sending {
  return { group: isGrouping(row), heartbeatMs: row.heartbeat_ms ?? undefined }
}

/** With masked secrets. */
function toDestination(row: DestinationRow, keyring: () => Keyring): Required<Omit<Destination, keyof Sending>> {
  const { webhookUrl, chatId, token, fault } = readableSecrets(row, keyring)
  return {
    id: row.id,
    name: row.name,
    channel: row.channel,
    webhookUrl: webhookUrl === undefined ? '' : maskWebhookUrl(row.channel, webhookUrl),
    state: row.state,
    attributes: { chatId: chatId ?? '', token: token === undefined ? '' : maskToken(token) },
    errorMessage: fault ?? row.error_message,
    createdAt: new Date(row.created_at).toISOString(),
  }
}

/** @param former on an update: reports faults of changed values only, so that an older destination stays editable */
async function refuseFaults(
  secrets: DestinationSecrets,
  { destinationPolicy }: HandlerContext,
  former?: ReadableSecrets,
): Promise<void> {
  const all = destinationFaults(secrets, await destinationPolicy())
  const faults = former === undefined ? all : all.filter(({ path }) => secretChanged(path, secrets, former))
  if (faults.length === 0) return
  const detail = faults.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new Problem('invalid-body', `Invalid destination: ${detail}.`, { errors: faults })
}

function rowOf(
  secrets: DestinationSecrets,
  keyring: () => Keyring,
  others: Omit<DestinationRow, 'name' | 'channel' | 'chat_id' | `sealed_${string}`>,
): DestinationRow {
  const { name, channel, chatId = null } = secrets
  return { ...others, name, channel, chat_id: chatId, ...sealSecrets(secrets, others.id, keyring) }
}

/** Sends a test message, and keeps its error with the destination. @param event absent: it only says that it is a test */
async function testResult(
  id: string | undefined,
  { store, masterKey, now, effects }: EffectContext,
  event?: TestEventKind,
): Promise<DestinationTest> {
  await requireMasterKey(store.read, masterKey)
  const keyring = masterKey.require
  const row = await requireDestination(store.read, id)
  const result = await sendTest(row, keyring, effects, { now, event })
  await store.write((db) => noteDestinationError(db, row.id, result.errorMessage))
  return {
    webhookUrl: toDestination(row, keyring).webhookUrl,
    state: result.state,
    alertChannel: row.channel,
    errorMessage: result.errorMessage,
    timestamp: new Date(now).toISOString(),
    latencyMs: result.latencyMs,
  }
}

async function sendTest(
  row: DestinationRow,
  keyring: () => Keyring,
  effects: SideEffects,
  about: Parameters<SendTest>[1],
): ReturnType<SendTest> {
  const { fault, ...secrets } = readableSecrets(row, keyring)
  const teams = teamsFault(row.channel, secrets.webhookUrl)
  const errorMessage = fault ?? (teams && `the address ${teams}`)
  return errorMessage === undefined ? effects.sendTest(secrets, about) : { state: 'FAILED', errorMessage }
}

const requireDestination = requiring(findDestination, 'destination')

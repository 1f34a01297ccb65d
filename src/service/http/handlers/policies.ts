import { FILE_DIGEST_HEADER } from '../../../api/operations/policy-additions.ts'
import { limitText } from '../../../api/policies/limits.ts'
import type { PolicyGiven, PolicyRecord, Reservations } from '../../../api/schemas/policy.ts'
import { sha256 } from '../../../shared/text/sha256.ts'
import { release, usageOf } from '../../policies/budgets.ts'
import { compilePolicy } from '../../policies/evaluate.ts'
import { problemsOf } from '../../policies/problems.ts'
import { readPolicyFacts } from '../../policies/read-facts.ts'
import { found, requiring } from '../../problems/problem.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import { draftPolicy } from '../../rescreen/draft/draft-policy.ts'
import { replayPolicies } from '../../rescreen/replay/replay-policies.ts'
import {
  deletePolicy,
  findPolicy,
  listPolicies,
  readPolicies,
  savePolicy,
  spendsOf,
} from '../../store/repositories/policies.ts'
import { bumpEvidenceRevision } from '../../store/repositories/revisions.ts'
import type { PolicyRow, PolicySpendRow } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'
import { rescreenControlOf, rescreenDepsOf } from './rescreens.ts'

type Reservation = Reservations['content'][number]

export const policyHandlers = {
  listPolicies: async (_, { db }) => ({ content: (await listPolicies(db)).map(toPolicy) }),

  async setPolicy({ body, headers }, { db, now, audit }) {
    const before = await findPolicy(db, body.name)
    if (!before) await requireBelowQuota(db, 'policies')
    const content = JSON.stringify(body)
    const file = headers?.[FILE_DIGEST_HEADER]
    const row = { name: body.name, content, created_at: before?.created_at ?? now, updated_at: now }
    await savePolicy(db, row)
    await audit(before ? 'policy.update' : 'policy.create', body.name, {
      ...(before && { before: audited(before) }),
      after: { ...audited(row), ...(file !== undefined && { file }) },
    })
    return toPolicy(row)
  },

  async deletePolicy({ params }, { db, audit }) {
    const row = await requirePolicy(db, params.name)
    await deletePolicy(db, row.name)
    await audit('policy.delete', row.name, { before: audited(row) })
    return toPolicy(row)
  },

  async getPolicyUsage({ params }, { db, now }) {
    const { content } = await requirePolicy(db, params.name)
    const { names } = await readPolicies(db)
    return { content: await usageOf(db, compilePolicy(JSON.parse(content) as PolicyGiven, names), now) }
  },

  async checkPolicies(_, { db, now }) {
    const stored = await readPolicies(db)
    const facts = await readPolicyFacts(db, stored, now)
    const found = await Promise.all(
      stored.rows.map(({ content }) => problemsOf(JSON.parse(content) as PolicyGiven, facts)),
    )
    return { content: found.flat() }
  },

  replayPolicies: {
    effect: ({ body }, context) => replayPolicies(rescreenDepsOf(context), body, rescreenControlOf(context)),
  },

  draftPolicy: {
    effect: ({ body }, context) => draftPolicy(rescreenDepsOf(context), body, rescreenControlOf(context)),
  },

  async getReservations({ params }, { db }) {
    const svcTxId = params['svc-transaction-id'] ?? ''
    return { svcTxId, content: (await spendsOf(db, svcTxId)).map(toReservation) }
  },

  async releaseReservations({ params }, { db, audit }) {
    const svcTxId = params['svc-transaction-id'] ?? ''
    const rows = await release(db, svcTxId)
    found(rows.length > 0 ? rows : undefined, 'reservation of the transaction', svcTxId)
    // An answer that was kept for an idempotency key would pass again, and take nothing.
    await bumpEvidenceRevision(db)
    const released = rows.map(({ policy, amount, unit }) => ({ policy, amount: limitText(BigInt(amount)), unit }))
    await audit('policy.release', svcTxId, { before: { released } })
    return { svcTxId, released }
  },
} satisfies Partial<Handlers>

const requirePolicy = requiring(findPolicy, 'policy')

const states = { RESERVED: 'reserved', SETTLED: 'settled', REPLACED: 'replaced', RELEASED: 'released' } as const

function toReservation({ policy, amount, unit, state, at, expires_at }: PolicySpendRow): Reservation {
  return {
    policy,
    amount: `${limitText(BigInt(amount))} ${unit}`,
    state: states[state],
    at: new Date(at).toISOString(),
    ...(expires_at !== null && { expiresAt: new Date(expires_at).toISOString() }),
  }
}

function toPolicy({ content, created_at, updated_at }: PolicyRow): PolicyRecord {
  const time = (at: number) => new Date(at).toISOString()
  return { ...(JSON.parse(content) as PolicyGiven), createdAt: time(created_at), updatedAt: time(updated_at) }
}

/** The audit log keeps the policy and its digest, which says at a glance whether two are the same; `file` is that of its file. */
function audited({ content }: PolicyRow): object {
  return { ...(JSON.parse(content) as PolicyGiven), sha256: sha256(content) }
}

import { pageOf } from '../../../api/schemas/page.ts'
import { readSafe } from '../../chain/accounts/read-safe.ts'
import { baselineFor } from '../../intel/baseline.ts'
import { Problem, requiring } from '../../problems/problem.ts'
import { keyringForSealing } from '../../records/master-key.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import { keptDelegates } from '../../safes/follow/kept-state.ts'
import { ringSafes } from '../../safes/ring-safes.ts'
import { toSafeState, toSafes } from '../../safes/safe-record.ts'
import { NO_SERVICE, type ServiceColumns, sealService } from '../../safes/service-secret.ts'
import { parseServiceUrl } from '../../safes/transaction-service/service-url.ts'
import { type ContractNameOf, weaknessesOf } from '../../safes/weaknesses.ts'
import { findContract } from '../../store/repositories/contracts.ts'
import {
  deleteSafe,
  findSafe,
  findSafeAt,
  insertSafe,
  pageOfSafes,
  updateSafe,
} from '../../store/repositories/safes.ts'
import type { Db, SafeRow } from '../../store/schema/schema.ts'
import type { HandlerContext, Handlers } from '../handler.ts'

export const safeHandlers = {
  async listSafes({ query }, context) {
    const request = pageOf(query)
    const { rows, total } = await pageOfSafes(context.db, query, request)
    const content = await toSafes(rows, context)
    return { content, size: request.size, number: request.page, totalElements: total }
  },

  async createSafe({ body }, context) {
    const { db, newId, now, audit } = context
    await requireBelowQuota(db, 'safes')
    const known = await findSafeAt(db, body.chainId, body.address)
    if (known) throw new Problem('safe-exists', `The Safe was already added: ${known.id}${named(known)}.`)
    const key = { id: newId(), chain_id: body.chainId }
    const row = await insertSafe(db, {
      ...key,
      address_key: body.address.toLowerCase(),
      name: body.name ?? '',
      created_at: now,
      ...NO_SERVICE,
      ...(await serviceColumns(body, key, context)),
    })
    await audit('safe.create', row.id, { after: audited(row) })
    return shown(row, context)
  },

  async updateSafe({ body }, context) {
    const { db, now, audit } = context
    const before = await requireSafe(db, body.id)
    await updateSafe(
      db,
      before.id,
      {
        ...(body.name !== undefined && { name: body.name }),
        ...(await serviceColumns(body, before, context)),
      },
      now,
    )
    const after = await requireSafe(db, body.id)
    await audit('safe.update', after.id, { before: audited(before), after: audited(after) })
    return shown(after, context)
  },

  getSafe: {
    async effect({ params }, context) {
      const { store, clock, pool, control, now } = context
      const row = await requireSafe(store.read, params.safeId)
      const state = await readSafe({ store, clock, pool }, row.chain_id, row.address_key, control.until)
      const nameOf = await namesOf(store.read, row.chain_id, [
        ...state.modules,
        ...[state.guard, state.moduleGuard, state.fallbackHandler].filter((address) => address !== undefined),
      ])
      const findings = weaknessesOf(state, { nameOf, delegates: keptDelegates(row.delegates) ?? [], now })
      return { ...(await shown(row, { db: store.read, now })), state: toSafeState(state, nameOf), findings }
    },
  },

  async deleteSafe({ params }, context) {
    const row = await requireSafe(context.db, params.safeId)
    const removed = await shown(row, context)
    await deleteSafe(context.db, row.id)
    await context.audit('safe.delete', row.id, { before: audited(row) })
    return removed
  },

  pollSafes: {
    async effect({ body }, { store, now }) {
      await ringSafes(body.address ?? undefined, { store, now })
    },
  },
} satisfies Partial<Handlers>

/** @returns nothing where nothing is given */
async function serviceColumns(
  { serviceUrl, serviceKey }: { readonly serviceUrl?: string | undefined; readonly serviceKey?: string | undefined },
  safe: Pick<SafeRow, 'id' | 'chain_id'>,
  { db, masterKey }: Pick<HandlerContext, 'db' | 'masterKey'>,
): Promise<ServiceColumns | undefined> {
  if (serviceKey !== undefined && !serviceUrl)
    throw new Problem('invalid-body', 'A key belongs to the URL of its service.', {
      errors: [{ path: 'serviceUrl', message: 'is required with serviceKey' }],
    })
  if (serviceUrl === undefined) return undefined
  if (serviceUrl === '') return NO_SERVICE
  const { href: url } = parseServiceUrl(serviceUrl, safe.chain_id)
  const keyring = await keyringForSealing(db, masterKey)
  return sealService(keyring, safe, { url, ...(serviceKey !== undefined && { key: serviceKey }) })
}

async function shown(row: SafeRow, at: Parameters<typeof toSafes>[1]) {
  const [safe] = await toSafes([row], at)
  if (!safe) throw new Error('no Safe')
  return safe
}

const requireSafe = requiring(findSafe, 'safe')

/** Known are built-in contracts for what they are used as, and what the operator describes. */
async function namesOf(db: Db, chainId: string, addresses: readonly string[]): Promise<ContractNameOf> {
  const described = new Map<string, string>()
  for (const address of new Set(addresses)) {
    const contract = await findContract(db, { chainId, address })
    if (contract?.source === 'operator') described.set(address, contract.name || 'described here')
  }
  return (address, use) => {
    const records = baselineFor(address, chainId)
    const record = records.find(({ as = [] }) => use === 'guard' || as.includes(use))
    return record?.label ?? described.get(address)
  }
}

function named({ name }: SafeRow): string {
  return name === '' ? '' : ` (${name})`
}

/** What the audit log keeps: of the service only the host. */
function audited({ chain_id: chainId, address_key: address, name, service_host: service }: SafeRow) {
  return { chainId, address, name, service }
}

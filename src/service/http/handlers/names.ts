import { checksummed } from '../../../api/address.ts'
import { pageOf } from '../../../api/schemas/page.ts'
import type { PolicyGiven } from '../../../api/schemas/policy.ts'
import { namesOf } from '../../../api/schemas/policy-names.ts'
import { EVERY_CHAIN } from '../../../api/vocabulary.ts'
import { ETHEREUM, resolveEns } from '../../chain/accounts/resolve-ens.ts'
import { alikeOf, byPrecedence, holdsOn, namesLike, namesNear, toName } from '../../intel/names/name-book.ts'
import { found } from '../../problems/problem.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import {
  deleteName,
  findName,
  listNames,
  type NameKey,
  namesAlike,
  pageOfNames,
  saveName,
} from '../../store/repositories/names.ts'
import { listPolicies } from '../../store/repositories/policies.ts'
import type { Db, NameRow } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'

export const nameHandlers = {
  async listNames({ query }, { db }) {
    const request = pageOf(query)
    const { rows, total } = await pageOfNames(db, query, request)
    return { content: rows.map(toName), size: request.size, number: request.page, totalElements: total }
  },

  findNames: {
    async effect({ query: { name, ens, address = [], chainId } }, { store, clock, pool, control }) {
      if (ens !== undefined) {
        const found = await resolveEns({ store, clock, pool }, ens, chainId, control.until)
        const known = { chainId: chainId ?? ETHEREUM, name: ens, source: 'ens' as const }
        return { content: found === undefined ? [] : [{ address: checksummed(found), ...known }], near: [] }
      }
      if (name === undefined) {
        const addresses = [address].flat().map((each) => each.toLowerCase())
        const known = await namesAlike(store.read, addresses)
        const these = known.filter((each) => addresses.includes(each.address_key) && holdsOn(each, chainId))
        return { content: byPrecedence(these).map(toName), near: [] }
      }
      const all = (await listNames(store.read)).filter((each) => holdsOn(each, chainId))
      const content = byPrecedence(namesLike(name.trim(), all)).map(toName)
      return { content, near: content.length > 0 ? [] : namesNear(name, all) }
    },
  },

  async setName({ body }, { db, now, audit }) {
    const key = keyOf(body)
    const before = await findName(db, key)
    if (!before) await requireBelowQuota(db, 'names')
    const row: NameRow = {
      chain_id: key.chainId,
      address_key: key.address,
      name: body.name,
      created_at: before?.created_at ?? now,
      updated_at: now,
    }
    if (before?.name !== row.name) {
      await saveName(db, row)
      const change = { ...(before && { before: shown(before) }), after: shown(row) }
      await audit(before ? 'name.update' : 'name.create', idOf(key), change)
    }
    const changed = before?.name === row.name ? [] : [row.name, ...(before ? [before.name] : [])]
    const policies = await policiesNaming(db, changed)
    return {
      ...shown(row),
      ...(policies.length > 0 && { policies }),
      alike: alikeOf({ ...row, source: 'operator' }, await listNames(db)),
    }
  },

  async deleteName({ params }, { db, audit }) {
    const key = keyOf(params)
    const before = shown(found(await findName(db, key), 'name', idOf(key)))
    await deleteName(db, key)
    await audit('name.delete', idOf(key), { before })
    return before
  },
} satisfies Partial<Handlers>

async function policiesNaming(db: Db, names: readonly string[]): Promise<string[]> {
  const asked = names.map((name) => name.toLowerCase())
  const has = (content: string) =>
    namesOf(JSON.parse(content) as PolicyGiven).some((place) =>
      place.names.some((name) => asked.includes(name.toLowerCase())),
    )
  return (await listPolicies(db)).flatMap(({ name, content }) => (has(content) ? [name] : []))
}

function keyOf({ chainId, address = '' }: { chainId?: string | null | undefined; address?: string }): NameKey {
  return { chainId: chainId == null || chainId === EVERY_CHAIN ? '' : chainId, address: address.toLowerCase() }
}

function shown(row: NameRow) {
  return toName({ ...row, source: 'operator' })
}

function idOf({ chainId, address }: NameKey): string {
  return `${chainId || EVERY_CHAIN}/${address}`
}

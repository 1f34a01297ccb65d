import { pageOf } from '../../../api/schemas/page.ts'
import { readContractCode } from '../../chain/contract-code.ts'
import { checkFunctions, toContract } from '../../intel/contracts/contract-record.ts'
import { notFound } from '../../problems/problem.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import { recordChange } from '../../store/repositories/audit.ts'
import { deleteContract, findContract, pageOfContracts, saveContract } from '../../store/repositories/contracts.ts'
import type { ContractRow } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'

export const contractHandlers = {
  async listContracts({ query }, { db }) {
    const request = pageOf(query)
    const { rows, total } = await pageOfContracts(db, query, request)
    return { content: rows.map(toContract), size: request.size, number: request.page, totalElements: total }
  },

  setContract: {
    async effect({ body }, { store, clock, pool, random, newId, actor, now }) {
      const key = { chainId: body.chainId, address: body.address.toLowerCase() }
      const functions = checkFunctions(body.functions)
      // What a public descriptor says never counts as read, with any code.
      const isOwn = body.source !== 'erc7730'
      const code = isOwn ? await readContractCode({ store, clock, pool, random }, key.chainId, key.address) : undefined
      return store.write(async (db) => {
        const before = await findContract(db, key)
        if (!before) await requireBelowQuota(db, 'contracts')
        const after: ContractRow = {
          chain_id: key.chainId,
          address_key: key.address,
          name: body.name ?? before?.name ?? '',
          source: body.source ?? 'operator',
          functions: JSON.stringify(functions),
          code: code ? JSON.stringify(code) : null,
          created_at: before?.created_at ?? now,
          updated_at: now,
        }
        await saveContract(db, after)
        const contract = toContract(after)
        const action = before ? 'contract.update' : 'contract.create'
        const change = { ...(before && { before: toContract(before) }), after: contract }
        await recordChange(db, { newId, now, actor }, action, idOf(key), change)
        return contract
      })
    },
  },

  async deleteContract({ params }, { db, audit }) {
    const key = { chainId: params.chainId ?? '', address: (params.address ?? '').toLowerCase() }
    const row = await findContract(db, key)
    if (!row) throw notFound('contract', idOf(key))
    await deleteContract(db, key)
    const contract = toContract(row)
    await audit('contract.delete', idOf(key), { before: contract })
    return contract
  },
} satisfies Partial<Handlers>

function idOf({ chainId, address }: { readonly chainId: string; readonly address: string }): string {
  return `${chainId}/${address}`
}

import { pageOf } from '../../../api/schemas/page.ts'
import { checkFunctions, toContract } from '../../intel/contracts/contract-record.ts'
import { notFound } from '../../problems/problem.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import { deleteContract, findContract, pageOfContracts, saveContract } from '../../store/repositories/contracts.ts'
import type { ContractRow } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'

export const contractHandlers = {
  async listContracts({ query }, { db }) {
    const request = pageOf(query)
    const { rows, total } = await pageOfContracts(db, query, request)
    return { content: rows.map(toContract), size: request.size, number: request.page, totalElements: total }
  },

  async setContract({ body }, { db, now, audit }) {
    const key = { chainId: body.chainId, address: body.address.toLowerCase() }
    const before = await findContract(db, key)
    if (!before) await requireBelowQuota(db, 'contracts')
    const after: ContractRow = {
      chain_id: key.chainId,
      address_key: key.address,
      name: body.name ?? before?.name ?? '',
      source: body.source ?? 'operator',
      functions: JSON.stringify(checkFunctions(body.functions)),
      code: null,
      created_at: before?.created_at ?? now,
      updated_at: now,
    }
    await saveContract(db, after)
    const contract = toContract(after)
    await audit(before ? 'contract.update' : 'contract.create', idOf(key), {
      ...(before && { before: toContract(before) }),
      after: contract,
    })
    return contract
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

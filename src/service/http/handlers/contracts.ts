import type { Contract } from '../../../api/schemas/contract.ts'
import { pageOf } from '../../../api/schemas/page.ts'
import { readCodeAccounts, readContractCode } from '../../chain/contract-code.ts'
import { checkDescription, toContract } from '../../intel/contracts/contract-record.ts'
import { codeStateOf } from '../../intel/contracts/known-contracts.ts'
import { found } from '../../problems/problem.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import { recordChange } from '../../store/repositories/audit.ts'
import { deleteContract, findContract, pageOfContracts, saveContract } from '../../store/repositories/contracts.ts'
import type { ContractRow } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'

export const contractHandlers = {
  listContracts: {
    async effect({ query }, { store, clock, pool, random, control }) {
      const request = pageOf(query)
      const { rows, total } = await pageOfContracts(store.read, query, request)
      const comparing = { store, clock, pool, random, until: control.until }
      const states = query.code === 'true' ? await codeStates(comparing, rows) : undefined
      const content = rows.map((row) => ({ ...toContract(row), ...states?.(row) }))
      return { content, size: request.size, number: request.page, totalElements: total }
    },
  },

  setContract: {
    async effect({ body }, { store, clock, pool, random, newId, actor, now }) {
      const key = { chainId: body.chainId, address: body.address.toLowerCase() }
      const functions = checkDescription(body)
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
          functions,
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
    const contract = toContract(found(await findContract(db, key), 'contract', idOf(key)))
    await deleteContract(db, key)
    await audit('contract.delete', idOf(key), { before: contract })
    return contract
  },
} satisfies Partial<Handlers>

/** Whether contracts that the operator describes run the code that they had then; {} where no node says so. */
async function codeStates(
  { until, ...deps }: Parameters<typeof readCodeAccounts>[0] & { readonly until?: number | undefined },
  rows: readonly ContractRow[],
): Promise<(row: ContractRow) => Pick<Contract, 'codeState'>> {
  const own = Map.groupBy(
    rows.filter(({ source }) => source === 'operator'),
    ({ chain_id }) => chain_id,
  )
  const accounts = await Promise.all(
    Array.from(own, async ([chainId, some]) => {
      const addresses = some.map(({ address_key }) => address_key)
      return [chainId, await readCodeAccounts(deps, chainId, addresses, until)] as const
    }),
  )
  const byChain = new Map(accounts)
  return (row) => {
    const shown = row.source === 'operator' ? byChain.get(row.chain_id) : undefined
    const codeState = shown?.has(row.address_key) ? codeStateOf(row, shown) : undefined
    // Nothing was recorded that could be compared.
    return codeState === undefined || (row.code === null && codeState === 'same') ? {} : { codeState }
  }
}

function idOf({ chainId, address }: { readonly chainId: string; readonly address: string }): string {
  return `${chainId}/${address}`
}

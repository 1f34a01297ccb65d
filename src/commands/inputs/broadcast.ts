import { refusedError } from '../../cli/errors/usage.ts'
import { isRecord } from '../../shared/json/json.ts'
import type { InputTransaction } from './input.ts'
import { bodyOf, hasRecipientOrData, type RequestMembers } from './members.ts'

/** Reads the transactions of a broadcast file of Foundry, also of a dry run and of one over several chains (`multi`). */
export function readBroadcast(file: RequestMembers, name: string): InputTransaction[] {
  const { deployments } = file
  if (Array.isArray(deployments))
    return deployments.flatMap((each, index) => {
      if (!isRecord(each)) throw refusedError(`${name}: deployments[${index}] is not an object`)
      return readBroadcast(each, `${name}: deployments[${index}]`)
    })
  const entries: readonly unknown[] = Array.isArray(file.transactions) ? file.transactions : [file]
  return entries.map((entry, index) => {
    const where = `${name}: transactions[${index}]`
    if (!isRecord(entry) || !isRecord(entry.transaction)) throw refusedError(`${where} has no transaction`)
    const { transaction, transactionType } = entry
    // Code that the ZK Stack wants beside the call: no account signs for it.
    const { zksync: _, ...members } = transaction
    const body = bodyOf(members, where)
    const { chainId, to, data } = body.transaction
    const ofFile = file.chain === undefined || file.chain === null ? undefined : String(file.chain)
    if (chainId !== undefined && ofFile !== undefined && String(chainId) !== ofFile)
      throw refusedError(`${where} is for chain ${String(chainId)}, and the file for chain ${ofFile}`)
    // A call of a factory is CREATE, too, in some files: what is sent says it.
    if (to == null && ((transactionType != null && transactionType !== 'CREATE') || !hasRecipientOrData({ to, data })))
      throw refusedError(`${where} has no to, and transactionType ${JSON.stringify(transactionType)}`)
    return {
      kind: 'transaction',
      body: { ...body, transaction: { ...(ofFile !== undefined && { chainId: ofFile }), ...body.transaction } },
    }
  })
}

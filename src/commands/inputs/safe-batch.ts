import { refusedError } from '../../cli/errors/usage.ts'
import { WardenError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { builtCall, builtMembers } from '../../shared/safe/expected.ts'
import { refuseUnknown } from '../../shared/safe/read-transaction.ts'
import { DELEGATECALL, NO_REFUND } from '../../shared/safe/transaction.ts'
import type { Read } from './input.ts'
import { bodyOf, isEmpty, type RequestMembers } from './members.ts'

/** What scripts write beside a call, for people. */
const DESCRIPTIVE = /^_|meta|^(?:description|comment|note|name|label|title)$/i

/**
 * Reads a batch of the Safe Transaction Builder: `data` where a transaction has some, otherwise its method with its values, and
 * always the value. Each is sent by the Safe for which the batch was made.
 */
export async function readBatch(file: RequestMembers, name: string): Promise<Read[]> {
  const { transactions, meta, chainId } = file
  const entries: readonly unknown[] = Array.isArray(transactions) ? transactions : []
  const from = isRecord(meta) ? meta.createdFromSafeAddress : undefined
  const read: Read[] = []
  for (const [index, entry] of entries.entries()) {
    const where = `${name}: transactions[${index}]`
    if (!isRecord(entry)) throw refusedError(`${where} is not an object`)
    const call = await named(name, async () => {
      const members = Object.entries(entry).filter(([member]) => !DESCRIPTIVE.test(member))
      refuseUnknown(Object.fromEntries(members), builtMembers, `transactions[${index}]: `)
      return builtCall(entry, `transactions[${index}].`)
    })
    if (call.operation === DELEGATECALL) read.push(delegatecall(call, { from, chainId }))
    else {
      const transaction = {
        ...(!isEmpty(chainId) && { chainId }),
        ...(!isEmpty(from) && { from }),
        to: call.to,
        value: String(call.value),
        data: call.data,
      }
      read.push({ kind: 'transaction', body: bodyOf(transaction, where) })
    }
  }
  return read
}

type Call = Awaited<ReturnType<typeof builtCall>>

/** What only a transaction of the Safe itself can be. */
function delegatecall({ to, value, data, operation }: Call, { from, chainId }: RequestMembers): Read {
  const claimed = {
    ...(typeof from === 'string' && from !== '' && { safe: from.toLowerCase() as Call['to'] }),
    ...(/^\d{1,16}$/.test(String(chainId)) && { chainId: BigInt(String(chainId)) }),
  }
  return {
    kind: 'safe-transaction',
    file: { transaction: { to, value, data, operation, ...NO_REFUND }, claimed },
    signatures: [],
  }
}

/** An error about a Safe with the name of its file. */
export async function named<T>(name: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof WardenError) || error.code !== 'invalid-safe-transaction') throw error
    throw refusedError(`${name}: ${error.message}`)
  }
}

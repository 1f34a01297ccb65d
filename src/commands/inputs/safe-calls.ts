import { parseQuantity } from '../../api/quantity.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { addressOf, dataOf } from '../../shared/json/evm-json.ts'
import type { ExpectedCall } from '../../shared/safe/expected.ts'
import { readSafeTransaction, type SafeTransactionFile } from '../../shared/safe/read-transaction.ts'
import { CALL } from '../../shared/safe/transaction.ts'
import { formText } from './forms.ts'
import type { Input, InputSafeTransaction, Inputs } from './input.ts'
import { named } from './safe-batch.ts'

/** What the owners of a Safe would sign: a transaction of it, or calls that it makes together. */
export type SafeContent =
  | ({ readonly kind: 'transaction' } & Pick<InputSafeTransaction, 'file' | 'signatures'>)
  | {
      readonly kind: 'calls'
      readonly calls: readonly [ExpectedCall, ...ExpectedCall[]]
      readonly claimed: SafeTransactionFile['claimed']
    }

/**
 * What a file says of a Safe.
 * @param index which of several transactions, from 1
 * @throws WardenError `usage` where several are in the file and none is chosen; `refused` for what no Safe does
 */
export async function safeContentOf(
  { form, transactions }: Inputs,
  name: string,
  index: number | undefined,
): Promise<SafeContent> {
  if (transactions.every(({ kind }) => kind === 'transaction')) {
    const [only] = transactions
    // A call alone says nothing of the operation: it is no transaction of a Safe.
    if (form === 'transaction' || form === 'request-body')
      if (transactions.length === 1 && only.kind === 'transaction')
        await named(name, () => readSafeTransaction(only.body.transaction))
    if (index !== undefined)
      throw usageError(`--index chooses one of several transactions of a Safe; ${name} is ${formText(form)}`)
    return callsOf({ form, transactions }, name)
  }
  if (index === undefined && transactions.length > 1)
    throw usageError(`${name} has ${transactions.length} transactions: --index chooses one`, {
      details: transactions.map((each) => `${each.position}: ${shortText(each)}`),
    })
  const chosen = transactions[(index ?? 1) - 1]
  if (chosen === undefined) throw usageError(`--index ${index}: ${name} has ${transactions.length} transactions`)
  if (chosen.kind === 'safe-transaction')
    return { kind: 'transaction', file: chosen.file, signatures: chosen.signatures }
  if (chosen.kind === 'message' && 'typedData' in chosen.message) {
    const { typedData } = chosen.message
    return { kind: 'transaction', file: await named(name, () => readSafeTransaction(typedData)), signatures: [] }
  }
  throw refusedError(`${name}: item ${chosen.position} is no transaction of a Safe`)
}

function shortText(each: Input): string {
  if (each.kind !== 'safe-transaction') return each.kind
  const { nonce, to, data, value } = each.file.transaction
  const what = data === '0x' ? `value ${value} wei` : data.slice(0, 10)
  return `nonce ${nonce ?? 'not given'}, to ${to}, ${what}`
}

function callsOf({ transactions }: Inputs, name: string): SafeContent {
  const chainIds = new Set<string>()
  const safes = new Set<string>()
  const [first, ...others] = transactions.map((each): ExpectedCall => {
    const where = `${name}: transaction ${each.position}`
    if (each.kind !== 'transaction') throw refusedError(`${where} is no call`)
    const { chainId, from, to, value, data, authorizations } = each.body.transaction
    if (chainId !== undefined) chainIds.add(String(chainId))
    if (from !== undefined) safes.add(String(from).toLowerCase())
    if (to == null) throw refusedError(`${where} creates a contract, which no call of a Safe does`)
    if (Array.isArray(authorizations) && authorizations.length > 0)
      throw refusedError(`${where} has authorizations, which no call of a Safe has`)
    const call = { to: addressOf(to), value: parseQuantity(String(value ?? '0')), data: dataOf(data ?? '0x') }
    if (call.to === undefined || call.value === undefined || call.data === undefined)
      throw refusedError(
        `${where} has no valid ${call.to === undefined ? 'to' : call.data === undefined ? 'data' : 'value'}`,
      )
    return { to: call.to as `0x${string}`, value: call.value, data: call.data as `0x${string}`, operation: CALL }
  })
  if (first === undefined) throw refusedError(`${name} has no transactions`)
  if (chainIds.size > 1)
    throw refusedError(`${name} has transactions of ${chainIds.size} chains: ${[...chainIds].join(', ')}`)
  if (safes.size > 1)
    throw refusedError(`${name} has transactions of ${safes.size} senders: a Safe sends all of a batch`)
  const [chain] = chainIds
  const chainId = chain === undefined ? undefined : parseQuantity(chain)
  if (chain !== undefined && chainId === undefined)
    throw refusedError(`${name}: chainId ${JSON.stringify(chain)} is not a chain id`)
  const [safe] = safes
  return {
    kind: 'calls',
    calls: [first, ...others],
    claimed: {
      ...(chainId !== undefined && { chainId }),
      ...(safe !== undefined && addressOf(safe) !== undefined && { safe: safe as `0x${string}` }),
    },
  }
}

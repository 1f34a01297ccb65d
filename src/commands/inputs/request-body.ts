import { refusedError } from '../../cli/errors/usage.ts'
import { isRecord } from '../../shared/json/json.ts'
import type { InputTransaction } from './input.ts'
import { type MoreMembers, onlyKnownMembers, type RequestMembers, withMaxFee, withOurNames } from './members.ts'

/** A request body, or a bare transaction, as a request body. Throws on an unknown member. */
export function bodyOf(value: RequestMembers, name: string, more?: MoreMembers): InputTransaction['body'] {
  const body: RequestMembers = 'transaction' in value ? value : { transaction: value }
  if (!isRecord(body.transaction)) throw refusedError(`${name}: transaction is not an object`)
  onlyKnownMembers(value, name, more)
  // Libraries write chain ids and nonces as numbers, and JSON-RPC a chain id in hexadecimal; the contract wants decimal text.
  const transaction = Object.fromEntries(
    Object.entries(body.transaction).map(([member, given]) => {
      if (member === 'chainId' && isHexNumber(given)) return [member, String(BigInt(given))]
      return [member, Number.isSafeInteger(given) ? String(given) : given]
    }),
  )
  return { ...body, transaction: withMaxFee(withOurNames(transaction, name)) }
}

function isHexNumber(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value)
}

import { isRecord, parseJson } from '../../shared/json/json.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { findOddNumber } from '../rpc/json-text.ts'
import { accountFirst } from './account-first.ts'
import { checkPlain, Members, readAddress } from './members.ts'
import { chainOfMessage } from './other-chains.ts'
import { digestOf, type ReadRequest } from './signing-request.ts'

/** The service reads a body of a megabyte. */
const MAX_TEXT = 512 * 1024

/**
 * Reads typed data (EIP-712): `[account, typedData]` or the other way round, as an object or as a JSON text. Version 1 (`[members, account]`)
 * has no type.
 */
export const readTypedData: ReadRequest = (method, params, { chainId }) => {
  const [account, given] = accountFirst(params)
  if (Array.isArray(account)) throw invalidParams('typed data of version 1 is not validated: send eth_signTypedData_v4')
  const from = readAddress(account, 'the account')
  const typedData = typeof given === 'string' ? parsed(given) : given
  const members = new Members(typedData, 'the typed data', ['types', 'primaryType', 'domain', 'message'])
  for (const name of ['types', 'message'])
    if (!isRecord(members.get(name))) throw invalidParams(`${name} of the typed data is not an object`)
  if (typeof members.get('primaryType') !== 'string')
    throw invalidParams('primaryType of the typed data is not a string')
  const value = typedData as Record<string, unknown>
  const { types, primaryType, domain, message } = value
  if (JSON.stringify(value).length > MAX_TEXT)
    throw invalidParams(`the typed data has more than ${MAX_TEXT} characters`)
  return {
    method,
    parts: [{ kind: 'message', request: { chainId: chainOfMessage(value, chainId), from, typedData: value } }],
    digest: digestOf([method, chainId, from, types, primaryType, domain ?? null, message]),
    senders: [],
  }
}

/** A text is a body of its own, and is read as strictly. */
function parsed(text: string): unknown {
  const value = parseJson(text)
  if (!isRecord(value)) throw invalidParams('the typed data is not a JSON object')
  const fault = findJsonFault(text)
  if (fault) throw invalidParams(`the typed data ${fault.text}`)
  const odd = findOddNumber(text)
  if (odd !== undefined) throw invalidParams(`the typed data has the number ${odd}: send it as a string`)
  checkPlain(value)
  return value
}

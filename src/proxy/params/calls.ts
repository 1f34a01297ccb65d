import { invalidParams } from '../rpc/json-rpc.ts'
import { checkCapabilities } from './capabilities.ts'
import { checkChain, Members, readAddress, readList, readQuantity, readText } from './members.ts'
import { digestOf, type Hex, type ReadRequest } from './signing-request.ts'
import { readData, readTo, readValue, transactionPart } from './transaction-part.ts'

const MAX_CALLS = 100

/**
 * Reads the params of wallet_sendCalls (EIP-5792), which are calls of a wallet. Each is validated, and all are
 * forwarded or none. None is a cancel: the wallet chooses the nonce, and an account with code runs it.
 */
export const readCalls: ReadRequest = (method, [given], { chainId }) => {
  const request = new Members(given, 'the request', [
    'version',
    'id',
    'chainId',
    'from',
    'atomicRequired',
    'calls',
    'capabilities',
  ])
  checkChain(request.required('chainId', readQuantity), chainId, 'the request')
  for (const name of ['version', 'id']) request.optional(name, readText)
  // Optional in EIP-5792: the wallet would choose, and which account it is changes the verdict.
  if (!request.has('from')) throw invalidParams('the request has no from: name the account, whose calls are validated')
  const from = request.required('from', readAddress)
  const calls = request.required('calls', (value, what) =>
    readList(value, what, MAX_CALLS, (call, name) => readCall(call, name, from, chainId)),
  )
  const [first, ...others] = calls
  if (!first) throw invalidParams('the request has no calls')
  const parts = [first.part, ...others.map(({ part }) => part)] as const
  const meaning = calls.map(({ part, capabilities }) => [part.transaction, capabilities])
  const digest = digestOf([method, meaning, capabilitiesIn(request)])
  return { method, parts, digest, senders: [from] }
}

function readCall(given: unknown, what: string, from: Hex, chainId: string) {
  const call = new Members(given, what, ['to', 'value', 'data', 'chainId', 'capabilities'])
  const own = call.optional('chainId', readQuantity)
  if (own !== undefined) checkChain(own, chainId, what)
  const facts = { to: readTo(call), value: readValue(call), data: readData(call, what) }
  const part = transactionPart({ chainId, from, ...facts })
  return { part: { ...part, isCancel: false }, capabilities: capabilitiesIn(call) }
}

function capabilitiesIn(members: Members): unknown {
  return members.optional('capabilities', checkCapabilities) ?? null
}

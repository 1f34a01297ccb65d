import { isRecord } from '../../shared/json/json.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { carriedIn, carriesAnything } from './carried.ts'
import { Members, readAddress, readFlag, readList, readQuantity } from './members.ts'

type CapabilityCheck = (value: unknown, what: string) => unknown

/**
 * Capabilities that add nothing to what the calls do, with the members that an application sends: who pays for gas (ERC-7677),
 * how much of it (ERC-8132), when the calls may be included (ERC-7902), whether the wallet has other funds of its owner
 * (ERC-7682), all calls or none (EIP-5792). Others add calls, keys, delegates, payers or bytes: preCalls and authorizeKeys of
 * Porto, dataSuffix of Coinbase, eip7702Auth.
 */
const known: Readonly<Record<string, Readonly<Record<string, CapabilityCheck>>>> = {
  atomic: { required: readFlag, supported: readFlag, status: oneOf('supported', 'ready', 'unsupported') },
  atomicBatch: { supported: readFlag },
  auxiliaryFunds: { supported: readFlag, requiredAssets: readAssets },
  gasLimitOverride: { value: readQuantity },
  paymasterService: { url: readServiceUrl, context: checkContext },
  validityTimeRange: { validAfter: readQuantity, validUntil: readQuantity },
}

/**
 * Checks the capabilities of a request.
 * @throws RpcFault for one that is not known to be harmless, also where it is optional, and for other contents than it
 * has
 */
export function checkCapabilities(value: unknown, what: string): unknown {
  const capabilities = new Members(value, what, Object.keys(known))
  for (const [name, checks] of Object.entries(known))
    capabilities.optional(name, (given, named) => {
      const members = new Members(given, named, ['optional', ...Object.keys(checks)])
      members.optional('optional', readFlag)
      for (const [member, check] of Object.entries(checks)) members.optional(member, check)
    })
  return value
}

function oneOf(...values: readonly string[]): CapabilityCheck {
  return (value, what) => {
    if (!values.includes(String(value))) throw invalidParams(`${what} is none of ${values.join(', ')}`)
  }
}

const MAX_ASSETS = 100

/** What the calls need: the wallet may bring it from other accounts of its owner. */
function readAssets(value: unknown, what: string): unknown {
  return readList(value, what, MAX_ASSETS, (item, name) => {
    const asset = new Members(item, name, ['address', 'amount', 'standard', 'tokenId'])
    asset.required('address', readAddress)
    asset.required('amount', readQuantity)
    asset.required('standard', oneOf('erc20', 'erc721', 'erc1155'))
    asset.optional('tokenId', readQuantity)
  })
}

const MAX_TEXT = 500
/** Names below localhost are not taken: what resolves them is another program. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Encrypted, as ERC-7677 requires: who changes an answer on the way could change who pays. */
function readServiceUrl(value: unknown, what: string): void {
  const url = typeof value === 'string' && value.length <= MAX_TEXT ? URL.parse(value) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  if (!url || !isSafe || url.username !== '' || url.password !== '')
    throw invalidParams(`${what} is not an https URL without credentials`)
  if (carriesAnything(carriedIn([value]))) throw invalidParams(`${what} could have a signed transaction in it`)
}

const MAX_DEPTH = 3
const MAX_MEMBERS = 50
/** An address or more: a token to pay with, which the wallet would approve, or a payer. */
const ADDRESS_OR_BYTES = /[0-9a-f]{40}/i

/** What a paymaster service wants to know, such as the id of a policy. It is the service's own; nothing in it may move value. */
function checkContext(value: unknown, what: string): void {
  let members = 0
  const check = (given: unknown, depth: number): void => {
    members += 1
    if (members > MAX_MEMBERS) throw invalidParams(`${what} has more than ${MAX_MEMBERS} members`)
    if (isRecord(given)) {
      if (depth === MAX_DEPTH) throw invalidParams(`${what} is nested deeper than ${MAX_DEPTH} levels`)
      for (const [name, each] of Object.entries(given)) {
        checkText(name)
        check(each, depth + 1)
      }
    } else if (typeof given === 'string') checkText(given)
    else if (typeof given === 'object' && given !== null) throw invalidParams(`${what} has an array`)
  }
  const checkText = (text: string): void => {
    if (text.length > MAX_TEXT || ADDRESS_OR_BYTES.test(text))
      throw invalidParams(`${what} has an address or bytes, which could be a token to pay with`)
  }
  if (!isRecord(value)) throw invalidParams(`${what} is not an object`)
  check(value, 0)
}

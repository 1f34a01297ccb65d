import { argumentsAs } from '../arguments.ts'
import { callOf, type InnerCall, type NamedCall, type Unwrap, type UnwrapTable } from './inner-call.ts'

interface Request {
  readonly from: string
  readonly to: string
  readonly value?: bigint
  readonly data: string
}

/** ERC-2771: the target takes the signer, which the forwarder appends to the data, for its caller. */
function requested({ from, to: target, value, data }: Request): InnerCall {
  return callOf(from, { target, value, data })
}

const forwarded: Unwrap = (_, args) => ({ calls: [requested(argumentsAs<{ request: Request }>(args).request)] })

const forwardedBatch: Unwrap = (_, args) => ({
  calls: argumentsAs<{ requests: readonly Request[] }>(args).requests.map(requested),
})

/** GSN: the relay worker has the forwarder make the call. */
const relayed: Unwrap = (_, args) => ({
  calls: [requested(argumentsAs<{ relay: { request: Request } }>(args).relay.request)],
})

const relayedPlainly: Unwrap = (_, args) => ({ calls: [requested(argumentsAs<Request>(args))] })

/** Tokens with meta-transactions of their own (Polygon, Biconomy): the contract calls itself. */
const metaTransaction: Unwrap = (frame, args) => {
  const { user, data } = argumentsAs<{ user: string; data: string }>(args)
  return { calls: [{ ...frame, actor: user, value: 0n, data }] }
}

/** 0x AllowanceHolder appends the caller to the data, as in ERC-2771. */
const withAllowance: Unwrap = (frame, args) => {
  const { target, data } = argumentsAs<{ target: string; data: string }>(args)
  return { calls: [{ ...frame, to: target, data }] }
}

interface Transfers {
  readonly wallet: string
  readonly calls: readonly NamedCall[]
}

/** Argent: the manager has the wallet make the calls. */
const byWallet: Unwrap = (_, args) => {
  const { wallet, calls } = argumentsAs<Transfers>(args)
  return { calls: calls.map((each) => callOf(wallet, each)) }
}

export const relayedUnwraps: UnwrapTable = {
  '0x47153f82': forwarded,
  '0xdf905caf': forwarded,
  '0xccf96b4a': forwardedBatch,
  '0x41706c4e': forwarded,
  '0x8171e632': forwarded,
  '0x6ca862e2': relayed,
  '0x10c45431': relayed,
  '0x405cec67': relayedPlainly,
  '0x0c53c51c': metaTransaction,
  '0x2213bc0b': withAllowance,
  '0xa5efb235': byWallet,
  '0x6ff6ec7c': byWallet,
  '0xf143ddba': byWallet,
}

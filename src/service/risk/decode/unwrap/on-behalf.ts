import { MAX_UINT256 } from '../../../../api/quantity.ts'
import { lazily } from '../../../../shared/lazily.ts'
import { isZeroAddress } from '../../../evm/words.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { callOf, type InnerCall, type NamedCall, selfOf, type Unwrap, type UnwrapTable } from './inner-call.ts'

/** Batches whose targets act for an account that the batch names, or for its caller, and not for the batching contract. */

interface AccountItem extends NamedCall {
  readonly account: string
}

/**
 * Euler's EVC: the target takes the account for its caller; a call of the connector itself is made by the caller.
 * The largest value stands for all that the connector holds.
 */
function asAccount(frame: Parameters<Unwrap>[0], item: AccountItem): InnerCall {
  const ofConnector = item.target === selfOf(frame) || isZeroAddress(item.account)
  const value = item.value === MAX_UINT256 ? frame.value : item.value
  return callOf(ofConnector ? frame.actor : item.account, { ...item, value: value ?? 0n })
}

const forAccounts: Unwrap = (frame, args) => ({
  calls: argumentsAs<{ calls: readonly AccountItem[] }>(args).calls.map((item) => asAccount(frame, item)),
})

const forAccount: Unwrap = (frame, args) => ({ calls: [asAccount(frame, argumentsAs<AccountItem>(args))] })

/** Euler's EVC: the signer has the connector call itself. */
const bySigner: Unwrap = (frame, args) => {
  const { signer, value, data } = argumentsAs<{ signer: string; value: bigint; data: string }>(args)
  return { calls: [{ ...frame, actor: signer, value: value === MAX_UINT256 ? frame.value : value, data }] }
}

/** Tokens with meta-transactions of their own (Polygon, Biconomy): the contract calls itself. */
const metaTransaction: Unwrap = (frame, args) => {
  const { user, data } = argumentsAs<{ user: string; data: string }>(args)
  return { calls: [{ ...frame, actor: user, value: 0n, data }] }
}

/** Morpho's adapters act for the initiator. */
const forCaller: Unwrap = (frame, args) => ({
  calls: argumentsAs<{ calls: readonly NamedCall[] }>(args).calls.map((item) => callOf(frame.actor, item)),
})

const bundle = lazily(
  () => new Layout('(address target, bytes data, uint256 value, bool skipRevert, bytes32 callbackHash)[] calls'),
)

/** Morpho calls the adapter back, which runs the bundle in the data. */
const callback: Unwrap = (frame, args, work) => {
  const { data } = argumentsAs<{ data: string }>(args)
  if (data === '0x') return { calls: [] }
  const reading = bundle().read(data.slice(2), work)
  if (reading.fault !== undefined) return { calls: [], fault: `its callback is no bundle: ${reading.fault}` }
  return forCaller(frame, reading.args, work)
}

/** Gearbox: the facade acts for its caller; an adapter trades for the credit account. */
const creditAccount: Unwrap = (frame, args) => {
  const { account, calls } = argumentsAs<{ account?: string; calls: readonly NamedCall[] }>(args)
  return {
    calls: calls.map((item) => callOf(item.target === frame.to ? frame.actor : (account ?? frame.actor), item)),
  }
}

export const onBehalfUnwraps: UnwrapTable = {
  '0xc16ae7a4': forAccounts,
  '0x1f8b5215': forAccount,
  '0xb9b70ff5': forAccount,
  '0x5bedd1cd': bySigner,
  '0x0c53c51c': metaTransaction,

  '0xe2975912': callback,
  '0x5b866db6': callback,
  '0xca463673': callback,
  '0x4d5fcf68': callback,

  '0xebe4107c': creditAccount,
  '0x7e2ca9db': creditAccount,
  '0x36b2ced3': creditAccount,
  '0xcaa5c23f': creditAccount,
  '0x92beab1d': creditAccount,
  '0x7071b7c5': creditAccount,
  '0x5f73fbec': creditAccount,
}

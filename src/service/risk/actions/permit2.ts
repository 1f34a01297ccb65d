import { argumentsAs } from '../decode/arguments.ts'
import { type Action, type ActionTable, type DecodedCall, erc20, grant, type ReadActions, transfer } from './actions.ts'

interface PermitDetails {
  readonly token: string
  readonly amount: bigint
}

/** For one or several tokens. */
interface AllowancePermit {
  readonly details: PermitDetails | readonly PermitDetails[]
  readonly spender: string
}

const approval: ReadActions = (call) => {
  const { token, spender, amount } = argumentsAs<{ token: string; spender: string; amount: bigint }>(call.args)
  const asset = erc20(token, amount)
  return [grant(call, { form: 'permit2-approve', asset, owner: call.actor, authority: spender })]
}

const permit: ReadActions = (call) => {
  const { owner, permit: signed } = argumentsAs<{ owner: string; permit: AllowancePermit }>(call.args)
  return permitted(call, owner, signed)
}

/** Router command: the caller of the router is the owner. */
const commandedPermit: ReadActions = (call) =>
  permitted(call, call.actor, argumentsAs<{ permit: AllowancePermit }>(call.args).permit)

export function permitted(call: DecodedCall, owner: string, { details, spender }: AllowancePermit): Action[] {
  return [details].flat().map(({ token, amount }) => {
    return grant(call, { form: 'permit2-permit', asset: erc20(token, amount), owner, authority: spender })
  })
}

interface AllowanceTransfer {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly token: string
}

const single: ReadActions = (call) => {
  const { from, to, amount, token } = argumentsAs<AllowanceTransfer>(call.args)
  return [transfer(call, erc20(token, amount), from, to)]
}

const several: ReadActions = (call) => {
  const { transfers } = argumentsAs<{ transfers: readonly AllowanceTransfer[] }>(call.args)
  return transfers.map(({ from, to, amount, token }) => transfer(call, erc20(token, amount), from, to))
}

interface Permitted {
  readonly token: string
  readonly amount: bigint
}

interface Requested {
  readonly to: string
  readonly amount: bigint
}

/** Redeems a signature: the owner let the recipient take the tokens. */
const signatureTransfer: ReadActions = (call) => {
  const args = argumentsAs<{
    permit: { permitted: Permitted | readonly Permitted[] }
    transfer?: Requested
    transfers?: readonly Requested[]
    owner: string
  }>(call.args)
  const requested = args.transfers ?? (args.transfer ? [args.transfer] : [])
  return [args.permit.permitted].flat().flatMap(({ token }, index) => {
    const request = requested[index]
    if (!request) return []
    const asset = erc20(token, request.amount)
    return [grant(call, { form: 'permit2-transfer', asset, owner: args.owner, authority: request.to })]
  })
}

const lockdown: ReadActions = (call) => {
  const { approvals } = argumentsAs<{ approvals: readonly { token: string; spender: string }[] }>(call.args)
  return approvals.map(({ token, spender }) => {
    return grant(call, { form: 'permit2-approve', asset: erc20(token, 0n), owner: call.actor, authority: spender })
  })
}

/** Invalidates signed permits with lower nonces. */
const invalidation: ReadActions = (call) => {
  const { token, spender } = argumentsAs<{ token: string; spender: string }>(call.args)
  return [grant(call, { form: 'permit2-permit', asset: erc20(token, 0n), owner: call.actor, authority: spender })]
}

export const permit2Actions: ActionTable = {
  '0x87517c45': approval,
  '0x2b67b570': permit,
  '0x2a2d80d1': permit,
  '0x36c78516': single,
  '0x0d58b1db': several,
  '0x30f28b7a': signatureTransfer,
  '0xedd9444b': signatureTransfer,
  '0x137c29fe': signatureTransfer,
  '0xfe8ec1a7': signatureTransfer,
  '0xcc53287f': lockdown,
  '0x65d9723c': invalidation,

  PERMIT2_PERMIT: commandedPermit,
  PERMIT2_PERMIT_BATCH: commandedPermit,
  PERMIT2_TRANSFER_FROM_BATCH: several,
}

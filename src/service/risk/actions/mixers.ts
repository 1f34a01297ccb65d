import { argumentsAs } from '../decode/arguments.ts'
import {
  type Action,
  type ActionTable,
  type DecodedCall,
  interaction,
  native,
  type ReadActions,
  transfer,
} from './actions.ts'

/** The router forwards to the pool in its argument. */
const throughRouter: ReadActions = (call) => {
  const { pool } = argumentsAs<{ pool: string }>(call.args)
  return [interaction(call, call.to), interaction(call, pool), ...payout(call, pool)]
}

const ofPool: ReadActions = (call) => [interaction(call, call.to), ...payout(call, call.to)]

/** The pool fixes amount and currency; the call names the recipient. */
function payout(call: DecodedCall, pool: string): Action[] {
  const { recipient } = argumentsAs<{ recipient?: string }>(call.args)
  return recipient === undefined ? [] : [transfer(call, native(undefined), pool, recipient)]
}

export const mixerActions: ActionTable = {
  '0xb214faa5': ofPool,
  '0x21a0adb6': ofPool,
  '0x13d98d13': throughRouter,
  '0xb438689f': throughRouter,
}

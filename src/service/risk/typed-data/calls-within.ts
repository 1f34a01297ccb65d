import { SELECTOR_LENGTH } from '../../evm/words.ts'
import type { ArgumentValue } from '../decode/arguments.ts'
import { callOf, delegatecallOf, type InnerCall } from '../decode/unwrap/inner-call.ts'
import type { Member, TypedMessage } from './typed-message.ts'

type Struct = Readonly<Record<string, ArgumentValue>>

const targets = /^(?:to|target|targetContract|dest|destination|callTo|callee|contract|contractAddress)$/i
const data = /^_?(?:data|call_?data|call|callBytes|payload|functionSignature|functionCall|functionData|encodedCall)$/i
const accounts = /^(?:from|account|sender|signer|owner|wallet|safe|user)$/i
const operations = /^(?:operation|callType|howToCall)$/i
const DELEGATECALL = 1

/**
 * Calls inside a message of an unknown type: structs with an address and bytes beside it that have the names of a call. What
 * they would do is a finding, whether or not the contract makes them; the message stays unknown.
 * @param signer makes the calls where no account is named
 */
export function callsWithin({ types, primaryType, message }: TypedMessage, signer: string): InnerCall[] {
  const calls: InnerCall[] = []
  const visit = (type: string, value: ArgumentValue | undefined, account: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(type, item, account)
      return
    }
    const members = types.get(type)
    if (!members || typeof value !== 'object' || value === null) return
    const struct = value as Struct
    const actor = textAt(struct, members, accounts, 'address') ?? account
    const target = textAt(struct, members, targets, 'address')
    const bytes = textAt(struct, members, data, 'bytes')
    if (target !== undefined && bytes !== undefined && bytes.length >= SELECTOR_LENGTH) {
      const isDelegate = Number(valueAt(struct, members, operations, 'uint8')) === DELEGATECALL
      const call = { target, value: toAmount(valueAt(struct, members, /^value$/, 'uint256')), data: bytes }
      calls.push(isDelegate ? delegatecallOf(actor, call) : callOf(actor, call))
    }
    for (const member of members) visit(member.type.replace(/\[.*$/, ''), struct[member.name], actor)
  }
  visit(primaryType, message as ArgumentValue, signer)
  return calls
}

function valueAt(struct: Struct, members: readonly Member[], name: RegExp, type: string): ArgumentValue | undefined {
  const member = members.find((each) => each.type === type && name.test(each.name))
  return member && struct[member.name]
}

function textAt(...given: Parameters<typeof valueAt>): string | undefined {
  const value = valueAt(...given)
  return typeof value === 'string' ? value : undefined
}

function toAmount(value: ArgumentValue | undefined): bigint {
  return typeof value === 'bigint' ? value : 0n
}

import type { Analysis } from '../../src/service/risk/analyze.ts'
import type { Call } from '../../src/service/risk/decode/calls.ts'
import { itemOf, type Parameter } from '../../src/service/risk/decode/layout.ts'
import { signatureText } from '../../src/service/risk/decode/signatures.ts'
import { orderTermsIn } from '../../src/service/risk/money/order-terms.ts'
import { call as encode, packed } from '../detection/adversarial/encode.ts'
import type { Row } from '../detection/adversarial/row.ts'
import { type Mutation, type ReasonOfWord, STRANGER } from './mutations.ts'

/** Arguments of a call or members of a message, by their names. */
type Tree = unknown

/** A value in a tree, with the way to it. */
interface Place {
  readonly path: readonly PropertyKey[]
  /** Of the argument or member; of an item that of its list. */
  readonly name: string
  readonly value: unknown
}

const RECIPIENT =
  /^(?:to|recipient|receiver\w*|beneficiary|destAddr\w*|mintRecipient|finalRecipient|destinationAddress)$/i
const OUTPUTS = /outputs|consideration|receives/i
const LEAST = /min(?!Gas|Finality)|outputAmount|buyAmount|takeAmount|amountOut|returnAmount|amountOutMin/i
/** What the maker of an order gives and gets; who fills it has the other side. */
const MADE = /makingAmount|makerAmount|offer\.\d+\.(?:start|end)Amount/
const TAKEN = /takingAmount|takerAmount|(?:consideration|baseOutputs|outputs)\.\d+\.(?:start|end)Amount/
/** What others pay, and what is given under the name of a least amount. */
const COSTS_NOTHING = /(?:^|\.)(?:takerTokenFeeAmount|bridgeData\.minAmount)$/

/** About the order whose terms are changed. */
interface About {
  /** Base units. */
  readonly given: bigint
  readonly side: 'maker' | 'taker'
  readonly own: ReadonlySet<string>
}

const FEE = /(?<!Base|Priority)fee(?!d|Of|Recipient|Receiver|Taker|Collector)/i
const MESSAGE = /^(?:message|payload|externalCall|hookData|composeMsg|callData|customPayload)$/i
export const CHAIN = /chainId?$|^dstEid$|domain$|chain$/i

/** Terms of an order: each is a number, bytes or a list that makes it worse for the signer. */
function changesOf(tree: Tree, about: About): Pick<Mutation<Tree>, 'what' | 'changed' | 'reason'>[] {
  return placesIn(tree).flatMap(({ path, name, value }) => {
    const what = path.join('.')
    if (Array.isArray(value)) {
      if (!OUTPUTS.test(name)) return []
      return value.map((_, index) => ({
        what: `${what}.${index} removed`,
        changed: replacedAt(tree, path, value.toSpliced(index, 1)),
        reason: reasonIn(tree, [...path, index], about),
      }))
    }
    const reason = String(value).startsWith('0x') ? undefined : reasonIn(tree, path, about)
    return worse({ path, name, value }, about).map((by) => ({ what, changed: replacedAt(tree, path, by), reason }))
  })
}

interface Output {
  readonly token?: string
  readonly recipient?: string
  readonly startAmount?: string | bigint
  readonly amount?: string | bigint
}

/** Why less of an output, or none, costs the signer little. */
function reasonIn(tree: Tree, path: readonly PropertyKey[], { own }: About): ReasonOfWord | undefined {
  let within: unknown = tree
  for (const key of path) {
    const items: readonly Output[] = Array.isArray(within) ? within : []
    within = (within as Record<PropertyKey, unknown> | undefined)?.[key]
    const output = within as Output | undefined
    if (items.length === 0 || typeof output?.recipient !== 'string') continue
    const isOwn = ({ recipient = '' }: Output) => own.has(recipient.toLowerCase()) || /^0x0+$/.test(recipient)
    if (!isOwn(output)) return 'others get less by the order'
    const amountOf = ({ startAmount, amount }: Output) => BigInt(startAmount ?? amount ?? 0)
    const got = items
      .filter((each) => isOwn(each) && each.token === output.token)
      .reduce((sum, each) => sum + amountOf(each), 0n)
    if (amountOf(output) * 10n <= got) return 'at most a tenth of what the signer gets'
  }
  return undefined
}

/** A value as the signer would not have it; in the form that it has. */
function worse({ path, name, value }: Place, { given, side }: About): unknown[] {
  if (typeof value === 'string' && value.startsWith('0x')) {
    const isAddress = value.length === 42
    if (RECIPIENT.test(name)) {
      if (isAddress) return [STRANGER]
      return value.length === 66 && /^0x0{24}/.test(value) ? [`0x${STRANGER.slice(2).padStart(64, '0')}`] : []
    }
    if (isAddress || value.length === 66) return []
    if (name === 'affiliateFee') return [packed(STRANGER, [256, (given * 99n) / 100n])]
    return MESSAGE.test(name) ? [paying(given), instructing(given)] : []
  }
  const isText = typeof value === 'string' && /^\d+$/.test(value)
  if (!isText && typeof value !== 'bigint' && typeof value !== 'number') return []
  if (side === 'maker' && COSTS_NOTHING.test(path.join('.'))) return []
  const as = (number: bigint) => (isText ? String(number) : typeof value === 'number' ? Number(number) : number)
  if (CHAIN.test(name)) return [as(otherChain(name, BigInt(value)))]
  if (FEE.test(name))
    return [as(/bps$/i.test(name) ? 9_900n : /pct$/i.test(name) ? 99n * 10n ** 16n : (given * 99n) / 100n)]
  const isLeast = LEAST.test(name) || (side === 'maker' ? TAKEN : MADE).test(path.join('.'))
  return isLeast && BigInt(value) > 1n ? [as(1n)] : []
}

/** Base and Arbitrum, by their numbers of each kind. */
function otherChain(name: string, number: bigint): bigint {
  const isOfWormhole = name === 'recipientChain'
  const isOfStargate = name === 'dstChainId' && number < 200n
  const [one, two] = isOfWormhole
    ? [30n, 23n]
    : isOfStargate
      ? [184n, 110n]
      : /eid$/i.test(name)
        ? [30184n, 30110n]
        : /domain$/i.test(name)
          ? [6n, 3n]
          : [8453n, 42161n]
  return number === one ? two : one
}

function paying(amount: bigint): string {
  return encode('transfer(address,uint256)', STRANGER, amount)
}

/** To a handler of messages of Across. */
function instructing(amount: bigint): string {
  const calls = [[STRANGER, paying(amount), 0n]]
  return `0x${encode('f(((address,bytes,uint256)[],address))', [calls, STRANGER]).slice(10)}`
}

function placesIn(tree: Tree, path: readonly PropertyKey[] = [], name = ''): Place[] {
  const here = path.length === 0 ? [] : [{ path, name, value: tree }]
  if (typeof tree !== 'object' || tree === null) return here
  const isList = Array.isArray(tree)
  return [
    ...here,
    ...Object.entries(tree).flatMap(([key, value]) => placesIn(value, [...path, key], isList ? name : key)),
  ]
}

function replacedAt(tree: Tree, [name, ...rest]: readonly PropertyKey[], by: unknown): Tree {
  if (name === undefined) return by
  const copy: unknown = Array.isArray(tree) ? [...tree] : { ...(tree as object) }
  const parent = copy as Record<PropertyKey, unknown>
  parent[name] = replacedAt(parent[name], rest, by)
  return copy
}

/** What is given in the first order or transfer to another chain; undefined: there is none. */
export function givenInOrder(analysis: Analysis): bigint | undefined {
  const bridged = analysis.actions.flatMap((action) =>
    action.kind === 'exchange' && action.form === 'bridge' && analysis.own.has(action.payer) ? [action] : [],
  )
  const orders = [...orderTermsIn(analysis), ...bridged]
  return orders.length === 0
    ? undefined
    : (orders.flatMap(({ gives }) => gives).find(({ amount }) => amount)?.amount ?? 10n ** 18n)
}

/** Each term of the orders that calls make. A call that is not encoded as the ABI library does is left out. */
export function orderMutationsOf(row: Row, analysis: Analysis): Mutation<Row>[] {
  const given = givenInOrder(analysis)
  const { data = '0x' } = row
  if (given === undefined) return []
  const making = new Set(
    analysis.actions.flatMap(({ kind, call }) => (kind === 'order' || kind === 'exchange' ? [call] : [])),
  )
  return analysis.calls
    .filter((call) => making.has(call))
    .flatMap((call) => {
      const encoded = encodedCall(call, call.args)
      if (encoded !== call.data) return []
      return changesOf(call.args, { given, side: sideOf(call, analysis), own: analysis.own }).flatMap(
        ({ what, changed, reason }): Mutation<Row>[] => {
          const by = encodedCall(call, changed)
          // Bytes around it say how long it is.
          if (by === undefined || (call.path.length > 0 && by.length !== call.data.length)) return []
          return [
            {
              kind: 'order',
              what: `${call.name} ${what}`,
              reason,
              changed: { ...row, data: data.toLowerCase().replace(call.data.slice(2), by.slice(2)) },
            },
          ]
        },
      )
    })
}

function sideOf(call: Call, { actions }: Analysis): About['side'] {
  const isFill = actions.some(
    (action) => action.call === call && action.kind === 'exchange' && action.form === 'swap' && action.isFixedRate,
  )
  return isFill && !call.signature?.row?.later ? 'taker' : 'maker'
}

function encodedCall({ signature, operation }: Call, args: Tree): string | undefined {
  if (!signature || operation === 'command') return undefined
  try {
    const { parameters } = signature.layout
    return encode(
      signatureText(signature),
      ...parameters.map((each) => inOrder(each, (args as Record<string, unknown>)[each.name ?? ''])),
    )
  } catch {
    return undefined
  }
}

/** The ABI library takes tuples without names as lists. */
function inOrder(parameter: Parameter, value: unknown): unknown {
  const { components } = parameter
  if (parameter.type.endsWith(']')) return (value as unknown[]).map((each) => inOrder(itemOf(parameter), each))
  if (!components) return value
  return components.map((each) => inOrder(each, (value as Record<string, unknown>)[each.name ?? '']))
}

/** Each term of a signed order. */
export function messageOrderMutationsOf<T extends { readonly typedData: unknown }>(
  honest: T,
  analysis: Analysis,
): Mutation<T>[] {
  const given = givenInOrder(analysis)
  if (given === undefined) return []
  const typedData = honest.typedData as { readonly message: unknown }
  return changesOf(typedData.message, { given, side: 'maker', own: analysis.own }).map(({ what, changed, reason }) => ({
    kind: 'order',
    what,
    reason,
    changed: { ...honest, typedData: { ...typedData, message: changed } },
  }))
}

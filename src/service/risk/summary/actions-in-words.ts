import { checksummed } from '../../../api/address.ts'
import { nativeText } from '../../../api/text/assets.ts'
import type { Role } from '../../../api/text/roles.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { Accounted } from '../account/account.ts'
import type { Unaccounted } from '../account/items.ts'
import { type Action, type Interaction, interaction, type Order } from '../actions/actions.ts'
import { type Analysis, withDescribed } from '../analyze.ts'
import { type AnnouncedCall, announcedIn, type SafeEdit } from '../chain/safe-changes.ts'
import { type Call, callsAround } from '../decode/calls.ts'
import { dataSizeText } from '../decode/describe.ts'
import type { MessageFacts } from '../typed-data/message-facts.ts'
import { isOtherForm } from './exchange-text.ts'
import { foldRouterSteps, foldV4Plan } from './router-steps.ts'
import { predicate } from './sentences.ts'
import { formOf, termsOf } from './terms.ts'
import { heaviestFirst } from './weight.ts'
import { firstTexts, listText, type Words, withSubject } from './words.ts'

const MOST = 6
const partNames = {
  singleton: 'singleton',
  guard: 'transaction guard',
  moduleGuard: 'module guard',
  fallbackHandler: 'fallback handler',
} as const
const roles: Readonly<Partial<Record<SafeEdit['part'], Role>>> = { singleton: 'implementation', owners: 'new-owner' }

const MOST_ACTIONS = 5

/** `moreActions`: how many the last line counts; absent: none. */
interface ActionTexts {
  readonly actions: string[]
  readonly moreActions?: number
}

/**
 * What a transaction or signed message does, in words: at most five actions, the weightiest first, then how many more.
 * The sender is the subject of an action without one. Addresses are whole, with an EIP-55 checksum. The first line has the native
 * value, and what nothing accounts for.
 */
export function actionsInWords(read: Analysis, words: Words, account?: Accounted): ActionTexts {
  const analysis = withDescribed(read)
  const given = givenBy(analysis)
  const changes = safeChangesText(analysis.calls, words)
  const own = withoutRepeats(
    foldV4Plan(
      foldRouterSteps(
        [...analysis.actions, ...describedCalls(analysis)]
          .filter((action) => !isStep(action, words) && !changes.calls.has(action.call) && !isSaid(action, analysis))
          .map(given),
      ),
    ),
    words,
  )
  const shown = own.length > 1 ? own.filter((action) => !isEmptyCall(action)) : own
  const texts = [
    ...changes.texts.map((text) => `${analysis.message ? `${signsText(analysis.message)}: ` : ''}${text}`),
    ...hiddenTexts(analysis, words),
    ...creationsIn(analysis).map((call) => creationText(call, words)),
    ...heaviestFirst(shown, words).map((action) => () => actionText(action, analysis, words, account)),
  ]
  const first = new Set<string>()
  let used = 0
  for (const text of texts) {
    if (first.size === MOST_ACTIONS) break
    const line = typeof text === 'string' ? text : text()
    first.add(first.size === 0 ? `${line}${restText(line, analysis, words, account)}` : line)
    used++
  }
  const more = texts.length - used
  if (more > 0) return { actions: [...first, `and ${more} more`], moreActions: more }
  const { message } = analysis
  const isEmpty = first.size === 0 && message !== undefined
  return { actions: isEmpty ? [`${signsText(message)}${contentText(message)}`] : [...first] }
}

function signsText({ name }: MessageFacts): string {
  return `signs ${/^[AEIO]/i.test(name) ? 'an' : 'a'} ${name}`
}

/**
 * A call that only carries other calls, which say what it does; and the known library that unpacks them. It is shown where
 * it keeps value, or where it could not be read.
 */
function isStep(action: Action, words: Words): boolean {
  const { call } = action
  if (call.calls.length === 0 || call.status !== 'decoded') return false
  if (action.kind === 'control')
    return action.form === 'delegatecall' && words.codeAgeOf(action.authority) === 'trusted'
  return action.kind === 'interaction' && !keepsValue(action)
}

/** The descriptor of the called contract has other words for it. */
function isSaid({ kind, call }: Action, { described }: Analysis): boolean {
  return kind === 'interaction' && described?.calls.has(call) === true
}

/** Calls whose terms say more than what they hand over, such as a stake with its withdrawal address. */
function describedCalls({ calls, actions }: Analysis): Action[] {
  const said = new Set(
    actions.filter(({ kind }) => kind === 'exchange' || kind === 'interaction').map(({ call }) => call),
  )
  return calls.flatMap((call) => {
    const form = said.has(call) || call.to === undefined ? undefined : formOf(call)
    return form === undefined || isOtherForm(form) ? [] : [interaction(call, call.to as string)]
  })
}

/** What a call around an exchange lets it take, where the exchange names nothing that is given. */
function givenBy({ calls, decoded }: Analysis): (action: Action) => Action {
  const isAround = calls.some((call) => formOf(call) === 'allowance')
  if (!isAround) return (action) => action
  return (action) => {
    if (action.kind !== 'exchange' || action.gives.length > 0) return action
    for (const outer of callsAround(action.call, decoded.root)) {
      const terms = termsOf(outer)
      if (terms?.form === 'allowance') return { ...action, gives: terms.gives }
    }
    return action
  }
}

/** Leaves out what another sentence about the same call says already. */
function withoutRepeats(actions: readonly Action[], words: Words): readonly Action[] {
  const byCall = Map.groupBy(actions, ({ call }) => call)
  return actions.filter((action) => {
    const others = (byCall.get(action.call) ?? []).filter((other) => other !== action)
    return !others.some((other) => says(other, action, words))
  })
}

/** Whether the sentence of one action says what the other one does. */
function says(one: Action, other: Action, words: Words): boolean {
  // A right of an account over itself.
  if (other.kind === 'right')
    return other.authority === other.owner && (one.kind === 'interaction' || one.kind === 'exchange')
  // The payment is in the sentence of the exchange.
  if (other.kind === 'interaction') return one.kind === 'exchange' && one.call.status === 'decoded'
  // A refund to the account that pays.
  if (other.kind === 'exchange')
    return (
      one.kind === 'exchange' &&
      one.form === other.form &&
      other.gives.length + other.receives.length === 0 &&
      other.authority === other.payer &&
      (one.gives.length + one.receives.length > 0 || one.authority !== one.payer)
    )
  // Both sides of one deal.
  if (other.kind === 'order')
    return (
      one.kind === 'order' && words.isAccount(one.signer) && !words.isAccount(other.signer) && isMirrored(one, other)
    )
  return false
}

function isMirrored(one: Order, other: Order): boolean {
  const keyOf = (assets: Order['gives']) => assets.map(({ token, amount, ids }) => `${token} ${amount} ${ids}`).join()
  return keyOf(one.gives) === keyOf(other.receives) && keyOf(one.receives) === keyOf(other.gives)
}

/** As the call of a transaction that is made for its authorizations. */
function isEmptyCall(action: Action): boolean {
  return action.kind === 'transfer' && action.asset.standard === 'native' && action.asset.amount === 0n
}

function keepsValue({ value, call }: Interaction): boolean {
  if (value === 0n || call.calls.some(({ operation }) => operation === 'command')) return false
  return value > call.calls.reduce((sum, inner) => sum + inner.value, 0n)
}

/** Addresses on a list whose bytes stand in data that was not decoded. */
function hiddenTexts({ subjects }: Analysis, words: Words): string[] {
  return subjects
    .filter(({ role }) => role === 'in the call data')
    .map(({ address, role }) => `names ${words.beneficiary(address, role)} in data that cannot be read`)
}

function creationsIn({ calls }: Analysis): Call[] {
  return calls.filter(({ status }) => status === 'creation')
}

function creationText({ data, value, operation }: Call, words: Words): string {
  const paid = value === 0n ? '' : ` and pays it ${nativeText(value, words.native)}`
  const runs = operation === 'delegatecall' ? ' and runs it by delegatecall' : ''
  return `creates a contract (${dataSizeText(data)} of code)${runs}${paid}`
}

function actionText(action: Action, analysis: Analysis, words: Words, account?: Accounted): string {
  const { message, decoded } = analysis
  if (message && action.kind === 'interaction' && action.call === decoded.root)
    return messageText(message, action, words)
  const subject = subjectOf(action)
  const text =
    subject === words.sender
      ? predicate(action, words)
      : `${words.party(subject)} ${predicate(action, withSubject(words, subject))}`
  const wrappers = wrappersOf(action, decoded.root, words)
  const how = action.call.inTrace
    ? ', as the trace shows'
    : wrappers.length === 0
      ? ''
      : `, through ${listText(wrappers)}`
  return `${message ? `${signsText(message)}: ` : ''}${text}${namesText(action, words, account)}${how}`
}

/** Third parties in a call that is not read. */
function namesText({ kind, call }: Action, words: Words, account: Accounted | undefined): string {
  if (kind !== 'interaction') return ''
  const named = account?.unread.find((unread) => unread.call === call)?.thirdParties ?? []
  return namedText(
    named.filter((address) => !words.isToken(address)),
    words,
  )
}

const SHOWN_NAMES = 3

function namedText(named: readonly string[], words: Words): string {
  if (named.length === 0) return ''
  return `, which names ${firstTexts(named, SHOWN_NAMES, (address) => words.beneficiary(address, 'named'))}`
}

/** What the first line does not say yet: the native value, and what nothing accounts for. */
function restText(
  line: string,
  { transaction: { value }, message }: Analysis,
  words: Words,
  account?: Accounted,
): string {
  const amount = nativeText(value, words.native)
  const items = account?.unaccounted ?? []
  const named = new Set(
    items.flatMap(({ address }) => (address !== undefined && !line.includes(checksummed(address)) ? address : [])),
  )
  const numbersOf = (wanted: Unaccounted['kind']) => [
    ...new Set(items.flatMap(({ kind, value: id }) => (kind === wanted && !line.includes(`${id}`) ? [`${id}`] : []))),
  ]
  const [positions, chains] = [numbersOf('position'), numbersOf('chain')]
  return [
    value === 0n || message || line.includes(amount) ? '' : `, with ${amount}`,
    namedText([...named], words),
    positions.length === 0 ? '' : `, for position ${listText(positions)}`,
    chains.length === 0 ? '' : `, to a chain with the unknown number ${listText(chains)}`,
  ].join('')
}

/** A message without actions of its own. */
function messageText(message: MessageFacts, { authority }: Action, words: Words): string {
  const content = contentText(message)
  return `${signsText(message)}${content}${content && ','} for ${words.beneficiary(authority, 'target')}`
}

function contentText({ unreadable, reading }: MessageFacts): string {
  if (unreadable !== undefined) return ', whose content cannot be read'
  if (reading === 'harmless') return ', which gives nothing away'
  return reading === 'unknown' ? ', whose effect is unknown' : ''
}

/** Who acts. */
function subjectOf(action: Action): string {
  if (action.kind === 'order') return action.signer
  return action.kind === 'control' && action.form === 'account-delegation' ? action.contract : action.call.actor
}

const SHOWN_WRAPPERS = 4

/** Names of the calls that carry it, outermost first, each once. A Safe that acts is its own wrapper. */
function wrappersOf({ call }: Action, root: Call, words: Words): string[] {
  const names = new Set<string>()
  for (const { selector, to, name } of callsAround(call, root))
    if (selector !== '' && !(to === call.actor && words.isSafe(to))) names.add(name)
  const all = [...names]
  return all.length > SHOWN_WRAPPERS
    ? [...all.slice(0, SHOWN_WRAPPERS - 1), `${all.length - SHOWN_WRAPPERS + 1} more`]
    : all
}

/** What a transaction changes of Safes, in words, and the calls that these words describe. */
interface SafeChangesText {
  readonly texts: readonly string[]
  readonly calls: ReadonlySet<Call>
}

/** "adds owner 0x… to the Safe 0x… and lowers the threshold from 3 to 1", a sentence for each Safe. */
function safeChangesText(calls: readonly Call[], words: Words): SafeChangesText {
  const announced = announcedIn(calls, (address) => words.codeAgeOf(address) === 'trusted')
  const bySafe = [...Map.groupBy(announced, ({ safe }) => safe)]
  return {
    texts: bySafe.map(([safe, changes]) => textOf(safe, changes, words)),
    calls: new Set(announced.map(({ call }) => call)),
  }
}

function textOf(safe: string, changes: readonly AnnouncedCall[], words: Words): string {
  const edits = changes.flatMap((each) => each.edits)
  const last = edits.findLast((edit) => edit.part === 'threshold')
  const kept = edits.filter((edit) => edit.part !== 'threshold' || edit === last)
  const place = safe === words.sender ? 'the Safe' : words.isSafe(safe) ? `the ${words.party(safe)}` : words.party(safe)
  const clauses = kept.flatMap((edit, index) =>
    clauseOf(edit, index === 0 ? place : 'it', { words, now: words.thresholdOf(safe) }),
  )
  const more = clauses.length - MOST
  return listText(more > 0 ? [...clauses.slice(0, MOST - 1), `makes ${more + 1} more changes`] : clauses)
}

interface SafeWording {
  readonly words: Words
  readonly now: number | undefined
}

function clauseOf(edit: SafeEdit, safe: string, { words, now }: SafeWording): string[] {
  const of = safe === 'it' ? '' : ` of ${safe}`
  if (edit.part === 'threshold') return thresholdText(edit.value, now, of)
  if (edit.kind === 'any') return [`replaces the ${partNames[edit.part]}${of} by that of the library`]
  const who = words.beneficiary(edit.value, edit.kind === 'remove' ? 'revoked' : (roles[edit.part] ?? 'module'))
  if (edit.kind === 'set') {
    const name = partNames[edit.part]
    return isZeroAddress(edit.value) ? [`removes the ${name}${of}`] : [`makes ${who} the ${name}${of}`]
  }
  const kind = edit.part === 'owners' ? 'owner' : 'module'
  return edit.kind === 'add' ? [`adds ${kind} ${who} to ${safe}`] : [`removes ${kind} ${who} from ${safe}`]
}

function thresholdText(value: bigint, now: number | undefined, of: string): string[] {
  if (now === undefined) return [`sets the threshold${of} to ${value}`]
  const before = BigInt(now)
  if (value === before) return of === '' ? [] : [`keeps the threshold${of} at ${value}`]
  return [`${value < before ? 'lowers' : 'raises'} the threshold${of} from ${before} to ${value}`]
}

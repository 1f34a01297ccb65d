/**
 * Room: What the operator's policies say of a validation: who may pay how much to which address, with budgets over time.
 *
 * Policies only restrict: a result here never lowers a verdict and clears no finding. `items.ts`, `clause.ts` and `evaluate.ts`
 * are pure; what is spent is read and reserved in the transaction that stores the validation.
 */

import { mostFees } from '../../api/chains.ts'
import { LIMIT_SCALE } from '../../api/policies/limits.ts'
import type { ItemKind } from '../../api/schemas/policy.ts'
import { isUnlimited } from '../evm/allowance.ts'
import { isItem, NATIVE } from '../evm/asset.ts'
import { isZeroAddress } from '../evm/words.ts'
import { type Action, type Asset, native } from '../risk/actions/actions.ts'
import { reachesElsewhere } from '../risk/actions/read-actions.ts'
import { type Analysis, withDescribed } from '../risk/analyze.ts'
import { controlChangesIn } from '../risk/chain/control.ts'
import { measuredBy } from '../risk/chain/read-observation.ts'
import { argumentsAs } from '../risk/decode/arguments.ts'
import { type Call, isBuiltIn, isRead, isTransparent } from '../risk/decode/calls.ts'
import type { EvidenceSet } from '../risk/evidence.ts'
import { paidAmount } from '../risk/money/history.ts'
import { gasPaid, type OperationGas } from '../risk/money/operation-gas.ts'
import { exposuresOf } from '../risk/money/total-loss.ts'
import { symbolIn, worthIn } from '../risk/money/worth.ts'
import { payerOf } from '../risk/parties/controlled-accounts.ts'
import { isKnownAs } from '../risk/parties/known-as.ts'
import { hasPrecedent } from '../risk/parties/trust.ts'
import { type Spent, sumOf, symbolsOf, UNKNOWN, withoutAmount } from './spent.ts'

/** An address that gains something, on the chain of the item. */
export interface Party {
  /** Lower case; undefined: only its share of what leaves is known. */
  readonly address: string | undefined
  /** History vouches for what it gets here. */
  readonly isKnownPayee: boolean
}

/** One thing that a transaction or message does. A clause about one of its kinds is about it. */
export interface PolicyItem {
  readonly kinds: readonly ItemKind[]
  readonly from: string
  readonly to: Party
  readonly spent?: Spent
  readonly isUnlimited?: boolean
  /** Of a call: the called contract is `to`. */
  readonly call?: Pick<Call, 'name' | 'selector' | 'signature'>
  /** Of a message: its primary type, name and contract of its domain, and until when it counts (s); undefined: for ever. */
  readonly message?: {
    readonly type: string
    readonly domains: readonly string[]
    readonly until: bigint | undefined
  }
  /** Other items say what it does: it needs no clause of its own that allows it. */
  readonly isCovered?: boolean
  /** It was not read: nothing allows it. */
  readonly isUnread?: boolean
  /** It only changes its form, and is paid to no one. */
  readonly stays?: boolean
  /** The largest cost of gas: only clauses that ask for it count it. */
  readonly isGas?: boolean
}

/** Wei. A transaction that is not sent yet has fees, also where the request does not say how much. */
export type MaxFee = bigint | 'not given'

/** The subject of policies. */
export interface ItemsOf {
  readonly analysis: Analysis
  readonly evidence: EvidenceSet
  /** Wei: the most that fees can cost; undefined: there are none, or they are no matter of the request. */
  readonly maxFee?: MaxFee | undefined
}

/** Everything that a transaction or message does, by call data and by measured simulation: the worse of both. */
export function itemsOf({ analysis: given, evidence, maxFee }: ItemsOf): readonly PolicyItem[] {
  const analysis = withDescribed(given)
  const reader = new ItemReader(analysis, evidence)
  const byActions = analysis.actions.filter(({ call }) => !call.inTrace).flatMap((action) => reader.ofAction(action))
  const calls = analysis.calls.flatMap((call) => reader.ofCall(call))
  const shown = [...byActions, ...calls]
  return [
    ...shown.filter(({ stays }) => stays !== true),
    ...reader.beyond(shown),
    ...reader.ofMessage(),
    ...reader.ofControl(),
    ...(analysis.decoded.status === 'bounded' ? [reader.unread()] : []),
    ...(maxFee === undefined ? [] : [reader.gas(maxFee)]),
  ]
}

class ItemReader {
  readonly #analysis: Analysis
  readonly #evidence: EvidenceSet
  readonly #byCall: ReadonlyMap<Call, readonly Action[]>

  constructor(analysis: Analysis, evidence: EvidenceSet) {
    this.#analysis = analysis
    this.#evidence = evidence
    this.#byCall = Map.groupBy(analysis.actions, ({ call }) => call)
  }

  ofAction(action: Action): PolicyItem[] {
    const from = payerOf(action)
    // Also what it moves or hands over of others: by their allowance, or as the owner of a contract.
    const isPaid = this.#isPayer(from) || this.#isPayer(action.call.actor)
    const isOwn = this.#isOwnReceiver(action, from)
    if (isPaid && isOwn && action.kind === 'transfer') return [{ ...this.paid(action.asset, from), stays: true }]
    if (!isPaid || isOwn) return this.#ofOwn(action, from)
    const to = { address: action.authority, isKnownPayee: hasPrecedent(action, action.authority, this.#evidence) }
    switch (action.kind) {
      case 'transfer':
        return [this.paid(action.asset, from, to)]
      case 'grant':
        // Of a token that is not known, 0 can be the id of an item.
        if (isZeroAddress(action.authority) || (action.revokes && this.#isCertain(action)))
          return [{ kinds: ['grants'], from, to, spent: this.#spent(action.asset), isCovered: true }]
        return [
          {
            ...this.paid(action.asset, from, to),
            kinds: ['grants', 'pays'],
            ...(action.unlimited && { isUnlimited: true, spent: withoutAmount(this.#spent(action.asset)) }),
          },
        ]
      case 'exchange':
      case 'order':
        // Such as what leaves a position: the call does not say what it is.
        if (action.gives.length === 0) return [{ kinds: ['pays'], from, to, spent: UNKNOWN }]
        return action.gives.map((asset) => this.paid(asset, from, to))
      case 'right':
        return [{ kinds: ['control'], from, to, ...(action.revokes && { isCovered: true }) }]
      case 'control': {
        // Its call is an item, which a clause is about.
        const isLibrary = action.form === 'delegatecall' && isKnownAs(action.authority, ['library'], this.#evidence)
        return [{ kinds: ['control'], from, to, ...((isLibrary || isRevoked(action)) && { isCovered: true }) }]
      }
      case 'interaction':
        return []
    }
  }

  /** What an own account gives for what comes back to own accounts; the called contract gets the rest. */
  #ofOwn(action: Action, from: string): PolicyItem[] {
    if (!this.#isPayer(from) || (action.kind !== 'exchange' && action.kind !== 'order')) return []
    const { to: called } = action.call
    if (called === undefined || isOwnAccount(called, from, this.#evidence)) return []
    const to = partyAt(called)
    const isOfPosition = action.kind === 'exchange' && FROM_POSITIONS.has(action.form)
    if (action.gives.length === 0) return isOfPosition ? [] : [{ kinds: ['pays'], from, to, spent: UNKNOWN }]
    const items = action.gives.map((asset) => this.paid(asset, from, to))
    const isMarket = isKnownAs(called, ['router', 'market', 'spender'], this.#evidence)
    return isMarket ? this.#net(items, action.receives) : items
  }

  /** In dollars, the first item has what does not come back of all. */
  #net(items: readonly PolicyItem[], receives: readonly Asset[]): PolicyItem[] {
    const given = sumOf(items.map(({ spent }) => spent?.dollars))
    const got = receives.map((asset) => this.#spent(asset).dollars ?? 0n).reduce((sum, each) => sum + each, 0n)
    if (given === undefined) return [...items]
    const lost = given > got ? given - got : 0n
    return items.map((item, index) => {
      return item.spent ? { ...item, spent: { ...item.spent, dollars: index === 0 ? lost : 0n } } : item
    })
  }

  ofCall(call: Call): PolicyItem[] {
    const { to: called, actor: from, operation, status } = call
    if (call === this.#analysis.decoded.root && this.#analysis.message) return []
    if (status === 'creation' || called === undefined) {
      const given = call.value > 0n ? [this.paid(native(call.value), from)] : []
      return [{ kinds: ['creates'], from, to: NO_PARTY }, ...given]
    }
    const to = partyAt(called)
    if (operation === 'command') return this.#ofCommand(call, to)
    const actions = (this.#byCall.get(call) ?? []).filter(({ kind }) => kind !== 'interaction')
    const isDelegate = operation === 'delegatecall'
    const isWrapper = call.calls.length > 0 && isRead(call)
    const isUnread = !isRead(call) || call.inData === true
    const fees = this.#feesOf(call)
    const isCovered =
      !isUnread &&
      (isDelegate
        ? isWrapper && isKnownAs(called, ['library'], this.#evidence)
        : isWrapper || actions.some((action) => this.#isWhole(action)))
    return [
      {
        kinds: isDelegate ? ['calls', 'delegatecalls'] : ['calls'],
        from,
        to,
        call,
        isCovered,
        ...(isUnread && { isUnread }),
      },
      ...this.#valueOf(call, actions, to),
      ...(reachesElsewhere(call) ? [{ kinds: ['pays'], from, to: NO_PARTY, spent: UNKNOWN } as const] : []),
      ...fees,
    ]
  }

  /** A step of a batch has no clause of its own. One that is not read, or of which it is not known what it pays, may pay anything. */
  #ofCommand(call: Call, to: Party): PolicyItem[] {
    if (!isRead(call)) return [{ kinds: ['calls'], from: call.actor, to, isUnread: true }]
    const isKnown = call.calls.length > 0 || this.#byCall.has(call)
    return isKnown ? [] : [{ kinds: ['pays'], from: call.actor, to, spent: UNKNOWN }]
  }

  /** Its items are all that the call does: one that pays an unnamed asset of an account to itself is still a call. */
  #isWhole(action: Action): boolean {
    return action.kind === 'transfer' || action.kind === 'grant' || this.ofAction(action).length > 0
  }

  /** What an account pays to who submits what it signed, where it is more than gas. */
  #feesOf(call: Call): PolicyItem[] {
    if (call.status !== 'decoded' || call.to === undefined) return []
    if (isBuiltIn(call, 'execTransaction')) {
      const { gasPrice, refundReceiver } = argumentsAs<{ gasPrice: bigint; refundReceiver: string }>(call.args)
      const isOpen = gasPrice > 0n && isZeroAddress(refundReceiver)
      return isOpen ? [{ kinds: ['pays'], from: call.to, to: NO_PARTY, spent: UNKNOWN }] : []
    }
    if (!isBuiltIn(call, 'handleOps')) return []
    const { operations } = argumentsAs<{ operations: readonly (OperationGas & { sender: string })[] }>(call.args)
    const most = mostFees(this.#analysis.transaction.chainId) ?? 0n
    return operations.flatMap((operation) => {
      const { gas, price } = gasPaid(operation) ?? { gas: 0n, price: 0n }
      return gas * price > most ? [this.paid(native(gas * price), operation.sender)] : []
    })
  }

  /** Native currency that a call sends, where no action of it gives any. */
  #valueOf(call: Call, actions: readonly Action[], to: Party): PolicyItem[] {
    if (call.value === 0n || call.operation !== 'call' || isTransparent(call) || !this.#isPayer(call.actor)) return []
    const isGiven = actions.some(
      (action) =>
        (action.kind === 'transfer' && action.asset.token === NATIVE) ||
        ((action.kind === 'exchange' || action.kind === 'order') && action.gives.some(({ token }) => token === NATIVE)),
    )
    const paid = this.paid(native(call.value), call.actor, to)
    const isOwn = to.address !== undefined && isOwnAccount(to.address, call.actor, this.#evidence)
    return isGiven ? [] : [isOwn || this.#isWrapping(call) ? { ...paid, stays: true } : paid]
  }

  /** What leaves, or may be taken, by trace and simulation beyond what the items say, by asset. */
  beyond(items: readonly PolicyItem[]): PolicyItem[] {
    const { transaction } = this.#analysis
    const known = Map.groupBy(items, ({ spent }) => spent?.token)
    const found = Map.groupBy(exposuresOf(this.#analysis, this.#evidence.chain), ({ token }) => token)
    const more = Array.from(found).flatMap(([token, exposures]) => {
      const standard = token === NATIVE ? 'native' : exposures.some((each) => each.isItem) ? 'erc721' : 'erc20'
      const isOpen = exposures.some(({ amount, unlimited }) => unlimited || amount === undefined)
      const total = isOpen ? undefined : exposures.reduce((sum, { amount = 0n }) => sum + amount, 0n)
      const whole = this.#spent({ standard, token, amount: total, ids: [] })
      const shown = sumOf((known.get(token) ?? []).map(({ spent }) => spent?.amount))
      if (shown === undefined || (whole.amount !== undefined && whole.amount <= shown)) return []
      const amount = whole.amount === undefined || total === undefined ? undefined : whole.amount - shown
      const dollars =
        amount === undefined || whole.dollars === undefined || whole.amount === undefined || whole.amount === 0n
          ? undefined
          : (whole.dollars * amount) / whole.amount + 1n
      return [{ kinds: ['pays'], from: transaction.from, to: NO_PARTY, spent: { ...whole, amount, dollars } } as const]
    })
    const hidden = (measuredBy(this.#evidence)?.approvals ?? [])
      .filter(({ owner }) => this.#isPayer(owner))
      .filter(({ spender }) => !items.some(({ kinds, to }) => kinds.includes('grants') && to.address === spender))
      .map(({ owner, spender }): PolicyItem => ({ kinds: ['grants'], from: owner, to: partyAt(spender) }))
    return [...more, ...hidden]
  }

  ofMessage(): PolicyItem[] {
    const { message, decoded, transaction } = this.#analysis
    if (!message) return []
    const { name = '', verifyingContract } = message.domain
    const domains = [name, ...(verifyingContract === undefined ? [] : [verifyingContract.toLowerCase()])]
    const signed = { type: message.name, domains, until: message.until }
    const gainers = (this.#byCall.get(decoded.root) ?? []).map(({ authority }) => authority)
    const isUnread = message.reading === 'unknown' || message.unreadable !== undefined
    const base = { kinds: ['signs'], from: transaction.from, message: signed, isUnread } as const
    if (gainers.length === 0) return [{ ...base, to: NO_PARTY, isCovered: message.reading === 'harmless' }]
    return [...new Set(gainers)].map((address) => ({ ...base, to: partyAt(address) }))
  }

  /** Control of own accounts that the simulation shows to change. */
  ofControl(): PolicyItem[] {
    const { chain } = this.#evidence
    if (!chain) return []
    const { from } = this.#analysis.transaction
    const gained = this.#analysis.actions.flatMap((action) =>
      action.kind === 'control' ? [`${action.contract} ${action.authority}`] : [],
    )
    return controlChangesIn(chain)
      .filter(({ part, contract, after }) => part !== 'threshold' && !gained.includes(`${contract} ${after}`))
      .map(({ contract, after }) => ({ kinds: ['control'], from: contract || from, to: partyAt(after) }) as const)
  }

  unread(): PolicyItem {
    const { from } = this.#analysis.transaction
    return { kinds: ['calls'], from, to: NO_PARTY, isUnread: true }
  }

  gas(maxFee: MaxFee): PolicyItem {
    const { from } = this.#analysis.transaction
    if (maxFee !== 'not given') return { ...this.paid(native(maxFee), from), isGas: true }
    const item = this.paid(native(0n), from)
    return { ...item, spent: withoutAmount(item.spent), isGas: true }
  }

  paid(asset: Asset, from: string, to: Party = NO_PARTY): PolicyItem & { readonly spent: Spent } {
    return { kinds: ['pays'], from, to, spent: this.#spent(asset) }
  }

  #spent(asset: Asset): Spent {
    const { token, on } = asset
    // Signed without a chain, it pays the currency of each.
    if (token === NATIVE && this.#analysis.message?.isEverywhere === true) return UNKNOWN
    const chainId = on ?? this.#analysis.transaction.chainId
    const by = { evidence: this.#evidence, chainId }
    const base = paidAmount(asset)
    const known = isItem(asset) ? { symbol: undefined, decimals: 0 } : symbolIn(token, by)
    const isFixed = base !== undefined && !isUnlimited(base)
    const decimals = known?.decimals
    return {
      token,
      symbol: known?.symbol,
      symbols: known?.symbol === undefined ? [] : symbolsOf(known.symbol, chainId),
      amount:
        isFixed && decimals !== undefined && decimals <= LIMIT_SCALE
          ? base * 10n ** BigInt(LIMIT_SCALE - decimals)
          : undefined,
      dollars:
        isItem(asset) || !isFixed ? undefined : base === 0n && known ? 0n : worthIn('usd', { token, amount: base }, by),
    }
  }

  /** Only `approve` can be about an item that looks like an amount, where no list has the token. */
  #isCertain({ form, asset }: Extract<Action, { kind: 'grant' }>): boolean {
    const chainId = asset.on ?? this.#analysis.transaction.chainId
    return (
      form !== 'approve' || isItem(asset) || symbolIn(asset.token, { evidence: this.#evidence, chainId }) !== undefined
    )
  }

  /** Call data alone can make any contract look like an account of the sender: that only makes more of what is paid count. */
  #isPayer(address: string): boolean {
    return this.#analysis.own.has(address)
  }

  /** On another chain, a contract of the same address may be anyone's. */
  #isOwnReceiver(action: Action, payer: string): boolean {
    const isThere = action.kind === 'exchange' && action.receivedOn !== undefined
    if (isThere) return action.authority === payer && payer === this.#analysis.transaction.from
    return isOwnAccount(action.authority, payer, this.#evidence)
  }

  /** The contract of the wrapped currency gives as much as it gets. */
  #isWrapping({ selector, to = '' }: Call): boolean {
    const by = { evidence: this.#evidence, chainId: this.#analysis.transaction.chainId }
    return selector === DEPOSIT && symbolIn(to, by)?.symbol === symbolIn(NATIVE, by)?.symbol
  }
}

/** Of `deposit()`. */
const DEPOSIT = '0xd0e30db0'

/**
 * Who pays, and the Safes that the operator registered. What a contract says of its owner counts for nothing: anyone can deploy
 * one that names the payer, or a Safe with it as a further owner.
 * @param payer lower case; who sends the transaction may be another one
 */
export function isOwnAccount(address: string, payer: string, evidence: EvidenceSet): boolean {
  return address === payer || evidence.isOwnSafe(address)
}

/** Forms that bring something to an account without taking anything but a position. */
const FROM_POSITIONS: ReadonlySet<string> = new Set(['withdrawal', 'claim', 'borrow', 'liquidity'])

/** The end of a delegation (EIP-7702). */
function isRevoked({ form, authority }: Extract<Action, { kind: 'control' }>): boolean {
  return form === 'account-delegation' && isZeroAddress(authority)
}

const NO_PARTY: Party = { address: undefined, isKnownPayee: false }

function partyAt(address: string): Party {
  return { address, isKnownPayee: false }
}

import { callData } from '../../service/risk/call-data.ts'
import { type Budget, BudgetModel, decimalOf, type Payment } from './budget-model.ts'
import { randomFrom } from './campaign.ts'
import { KilledServers } from './killed-servers.ts'
import { type Answer, createKeys, type ServeProcess } from './serve-process.ts'

export const CLIENTS = 64
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const [ETHER, DOLLARS] = [0, 1]
const EXPIRY_SECONDS = 3
/** Between two actions of one client (ms). */
const LONGEST_THOUGHT = 200
const LONGEST_LIFE = 2500
/** A payment is reported as mined only within this (ms): well before it leaves its shortest window. */
const MINED_MS = 15_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface HistoryOptions {
  readonly seed: number
  readonly env: Readonly<Record<string, string>>
  readonly servers: number
  /** With a window that passes during the history. */
  readonly isRolling: boolean
  /** Without releases, each answer that was lost can be had by its key. */
  readonly hasReleases: boolean
  readonly loadMs: number
}

interface Asked {
  readonly budget: number
  readonly amount?: bigint
  readonly from?: string
  readonly nonce?: number
  readonly isSigned?: boolean
  /** The key is sent twice at once. */
  readonly isTwice?: boolean
  readonly mayGiveUp?: () => boolean
}

/** Clients pay by one policy while its servers are killed. */
export class BudgetHistory {
  readonly model: BudgetModel
  readonly faults: string[] = []
  readonly tally = { allowed: 0, denied: 0, 'keys sent twice': 0, released: 0, mined: 0, 'given up': 0, outdated: 0 }
  readonly random: () => number
  readonly #options: HistoryOptions
  readonly #keys = new Map<Payment, () => ReturnType<KilledServers['ask']>>()
  servers!: KilledServers
  #isOver = false
  #serial = 0

  constructor(options: HistoryOptions) {
    this.#options = options
    this.random = randomFrom(Math.imul(options.seed, 0x9e3779b1))
    this.model = new BudgetModel([this.#budget('ETH', 18), this.#budget('USD', 6)])
  }

  /** Until all clients have ended and nothing is killed any more. */
  async load(): Promise<void> {
    const { env, servers, loadMs } = this.#options
    const connections = CLIENTS * 2
    this.servers = await KilledServers.open(servers, { env, keys: createKeys(env), connections }, this.random)
    await this.#arrange()
    this.servers.startKilling(LONGEST_LIFE)
    const clients = Array.from({ length: CLIENTS }, () => this.#client())
    await Promise.race([pause(loadMs), Promise.all(clients)])
    this.#isOver = true
    await this.servers.stopKilling()
    await Promise.all(clients)
  }

  /** Repeats what was given up, with its key, and looks up what is too old for it. */
  async resolve(): Promise<void> {
    for (const payment of this.model.payments) {
      const again = this.#keys.get(payment)
      if (payment.outcome === 'unknown' && again && payment.answered === Number.POSITIVE_INFINITY)
        this.#note(payment, [await again()])
    }
    for (const payment of this.model.payments) if (payment.outcome === 'unknown') await this.#lookUp(payment)
  }

  /** Sends a payment until it has an answer; undefined: its client gave up. */
  async pay({ budget, from = this.#account(), nonce, isSigned = false, ...rest }: Asked): Promise<Payment> {
    const amount = rest.amount ?? this.#amount(budget)
    const payment: Payment = {
      budget,
      amount,
      from,
      nonce: nonce === undefined ? undefined : `${from} ${nonce}`,
      expiresAfter: isSigned ? EXPIRY_SECONDS * 1000 : undefined,
      sent: Date.now(),
      answered: Number.POSITIVE_INFINITY,
      outcome: 'unknown',
    }
    this.model.payments.push(payment)
    const transaction = {
      chainId: '1',
      from,
      ...(budget === ETHER
        ? { to: PAYEE, value: String(amount) }
        : { to: USDC, data: isSigned ? transferWithSlot(amount) : callData.transfer(PAYEE, amount) }),
      ...(nonce !== undefined && { nonce: String(nonce) }),
    }
    const request = {
      method: 'POST',
      path: '/api/v2/transaction/validate',
      body: { transaction, trackNonce: false, signTransaction: isSigned },
      headers: { 'idempotency-key': `key-${++this.#serial}` },
    } as const
    const times = Array.from({ length: rest.isTwice ? 2 : 1 })
    const asked = await Promise.all(times.map(() => this.servers.ask(request, rest.mayGiveUp)))
    this.#keys.set(payment, () => this.servers.ask(request))
    this.#note(payment, asked)
    if (rest.isTwice) this.tally['keys sent twice']++
    return payment
  }

  async release(payment: Payment): Promise<void> {
    const path = `/ext/v1/policy-reservations/${payment.svcTxId}`
    const done = await this.servers.ask({ method: 'DELETE', path })
    if (!done) return
    const { answer, isRepeated, ...span } = done
    payment.released = span
    this.tally.released++
    if (answer.status === 404 && isRepeated) return
    const amount = `${answer.body?.released?.[0]?.amount} ${answer.body?.released?.[0]?.unit}`
    if (amount !== decimalOf(payment.amount, this.#budgetOf(payment)))
      this.faults.push(`the release of ${payment.svcTxId} was answered with ${said(answer)}`)
  }

  /** @param isMined false: reported without a block, which changes nothing */
  async report(payment: Payment, isMined: boolean): Promise<void> {
    const transactionId = `0x${BigInt(this.model.payments.indexOf(payment) + 1)
      .toString(16)
      .padStart(64, '0')}`
    const body = { transactionId, ...(isMined && { blockNumber: '7' }) }
    const done = await this.servers.ask({ method: 'PUT', path: `/api/v2/transaction/${payment.svcTxId}`, body })
    if (!done) return
    const { answer, isRepeated: _, ...span } = done
    if (answer.status !== 200) this.faults.push(`a report of ${payment.svcTxId} was answered with ${said(answer)}`)
    if (!isMined) return
    payment.mined = span
    this.tally.mined++
  }

  async #arrange(): Promise<void> {
    const [server] = this.servers.all as [ServeProcess]
    const per = ({ windows, ...budget }: Budget) =>
      Object.fromEntries(windows.map(({ name, limit }) => [name, decimalOf(limit, budget)]))
    await server.must('PUT', '/ext/v1/settings', { payloadExpirySeconds: EXPIRY_SECONDS })
    // Only of a contract that is described it is known that a payload ends what it may do.
    const functions = [{ call: 'settle(bytes32 id)', effects: [] }]
    await server.must('PUT', '/ext/v1/contracts', { address: USDC, chainId: '1', functions })
    await server.must('POST', '/ext/v1/policies', {
      name: 'payouts',
      mode: 'enforce',
      default: 'deny',
      allow: this.model.budgets.map((budget, at) => ({
        pays: { to: [PAYEE], assets: [at === ETHER ? 'ETH' : 'USDC'], per: per(budget) },
      })),
    })
  }

  async #client(): Promise<void> {
    const own: Payment[] = []
    const { hasReleases } = this.#options
    while (!this.#isOver) {
      await pause(this.random() * LONGEST_THOUGHT)
      const dice = this.random()
      // What never ends would soon fill the budgets.
      if (dice < (hasReleases ? 0.3 : 0.65)) await this.pay({ budget: DOLLARS, isSigned: true, isTwice: dice < 0.05 })
      else if (dice < 0.8) await this.#replace()
      else own.push(await this.#payOnce())
      if (own.length > 0 && this.random() < 0.6) await this.#endOne(own)
    }
  }

  async #payOnce(): Promise<Payment> {
    const isTwice = this.random() < 0.3
    const mayGiveUp = isTwice ? undefined : () => this.random() < 0.1
    const payment = await this.pay({ budget: this.#anyBudget(), isTwice, ...(mayGiveUp && { mayGiveUp }) })
    if (payment.answered === Number.POSITIVE_INFINITY) this.tally['given up']++
    return payment
  }

  async #endOne(own: Payment[]): Promise<void> {
    const [payment] = own.splice(Math.floor(this.random() * own.length), 1)
    if (payment?.outcome !== 'allowed') return
    if (this.random() < 0.1) await this.report(payment, false)
    else if (this.random() < 0.2 && isRecent(payment)) await this.report(payment, true)
    else if (this.#options.hasReleases) await this.release(payment)
  }

  /** Payments of one nonce, some at the same time; then what counts of them is released, mined or left. */
  async #replace(): Promise<void> {
    const budget = this.#anyBudget()
    const from = this.#account()
    const nonce = Math.floor(this.random() * 1000)
    for (let round = 0; round < 3; round++) {
      const count = 1 + Math.floor(this.random() * 3)
      const paid = await Promise.all(
        Array.from({ length: count }, () => this.pay({ budget, from, nonce, isTwice: this.random() < 0.1 })),
      )
      // A client sends again what it has no verdict of: with another key, because the answer of this one is outdated.
      const [unknown] = paid.filter(({ outcome }) => outcome === 'unknown')
      if (unknown) await this.pay({ budget, from, nonce, amount: unknown.amount })
      const holder = this.model.holderOf(`${from} ${nonce}`)
      if (!holder || this.#isOver) return
      const dice = this.random()
      if (dice < 0.3 && this.#options.hasReleases) await this.release(holder)
      else if (dice < 0.4 && isRecent(holder)) return this.report(holder, true)
      else if (dice < 0.6) return
    }
  }

  #note(payment: Payment, asked: readonly Awaited<ReturnType<KilledServers['ask']>>[]): void {
    for (const each of asked) {
      if (!each) continue
      const { answer, answered } = each
      payment.answered = Math.min(payment.answered, answered)
      if (answer.status === 409 && answer.body?.code === 'verdict-outdated') {
        this.tally.outdated++
        continue
      }
      const isDenied = answer.body?.valid === false && `${answer.body.error}`.startsWith('policy payouts')
      if (answer.status !== 200 || !(answer.body.valid || isDenied))
        this.faults.push(`a payment was answered with ${said(answer)}`)
      else this.#decide(payment, answer.body.svcTxId, answer.body.valid)
    }
  }

  #decide(payment: Payment, svcTxId: string, valid: boolean): void {
    const outcome = valid ? 'allowed' : 'denied'
    if (payment.outcome !== 'unknown' && (payment.svcTxId !== svcTxId || payment.outcome !== outcome))
      this.faults.push(`one key has two verdicts: ${payment.svcTxId} ${payment.outcome}, ${svcTxId} ${outcome}`)
    if (payment.outcome === 'unknown') this.tally[outcome]++
    payment.outcome = outcome
    payment.svcTxId = svcTxId
  }

  /** In the history of the service, because its key has no answer any more. */
  async #lookUp(payment: Payment): Promise<void> {
    const [server] = this.servers.all as [ServeProcess]
    const known = new Set(this.model.payments.map(({ svcTxId }) => svcTxId))
    const { content } = await server.must('GET', `/ext/v1/transactions?address=${payment.from}&size=100`)
    const found = []
    for (const { svcTxId } of content)
      if (!known.has(svcTxId)) {
        const { request, result } = await server.must('GET', `/ext/v1/transactions/${svcTxId}`)
        const { value, data } = request.transaction
        const amount = BigInt(payment.budget === ETHER ? value : `0x${data.slice(74, 138)}`)
        if (amount === payment.amount) found.push({ svcTxId, valid: result.valid })
      }
    const [one] = found
    if (found.length !== 1 || !one) this.faults.push(`${found.length} validations of one key: ${payment.from}`)
    else this.#decide(payment, one.svcTxId, one.valid)
  }

  #budget(unit: string, decimals: number): Budget {
    const limit = 10n ** BigInt(decimals) * BigInt(1 + Math.floor(this.random() * 9))
    const longer = (limit * BigInt(90 + Math.floor(this.random() * 60))) / 100n
    const [short, long] = this.#options.isRolling ? (['1m', '1h'] as const) : (['1h', '24h'] as const)
    const ms = { '1m': 60_000, '1h': 3_600_000, '24h': 86_400_000 }
    return {
      unit,
      decimals,
      windows: [
        { name: short, ms: ms[short], limit },
        { name: long, ms: ms[long], limit: longer },
      ],
    }
  }

  #budgetOf({ budget }: Payment): Budget {
    return this.model.budgets[budget] as Budget
  }

  /** A share of the limit; no two are equal. */
  #amount(budget: number): bigint {
    const { limit } = this.model.budgets[budget]?.windows[0] ?? { limit: 0n }
    const share = this.#options.hasReleases ? 0.1 : 0.05
    const rough = BigInt(Math.floor(Number(limit) * share * this.random()))
    return rough - (rough % 10_000n) + BigInt((++this.#serial % 9999) + 1)
  }

  #anyBudget(): number {
    return this.random() < 0.5 ? ETHER : DOLLARS
  }

  /** One that has not been used. */
  #account(): string {
    return `0x5e4de0a1b3c2d4f5${(++this.#serial).toString(16).padStart(24, '0')}`
  }
}

function isRecent({ sent }: Payment): boolean {
  return Date.now() - sent < MINED_MS
}

function said({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)}`.slice(0, 300)
}

/** `transferAndCall(address,uint256,bytes)` of ERC-1363, with the slot of a payload. */
function transferWithSlot(amount: bigint): string {
  return `0x4000aea0${callData.transfer(PAYEE, amount).slice(10)}${'60'.padStart(64, '0')}${'0'.repeat(64)}`
}

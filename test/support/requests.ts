import type { Service } from '../../src/service/index.ts'

export const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const HASH = `0x${'11'.repeat(32)}`

type Handling = Pick<Service, 'handle'>
type Headers = Readonly<Record<string, string>>

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: of each body a few members are read.
  readonly body: any
}

/** One request of the operator in this process, or over the network where a header has an API key. */
export async function ask(
  { handle }: Handling,
  method: string,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Answered> {
  const [pathname = '', query = ''] = path.split('?')
  const sent = { 'content-type': 'application/json', 'x-validation-product': 'SONAR', prefer: 'explain', ...headers }
  const text = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await handle(
    { method, path: pathname, query, headers: sent, ...text },
    headers['x-api-key'] === undefined ? { kind: 'in-process' } : { kind: 'network', address: '203.0.113.7' },
  )
  return { ...answer, body: answer.body === '' ? undefined : JSON.parse(answer.body) }
}

/** The body of a 200; another answer is an error. */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows what it asks for.
export async function send<T = any>(...request: Parameters<typeof ask>): Promise<T> {
  const { status, body } = await ask(...request)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** The verdict on a transaction, with its explanation. */
export function validate<T = Verdict>(
  service: Handling,
  transaction: object,
  headers: Headers = {},
  about: object = {},
): Promise<T> {
  const body = { transaction: { chainId: '1', ...transaction }, trackNonce: false, ...about }
  return send<T>(service, 'POST', '/api/v2/transaction/validate', body, headers)
}

/** Puts an address into the control lists; answers the id of the entry. */
export async function listed(service: Handling, type: 'ALLOW' | 'BLOCK', address: string): Promise<string> {
  const entry = { address, type, productType: 'SONAR' }
  return (await send(service, 'POST', '/api/v2/management/control-lists', entry)).controlListId
}

export const unlisted = (service: Handling, id: string) =>
  send<void>(service, 'DELETE', `/api/v2/management/control-lists/${id}`)

/** A verdict, as far as most tests read it. */
export interface Verdict {
  readonly svcTxId: string
  readonly valid: boolean
  readonly combinedScore: number
  readonly combinedScoreDetails: { readonly subCategory: string }
  readonly coverage: string
  readonly totalLossUsd?: number | null
  readonly explanation: {
    readonly actions: readonly string[]
    readonly reasons: readonly { readonly rule: string; readonly text: string }[]
    readonly missing: readonly string[]
  }
}

/** Validations and reports of the operator, or of an API key. */
export function requestsTo(service: Handling, key?: string) {
  const own: Headers = key === undefined ? {} : { 'x-api-key': key }
  const sendOwn = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    send(service, method, path, body, { ...own, ...headers })
  const validateOwn = (transaction: object, headers: Headers = {}) =>
    validate(service, { from: SENDER, ...transaction }, { ...own, ...headers })
  const report = ({ svcTxId }: Verdict, body: unknown = { transactionId: HASH, blockNumber: '7' }) =>
    sendOwn('PUT', `/api/v2/transaction/${svcTxId}`, body)
  let payments = 0
  const nextHash = () => `0x${(++payments).toString(16).padStart(64, '0')}`
  return {
    send: sendOwn,
    validate: validateOwn,
    report,
    /** A validation, and the report of a transaction of its own. */
    pay: async (transaction: object) =>
      report(await validateOwn(transaction), { transactionId: nextHash(), blockNumber: '7' }),
    known: ({ explanation }: Verdict) =>
      explanation.reasons.filter(({ rule }) => rule === 'known-payee').map(({ text }) => text),
    reported: async ({ svcTxId }: Verdict) => (await sendOwn('GET', `/ext/v1/transactions/${svcTxId}`)).reported,
  }
}

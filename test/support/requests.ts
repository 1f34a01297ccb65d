import type { Service } from '../../src/service/index.ts'

export const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const HASH = `0x${'11'.repeat(32)}`

/** A verdict, as far as tests of history read it. */
export interface Verdict {
  readonly svcTxId: string
  readonly combinedScore: number
  readonly coverage: string
  readonly explanation: {
    readonly reasons: readonly { readonly rule: string; readonly text: string }[]
    readonly missing: readonly string[]
  }
}

/** Validations and reports of the operator, or of an API key. */
export function requestsTo(service: Service, key?: string) {
  const send = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await service.handle(
      {
        ...{ method, path, query: '' },
        headers: {
          ...{ 'content-type': 'application/json', 'x-validation-product': 'SONAR', prefer: 'explain' },
          ...(key !== undefined && { 'x-api-key': key }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      key === undefined ? { kind: 'in-process' } : { kind: 'network', address: '203.0.113.7' },
    )
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
    return answer.body === '' ? undefined : JSON.parse(answer.body)
  }
  const validate = (
    transaction: Readonly<Record<string, unknown>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Verdict> => {
    const body = { transaction: { chainId: '1', from: SENDER, ...transaction }, trackNonce: false }
    return send('POST', '/api/v2/transaction/validate', body, headers)
  }
  const report = ({ svcTxId }: Verdict, body: unknown = { transactionId: HASH, blockNumber: '7' }) =>
    send('PUT', `/api/v2/transaction/${svcTxId}`, body)
  let payments = 0
  const nextHash = () => `0x${(++payments).toString(16).padStart(64, '0')}`
  return {
    ...{ send, validate, report },
    /** A validation, and the report of a transaction of its own. */
    pay: async (transaction: Readonly<Record<string, unknown>>) =>
      report(await validate(transaction), { transactionId: nextHash(), blockNumber: '7' }),
    known: ({ explanation }: Verdict) =>
      explanation.reasons.filter(({ rule }) => rule === 'known-payee').map(({ text }) => text),
    reported: async ({ svcTxId }: Verdict) => (await send('GET', `/ext/v1/transactions/${svcTxId}`)).reported,
  }
}

import { DRY_RUN_HEADER, SIGNED_HASH_HEADER } from '../../../api/operations/contract.ts'
import type { OperationCall, Output } from '../../../api/operations/operations.ts'
import { verdictOf, withVerdict } from '../../../api/verdict.ts'
import { quietDeliveriesOf } from '../../alerts/delivery/silence.ts'
import { enqueueMonitorAlerts } from '../../alerts/matching/monitored.ts'
import { type SimulateOptions, simulateByDefault } from '../../chain/observer.ts'
import { LOCAL_ACTOR } from '../../keys/authenticate.ts'
import { exceededBy } from '../../policies/budgets.ts'
import { policiesIn } from '../../policies/check.ts'
import { found, invalidQuery, Problem } from '../../problems/problem.ts'
import type { ServiceConfiguration } from '../../records/reads/reads.ts'
import { safeItemOf, validationOfSafeItem } from '../../records/safe-item.ts'
import { chainStatesOf, toRecord, toSummaries } from '../../records/transaction-record.ts'
import { toChange } from '../../rescreen/screen.ts'
import { verdictChangesOf } from '../../store/repositories/rescreens.ts'
import type { TransactionListFilter } from '../../store/repositories/transaction-filter.ts'
import { checkNow, findTransaction, pageOfTransactions, reportsOf } from '../../store/repositories/transactions.ts'
import { CONFIRMED, type Db } from '../../store/schema/schema.ts'
import type { Validation } from '../../validation/answer.ts'
import { notifyExceeded } from '../../validation/reports/notify-exceeded.ts'
import { reportOnChain } from '../../validation/reports/report-on-chain.ts'
import { type CheckedRequest, checkRequest } from '../../validation/request/check-request.ts'
import { checkTypedData, type MessageValidation } from '../../validation/request/check-typed-data.ts'
import type { CheckContext } from '../../validation/validate.ts'
import { type HandlerContext, type Handlers, ofSite, type PreparedAnswer, prefers, timeOf } from '../handler.ts'
import { growingPage } from './growing-page.ts'
import { pageNaming } from './page-naming.ts'

export const transactionHandlers = {
  validateTransaction: {
    async prepare({ body, headers }, context) {
      const options = {
        product: headers['x-validation-product'],
        payloadSlot: headers['x-txwarden-payload-slot'],
        simulate: simulateOptions(headers),
        signedHash: headers[SIGNED_HASH_HEADER]?.toLowerCase(),
      }
      const checked = await checkRequest(body, options, ofSite(context, headers))
      return prepared(checked, headers[DRY_RUN_HEADER], (validation) =>
        prefers(headers, 'explain') ? validation : withoutAdditions(validation),
      )
    },
  },

  validateTransactionV1: {
    async prepare({ body, headers }, context) {
      const options = {
        product: 'SONAR',
        payloadSlot: headers['x-txwarden-payload-slot'],
        simulate: simulateByDefault,
      } as const
      return prepared(await checkRequest(body, options, context), headers[DRY_RUN_HEADER], toV1)
    },
  },

  validateTypedData: {
    async prepare({ body, headers }, context) {
      const product = headers['x-validation-product'] ?? 'SONAR'
      const options = { product, simulate: simulateOptions(headers) }
      const { answer, record } = await checkTypedData(body, options, ofSite(context, headers))
      const toOutput = (validation: MessageValidation) => withVerdict(validation, verdictOf(validation))
      if (headers[DRY_RUN_HEADER] === 'true' || !record) return { kind: 'answer', output: toOutput(await answer()) }
      return { kind: 'write', run: async ({ db }) => toOutput(await record(db)) }
    },
  },

  updateTransaction: { prepare: prepareReport },
  updateTransactionV1: { prepare: prepareReport },

  async listTransactions({ query }, { db }) {
    if (query.address !== undefined) return listNaming(query.address.toLowerCase(), query, db)
    const filter = filterOf(query)
    return growingPage(
      query,
      (request) => pageOfTransactions(db, filter, request),
      (rows) => toSummaries(db, rows),
    )
  },

  async getTransaction({ params }, { db }) {
    const given = params['svc-transaction-id'] ?? ''
    const row = found(await findTransaction(db, (await validationOfSafeItem(db, given)) ?? given), 'transaction', given)
    const { id } = row
    const item = row.origin === 'safe-queue' ? await safeItemOf(db, id) : undefined
    const states = await chainStatesOf(db, [row])
    const changes = await verdictChangesOf(db, [id])
    return {
      ...toRecord(row, await reportsOf(db, id), states.get(id)),
      ...(item && { safe: item }),
      ...(changes.length > 0 && { verdictChanges: changes.map(toChange) }),
      ...(await quietDeliveriesOf(db, [id])).get(id),
    }
  },
} satisfies Partial<Handlers>

type ListQuery = OperationCall<'listTransactions'>['query']

function filterOf({ chainId, valid, origin, verdict = [], since, until }: ListQuery): TransactionListFilter {
  return { chainId, valid, origin, verdicts: [verdict].flat(), since: timeOf(since), until: timeOf(until) }
}

/** Transactions that name an address. */
async function listNaming(address: string, query: ListQuery, db: Db) {
  if (query.sort !== undefined)
    throw invalidQuery('sort', 'cannot be combined with address: its transactions are listed newest first')
  return pageNaming(db, address, query, filterOf(query), toSummaries)
}

async function prepared<T>(
  { answer, record }: CheckedRequest,
  dryRun: 'true' | 'false' | undefined,
  toOutput: (validation: Validation) => T,
): Promise<PreparedAnswer<T>> {
  if (dryRun === 'true') return { kind: 'answer', output: toOutput(await answer()) }
  return { kind: 'write', run: async (context) => toOutput(await record(context)) }
}

function simulateOptions(
  headers: Omit<OperationCall<'validateTypedData'>['headers'], 'x-validation-product'>,
): SimulateOptions {
  return {
    mode: headers['x-txwarden-simulate'] ?? simulateByDefault.mode,
    node: headers['x-txwarden-node'],
    block: headers['x-txwarden-block'],
    timeoutMs: headers['x-txwarden-chain-timeout'] ?? simulateByDefault.timeoutMs,
  }
}

/** Additions that come with `Prefer: explain` only. */
function withoutAdditions(validation: Validation): Output<'validateTransaction'> {
  const { explanation, coverage, knownByAgeOnly, totalLossUsd, simulation, chainCoverage, ...result } = validation
  return result
}

function toV1(validation: Validation): Output<'validateTransactionV1'> {
  const { valid, payload, payloadSlot, error, combinedScore, combinedScoreDetails, svcTxId } = validation
  const { hops: _, ...details } = combinedScoreDetails
  return { valid, payload, payloadSlot, error, combinedScore, combinedScoreDetails: details, svcTxId }
}

type ReportCall = Pick<OperationCall<'updateTransaction'>, 'params' | 'headers' | 'body'>

async function prepareReport(call: ReportCall, { reads }: CheckContext): Promise<PreparedAnswer<undefined>> {
  const configuration = await reads.configuration()
  return { kind: 'write', run: (context) => report(call, configuration, context) }
}

/** The same report twice is fine: a node is queried again. Another transactionId needs X-Txwarden-Replace and leaves the old one in history. */
async function report(
  { params, headers, body }: ReportCall,
  { alerts, policies }: Pick<ServiceConfiguration, 'alerts' | 'policies'>,
  context: HandlerContext,
): Promise<undefined> {
  const { db, now, actor } = context
  const id = params['svc-transaction-id'] ?? ''
  const row = found(await findTransaction(db, id), 'transaction', id)
  const transactionId = body.transactionId?.toLowerCase() ?? row.transaction_id
  const replaces = row.transaction_id !== null && transactionId !== row.transaction_id
  // The block of the one that was replaced says nothing about the one that took its place.
  const kept = replaces ? { block_number: null, block_time: null } : row
  const blockNumber = body.blockNumber ?? kept.block_number
  const blockTime = body.blockTime == null ? kept.block_time : Date.parse(body.blockTime)
  const isRepeated =
    transactionId === row.transaction_id && blockNumber === row.block_number && blockTime === row.block_time
  const standing = actor === LOCAL_ACTOR || actor === row.validated_by ? 1 : 0
  if (isRepeated && standing <= (row.standing ?? 1)) {
    if (row.standing !== CONFIRMED) await checkNow(db, row, now)
    return
  }

  if (row.origin === 'chain')
    throw new Problem(
      'transaction-id-conflict',
      `Transaction ${id} was seen on the chain as ${row.transaction_id}; nothing else can be reported about it.`,
    )
  if (replaces && headers['x-txwarden-replace'] !== 'true')
    throw new Problem(
      'transaction-id-conflict',
      `Transaction ${id} is reported as ${row.transaction_id}; only --replace (X-Txwarden-Replace: true) lets another take its place.`,
    )
  const state = { transaction_id: transactionId, block_number: blockNumber, block_time: blockTime }
  const late = await reportOnChain(row, state, context, { standing })
  const exceeded = await exceededBy(db, late, policiesIn(policies), now)
  await notifyExceeded(exceeded, { ...row, ...state }, alerts, context)
  if (transactionId !== null && transactionId !== row.transaction_id)
    await enqueueMonitorAlerts(alerts, { ...row, ...state, updated_at: now }, context)
}

import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { coverages, productTypes, unaccountedKinds } from '../vocabulary.ts'
import { entry } from './control-list.ts'
import { policyOutcome } from './policy.ts'
import {
  address,
  always,
  callData,
  chainId,
  component,
  list,
  quantity,
  shown,
  timestamp,
  transactionHash,
} from './primitives.ts'
import { chainCoverage, missingData, simulation } from './simulation.ts'

export const product = lazily(() => z.enum(productTypes))

/** Some libraries use numbers here. */
const quantityOrNumber = lazily(() => z.union([z.int().min(0), quantity()]))

/** A signed EIP-7702 authorization. */
const authorization = component('Authorization', () => ({
  chainId: quantityOrNumber().meta({ description: 'Chain of the authorization; 0: every chain.' }),
  address: address().meta({ description: 'The delegate; the zero address revokes a delegation.' }),
  nonce: quantityOrNumber().meta({ description: 'Account nonce of the delegating account.' }),
}))

export const transaction = lazily(() =>
  z.object({
    from: address(),
    to: z
      .union([z.literal(''), address()])
      .nullish()
      .meta({ description: 'Absent or empty: contract creation.' }),
    chainId: chainId(),
    nonce: quantity().nullish().meta({ description: 'Account nonce of the sender.' }),
    data: callData().nullish(),
    value: quantity().nullish().meta({ description: 'Wei.' }),
    maxFee: quantity().nullish().meta({
      description: 'Addition. The most that its fees can cost, in wei. It is shown, and no part of the verdict.',
    }),
    authorizations: list(authorization(), { max: 256 })
      .nullish()
      .meta({ description: 'Addition. Authorizations of a type 4 transaction (EIP-7702).' }),
  }),
)

export const clientData = lazily(() =>
  z.object({ userAgent: z.string().max(2000).nullish(), ip: z.string().max(200).nullish() }),
)

export const validationRequest = component('ValidationRequest', () => ({
  transaction: transaction(),
  trackNonce: z.boolean().meta({ description: 'Whether the signed payload has a tracked nonce.' }),
  signTransaction: z.boolean().nullish().meta({ description: 'Request a signed payload.', default: false }),
  clientData: clientData().nullish(),
  trace: z.unknown().optional().meta({
    description:
      'Addition. A call trace: the root frame of go-ethereum’s callTracer, with or without logs, or the flat list of Parity’s trace_transaction; also as the JSON-RPC response around it.',
  }),
}))
export type ValidationRequest = z.infer<ReturnType<typeof validationRequest>>

const score = lazily(() => z.int().min(0).max(100))

const scoreDetailV1 = lazily(() =>
  z.object({
    value: score(),
    category: z.string(),
    subCategory: z.string(),
    subCategoryDescription: z.string(),
  }),
)

const scoreDetail = component('ScoreDetail', () => ({ ...scoreDetailV1().shape, hops: always(z.int().min(0)) }))
export type ScoreDetail = z.infer<ReturnType<typeof scoreDetail>>

export const internalAddress = component('InternalAddress', () => ({
  address: shown.address(),
  name: always(z.string().meta({ description: 'Empty: no name is known.' })),
  maxScore: score(),
  category: always(z.string()),
  subCategory: always(z.string()),
  subCategoryDescription: always(z.string()),
  subCategoriesAndTags: always(
    z.array(z.object({ category: z.string(), subCategory: z.string(), subCategoryDescription: z.string() })),
  ),
}))
export type InternalAddress = z.infer<ReturnType<typeof internalAddress>>

/** One reason of a verdict: rule, subject, evidence and effect on the score. */
export const reason = component('Reason', () => ({
  rule: z.string(),
  subject: z.string().meta({ description: 'Address that the reason is about; may be empty.' }),
  role: z.string().meta({ description: 'Role of the subject in the transaction: recipient, spender, …' }),
  points: score().meta({ description: 'Score of this reason after distance and caps, 0–100.' }),
  category: z.string(),
  subCategory: z.string(),
  hops: z.int().min(0),
  path: z.array(shown.address()).optional().meta({
    description: 'Addition. With hops: the addresses of these transfers after the subject, the flagged one last.',
  }),
  text: z.string().meta({ description: 'Follows the subject: “is listed as …”; a whole sentence without a subject.' }),
  source: z.string().meta({ description: 'Source of the evidence.' }),
  flip: z.string().optional().meta({ description: 'What to do to change this reason.' }),
}))
export type Reason = z.infer<ReturnType<typeof reason>>

/** An address, position, value or call of what is signed that the verdict does not account for. */
export const unaccountedItem = component('UnaccountedItem', () => ({
  kind: z.enum(unaccountedKinds),
  address: shown.address().optional(),
  value: z.string().optional().meta({ description: 'Wei, or the number of the position or chain; decimal.' }),
  text: z.string().meta({ description: 'What it is and where it is, as part of a sentence.' }),
  path: z.string().meta({ description: 'Where it is in the call or message, such as `swapExactIn.pools`.' }),
}))
export type UnaccountedItem = z.infer<ReturnType<typeof unaccountedItem>>

const orderAsset = lazily(() =>
  z.object({
    asset: z.string().meta({ description: 'Token contract, or `native`.' }),
    amount: z.string().nullish().meta({ description: 'Base units or number of items, decimal; null: not fixed.' }),
  }),
)
const paidAsset = lazily(() =>
  orderAsset().extend({ to: z.string().meta({ description: 'Who gets it; empty: who delivers it.' }) }),
)

/** The order that is signed, made or filled, for its own account. */
const explainedOrder = component(
  'ExplainedOrder',
  () => ({
    gives: z.array(orderAsset()),
    receives: z
      .array(paidAsset().extend({ chainId: shown.chainId() }))
      .meta({ description: 'The least that comes, with what others get, which is worth nothing to the account.' }),
    fees: z.array(paidAsset()),
    expires: shown.time().nullish(),
    worth: z
      .object({
        gives: z.string(),
        receives: z.string().meta({ description: 'Of what the account itself gets.' }),
        unit: z.enum(['usd', 'native', 'usd-rough']).meta({
          description: 'usd-rough: without prices of today, in orders of magnitude.',
        }),
      })
      .nullish()
      .meta({ description: 'null: the worth of one side is not known.' }),
  }),
  { description: 'Addition. What an own account gives, and who gets what for it.' },
)
export type ExplainedOrder = z.infer<ReturnType<typeof explainedOrder>>

export const explanation = component(
  'Explanation',
  () => ({
    actions: z.array(z.string()).optional().meta({
      description:
        'Addition. What it does, in words: at most five actions, the weightiest first, then “and N more”. Without a subject the sender acts.',
    }),
    moreActions: z.int().optional().meta({ description: 'Addition. N of the last action; absent: it counts none.' }),
    reasons: z.array(reason()),
    missing: z.array(z.string()),
    missingData: missingData(),
    unaccounted: z.array(unaccountedItem()).optional().meta({
      description:
        'Addition. What is signed and not accounted for: neither the sender’s own, nor known as what its place asks for, nor checked by a rule. Absent: nothing.',
    }),
    names: z
      .array(z.object({ address: shown.address(), name: z.string() }))
      .optional()
      .meta({
        description:
          'Addition. Names that people here gave addresses of the answer, as texts show them. They vouch for nothing. Absent: none has one.',
      }),
    order: explainedOrder().optional().meta({
      description: 'Addition. The terms of the order, of several those of the worst; absent: it is none.',
    }),
    policies: z.array(policyOutcome()).optional().meta({
      description: 'Addition. What the clauses of policies say that apply; absent: none applies.',
    }),
  }),
  { description: 'Addition. Actions, reasons, strongest first, and missing data.' },
)
export type Explanation = z.infer<ReturnType<typeof explanation>>

const payloadSlot = lazily(() =>
  z.enum(['used', 'none']).optional().meta({
    description:
      'Addition; only with a payload and the header X-Txwarden-Payload-Slot. used: the call data before the slot is signed · none: all of it.',
  }),
)

const payload = lazily(() =>
  shown.payload().optional().meta({ description: 'Signed payload, 192 bytes in hex; only when requested and valid.' }),
)

const error = lazily(() =>
  z.string().optional().meta({ description: 'Why it is blocked, one sentence; absent when valid.' }),
)

const svcTxId = lazily(() =>
  z.string().optional().meta({ description: 'Id for reports; absent in a dry run.', format: 'uuid' }),
)

export const validationResult = component('ValidationResult', () => ({
  valid: z.boolean(),
  payload: payload(),
  payloadSlot: payloadSlot(),
  combinedScore: score(),
  combinedScoreDetails: always(scoreDetail()),
  scoreDetails: always(
    z
      .object({ fraud: always(scoreDetail()), cyber: always(scoreDetail()), compliance: always(scoreDetail()) })
      .catchall(scoreDetail()),
  ),
  controlLists: always(z.array(entry())),
  internalAddressesWithMaxScore: always(z.array(internalAddress())),
  error: error(),
  svcTxId: svcTxId(),
  explanation: explanation().optional().meta({ description: 'Addition; only with `Prefer: explain`.' }),
  coverage: z.enum(coverages).optional().meta({ description: 'Addition; only with `Prefer: explain`.' }),
  knownByAgeOnly: z.boolean().optional().meta({
    description:
      'Addition; only with `Prefer: explain`. true: an address that gets an allowance, or becomes an implementation, is known only as a contract that has been there for some days. The score is low, but it is not SAFE.',
  }),
  simulation: simulation().optional().meta({
    description: 'Addition; only with `Prefer: explain`, and where a node of the chain is configured.',
  }),
  chainCoverage: chainCoverage().optional().meta({ description: 'Addition; as `simulation`.' }),
  totalLossUsd: z.int().min(0).nullish().meta({
    description:
      'Addition; only with `Prefer: explain`, and with prices or an alert on losses. What the sender can lose, whole USD; null: unknown; 9007199254740991: unlimited.',
  }),
}))
export type ValidationResult = z.infer<ReturnType<typeof validationResult>>

export const validationResultV1 = component('ValidationResultV1', () => ({
  valid: z.boolean(),
  payload: payload(),
  payloadSlot: payloadSlot(),
  error: error(),
  combinedScore: score(),
  combinedScoreDetails: always(scoreDetailV1()),
  svcTxId: svcTxId(),
}))

export const transactionUpdate = component('TransactionUpdate', () => ({
  transactionId: transactionHash().nullish().meta({ description: 'On-chain transaction id.' }),
  blockNumber: quantity().nullish(),
  blockTime: timestamp().nullish(),
}))

export const transactionUpdateV1 = component('TransactionUpdateV1', () => ({
  ...transactionUpdate().shape,
  transactionId: transactionHash(),
}))
